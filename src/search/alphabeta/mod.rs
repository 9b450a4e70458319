//! The searches with alpha-beta, and the iterative deepening that they share.

pub(crate) mod deepening;
pub(crate) mod flat;
pub(crate) mod general;
mod iterations;
pub(crate) mod minimax;
pub mod patterns;
