//! Iterative deepening of the alpha-beta searches: one thread or several that
//! share a table (Lazy SMP), and one line of play or several.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};

use super::iterations::Iterations;
use crate::game::{Game, Square, Squares};
use crate::search::budget::Stop;
use crate::search::memory::Table;
use crate::search::task::sorting::sort_by_key;
use crate::search::task::{Budget, Line, Report, Score, Settings, Task, to_score};

/// A set of squares of the game of a search.
type SetOf<W> = <<W as RootSearch>::Game as Game>::Set;

/// One thread of an alpha-beta search.
pub(crate) trait RootSearch {
    /// The game.
    type Game: Game;

    /// The moves of the root, most promising first.
    fn order(&self, moves: SetOf<Self>) -> Vec<Square>;

    /// Searches these moves to a depth and moves the best to the front; the others
    /// keep their order.
    fn root(&mut self, moves: &mut [Square], depth: u32, expected: Expected) -> RootResult;

    /// The line that begins with the best move of the last root search, which has this
    /// value. `complete`: whether all moves were tried.
    fn line(&self, best: Square, value: i32, depth: u32, complete: bool) -> Line;

    /// Whether deeper searches cannot change this line.
    fn is_final(&self, line: &Line) -> bool;

    /// The nodes visited so far.
    fn nodes(&self) -> u64;

    /// The deepest ply reached.
    fn seldepth(&self) -> usize;
}

/// Expectations for the next iteration, from the iterations before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    /// The value of the line of this rank in the last iteration; 0 before the first
    /// one.
    pub(crate) value: i32,
    /// Until a move reaches this value, the search may take more time than
    /// planned.
    pub(crate) floor: Option<i32>,
}

/// The result of a search of root moves.
pub(crate) struct RootResult {
    /// The value of the best move tried, which is now the first.
    pub(crate) value: Option<i32>,
    /// Whether the search was not interrupted.
    pub(crate) complete: bool,
    /// The number of moves tried, from the first on.
    pub(crate) tried: usize,
    /// An upper bound of the values of all moves, if known.
    pub(crate) upper_bound: Option<i32>,
}

/// The number of threads of a search: each needs a node at least.
fn threads(settings: &Settings, budget: Budget) -> usize {
    settings.threads.min(usize::try_from(budget.nodes).unwrap_or(usize::MAX)).max(1)
}

/// The share of a budget for each thread.
pub(crate) fn share(budget: Budget, settings: &Settings) -> Budget {
    Budget { nodes: (budget.nodes / threads(settings, budget) as u64).max(1), ..budget }
}

/// Searches with `worker`, on the number of threads in the settings at most, to the depths
/// from 1 to `deepest`, until the result is decided or `stop` ends the search. Then halts
/// `stop` and returns the last report.
pub(crate) fn deepen<W: RootSearch>(
    task: &mut Task<'_, W::Game>,
    (table, stop): (&Table, &Stop),
    deepest: u32,
    worker: impl Fn() -> W + Sync,
) -> Report {
    let Task { moves, budget, settings, .. } = *task;
    let nodes = AtomicU64::new(0);
    let ranks = settings.multi_pv.clamp(1, moves.len());
    let thread = |id| Deepening::new(worker(), id, (table, stop), &nodes, (moves, ranks));
    let mut report = std::thread::scope(|scope| {
        for id in 1..threads(settings, budget) {
            let thread = &thread;
            let help = move || {
                thread(id).run(deepest, &mut |_| {});
            };
            // The search is slower without the thread, but correct.
            if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                log::warn!("search thread {id} could not be started");
            }
        }
        let mut first = thread(0);
        let report = first.run(deepest, task.report);
        stop.halt();
        nodes.fetch_add(first.worker.nodes(), Ordering::Relaxed);
        report
    });
    report.nodes = nodes.into_inner();
    report
}

/// The line that begins with this move, after a search whose distances are upper
/// bounds, except the shortest ones. The other moves come from the table.
pub(crate) fn bounded_line<G: Game>(
    (game, root): (&G, &G::Position),
    table: &Table,
    (best, value): (Square, i32),
    depth: u32,
) -> Line {
    let score = to_score(value);
    let length = match score {
        Score::Win(plies) | Score::Loss(plies) => plies,
        _ => depth,
    };
    let pv = table.extend_line(game, root.clone(), (vec![best], value), length as usize);
    // No shorter win or loss exists.
    let exact = matches!(score, Score::Win(1) | Score::Loss(2));
    Line { score, wdl: Some(score.wdl()), exact, pv }
}

