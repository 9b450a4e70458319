//! `alphabeta`: iterative deepening with principal variation search, a
//! transposition table and history ordering. Several threads share the table
//! and differ in the depths they search (Lazy SMP).
//!
//! This module searches the root and runs the threads; [`node`] searches the
//! nodes below.

mod node;

use std::sync::atomic::{AtomicU64, Ordering};

use super::iterations::Iterations;
use super::memory::table::Table;
use super::memory::wins::{INFINITE, to_score};
use super::{Budget, Heuristics, Line, Meter, Report, Score, Searcher, Settings, Stop, Task};
use crate::game::{Game, Square, Squares};

/// The search, with its table, which it keeps between tasks.
#[derive(Debug, Default)]
pub(super) struct AlphaBeta {
    table: Table,
    /// Whether the table is of searches with neighbouring squares only.
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
        let stop = &task.stop.new_group();
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
                // The search is slower without the thread, but correct.
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

/// The data that the threads of one search share.
struct Shared<'a> {
    table: &'a Table,
    /// The nodes of the helper threads, updated after each iteration.
    nodes: AtomicU64,
}

/// A number for each square.
type ValueOf<G> = <<G as Game>::Set as Squares>::Map<u32>;
/// A line of play.
type LineOf<G> = <<G as Game>::Set as Squares>::Map<Option<Square>>;

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
    /// The history heuristic: cutoffs by a move of a side, weighted by depth.
    history: [ValueOf<G>; 2],
    /// The principal variation from each ply on (triangular array). No game
    /// has more plies than its board has squares.
    pv: Vec<LineOf<G>>,
    /// The nodes already added to the shared count.
    shared_nodes: u64,
}

impl<'a, G: Heuristics> Worker<'a, G> {
    fn new(
        game: &'a G,
        root: &G::Position,
        (budget, settings): (Budget, &'a Settings),
        stop: &'a Stop,
        shared: &'a Shared<'a>,
    ) -> Worker<'a, G> {
        let mut history = [G::Set::map(0); 2];
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
            // At least a node for every move, even without time, so that no
            // win in one is missed.
            meter: Meter::new(stop, budget.nodes).with_min_nodes(game.board().len() as u64),
            root_ply: game.ply(root),
            seldepth: 0,
            history,
            pv: vec![G::Set::map(None); G::Set::CAPACITY],
            shared_nodes: 0,
        }
    }

    /// Iterative deepening. Every other helper begins one ply deeper, so that
    /// the threads do not all search the same.
    fn deepen(&mut self, moves: G::Set, id: usize, report: &mut dyn FnMut(&Report)) -> Report {
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
                // Only the first thread may extend the time, for the line that
                // is played.
                let floor = iterations.floor().filter(|_| id == 0 && rank == 0);
                let found = self.root(&mut order[rank..], depth, floor);
                complete = found.complete;
                value = value.or(found.value);
                let line = found.value.map(|v| self.line(v, depth, complete && depth == left));
                if !complete {
                    let lost = matches!(found.value.map(to_score), Some(Score::Loss(_)));
                    let (tried, rest) = order[rank..].split_at(found.tried);
                    // An untried move is better than proven losses.
                    let next = rest.first().copied().filter(|_| lost).map(Line::unknown);
                    let known = std::mem::take(&mut best.lines);
                    complement(&mut lines, line, tried, known.into_iter().chain(next));
                    break;
                }
                lines.extend(line);
            }
            // A later line may have a better score, from table entries that
            // the search of an earlier one did not have yet.
            lines.sort_by_key(|line| std::cmp::Reverse(line.score.order()));
            lines.truncate(ranks);
            best.lines = lines;
            if complete {
                best.depth = depth as u32;
            }
            self.share_nodes(id);
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

    /// Adds the counts of this thread to a report.
    fn describe(&self, report: &mut Report) {
        report.nodes = self.meter.nodes() + self.shared.nodes.load(Ordering::Relaxed);
        report.seldepth = self.seldepth as u32;
        report.hashfull = Some(self.shared.table.fullness());
    }

    /// Adds a helper's new nodes to the shared count.
    fn share_nodes(&mut self, id: usize) {
        if id > 0 {
            let nodes = self.meter.nodes();
            self.shared.nodes.fetch_add(nodes - self.shared_nodes, Ordering::Relaxed);
            self.shared_nodes = nodes;
        }
    }

    /// The line of a root search of this depth and value. `to_the_end` says
    /// that the depth reaches the end of every game.
    fn line(&self, value: i32, depth: usize, to_the_end: bool) -> Line {
        let score = match to_score(value) {
            // With moves left out nothing is proven, and the search goes on.
            score if self.settings.neighbors => score.unproven(),
            // No estimate was used, so the value 0 is a draw.
            Score::Cp(_) if to_the_end => Score::Draw,
            score => score,
        };
        let wdl = Some(score.wdl());
        let pv: Vec<Square> = self.pv[0].as_ref().iter().map_while(|&square| square).collect();
        let (length, exact) = match score {
            // All lines of this depth have been searched. A longer distance
            // comes from table entries of deeper searches and is a bound.
            Score::Win(plies) | Score::Loss(plies) => (plies as usize, plies as usize <= depth),
            _ => (self.pv[0].as_ref().len(), false),
        };
        let root = self.position.clone();
        let pv = self.shared.table.extend_line(self.game, root, (pv, value), length);
        Line { score, wdl, exact, pv }
    }

    /// Searches these root moves and moves the best to the front; the others
    /// keep their order. Until a move reaches the `floor`, the search may take
    /// more time than planned.
    fn root(&mut self, moves: &mut [Square], depth: usize, floor: Option<i32>) -> RootResult {
        let mut alpha = -INFINITE;
        let mut best = None;
        for i in 0..moves.len() {
            let square = moves[i];
            let first = best.is_none();
            let Some(value) = self.after(square, (alpha, INFINITE), depth, 0, first) else {
                return RootResult { value: best, complete: false, tried: i };
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
        RootResult { value: best, complete: true, tried: moves.len() }
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
    lines.extend(best.map(|line| at_most(line, worst)));
    for line in known {
        if lines.iter().all(|other| other.pv[0] != line.pv[0]) {
            let limit = if tried.contains(&line.pv[0]) { found } else { worst };
            lines.push(at_most(line, limit));
        }
    }
}

/// The line with its score lowered to `limit` if that is lower.
fn at_most(line: Line, limit: Option<Score>) -> Line {
    match limit.filter(|limit| limit.order() < line.score.order()) {
        Some(limit) => {
            // At most a draw: that is not a proven draw.
            let score = if limit == Score::Draw { limit.unproven() } else { limit };
            Line { score, wdl: Some(score.wdl()), exact: false, ..line }
        }
        None => line,
    }
}

/// Whether deeper searches cannot change the line's score.
fn is_final(line: &Line) -> bool {
    line.exact || line.score == Score::Draw
}

/// The result of a search of root moves.
struct RootResult {
    /// The value of the best move tried.
    value: Option<i32>,
    /// Whether all moves were tried.
    complete: bool,
    /// The number of moves tried, from the first on.
    tried: usize,
}
