//! `alphabeta`: iterative deepening with principal variation search, a
//! transposition table and history ordering. Several threads share the table
//! and differ in the depths they search (Lazy SMP).
//!
//! Here is what happens at the root; [`node`] is what happens below it.

mod node;

use std::sync::atomic::{AtomicU64, Ordering};

use super::iterations::Iterations;
use super::memory::table::Table;
use super::memory::wins::{INFINITE, to_score};
use super::{Budget, Heuristics, Line, Meter, Report, Score, Searcher, Settings, Stop, Task};
use crate::game::{Game, Square, SquareSet};

/// The longest game has 125 plies.
const MAX_PLY: usize = 128;

/// The search and what it keeps between moves.
#[derive(Debug, Default)]
pub(super) struct AlphaBeta {
    table: Table,
    /// Whether what the table knows is about neighbouring squares only.
    neighbors: bool,
}

impl<G: Heuristics> Searcher<G> for AlphaBeta {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        self.table.resize(task.settings.hash);
        if self.neighbors != task.settings.neighbors {
            self.neighbors = task.settings.neighbors;
            self.table.clear();
        }
        self.table.new_search();
        let Task { game, root, moves, budget, settings, .. } = *task;
        let stop = &task.stop.group();
        let shared = Shared { table: &self.table, nodes: AtomicU64::new(0) };
        let share = Budget { nodes: (budget.nodes / settings.threads as u64).max(1), ..budget };
        let mut report = std::thread::scope(|scope| {
            for id in 1..settings.threads {
                let shared = &shared;
                let help = move || {
                    Worker::new(game, root, (share, settings), stop, shared).deepen(
                        moves,
                        id,
                        &mut |_| {},
                    );
                };
                // Without the thread the search is slower, not wrong.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    log::warn!("search thread {id} could not be started");
                }
            }
            let mut worker = Worker::new(game, root, (share, settings), stop, &shared);
            let report = worker.deepen(moves, 0, task.report);
            stop.halt();
            shared.nodes.fetch_add(worker.meter.nodes(), Ordering::Relaxed);
            report
        });
        report.nodes = shared.nodes.into_inner();
        report
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

/// What the threads of one search share.
struct Shared<'a> {
    table: &'a Table,
    /// The nodes of the helpers, added up now and then.
    nodes: AtomicU64,
}

/// One thread of a search.
struct Worker<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    budget: Budget,
    settings: &'a Settings,
    stop: &'a Stop,
    shared: &'a Shared<'a>,
    meter: Meter<'a>,
    root_ply: usize,
    seldepth: usize,
    /// How often a square of a side cut off a search.
    history: [[u32; 128]; 2],
    /// The principal variation from each ply on (triangular array).
    pv: Vec<[Option<Square>; MAX_PLY]>,
    counted: u64,
}

impl<'a, G: Heuristics> Worker<'a, G> {
    fn new(
        game: &'a G,
        root: &G::Position,
        (budget, settings): (Budget, &'a Settings),
        stop: &'a Stop,
        shared: &'a Shared<'a>,
    ) -> Worker<'a, G> {
        let mut history = [[0; 128]; 2];
        for square in game.board().squares() {
            let weight = game.weight(square);
            history[0][square.index()] = weight;
            history[1][square.index()] = weight;
        }
        Worker {
            game,
            position: root.clone(),
            budget,
            settings,
            stop,
            shared,
            // Whatever the clock says, one look at every move: no win at once
            // is missed.
            meter: Meter::new(stop, budget.nodes).with_min_nodes(game.board().len() as u64),
            root_ply: game.ply(root),
            seldepth: 0,
            history,
            pv: vec![[None; MAX_PLY]; MAX_PLY],
            counted: 0,
        }
    }

    /// Searches deeper and deeper. Helpers begin one ply deeper, every other
    /// one, so that the threads do not all do the same.
    fn deepen(&mut self, moves: SquareSet, id: usize, report: &mut dyn FnMut(&Report)) -> Report {
        let left = self.game.board().len() - self.root_ply;
        let deepest = self.budget.max_depth().map_or(left, |depth| left.min(depth as usize));
        let ranks = self.settings.multi_pv.clamp(1, moves.len());
        let mut order: Vec<Square> = moves.into_iter().collect();
        order.sort_by_key(|&square| std::cmp::Reverse(self.game.weight(square)));
        let mut best = Report::default();
        best.lines.extend(order.first().map(|&square| Line::unknown(square)));
        let mut iterations = Iterations::new(self.stop);
        for depth in (1 + id % 2).min(deepest)..=deepest {
            let mut lines: Vec<Line> = Vec::new();
            let mut complete = true;
            let mut value = None;
            for rank in 0..ranks {
                // The first thread keeps the time, and its first line is played.
                let floor = iterations.floor().filter(|_| id == 0 && rank == 0);
                let found = self.root(&mut order[rank..], depth, floor);
                complete = found.complete;
                value = value.or(found.value);
                let line = found.value.map(|v| self.line(v, depth, complete && depth == left));
                if !complete {
                    let lost = matches!(found.value.map(to_score), Some(Score::Loss(_)));
                    let (tried, rest) = order[rank..].split_at(found.tried);
                    // A move that was not tried is better than those that lose.
                    let next = rest.first().copied().filter(|_| lost).map(Line::unknown);
                    let known = std::mem::take(&mut best.lines);
                    complement(&mut lines, line, tried, known.into_iter().chain(next));
                    break;
                }
                lines.extend(line);
            }
            // The search of one move may have learnt what that of another did
            // not know yet.
            lines.sort_by_key(|line| std::cmp::Reverse(line.score.order()));
            lines.truncate(ranks);
            best.lines = lines;
            if complete {
                best.depth = depth as u32;
            }
            self.tell_nodes(id);
            self.describe(&mut best);
            if !complete || best.lines.iter().all(is_final) {
                break;
            }
            report(&best);
            iterations.add(value.unwrap_or(0), self.stop);
            let is_worthwhile = id > 0 || iterations.is_next_worthwhile(self.stop);
            if depth == deepest || !is_worthwhile || self.stop.requested() {
                break;
            }
        }
        self.describe(&mut best);
        best
    }

