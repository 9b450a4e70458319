//! The formulas: error bars, likelihoods, strengths, from counts of results.

pub(crate) mod bradley_terry;
pub mod elo;
pub mod likelihood;
pub mod los;
pub mod normalized;
pub(crate) mod sample;
pub mod score;
pub mod wilson;
