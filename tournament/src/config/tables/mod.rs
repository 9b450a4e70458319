//! The tables of a tournament file, a file for each, with a row for each key.

pub(crate) mod adjudicate;
pub(crate) mod deadlines;
pub(crate) mod engine_checks;
pub(crate) mod engine_keys;
pub(crate) mod engines;
pub(crate) mod openings;
pub(crate) mod outputs;
pub(crate) mod settings;
pub(crate) mod tuning;
