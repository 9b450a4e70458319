//! Iterative deepening of the searches with one thread and one line: runs the
//! iterations of a task and makes its reports.

use super::iterations::Iterations;
use super::memory::table::Table;
use super::memory::wins::{is_decisive, to_score};
use super::{Line, Report, Score, Task};
use crate::game::{Game, Square};

/// The result of a search of the root.
pub(super) struct RootResult {
    /// The value of the best move tried, which is now the first.
    pub(super) value: Option<i32>,
    /// Whether all moves were tried.
    pub(super) complete: bool,
}

/// An iteration, and the state of the search after it.
pub(super) struct Iteration {
    pub(super) found: RootResult,
    /// The first of the moves.
    pub(super) best: Square,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
}

/// Searches with `iterate` to the depths from 1 to `deepest`, until the result
/// is decided or the search must stop. Returns the last report; without a
/// finished move it has the move `first`.
pub(super) fn deepen<G: Game>(
    task: &mut Task<'_, G>,
    table: &Table,
    deepest: u32,
    first: Option<Square>,
    mut iterate: impl FnMut(i32) -> Iteration,
) -> Report {
    let mut report = Report::default();
    report.lines.extend(first.map(Line::unknown));
    let mut iterations = Iterations::new(task.stop);
    for depth in 1..=deepest {
        let Iteration { found, best, nodes, seldepth } = iterate(depth as i32);
        if let Some(value) = found.value {
            let length = match to_score(value) {
                Score::Win(plies) | Score::Loss(plies) => plies as usize,
                _ => depth as usize,
            };
            let pv = table.extend_line(task.game, task.root.clone(), (vec![best], value), length);
            // A loss is certain only if every move was tried.
            if found.complete || !is_decisive(value) || value > 0 {
                let score = to_score(value);
                report.lines = vec![Line { score, wdl: Some(score.wdl()), exact: false, pv }];
            }
        }
        report.nodes = nodes;
        report.seldepth = seldepth as u32;
        report.hashfull = Some(table.fullness());
        if !found.complete {
            break;
        }
        report.depth = depth;
        let is_decided = found.value.is_some_and(is_decisive);
        if is_decided || depth == deepest {
            break;
        }
        (task.report)(&report);
        iterations.add(found.value.unwrap_or(0), task.stop);
        if !iterations.is_next_worthwhile(task.stop) || task.stop.requested() {
            break;
        }
    }
    report
}
