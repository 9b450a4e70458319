//! `proof` on flat boards: proven values by boolean queries.
//!
//! The value of a position follows from two queries: can the side to move
//! force a line, and can the other side? Each is searched alternately for a
//! proof ([`force`]) and for a refutation ([`refute`]), in slices of nodes
//! that double. Every proof comes with a zone ([`zone`]): the squares that it
//! depends on. [`distance`] finds the length of a won game, [`threats`] finds
//! forced wins for a player that has no time for a proof.

mod budget;
mod distance;
mod force;
mod frame;
mod known;
mod layout;
mod line;
mod memory;
mod moves;
mod node;
mod order;
mod pairing;
mod player;
mod query;
mod refute;
mod report;
mod rounds;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod threats;
mod zone;

use std::time::Duration;

use layout::Layout;
pub(in crate::search) use solve::ALWAYS_EXACT;

use super::bits::{self, Bits};
use memory::{Effort, Memory};
use player::FlatPlayer;
use report::{ReportBuilder, Request};
use solve::Prover;

use crate::game::lines::Position;
use crate::game::{Game, Lines, Square};
use crate::search::{Budget, Meter, Report, ReportTimer, Searcher, Task};

/// Creates the prover for a flat board.
pub(in crate::search) fn prover(game: &Lines) -> Box<dyn Searcher<Lines>> {
    if game.board().len() <= 64 {
        Box::<FlatProver<u64>>::default()
    } else {
        Box::<FlatProver<u128>>::default()
    }
}

/// Creates the player for a flat board.
pub(in crate::search) fn player(game: &Lines) -> Box<dyn Searcher<Lines>> {
    if game.board().len() <= 64 {
        Box::new(FlatPlayer::<u64>::new(game))
    } else {
        Box::new(FlatPlayer::<u128>::new(game))
    }
}

/// The memory of a searcher, allocated by the first task, which sets its size.
#[derive(Default)]
struct LazyMemory<W> {
    memory: Option<Memory<W>>,
    bytes: usize,
}

impl<W: Bits> LazyMemory<W> {
    /// The memory with tables of `bytes` bytes, new if the size has changed;
    /// `None` if the board does not fit the word.
    fn get(&mut self, game: &Lines, bytes: usize) -> Option<&mut Memory<W>> {
        if self.bytes != bytes {
            *self = LazyMemory { memory: None, bytes };
        }
        if self.memory.is_none() {
            self.memory = Layout::new(game).map(|layout| Memory::new(layout, bytes));
        }
        self.memory.as_mut()
    }
}

/// The prover as a searcher.
#[derive(Default)]
struct FlatProver<W>(LazyMemory<W>);

impl<W: Bits> Searcher<Lines> for FlatProver<W> {
    fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
        let Some(memory) = self.0.get(task.game, task.settings.hash << 20) else {
            // Unreachable: `prover` chooses a word that the board fits.
            return Report::default();
        };
        let meter = Meter::new(task.stop, nodes(task.budget));
        let request = Request::new(task);
        let mut timer = ReportTimer::new(Duration::ZERO);
        let mut progress = |effort: Effort| {
            if timer.is_due(task.stop.elapsed()) {
                (task.report)(&request.progress(effort));
            }
        };
        ReportBuilder::new(&mut Prover::new(memory, meter, &mut progress), request).report()
    }

    fn clear(&mut self) {
        self.0 = LazyMemory::default();
    }
}

/// The nodes that a budget allows. A proof has no depth, so a depth limit
/// stands for a number of nodes, as in Monte Carlo tree search.
fn nodes(budget: Budget) -> u64 {
    Budget { mate: None, ..budget }.max_simulations()
}

/// The stones of the side to move and of the other.
fn stones<W: Bits>(game: &Lines, position: &Position) -> [W; 2] {
    let side = game.side(position);
    [side, !side].map(|side| W::from_set(game.stones(position, side)))
}

/// The stones after a move, those of the next side to move first.
fn after<W: Bits>([mine, theirs]: [W; 2], square: Square) -> [W; 2] {
    [theirs, mine | W::of(square.index())]
}
