//! `minimax` on flat boards as a searcher: plays the centre first, searches to
//! the end without a depth limit, and otherwise runs the general version.

use super::full_depth::{FullDepthSearch, PlayState, fits};
use super::{Minimax, without_search};
use crate::game::lines::incremental::{WinTest, with_win_test};
use crate::game::{Game, Lines, Square, SquareSet};
use crate::search::budget::Meter;
use crate::search::task::{Line, Report, Score, Searcher, Settings, Task, WIN, to_score};

/// `minimax` for a flat board of at most 64 squares; `None` for others.
pub(crate) fn reference(game: &Lines) -> Option<Box<dyn Searcher<Lines>>> {
    fits(game.geometry()).then(|| {
        with_win_test!(game.geometry(), T => Box::<Reference<T>>::default() as Box<dyn Searcher<Lines>>)
    })
}

/// Both versions, with the data that they keep between tasks.
struct Reference<T: WinTest> {
    full: Option<(FullDepthSearch<T>, Settings)>,
    limited: Minimax,
}

impl<T: WinTest> Default for Reference<T> {
    fn default() -> Self {
        Reference { full: None, limited: Minimax::default() }
    }
}

impl<T: WinTest> Searcher<Lines> for Reference<T> {
    fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
        let empty = task.game.legal(task.root).len();
        if let Some(report) = without_search(task) {
            return report;
        }
        let to_the_end = task.budget.max_depth().is_none_or(|depth| depth as usize >= empty);
        // Only one of the two versions has memory at a time.
        if !to_the_end || task.settings.neighbors {
            self.full = None;
            return self.limited.search(task);
        }
        let options = |settings: &Settings| {
            let Settings { hash, pruning, ordering, immediate_wins, centre_reply, .. } = *settings;
            (hash, [pruning, ordering, immediate_wins, centre_reply])
        };
        let same = |old: &Settings| options(old) == options(task.settings);
        let full = match self.full.take().filter(|(_, settings)| same(settings)) {
            Some((full, _)) => Some(full),
            None => FullDepthSearch::new(task.game, task.settings),
        };
        let Some(mut full) = full else { return self.limited.search(task) };
        self.limited = Minimax::default();
        let report = full.report(task);
        self.full = Some((full, task.settings.clone()));
        report
    }

    fn clear(&mut self) {
        self.full = None;
        Searcher::<Lines>::clear(&mut self.limited);
    }
}

impl<T: WinTest> FullDepthSearch<T> {
    /// Searches a task, and returns the report.
    fn report(&mut self, task: &Task<'_, Lines>) -> Report {
        let Task { game, root, moves, settings, .. } = *task;
        let mut meter = Meter::new(task.stop, task.budget.nodes);
        let mut state = self.state(game, root);
        self.fewest_empty = state.empty();
        let mut lines = Vec::new();
        let stopped;
        if moves == game.legal(root) && settings.multi_pv == 1 {
            let found = self.search(&mut state, &mut meter);
            stopped = meter.stopped();
            lines.extend(found.map(|(score, at)| self.line(&state, at, score, &mut meter)));
        } else {
            let mut order: Vec<Square> = self.order.clone();
            order.retain(|&square| moves.contains(square));
            let mut found: Vec<(i32, Square)> = Vec::new();
            for square in order {
                let Some(score) = self.score_after(&mut state, square, (-WIN, WIN), &mut meter)
                else {
                    break;
                };
                found.push((score, square));
            }
            found.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
            found.truncate(settings.multi_pv);
            stopped = meter.stopped();
            let line = |(score, at)| self.line(&state, at, score, &mut meter);
            lines.extend(found.into_iter().map(line));
        }
        if stopped {
            // The lines found do not give the value of the position, because
            // some moves are unknown.
            lines.clear();
            lines.extend(self.without_search(&state, moves));
        }
        Report {
            depth: if stopped { 0 } else { state.empty().into() },
            seldepth: (state.empty() - self.fewest_empty).into(),
            nodes: meter.nodes(),
            hashfull: Some(self.table.fullness()),
            lines,
            ..Report::default()
        }
    }

    /// A move that wins at once, or else the first of these moves.
    fn without_search(&self, state: &PlayState<T>, moves: SquareSet) -> Option<Line> {
        let mut order = self.order.iter().copied().filter(|&square| moves.contains(square));
        let first = order.clone().next().map(Line::unknown);
        let win = order.find(|&square| self.wins_with(state, square));
        win.map(|square| line(Score::Win(1), vec![square])).or(first)
    }

    /// A line of play by moves from the table. If a side wins, missing moves
    /// are searched for.
    fn line(
        &mut self,
        state: &PlayState<T>,
        square: Square,
        score: i32,
        meter: &mut Meter<'_>,
    ) -> Line {
        let score = if score == 0 { Score::Draw } else { to_score(score) };
        let mut state = state.clone();
        let mut pv = vec![square];
        let mut over = self.make(&mut state, square);
        while !over && state.empty() > 0 {
            let mut next = self.move_without_search(&state).filter(|&s| self.is_free(&state, s));
            if next.is_none() && score != Score::Draw {
                next = self.search(&mut state, meter).map(|(_, square)| square);
            }
            let Some(square) = next else { break };
            pv.push(square);
            over = self.make(&mut state, square);
        }
        line(score, pv)
    }
}

/// A line of play to the end of the game.
fn line(score: Score, pv: Vec<Square>) -> Line {
    Line { score, wdl: Some(score.wdl()), exact: score != Score::Draw, pv }
}