    fn describe(&self, report: &mut Report) {
        report.nodes = self.meter.nodes() + self.shared.nodes.load(Ordering::Relaxed);
        report.seldepth = self.seldepth as u32;
        report.hashfull = Some(self.shared.table.fullness());
    }

    /// Adds a helper's nodes to the common count.
    fn tell_nodes(&mut self, id: usize) {
        if id > 0 {
            let nodes = self.meter.nodes();
            self.shared.nodes.fetch_add(nodes - self.counted, Ordering::Relaxed);
            self.counted = nodes;
        }
    }

    /// The line of a root search so deep, which perhaps went to the end of the
    /// game.
    fn line(&self, value: i32, depth: usize, to_the_end: bool) -> Line {
        let score = match to_score(value) {
            // What was found with some squares left out proves nothing, and
            // does not end the search.
            score if self.settings.neighbors => score.unproven(),
            // Without an estimate anywhere below, nothing is left to doubt.
            Score::Cp(_) if to_the_end => Score::Draw,
            score => score,
        };
        let wdl = Some(score.wdl());
        let pv: Vec<Square> = self.pv[0].iter().map_while(|&square| square).collect();
        let (length, exact) = match score {
            // All moves have been looked at so deep; what the table knows from
            // deeper searches may take less plies.
            Score::Win(plies) | Score::Loss(plies) => (plies as usize, plies as usize <= depth),
            _ => (self.pv[0].len(), false),
        };
        let root = self.position.clone();
        let pv = self.shared.table.extend_line(self.game, root, (pv, value), length);
        Line { score, wdl, exact, pv }
    }

    /// Searches these root moves and brings the best to the front, those
    /// before it in the old order. As long as none has reached the `floor`, the
    /// search may take more time than planned.
    fn root(&mut self, moves: &mut [Square], depth: usize, floor: Option<i32>) -> Root {
        let mut alpha = -INFINITE;
        let mut best = None;
        for i in 0..moves.len() {
            let square = moves[i];
            let first = best.is_none();
            let Some(value) = self.after(square, (alpha, INFINITE), depth, 0, first) else {
                return Root { value: best, complete: false, tried: i };
            };
            if value > alpha {
                alpha = value;
                best = Some(value);
                self.extend_pv(0, square);
                moves[..=i].rotate_right(1);
            }
            if let Some(floor) = floor {
                self.stop.extend(alpha < floor);
            }
        }
        if floor.is_some() {
            self.stop.extend(false);
        }
        Root { value: best, complete: true, tried: moves.len() }
    }
}

/// Adds to the lines of an iteration that was cut short among the moves after
/// them: the best of those that were tried, and what was known of others.
fn complement(
    lines: &mut Vec<Line>,
    best: Option<Line>,
    tried: &[Square],
    known: impl Iterator<Item = Line>,
) {
    // No move left is better than those found to be the best, and none that
    // was tried better than the best of these.
    let worst = lines.iter().map(|line| line.score).min_by_key(|score| score.order());
    let found = best.as_ref().map(|line| line.score).or(worst);
    lines.extend(best.map(|line| at_most(line, worst)));
    for line in known {
        if lines.iter().all(|other| other.pv[0] != line.pv[0]) {
            let limit = if tried.contains(&line.pv[0]) { found } else { worst };
            lines.push(at_most(line, limit));
        }
    }
}

/// A line of which it is known that its score is no better than this.
fn at_most(line: Line, limit: Option<Score>) -> Line {
    match limit.filter(|limit| limit.order() < line.score.order()) {
        Some(limit) => {
            // What is no better than a draw may be worse.
            let score = if limit == Score::Draw { limit.unproven() } else { limit };
            Line { score, wdl: Some(score.wdl()), exact: false, ..line }
        }
        None => line,
    }
}

/// Whether deeper searches cannot add anything.
fn is_final(line: &Line) -> bool {
    line.exact || line.score == Score::Draw
}

/// What a search of root moves came to.
struct Root {
    /// The value of the best that was tried.
    value: Option<i32>,
    /// Whether all were.
    complete: bool,
    /// How many were: the first ones.
    tried: usize,
}
