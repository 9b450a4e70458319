//! What every search keeps to: nothing is told as certain where moves were left
//! out, no distance that is only a bound where distances have to be exact, and
//! a win in one is played however little there was to spend.

use super::{Heuristics, Line, Report, Score, Searcher, Task};
use crate::game::{Game, Square};

/// A search that keeps to it, whichever it is.
pub(super) struct ReportFilter<G>(pub(super) Box<dyn Searcher<G>>);

impl<G: Heuristics> Searcher<G> for ReportFilter<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let mut report = self.certain(task);
        if let Some(win) = overlooked(task, report.lines.first()) {
            let mut line = Line::new(Score::Win(1), true, vec![win]);
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

impl<G: Heuristics> ReportFilter<G> {
    /// The search with reports in which nothing is told that is not certain.
    fn certain(&mut self, task: &mut Task<'_, G>) -> Report {
        let check: fn(&mut [Line]) = if task.settings.neighbors {
            |lines| lines.iter_mut().filter(|line| line.score.is_proven()).for_each(estimate)
        } else if task.game.needs_exact_distances(task.root) {
            leave_out_bounds
        } else {
            return self.0.search(task);
        };
        task.delegate(&mut *self.0, |mut report| {
            check(&mut report.lines);
            report
        })
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

/// The first move of a task that wins at once, unless this line begins with one
/// or says that there is none.
fn overlooked<G: Game>(task: &Task<'_, G>, line: Option<&Line>) -> Option<Square> {
    let settled = |line: &Line| match line.score {
        Score::Win(_) => line.exact,
        Score::Draw | Score::Loss(_) => true,
        Score::Cp(_) => false,
    };
    if line.is_some_and(|line| settled(line) || wins(task, line.pv[0])) {
        return None;
    }
    task.moves.into_iter().find(|&square| wins(task, square))
}

fn wins<G: Game>(task: &Task<'_, G>, square: Square) -> bool {
    task.game.wins_with(&mut task.root.clone(), square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Lines;
    use crate::game::lines::Shape;
    use crate::search::{Budget, Canceller, Settings};
    use std::time::Instant;

    /// Reports the same lines while it runs and in the end.
    struct Fixed(Vec<Line>);

    impl Searcher<Lines> for Fixed {
        fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
            let report = Report { lines: self.0.clone(), ..Report::default() };
            (task.report)(&report);
            report
        }

        fn clear(&mut self) {
            self.0.clear();
        }
    }

    fn line(score: Score, exact: bool) -> Line {
        Line { score, wdl: Some(score.wdl()), exact, pv: vec![Square::new(0)] }
    }

    const SCORES: [Score; 4] = [Score::Win(3), Score::Loss(4), Score::Draw, Score::Cp(7)];

    /// What becomes of lines at the start of a game on a board of so many
    /// columns and rows.
    fn checked(side: usize, neighbors: bool, lines: &[Line]) -> Vec<Line> {
        let game = Lines::new(Shape::flat(side, side, 3).unwrap());
        let root = game.start();
        let settings = Settings { neighbors, ..Settings::default() };
        let (_canceller, stop) = Canceller::new(Instant::now());
        let mut told = Vec::new();
        let mut search = ReportFilter(Box::new(Fixed(lines.to_vec())));
        let report = search.search(&mut Task {
            game: &game,
            root: &root,
            moves: game.legal(&root),
            budget: Budget::UNLIMITED,
            settings: &settings,
            stop: &stop,
            report: &mut |report| told.push(report.clone()),
        });
        // What is told while it runs is checked like the result.
        assert_eq!((told.len(), &told[0]), (1, &report));
        report.lines
    }

    #[test]
    fn where_moves_are_left_out_nothing_is_certain() {
        // Exact distances are wanted on the small board only.
        for side in [3, 5] {
            for exact in [false, true] {
                let lines = SCORES.map(|score| line(score, exact));
                let estimates = [19_997, -19_996, 0, 7].map(Score::Cp);
                for (before, (after, estimate)) in
                    lines.iter().zip(checked(side, true, &lines).into_iter().zip(estimates))
                {
                    assert_eq!(after.score, estimate);
                    assert_eq!(after.wdl, Some(estimate.wdl()), "{before:?}");
                    // Nothing exact is left of a proof.
                    assert_eq!(after.exact, exact && !before.score.is_proven());
                    assert_eq!(after.pv, before.pv);
                }
            }
        }
        let unknown = Line { wdl: None, ..line(Score::Draw, true) };
        assert_eq!(checked(3, true, &[unknown])[0].wdl, None);
    }

    #[test]
    fn where_distances_have_to_be_exact_bounds_are_not_told_as_proven() {
        let exact = SCORES.map(|score| line(score, true));
        assert_eq!(checked(3, false, &exact), exact);
        let bounds = SCORES.map(|score| line(score, false));
        let scores: Vec<Score> = checked(3, false, &bounds).iter().map(|l| l.score).collect();
        assert_eq!(scores, [Score::Cp(19_997), Score::Cp(-19_996), Score::Draw, Score::Cp(7)]);
        // Elsewhere a bound is as good.
        assert_eq!(checked(5, false, &bounds), bounds);
    }

    #[test]
    fn forgetting_is_passed_on() {
        let mut search = ReportFilter(Box::new(Fixed(vec![line(Score::Draw, true)])));
        search.clear();
        let game = Lines::new(Shape::flat(3, 3, 3).unwrap());
        let (_canceller, stop) = Canceller::new(Instant::now());
        let report = search.search(&mut Task {
            game: &game,
            root: &game.start(),
            moves: game.legal(&game.start()),
            budget: Budget::UNLIMITED,
            settings: &Settings::default(),
            stop: &stop,
            report: &mut |_| {},
        });
        assert!(report.lines.is_empty());
    }
}
