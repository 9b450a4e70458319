//! The squares of a board, sets of them, their symmetries and hashes.

pub(crate) mod board;
pub(crate) mod set;
pub(crate) mod square;
pub(crate) mod symmetry;
pub(crate) mod wide_set;
pub mod zobrist;
