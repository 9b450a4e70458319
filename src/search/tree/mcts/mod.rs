//! Monte Carlo tree search: the searches `uct` and `mcts`.

mod backpropagation;
mod child;
mod deltas;
mod exchange;
mod rave;
mod reuse;
mod search;
mod select;
mod settled;
mod solver_probe;

mod tree;
mod tree_sync;

pub(crate) use search::Mcts;
