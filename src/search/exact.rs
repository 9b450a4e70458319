//! Where every distance that is told has to be exact, one that is only a bound
//! is told as an estimate.

use super::{Prove, Report, Searcher, Task};

/// A search that keeps to it, whichever it is.
pub(super) struct Exact<G>(pub(super) Box<dyn Searcher<G>>);

impl<G: Prove> Searcher<G> for Exact<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        if !task.game.wants_exact_distances(task.root) {
            return self.0.search(task);
        }
        let tell = &mut *task.report;
        let mut report = |report: &Report| tell(&checked(report.clone()));
        checked(self.0.search(&mut Task { report: &mut report, ..*task }))
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

fn checked(mut report: Report) -> Report {
    for line in report.lines.iter_mut().filter(|line| !line.exact && line.score.is_decided()) {
        line.score = line.score.unproven();
    }
    report
}
