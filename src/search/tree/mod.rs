//! Monte Carlo tree searches, and the loop of simulations that they share.

pub(crate) mod mcts;
pub(crate) mod puct;
mod root_moves;
mod simulations;
pub(crate) mod uct;
