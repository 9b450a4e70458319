//! Filters the reports of every search: what may be reported as proven, and
//! wins in one move that the search has missed.

use crate::game::{Game, Square};
use crate::search::task::{Heuristics, Line, Report, Score, Searcher, Settings, Task};

/// A search with these rules:
///
/// - Nothing is reported as proven if moves were left out (`neighbors`).
/// - A distance that is only a bound is not reported as proven if the game
///   needs exact distances.
/// - A win in one is played even if the budget did not suffice to find it.
pub(crate) struct ReportFilter<G>(pub(crate) Box<dyn Searcher<G>>);

impl<G: Heuristics> Searcher<G> for ReportFilter<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let mut report = self.filtered(task);
        if let Some(win) = missed_win(task, report.lines.first()) {
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

    fn warm_up(&mut self, settings: &Settings) {
        self.0.warm_up(settings);
    }
}

impl<G: Heuristics> ReportFilter<G> {
    /// Searches, and turns scores that may not be reported as proven into
    /// estimates.
    fn filtered(&mut self, task: &mut Task<'_, G>) -> Report {
        let filter: fn(&mut [Line]) = if task.settings.neighbors {
            |lines| lines.iter_mut().filter(|line| line.score.is_proven()).for_each(estimate)
        } else if task.game.needs_exact_distances(task.root) {
            estimate_bounds
        } else {
            return self.0.search(task);
        };
        task.delegate(&mut *self.0, |mut report| {
            filter(&mut report.lines);
            report
        })
    }
}

/// Turns a result into an estimate.
pub(crate) fn estimate(line: &mut Line) {
    line.score = line.score.unproven();
    line.wdl = line.wdl.map(|_| line.score.wdl());
    line.exact = false;
}

/// Turns a win or loss with a distance that is only a bound into an estimate,
/// and to keep the lines in order, also all wins after it and all losses before
/// it.
fn estimate_bounds(lines: &mut [Line]) {
    let mut found = false;
    for line in lines.iter_mut().filter(|line| matches!(line.score, Score::Win(_))) {
        found |= !line.exact;
        if found {
            estimate_score(line);
        }
    }
    found = false;
    for line in lines.iter_mut().rev().filter(|line| matches!(line.score, Score::Loss(_))) {
        found |= !line.exact;
        if found {
            estimate_score(line);
        }
    }
}

fn estimate_score(line: &mut Line) {
    line.score = line.score.unproven();
    line.exact = false;
}

/// The first move of a task that wins at once, unless this line begins with one
/// or its result rules one out.
fn missed_win<G: Game>(task: &Task<'_, G>, line: Option<&Line>) -> Option<Square> {
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
    use crate::search::budget::Canceller;
    use crate::search::{Budget, Settings};
    use std::time::Instant;

    /// A search that reports these lines while it runs and at the end.
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

    /// The filtered lines at the start of a game on a board with `side` columns
    /// and rows.
    fn filtered(side: usize, neighbors: bool, lines: &[Line]) -> Vec<Line> {
        let game = Lines::new(Shape::flat(side, side, 3).unwrap());
        let root = game.start();
        let settings = Settings { neighbors, ..Settings::default() };
        let (_canceller, stop) = Canceller::new(Instant::now());
        let mut reports = Vec::new();
        let mut search = ReportFilter(Box::new(Fixed(lines.to_vec())));
        let report = search.search(&mut Task {
            game: &game,
            root: &root,
            moves: game.legal(&root),
            budget: Budget::UNLIMITED,
            settings: &settings,
            stop: &stop,
            report: &mut |report| reports.push(report.clone()),
        });
        // Reports during the search are filtered like the last one.
        assert_eq!((reports.len(), &reports[0]), (1, &report));
        report.lines
    }

    #[test]
    fn where_moves_are_left_out_nothing_is_proven() {
        // Only the small board needs exact distances.
        for side in [3, 5] {
            for exact in [false, true] {
                let lines = SCORES.map(|score| line(score, exact));
                let estimates = [19_997, -19_996, 0, 7].map(Score::Cp);
                for (before, (after, estimate)) in
                    lines.iter().zip(filtered(side, true, &lines).into_iter().zip(estimates))
                {
                    assert_eq!(after.score, estimate);
                    assert_eq!(after.wdl, Some(estimate.wdl()), "{before:?}");
                    // Estimates are not exact.
                    assert_eq!(after.exact, exact && !before.score.is_proven());
                    assert_eq!(after.pv, before.pv);
                }
            }
        }
        let unknown = Line { wdl: None, ..line(Score::Draw, true) };
        assert_eq!(filtered(3, true, &[unknown])[0].wdl, None);
    }

    #[test]
    fn bounds_are_estimates_where_distances_have_to_be_exact() {
        let exact = SCORES.map(|score| line(score, true));
        assert_eq!(filtered(3, false, &exact), exact);
        let bounds = SCORES.map(|score| line(score, false));
        let scores: Vec<Score> = filtered(3, false, &bounds).iter().map(|l| l.score).collect();
        assert_eq!(scores, [Score::Cp(19_997), Score::Cp(-19_996), Score::Draw, Score::Cp(7)]);
        // Other boards accept bounds.
        assert_eq!(filtered(5, false, &bounds), bounds);
    }

    #[test]
    fn clear_is_passed_on() {
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