/// The iterations of one thread.
struct Deepening<'a, W> {
    worker: W,
    /// The number of the thread; the first, 0, reports and watches the time.
    id: usize,
    table: &'a Table,
    stop: &'a Stop,
    /// The nodes of the helper threads, updated after each iteration.
    helpers: &'a AtomicU64,
    /// The nodes of this thread that have been added to `helpers`.
    added: u64,
    /// The moves of the root, best first.
    order: Vec<Square>,
    /// The value of each line in the last iteration.
    values: Vec<i32>,
    /// The findings so far.
    best: Report,
}

impl<'a, W: RootSearch> Deepening<'a, W> {
    fn new(
        worker: W,
        id: usize,
        (table, stop): (&'a Table, &'a Stop),
        helpers: &'a AtomicU64,
        (moves, ranks): (SetOf<W>, usize),
    ) -> Deepening<'a, W> {
        let order = worker.order(moves);
        let mut best = Report::default();
        best.lines.extend(order.first().map(|&square| Line::unknown(square)));
        let values = vec![0; ranks];
        Deepening { worker, id, table, stop, helpers, added: 0, order, values, best }
    }

    /// Runs the iterations. Every second thread begins one ply deeper, so that the
    /// threads do not all search the same tree.
    fn run(&mut self, deepest: u32, report: &mut dyn FnMut(&Report)) -> Report {
        let mut iterations = Iterations::new(self.stop);
        for depth in (1 + self.id as u32 % 2).min(deepest)..=deepest {
            // Only the first thread may extend the time, for the line that is played.
            let floor = iterations.floor().filter(|_| self.id == 0);
            let complete = self.iterate(depth, floor);
            self.describe();
            if !complete || self.best.lines.iter().all(|line| self.worker.is_final(line)) {
                break;
            }
            report(&self.best);
            iterations.add(self.values[0], self.stop);
            let is_worthwhile = self.id > 0 || iterations.is_next_worthwhile(self.stop);
            if depth == deepest || !is_worthwhile || self.stop.requested() {
                break;
            }
        }
        self.describe();
        std::mem::take(&mut self.best)
    }

    /// Searches all lines to a depth; returns whether it was not interrupted.
    fn iterate(&mut self, depth: u32, floor: Option<i32>) -> bool {
        let mut lines: Vec<Line> = Vec::new();
        let mut complete = true;
        for rank in 0..self.values.len() {
            let expected =
                Expected { value: self.values[rank], floor: floor.filter(|_| rank == 0) };
            let order = &mut self.order[rank..];
            let found = self.worker.root(order, depth, expected);
            complete = found.complete;
            let line = found.value.map(|value| self.worker.line(order[0], value, depth, complete));
            self.values[rank] = found.value.unwrap_or(expected.value);
            if !complete {
                let lost = matches!(found.value.map(to_score), Some(Score::Loss(_)));
                let (tried, rest) = order.split_at(found.tried);
                // An untried move is better than proven losses.
                let next = rest.first().copied().filter(|_| lost).map(|square| {
                    let limit = found.upper_bound.map(to_score);
                    limited_by(Line::unknown(square), limit)
                });
                let known = std::mem::take(&mut self.best.lines);
                complement(&mut lines, line, tried, known.into_iter().chain(next));
                break;
            }
            lines.extend(line);
        }
        // A later line may have a better score, from table entries that the search
        // of an earlier one did not have yet.
        sort_by_key(&mut lines, |line| Reverse(line.score.order()));
        lines.truncate(self.values.len());
        if complete {
            self.best.depth = depth;
            // The moves and values of the next iteration have the same order.
            sort_by_key(&mut self.values, |&value| Reverse(value));
            self.order.iter_mut().zip(&lines).for_each(|(square, line)| *square = line.pv[0]);
        }
        self.best.lines = lines;
        complete
    }

    /// Updates the counts in the report. A helper also adds its nodes to `helpers`.
    fn describe(&mut self) {
        let nodes = self.worker.nodes();
        if self.id > 0 {
            self.helpers.fetch_add(nodes - self.added, Ordering::Relaxed);
            self.added = nodes;
        }
        self.best.nodes = nodes + self.helpers.load(Ordering::Relaxed);
        self.best.seldepth = self.worker.seldepth() as u32;
        self.best.hashfull = Some(self.table.fullness());
    }
}

