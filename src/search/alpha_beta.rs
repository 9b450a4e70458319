//! `alphabeta`: iterative deepening with principal variation search, a
//! transposition table and history ordering. Several threads share the table
//! and differ in the depths they search (Lazy SMP).

use std::sync::atomic::{AtomicU64, Ordering};

use super::score::{INFINITE, WIN, from_root, is_decisive, to_root, to_score};
use super::table::{Bound, Entry, Table};
use super::{
    Budget, Evaluate, Line, Meter, Report, Score, Searcher, Settings, Stop, Task, candidates,
};
use crate::game::{Game, Outcome, Side, Square, SquareSet};

/// The longest game has 125 plies.
const MAX_PLY: usize = 128;

/// The search and what it keeps between moves.
#[derive(Debug, Default)]
pub(super) struct AlphaBeta {
    table: Table,
    /// Whether what the table knows is about neighbouring squares only.
    neighbors: bool,
}

impl<G: Evaluate> Searcher<G> for AlphaBeta {
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

impl<'a, G: Evaluate> Worker<'a, G> {
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
            meter: Meter::new(stop, budget.nodes),
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
        for depth in (1 + id % 2).min(deepest)..=deepest {
            let mut lines = Vec::new();
            let mut complete = true;
            for rank in 0..ranks {
                let found = self.root(&mut order[rank..], depth);
                complete = found.complete;
                lines.extend(match found.value.map(to_score) {
                    // A move that was not tried is better than those that lose.
                    Some(Score::Loss(_)) if !complete => found.next.map(Line::unknown),
                    Some(_) => found.value.map(|v| self.line(v, complete && depth == left)),
                    None => None,
                });
                if !complete {
                    break;
                }
            }
            if !complete {
                // What the unfinished iteration found is at least as good as
                // what the finished one did.
                let known = std::mem::take(&mut best.lines);
                let repeats = |line: &Line| lines.iter().any(|new: &Line| new.pv[0] == line.pv[0]);
                let rest: Vec<Line> = known.into_iter().filter(|line| !repeats(line)).collect();
                lines.extend(rest);
                lines.truncate(ranks);
            }
            best.lines = lines;
            if complete {
                best.depth = depth as u32;
            }
            self.tell_nodes(id);
            self.describe(&mut best);
            if !complete || best.lines.iter().all(|line| line.score.is_proven()) {
                break;
            }
            report(&best);
            if depth == deepest || self.stop.should_wind_up() {
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

    /// The line of a root search, which perhaps went to the end of the game.
    fn line(&self, value: i32, to_the_end: bool) -> Line {
        let score = match to_score(value) {
            // What was found with some squares left out proves nothing.
            score if self.settings.neighbors => score.unproven(),
            // Without an estimate anywhere below, nothing is left to doubt.
            Score::Cp(_) if to_the_end => Score::Draw,
            score => score,
        };
        let wdl = score.certain_wdl().or_else(|| Some(estimate_wdl(value)));
        let pv: Vec<Square> = self.pv[0].iter().map_while(|&square| square).collect();
        let length = match score {
            Score::Win(plies) | Score::Loss(plies) => plies as usize,
            _ => self.pv[0].len(),
        };
        let root = self.position.clone();
        Line { score, wdl, pv: self.shared.table.extend_line(self.game, root, pv, length) }
    }

    /// Searches these root moves and brings the best to the front, those
    /// before it in the old order.
    fn root(&mut self, moves: &mut [Square], depth: usize) -> Root {
        let mut alpha = -INFINITE;
        let mut best = None;
        for i in 0..moves.len() {
            let square = moves[i];
            let first = best.is_none();
            let Some(value) = self.after(square, (alpha, INFINITE), depth, 0, first) else {
                return Root { value: best, complete: false, next: Some(square) };
            };
            if value > alpha {
                alpha = value;
                best = Some(value);
                self.extend_pv(0, square);
                moves[..=i].rotate_right(1);
            }
        }
        Root { value: best, complete: true, next: None }
    }

    /// The value of a move for the side that plays it; `None` when the
    /// search was stopped. Moves that are not the first are tried with an
    /// empty window before they get the whole one.
    fn after(
        &mut self,
        square: Square,
        (alpha, beta): (i32, i32),
        depth: usize,
        ply: usize,
        first: bool,
    ) -> Option<i32> {
        if !self.meter.count() {
            return None;
        }
        let side = self.game.side(&self.position);
        self.game.play(&mut self.position, square);
        // A side can have several plies in a row: then its child's value is
        // its own, and the window stays as it is.
        let same_side = self.game.side(&self.position) == side;
        let mut search = |alpha: i32, beta: i32| {
            if same_side {
                self.value((alpha, beta), depth - 1, ply + 1, side)
            } else {
                self.value((-beta, -alpha), depth - 1, ply + 1, !side).map(|value| -value)
            }
        };
        let value = if first {
            search(alpha, beta)
        } else {
            match search(alpha, alpha + 1) {
                Some(value) if value > alpha && value < beta && beta > alpha + 1 => {
                    search(alpha, beta)
                }
                other => other,
            }
        };
        self.game.undo(&mut self.position, square);
        value
    }

    /// The value of the position for `side`, which is to move.
    fn value(
        &mut self,
        (mut alpha, mut beta): (i32, i32),
        depth: usize,
        ply: usize,
        side: Side,
    ) -> Option<i32> {
        self.pv[ply][0] = None;
        self.seldepth = self.seldepth.max(ply);
        let plies = ply as i32;
        match self.game.outcome(&self.position) {
            Some(Outcome::Draw) => return Some(0),
            Some(Outcome::Win(winner)) if winner == side => return Some(WIN - plies),
            Some(Outcome::Win(_)) => return Some(plies - WIN),
            None if depth == 0 => return Some(self.game.evaluate(&self.position)),
            None => {}
        }
        // No result from here can be better than a win with the next ply.
        beta = beta.min(WIN - plies - 1);
        alpha = alpha.max(plies - WIN);
        if alpha >= beta {
            return Some(alpha);
        }
        let hash = self.game.hash(&self.position);
        let known = self.shared.table.probe(hash);
        if let Some(entry) = known {
            let value = to_root(entry.value, plies);
            let enough = usize::from(entry.depth) >= depth || is_decisive(value);
            let useful = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if enough && useful {
                return Some(value);
            }
        }
        let mut moves = Ordered::new(self, known.and_then(|entry| entry.best), side);
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        while let Some(square) = moves.next() {
            let first = best_move.is_none();
            let value = self.after(square, (alpha, beta), depth, ply, first)?;
            if value > best {
                best = value;
                best_move = Some(square);
            }
            if value > alpha {
                alpha = value;
                self.extend_pv(ply, square);
            }
            if alpha >= beta {
                let cuts = &mut self.history[side.index()][square.index()];
                *cuts = cuts.saturating_add((depth * depth) as u32);
                break;
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = from_root(best, plies);
        self.shared.table.store(hash, Entry { value, depth: depth as u8, bound, best: best_move });
        Some(best)
    }

    /// Puts a move before the principal variation of the next ply.
    fn extend_pv(&mut self, ply: usize, square: Square) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        let (own, next) = (&mut upper[ply], &lower[0]);
        own[0] = Some(square);
        own[1..].copy_from_slice(&next[..MAX_PLY - 1]);
    }
}

/// What a search of root moves came to.
struct Root {
    /// The value of the best that was tried.
    value: Option<i32>,
    /// Whether all were.
    complete: bool,
    /// The first that was not.
    next: Option<Square>,
}

/// What an estimate means in wins, draws and losses of 1,000 games. Rational,
/// so that it is the same everywhere; a point is worth about 3 wins in 4.
pub(super) fn estimate_wdl(value: i32) -> [u32; 3] {
    let value = i64::from(value);
    let edge = (500 * value / (100 + value.abs())) as i32;
    let [win, loss] = [(500 + edge) as u32, (500 - edge) as u32];
    let draw = win.min(loss) / 2;
    [win - draw / 2, draw, 1000 - draw - (win - draw / 2)]
}

/// The moves of a position, best first: the table's, then by history.
struct Ordered {
    squares: [(u32, Square); MAX_PLY],
    len: usize,
    next: usize,
}

impl Ordered {
    fn new<G: Evaluate>(worker: &Worker<'_, G>, table: Option<Square>, side: Side) -> Ordered {
        let only_neighbors = worker.settings.neighbors;
        let moves = candidates(worker.game, &worker.position, only_neighbors);
        let history = &worker.history[side.index()];
        let mut squares = [(0, Square::new(0)); MAX_PLY];
        let mut len = 0;
        for square in moves {
            let first = table == Some(square);
            squares[len] = (if first { u32::MAX } else { history[square.index()] }, square);
            len += 1;
        }
        Ordered { squares, len, next: 0 }
    }

    /// Selects the best of the rest: most nodes never need them all sorted.
    fn next(&mut self) -> Option<Square> {
        let rest = &self.squares[self.next..self.len];
        let mut best = 0;
        for (i, candidate) in rest.iter().enumerate() {
            if candidate.0 > rest[best].0 {
                best = i;
            }
        }
        let &(_, square) = rest.get(best)?;
        self.squares.swap(self.next, self.next + best);
        self.next += 1;
        Some(square)
    }
}
