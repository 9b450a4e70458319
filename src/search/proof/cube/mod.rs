//! `proof` on the cubes: df-pn for both sides in turn, with a forcing-sequence
//! search at its nodes.
//!
//! In the proof search the *attacker* is always X: positions in which O attacks
//! are searched with the colours exchanged. The attacker's moves are
//! restricted, which can miss proofs but never makes a false one. The
//! defender's moves are not: a reply is left out only if a forced win refutes
//! it.

pub(crate) mod board;
pub(crate) mod book;
pub(crate) mod forced;
mod shortest;
mod solve;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod tree;

pub use crate::search::task::Book;
pub use shortest::shortest_win;
pub use solve::{Entry, Opening, Solver, Statistics, openings};