/// Completes the lines of an interrupted iteration: by the best of the moves
/// tried for the next line, then by lines known from the iteration before.
fn complement(
    lines: &mut Vec<Line>,
    best: Option<Line>,
    tried: &[Square],
    known: impl Iterator<Item = Line>,
) {
    // No other move is better than the complete lines, and no move tried is
    // better than the best of those tried.
    let worst = lines.iter().map(|line| line.score).min_by_key(|score| score.order());
    let found = best.as_ref().map(|line| line.score).or(worst);
    lines.extend(best.map(|line| limited_by(line, worst)));
    for line in known {
        if lines.iter().all(|other| other.pv[0] != line.pv[0]) {
            let limit = if tried.contains(&line.pv[0]) { found } else { worst };
            lines.push(limited_by(line, limit));
        }
    }
}

/// The line with its score lowered to `limit` if that is lower.
fn limited_by(line: Line, limit: Option<Score>) -> Line {
    match limit.filter(|limit| limit.order() < line.score.order()) {
        Some(limit) => {
            // At most a draw: that is not a proven draw.
            let score = if limit == Score::Draw { limit.unproven() } else { limit };
            Line { score, wdl: Some(score.wdl()), exact: false, ..line }
        }
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Instant;

    use super::*;
    use crate::game::Lines;
    use crate::game::lines::Shape;
    use crate::search::Settings;
    use crate::search::budget::Canceller;
    use crate::search::task::WIN;

    /// A search whose results are given, with the first move of each root search.
    #[derive(Default)]
    struct Scripted {
        results: Vec<RootResult>,
        firsts: Vec<Square>,
    }

    impl RootSearch for &Mutex<Scripted> {
        type Game = Lines;

        fn order(&self, moves: SetOf<Self>) -> Vec<Square> {
            moves.into_iter().collect()
        }

        fn root(&mut self, moves: &mut [Square], _depth: u32, _: Expected) -> RootResult {
            let mut script = self.lock().unwrap();
            script.firsts.push(moves[0]);
            script.results.remove(0)
        }

        fn line(&self, best: Square, value: i32, _depth: u32, _complete: bool) -> Line {
            let score = to_score(value);
            Line { score, wdl: Some(score.wdl()), exact: false, pv: vec![best] }
        }

        fn is_final(&self, line: &Line) -> bool {
            line.score.is_decided()
        }

        fn nodes(&self) -> u64 {
            0
        }

        fn seldepth(&self) -> usize {
            0
        }
    }

    /// Runs a script; returns the last report and the first moves.
    fn run(results: Vec<RootResult>, multi_pv: usize) -> (Report, Vec<Square>) {
        let game = Lines::new(Shape::flat(3, 3, 3).unwrap());
        let root = game.start();
        let (_canceller, stop) = Canceller::new(Instant::now());
        let settings = Settings { multi_pv, ..Settings::default() };
        let mut task = Task {
            game: &game,
            root: &root,
            moves: game.legal(&root),
            budget: Budget::UNLIMITED,
            settings: &settings,
            stop: &stop,
            report: &mut |_| {},
        };
        let deepest = (results.len() / multi_pv) as u32;
        let script = Mutex::new(Scripted { results, firsts: Vec::new() });
        let group = stop.new_group();
        let report = deepen(&mut task, (&Table::default(), &group), deepest, || &script);
        (report, script.into_inner().unwrap().firsts)
    }

    fn complete(value: i32) -> RootResult {
        RootResult { value: Some(value), complete: true, tried: 9, upper_bound: None }
    }

    fn interrupted(value: Option<i32>, tried: usize, upper_bound: Option<i32>) -> RootResult {
        RootResult { value, complete: false, tried, upper_bound }
    }

    #[test]
    fn an_interrupted_iteration_adds_what_it_found() {
        let after = |result| {
            let (report, _) = run(vec![complete(50), result], 1);
            (report.depth, report.lines[0].pv[0], report.lines[0].score)
        };
        let [first, second, third] = [0, 1, 2].map(Square::new);
        assert_eq!(after(interrupted(None, 0, None)), (1, first, Score::Cp(50)));
        assert_eq!(after(interrupted(Some(70), 3, None)), (1, first, Score::Cp(70)));
        // A move that was not tried is better than those that lose.
        let lost = Some(4 - WIN);
        assert_eq!(after(interrupted(lost, 1, None)), (1, second, Score::Cp(0)));
        assert_eq!(after(interrupted(lost, 2, Some(-300))), (1, third, Score::Cp(-300)));
    }

    #[test]
    fn lines_keep_their_order_for_the_next_iteration() {
        let values = [10, 20, 30, 5, 4, 3].map(complete);
        let (report, firsts) = run(values.into(), 3);
        assert_eq!(
            firsts.iter().map(|square| square.index()).collect::<Vec<_>>(),
            [0, 1, 2, 2, 1, 0]
        );
        let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
        assert_eq!(scores, [5, 4, 3].map(Score::Cp));
    }
}
