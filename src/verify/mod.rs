//! Checks proofs: that X wins 4x4x4 ([`cube`]), and strategies on flat boards
//! ([`flat`]).
//!
//! The checkers share no code with the provers: they have their own lines,
//! symmetries and boards, and use the standard library only. The code prefers clarity
//! to speed.

pub mod cube;
pub mod flat;
mod refused;

pub use refused::{Failure, Refused};
