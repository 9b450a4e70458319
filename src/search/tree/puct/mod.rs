//! `puct`: Monte Carlo tree search with a learned network, for TicTacTrains.
//!
//! A simulation descends the graph of positions by moves with high priors and
//! good results. The value of the position that it reaches is a weighted mean
//! of the network's value and of the results of a few playouts. Positions that
//! are decided by the stones alone, and most with few empty squares, get their
//! exact result. When few squares are left at the root, `mcts` takes over,
//! whose solver proves most results.

mod estimate;
mod evaluator;
mod graph;
mod node;
mod pool;
mod replacement;
mod search;
mod shared;
mod simulations;
mod table;
#[cfg(test)]
mod tests;
mod visits;

use super::mcts::Mcts;
use crate::game::{Game, Trains};
use crate::search::task::{Report, Searcher, Task};
use crate::search::trains::Proof;
use search::GraphSearch;

/// The search, and the one for late positions.
pub(crate) struct Puct {
    early: GraphSearch,
    late: Mcts<Trains>,
}

impl Default for Puct {
    fn default() -> Puct {
        let late = Mcts::new(|_| Box::<Proof>::default());
        Puct { early: GraphSearch::default(), late }
    }
}

impl Searcher<Trains> for Puct {
    fn search(&mut self, task: &mut Task<'_, Trains>) -> Report {
        let empty = task.game.empty(task.root).len();
        if empty <= task.settings.puct.late as usize {
            // Only one of the two searches has memory at a time.
            self.early = GraphSearch::default();
            self.late.search(task)
        } else {
            self.late.clear();
            self.early.search(task)
        }
    }

    fn clear(&mut self) {
        *self = Puct::default();
    }
}
