//! Reports of proofs: values of moves, and lines of play.

pub(crate) mod builder;
pub(crate) mod line;
mod moves;
