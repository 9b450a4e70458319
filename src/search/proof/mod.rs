//! `proof`: searches that find the true value of a position, one for each
//! kind of board.

mod bits;
pub mod cube;
pub(super) mod flat;
