//! The player for flat boards without limits, as in analysis and while
//! pondering: the steps are repeated in rounds of more and more nodes. So a
//! good move is known at any time, and the time that a step may take does not
//! depend on a deadline that is set later.

use super::budget::BudgetedTask;
use crate::game::Lines;
use crate::search::alphabeta::flat::FlatAlphaBeta;
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::memory::Memory;
use crate::search::task::{Line, Report, Score, Task};

/// The nodes of the first round.
const FIRST: u64 = 1 << 14;
/// A round has this many times the nodes of the round before.
const GROWTH: u64 = 4;

/// Searches until the task is stopped or its result is settled, and returns the
/// last report.
pub(crate) fn search<W: Bits>(
    memory: &mut Memory<W>,
    alpha_beta: &mut FlatAlphaBeta,
    task: &mut Task<'_, Lines>,
) -> Report {
    let mut last = Report::default();
    let mut limit = FIRST;
    loop {
        let (spent, deepest) = (last.nodes, last.depth);
        let report_to = &mut *task.report;
        // A round begins anew; what was known before is not reported again.
        let mut report = |report: &Report| {
            if report.depth > deepest || is_proven(report) {
                report_to(&Report { nodes: spent + report.nodes, ..report.clone() });
            }
        };
        let round = Task { report: &mut report, ..*task };
        let found = BudgetedTask::new(memory, alpha_beta, round, limit).report();
        let nodes = spent + found.nodes;
        // A round that is stopped early may know less.
        last = if is_proven(&found) || found.depth >= deepest {
            Report { nodes, ..found }
        } else {
            Report { nodes, ..last }
        };
        if is_settled(&last, task) || task.stop.requested() || limit == u64::MAX {
            return last;
        }
        limit = limit.saturating_mul(GROWTH);
    }
}

fn is_proven(report: &Report) -> bool {
    !report.lines.is_empty() && report.lines.iter().all(|line| line.score.is_proven())
}

/// Whether further rounds cannot improve the report. Only the distance of a
/// loss that is the only line can become more exact.
fn is_settled(report: &Report, task: &Task<'_, Lines>) -> bool {
    let is_only = task.settings.multi_pv == 1 && task.has_all_moves();
    let is_bound = |first: &Line| is_only && matches!(first.score, Score::Loss(_)) && !first.exact;
    is_proven(report) && !report.lines.first().is_some_and(is_bound)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::game::lines::Shape;
    use crate::game::{Game, Square};
    use crate::search::budget::Canceller;
    use crate::search::players::kind::SearchKind;
    use crate::search::{Budget, Settings};

    /// A move is known soon, long before the first proof of a long search would end,
    /// and is not forgotten by a round that is stopped at its beginning.
    #[test]
    fn a_search_without_limits_soon_has_a_move() {
        let game = Lines::new(Shape::flat(8, 8, 5).expect("a board"));
        let mut position = game.start();
        // e5 a1 d4 b6 c5 d6, from which X wins.
        for (column, row) in [(4, 4), (0, 0), (3, 3), (1, 5), (2, 4), (3, 5)] {
            game.play(&mut position, game.board().square(column, row, 0));
        }
        for stop_at in [1, 7] {
            let (canceller, stop) = Canceller::new(Instant::now());
            let (mut canceller, mut nodes) = (Some(canceller), 0);
            let mut best: Option<Square> = None;
            let mut report = |report: &Report| {
                if report.depth >= stop_at && canceller.take().is_some() {
                    (nodes, best) = (report.nodes, report.lines[0].pv.first().copied());
                }
            };
            let settings = &Settings { hash: 4, ..Settings::default() };
            let (moves, budget) = (game.legal(&position), Budget::UNLIMITED);
            let (game, root, stop) = (&game, &position, &stop);
            let mut task = Task { game, root, moves, budget, settings, stop, report: &mut report };
            let last = SearchKind::Auto.searcher(game).search(&mut task);
            assert!(nodes < 50_000, "{nodes}");
            assert!(last.depth >= stop_at && last.lines[0].pv.first().copied() == best, "{last:?}");
        }
    }
}
