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
mod memory;
mod moves;
mod node;
mod order;
mod pairing;
mod player;
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
pub(super) use solve::ALWAYS_EXACT;

use memory::{Effort, Memory};
use player::FlatPlayer;
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

/// The player for a flat board; `None` for others.
pub(super) fn player(game: &Lines) -> Option<Box<dyn Searcher<Lines>>> {
    match game.geometry().shape() {
        Shape::Flat { columns, rows, .. } if columns * rows <= 64 => {
            Some(Box::<FlatPlayer<u64>>::default())
        }
        Shape::Flat { .. } => Some(Box::<FlatPlayer<u128>>::default()),
        Shape::Cube { .. } => None,
    }
}

/// What searches keep between tasks, made when the size of the tables is
/// known.
struct Store<W> {
    memory: Option<Memory<W>>,
    bytes: usize,
}

impl<W> Default for Store<W> {
    fn default() -> Self {
        Store { memory: None, bytes: 0 }
    }
}

impl<W: Word> Store<W> {
    /// The memory, with tables of this size; `None` if the board does not fit
    /// the word.
    fn memory(&mut self, game: &Lines, bytes: usize) -> Option<&mut Memory<W>> {
        if self.bytes != bytes {
            *self = Store { memory: None, bytes };
        }
        if self.memory.is_none() {
            self.memory = Layout::new(game).map(|layout| Memory::new(layout, bytes));
        }
        self.memory.as_mut()
    }
}

/// The prover and what it keeps between tasks.
struct FlatProver<W>(Store<W>);

impl<W> Default for FlatProver<W> {
    fn default() -> Self {
        FlatProver(Store::default())
    }
}

impl<W: Word> Searcher<Lines> for FlatProver<W> {
    fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
        let Some(memory) = self.0.memory(task.game, task.settings.hash << 20) else {
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
        self.0 = Store::default();
    }
}

/// The nodes that a budget allows: a proof has no depth, so that of a budget
/// stands for simulations, as for a tree search.
fn nodes(budget: Budget) -> u64 {
    Budget { mate: None, ..budget }.max_simulations()
}
