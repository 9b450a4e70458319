//! What every search keeps to: nothing is told as certain where moves were left
//! out, no distance that is only a bound where distances have to be exact, and
//! a win in one is played however little there was to spend.

use super::{Line, Prove, Report, Score, Searcher, Task};
use crate::game::{Game, Square};

/// A search that keeps to it, whichever it is.
pub(super) struct Certain<G>(pub(super) Box<dyn Searcher<G>>);

impl<G: Prove> Searcher<G> for Certain<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let mut report = self.certain(task);
        let win = winning(task);
        let first = report.lines.first().and_then(|line| line.pv.first().copied());
        if let Some(win) = win.filter(|_| !first.is_some_and(|first| wins(task, first))) {
            let score = Score::Win(1);
            let mut line = Line { score, wdl: score.certain_wdl(), exact: true, pv: vec![win] };
            if task.settings.neighbors {
                estimate(&mut line);
            }
            report.lines.retain(|line| line.pv.first() != Some(&win));
            report.lines.insert(0, line);
            report.lines.truncate(task.settings.multi_pv.max(1));
        }
        report
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

impl<G: Prove> Certain<G> {
    /// The search with reports in which nothing is told that is not certain.
    fn certain(&mut self, task: &mut Task<'_, G>) -> Report {
        let check: fn(&mut [Line]) = if task.settings.neighbors {
            |lines| lines.iter_mut().filter(|line| line.score.is_proven()).for_each(estimate)
        } else if task.game.wants_exact_distances(task.root) {
            leave_out_bounds
        } else {
            return self.0.search(task);
        };
        let checked = |mut report: Report| {
            check(&mut report.lines);
            report
        };
        let tell = &mut *task.report;
        let mut report = |report: &Report| tell(&checked(report.clone()));
        checked(self.0.search(&mut Task { report: &mut report, ..*task }))
    }
}

/// Tells a result that is not certain as an estimate.
fn estimate(line: &mut Line) {
    line.score = line.score.unproven();
    line.wdl = line.wdl.map(|_| line.score.wdl());
    line.exact = false;
}

/// Tells a distance that is only a bound as an estimate, and also those that
/// would seem to be out of order then: of wins below it and of losses above it.
fn leave_out_bounds(lines: &mut [Line]) {
    let mut found = false;
    for line in lines.iter_mut().filter(|line| matches!(line.score, Score::Win(_))) {
        found |= !line.exact;
        unless_exact(line, found);
    }
    found = false;
    for line in lines.iter_mut().rev().filter(|line| matches!(line.score, Score::Loss(_))) {
        found |= !line.exact;
        unless_exact(line, found);
    }
}

fn unless_exact(line: &mut Line, is_bound: bool) {
    if is_bound {
        line.score = line.score.unproven();
        line.exact = false;
    }
}

/// The first of the moves of a task that wins at once.
fn winning<G: Game>(task: &Task<'_, G>) -> Option<Square> {
    task.moves.into_iter().find(|&square| wins(task, square))
}

fn wins<G: Game>(task: &Task<'_, G>, square: Square) -> bool {
    task.game.wins_with(&mut task.root.clone(), square)
}
