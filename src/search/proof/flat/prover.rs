//! `proof` on flat boards as a searcher.

use std::time::Duration;

use super::memory::{Effort, LazyMemory};
use super::report::{ReportBuilder, Request};
use super::solution::Prover;
use crate::game::{Game, Lines};
use crate::search::budget::{Meter, ReportTimer};
use crate::search::proof::bits::Bits;
use crate::search::task::{Report, Searcher, Task};

/// Creates the prover for a flat board.
pub(crate) fn prover(game: &Lines) -> Box<dyn Searcher<Lines>> {
    if game.board().len() <= 64 {
        Box::<FlatProver<u64>>::default()
    } else {
        Box::<FlatProver<u128>>::default()
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
        let meter = Meter::new(task.stop, task.budget.max_proof_nodes());
        let request = Request::new(task);
        let mut timer = ReportTimer::new(Duration::ZERO);
        let mut progress = |effort: Effort| {
            if timer.is_due(task.stop.elapsed()) {
                (task.report)(&request.progress(effort));
            }
        };
        let mut prover = Prover::new(memory, meter, &mut progress);
        prover.query.share_with(task.settings.exchange.as_ref());
        ReportBuilder::new(&mut prover, request).report()
    }

    fn clear(&mut self) {
        self.0 = LazyMemory::default();
    }
}
