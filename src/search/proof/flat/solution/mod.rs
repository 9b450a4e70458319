//! The value of a position, and forced wins, from queries of both sides.

mod follow;
pub(crate) mod solve;
mod steps;
pub mod strategy;
pub(crate) mod threats;

pub(crate) use solve::{ALWAYS_EXACT, EXACT_NODES, Prover, Solution, Value};
pub(crate) use threats::ForcedWin;
