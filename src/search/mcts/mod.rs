//! Monte Carlo tree search: the searches `uct` and `mcts`.

mod backpropagation;
mod child;
mod deltas;
mod logarithm;
mod rave;
mod reuse;
mod search;
mod select;
mod settled;
mod solver_probe;

mod tree;
mod tree_sync;
mod uct;
mod uct_tree;

use super::root_moves::proven_result;
use super::simulations::{Simulation, run};
use crate::game::Side;

pub(super) use search::Mcts;
pub(super) use uct::Uct;

/// X's reward, from 0 to 1, as the reward of `side`.
fn for_side(side: Side, reward_of_x: f32) -> f64 {
    let reward = f64::from(reward_of_x);
    if side == Side::X { reward } else { 1.0 - reward }
}
