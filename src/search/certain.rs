//! What may be told as certain: nothing where moves were left out, and where
//! distances have to be exact, none that is only a bound.

use super::{Heuristics, Line, Report, Searcher, Task};

/// A search that keeps to it, whichever it is.
pub(super) struct Certain<G>(pub(super) Box<dyn Searcher<G>>);

impl<G: Heuristics> Searcher<G> for Certain<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let neighbors = task.settings.neighbors;
        if !neighbors && !task.game.needs_exact_distances(task.root) {
            return self.0.search(task);
        }
        let check = |line: &mut Line| match neighbors {
            true if line.score.is_proven() => {
                line.score = line.score.unproven();
                line.wdl = line.wdl.map(|_| line.score.wdl());
                line.exact = false;
            }
            false if line.score.is_decided() && !line.exact => line.score = line.score.unproven(),
            _ => {}
        };
        let checked = |mut report: Report| {
            report.lines.iter_mut().for_each(check);
            report
        };
        let tell = &mut *task.report;
        let mut report = |report: &Report| tell(&checked(report.clone()));
        checked(self.0.search(&mut Task { report: &mut report, ..*task }))
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}
