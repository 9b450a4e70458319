//! The table of all searches, and the making of each for every game.

mod cube;
mod flat;
mod handicap;
pub(crate) mod kind;
mod levels;
mod lines;
mod random;
mod report_filter;
mod trains;
mod wide_lines;
