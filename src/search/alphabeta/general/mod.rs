//! `alphabeta`: iterative deepening with principal variation search, a
//! transposition table and history ordering.
//!
//! This module searches the root; [`node`] searches the nodes below.

mod node;

use super::deepening::{Expected, RootResult, RootSearch, deepen, share};
use crate::game::{Game, Square, Squares};
use crate::search::budget::{Meter, Stop};
use crate::search::memory::Table;
use crate::search::task::sorting::sort_by_key;
use crate::search::task::{
    Budget, Heuristics, INFINITE, Line, Report, Score, Searcher, Settings, Task, to_score,
};

/// The search, with its table, which it keeps between tasks.
#[derive(Debug, Default)]
pub(crate) struct AlphaBeta {
    table: Table,
    /// Whether the entries of the table come from searches of neighbouring
    /// squares only.
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
        let Task { game, root, budget, settings, .. } = *task;
        let left = (game.board().len() - game.ply(root)) as u32;
        let deepest = budget.max_depth().map_or(left, |depth| left.min(depth));
        let (table, stop) = (&self.table, &task.stop.new_group());
        let budget = share(budget, settings);
        deepen(task, (table, stop), deepest, || {
            Worker::new(game, root, (budget, settings), stop, table)
        })
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

/// A number for each square.
type ValueOf<G> = <<G as Game>::Set as Squares>::Map<u32>;
/// A line of play.
type LineOf<G> = <<G as Game>::Set as Squares>::Map<Option<Square>>;

/// One thread of a search.
struct Worker<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    settings: &'a Settings,
    stop: &'a Stop,
    table: &'a Table,
    meter: Meter<'a>,
    root_ply: usize,
    seldepth: usize,
    /// The history heuristic: cutoffs by a move of a side, weighted by depth.
    history: [ValueOf<G>; 2],
    /// The principal variation from each ply on (triangular array). No game
    /// has more plies than its board has squares.
    pv: Vec<LineOf<G>>,
}

impl<'a, G: Heuristics> Worker<'a, G> {
    fn new(
        game: &'a G,
        root: &G::Position,
        (budget, settings): (Budget, &'a Settings),
        stop: &'a Stop,
        table: &'a Table,
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
            settings,
            stop,
            table,
            // At least a node for every move, even without time, so that no
            // win in one is missed.
            meter: Meter::new(stop, budget.nodes).with_min_nodes(game.board().len() as u64),
            root_ply: game.ply(root),
            seldepth: 0,
            history,
            pv: vec![G::Set::map(None); G::Set::CAPACITY],
        }
    }
}

impl<G: Heuristics> RootSearch for Worker<'_, G> {
    type Game = G;

    fn order(&self, moves: G::Set) -> Vec<Square> {
        let mut order: Vec<Square> = moves.into_iter().collect();
        sort_by_key(&mut order, |&square| std::cmp::Reverse(self.game.weight(square)));
        order
    }

    fn root(&mut self, moves: &mut [Square], depth: u32, expected: Expected) -> RootResult {
        let mut alpha = -INFINITE;
        let mut best = None;
        for i in 0..moves.len() {
            let square = moves[i];
            let first = best.is_none();
            let window = (alpha, INFINITE);
            let Some(value) = self.after(square, window, depth as usize, 0, first) else {
                return RootResult { value: best, complete: false, tried: i, upper_bound: None };
            };
            if value > alpha {
                alpha = value;
                best = Some(value);
                self.extend_pv(0, square);
                moves[..=i].rotate_right(1);
            }
            if let Some(floor) = expected.floor {
                self.stop.extend(alpha < floor);
            }
        }
        if expected.floor.is_some() {
            self.stop.extend(false);
        }
        RootResult { value: best, complete: true, tried: moves.len(), upper_bound: None }
    }

    fn line(&self, _best: Square, value: i32, depth: u32, complete: bool) -> Line {
        let left = self.game.board().len() - self.root_ply;
        let score = match to_score(value) {
            // With moves left out, nothing is proven.
            score if self.settings.neighbors => score.unproven(),
            // The search reached the end of every game and used no estimate, so
            // 0 is a draw.
            Score::Cp(_) if complete && depth as usize == left => Score::Draw,
            score => score,
        };
        let wdl = Some(score.wdl());
        let pv: Vec<Square> = self.pv[0].as_ref().iter().map_while(|&square| square).collect();
        let (length, exact) = match score {
            // All lines of this depth have been searched. A longer distance
            // comes from table entries of deeper searches and is a bound.
            Score::Win(plies) | Score::Loss(plies) => (plies as usize, plies <= depth),
            _ => (self.pv[0].as_ref().len(), false),
        };
        let root = self.position.clone();
        let pv = self.table.extend_line(self.game, root, (pv, value), length);
        Line { score, wdl, exact, pv }
    }

    fn is_final(&self, line: &Line) -> bool {
        line.exact || line.score == Score::Draw
    }

    fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    fn seldepth(&self) -> usize {
        self.seldepth
    }
}
