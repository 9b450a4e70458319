//! `proof` on flat boards: exact values by boolean queries.
//!
//! Two questions are asked of a position: can the side to move force a line,
//! and can the other side? Each is pursued with two aims in turn, to force
//! the line ([`force`]) and to refute it ([`refute`]), in slices of nodes that
//! double. Every proof comes with a zone ([`zone`]): the squares it depends
//! on. [`distance`] finds out how long a won position takes, [`threats`] finds
//! forced wins for a player that has no time for a proof.

mod distance;
mod force;
mod frame;
mod layout;
mod order;
mod pairing;
mod query;
mod refute;
mod report;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod threats;
mod word;
mod zone;

use layout::Layout;
use query::{Effort, Memory};
use report::{Asked, Judge};
use solve::Prover;
use word::Word;

use crate::game::Lines;
use crate::game::lines::Shape;
use crate::search::{Budget, Meter, REPORT_INTERVAL, Report, Searcher, Task};

/// The prover for a flat board; `None` for others.
pub(super) fn prover(game: &Lines) -> Option<Box<dyn Searcher<Lines>>> {
    match game.geometry().shape() {
        Shape::Flat { columns, rows, .. } if columns * rows <= 64 => {
            Some(Box::<FlatProver<u64>>::default())
        }
        Shape::Flat { .. } => Some(Box::<FlatProver<u128>>::default()),
        Shape::Cube { .. } => None,
    }
}

/// The prover and what it keeps between tasks.
struct FlatProver<W> {
    memory: Option<Memory<W>>,
    /// The size of the tables in MiB.
    hash: usize,
}

impl<W> Default for FlatProver<W> {
    fn default() -> Self {
        FlatProver { memory: None, hash: 0 }
    }
}

impl<W: Word> Searcher<Lines> for FlatProver<W> {
    fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
        let hash = task.settings.hash;
        if self.hash != hash {
            self.memory = None;
        }
        self.hash = hash;
        if self.memory.is_none() {
            self.memory = Layout::new(task.game).map(|layout| Memory::new(layout, hash << 20));
        }
        let Some(memory) = &mut self.memory else {
            // A prover is made for a board that fits.
            return Report::default();
        };
        let meter = Meter::new(task.stop, nodes(task.budget));
        let asked = Asked::new(task);
        let mut next = REPORT_INTERVAL;
        let mut progress = |effort: Effort| {
            if task.stop.elapsed() >= next {
                next = task.stop.elapsed() + REPORT_INTERVAL;
                (task.report)(&asked.progress(effort));
            }
        };
        Judge::new(Prover::new(memory, meter, &mut progress), asked).report()
    }

    fn clear(&mut self) {
        self.memory = None;
    }
}

/// The nodes that a budget allows: a proof has no depth, so that of a budget
/// stands for simulations, as for a tree search.
fn nodes(budget: Budget) -> u64 {
    Budget { mate: None, ..budget }.max_simulations()
}
