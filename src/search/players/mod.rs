//! The table of all searches, and the making of each for every game.

pub(crate) mod cube;
pub(crate) mod flat;
pub(crate) mod handicap;
pub(crate) mod kind;
mod levels;
mod lines;
mod random;
mod report_filter;
mod trains;
mod wide_lines;
