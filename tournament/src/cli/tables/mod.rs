//! The tables of results in the terminal.

pub(crate) mod grid;
pub(crate) mod results;
pub(crate) mod usage;
