//! The alpha-beta search for long lines on large flat boards, such as five in a
//! row.
//!
//! For each empty square and side it keeps the classes of the four lines through the
//! square, which say what a stone there would make of each line (`board`), as
//! programs for five in a row do. These patterns give the moves that answer threats,
//! the wins by continuous fours (`fours`), and the evaluation for lines of 4 and 6.
//! Five in a row is evaluated by a network (`network`). It was trained on games in
//! which longer lines win, too, and is also used for exactly five.

mod blocks;
mod board;
pub(crate) mod busy;
mod estimates;
mod features;
mod fours;
mod history;
mod network;
mod node;
mod ordered;
mod outlook;
mod reductions;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use super::deepening::{Expected, RootResult, RootSearch, bounded_line, deepen, share};
use crate::game::lines::{LineRule, Position, Shape};
use crate::game::{Game, Lines, Square, Squares};
use crate::search::budget::Meter;
use crate::search::memory::Table;
use crate::search::task::{
    INFINITE, Line, MAX_ESTIMATE, PatternConstants, Report, Searcher, Settings, Task, WIN,
};
use board::{Cell, ClassTable, MAX_DEFENCES, PatternBoard, Tables, category};
use busy::Busy;
use history::History;
use network::{Evaluation, Network};
use reductions::{MAX_DEPTH, Reductions};

pub use board::COMBINATIONS;
pub(crate) use board::has_network;
pub use features::Features;
pub use network::{BOTH, HIDDEN, NetworkWeights, ONE, UNITS, WINDOWS, classes_of_windows};

/// More plies than a search visits.
const MAX_PLY: usize = 2 * MAX_DEPTH;
/// The maximum number of fours in a win by fours.
const MAX_FOURS: usize = 20;

/// Whether the search plays this game.
pub(crate) fn supports(shape: Shape) -> bool {
    matches!(
        shape,
        Shape::Flat { line: 4..=6, rule: LineRule::Free, .. } | Shape::Flat { line: 4 | 5, .. }
    )
}

/// The search, with the data that it keeps between tasks.
#[derive(Debug, Default)]
pub(crate) struct PatternSearch {
    table: Table,
    /// The tables of the game, which never changes.
    tables: Option<Box<Tables>>,
    reductions: Option<Reductions>,
}

impl PatternSearch {
    /// A search for a game of this shape; `None` if it does not play the game.
    /// Makes the shared tables, so that the first search need not.
    pub(crate) fn new(shape: Shape) -> Option<PatternSearch> {
        supports(shape).then(|| {
            ClassTable::shared(shape.line_length(), shape.rule());
            PatternSearch::default()
        })
    }
}

/// The value of a win that is not proven: all moves that were tried of the other side lose,
/// but not all were tried.
const UNPROVEN_WIN: i32 = MAX_ESTIMATE / 2;

/// One thread of the search.
struct Thread<'a, S: Squares> {
    game: &'a Lines<S>,
    root: &'a Position<S>,
    search: PatternWorker<'a>,
}

/// The part of a thread that does not depend on the type of the game.
struct PatternWorker<'a> {
    board: PatternBoard<'a>,
    table: &'a Table,
    /// The positions that the threads are searching, if there are several threads.
    busy: Option<&'a Busy>,
    reductions: &'a Reductions,
    constants: PatternConstants,
    meter: Meter<'a>,
    history: History,
    /// The last quiet move that caused a cutoff, by ply.
    killers: [Cell; MAX_PLY],
    /// Buffers for the moves of a node with their ordering scores, by ply.
    moves: Vec<Vec<(i32, Cell)>>,
    /// Buffers for the moves of a win by fours, by the number of fours before.
    four_moves: Vec<Vec<Cell>>,
    /// In caro, buffers for the replies to these fours.
    replies: Vec<Vec<Cell>>,
    /// A buffer for the moves that parry a threat.
    defences: Vec<Cell>,
    seldepth: usize,
    /// The evaluation by the network of five in a row; other games have the values of
    /// combinations.
    evaluation: Option<Evaluation>,
    /// The last static evaluation of a move that was not played, with the hash after it.
    last_estimate: Option<(u64, i32)>,
    /// Whether all moves are tried at nodes where the usual ones lose.
    tries_all: bool,
}

impl<S: Squares> Searcher<Lines<S>> for PatternSearch {
    /// Searches the moves of a task by iterative deepening.
    fn search(&mut self, task: &mut Task<'_, Lines<S>>) -> Report {
        self.table.resize(task.settings.hash);
        self.table.new_search();
        let Task { game, root, budget, settings, .. } = *task;
        let tables = &**self.tables.get_or_insert_with(|| Box::new(Tables::new(game)));
        let network = has_network(game.geometry().shape()).then(Network::built_in);
        let constants = settings.patterns;
        self.reductions.take_if(|reductions| reductions.constants() != constants);
        let reductions = &*self.reductions.get_or_insert_with(|| Reductions::new(constants));
        let left = (game.board().len() - game.ply(root)) as u32;
        let most = budget.max_depth().unwrap_or(u32::MAX).min(MAX_DEPTH as u32);
        let (table, stop) = (&self.table, &task.stop.new_group());
        let nodes = share(budget, settings).nodes;
        let busy = &Busy::new(settings.threads);
        deepen(task, (table, stop), left.min(most), || {
            let board = PatternBoard::new(tables, game, root);
            let meter = Meter::new(stop, nodes);
            let evaluation =
                network.map(|network| Evaluation::new(network, &board, settings.hardware));
            let search =
                PatternWorker::new(board, evaluation, (table, busy.as_ref()), reductions, meter);
            Thread { game, root, search }
        })
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn warm_up(&mut self, settings: &Settings) {
        Network::built_in();
        self.table.resize(settings.hash);
        self.table.touch();
    }
}

impl<'a> PatternWorker<'a> {
    /// A search with buffers of their maximum size, so that it allocates nothing later.
    fn new(
        board: PatternBoard<'a>,
        evaluation: Option<Evaluation>,
        (table, busy): (&'a Table, Option<&'a Busy>),
        reductions: &'a Reductions,
        meter: Meter<'a>,
    ) -> PatternWorker<'a> {
        let cells = board.empty;
        PatternWorker {
            table,
            busy,
            reductions,
            constants: reductions.constants(),
            meter,
            history: History::default(),
            killers: [0; MAX_PLY],
            moves: (0..MAX_PLY).map(|_| Vec::with_capacity(cells)).collect(),
            four_moves: (0..MAX_FOURS).map(|_| Vec::with_capacity(cells)).collect(),
            replies: (0..=MAX_FOURS).map(|_| Vec::with_capacity(MAX_DEFENCES)).collect(),
            defences: Vec::with_capacity(cells + MAX_DEFENCES),
            seldepth: 0,
            evaluation,
            last_estimate: None,
            tries_all: false,
            board,
        }
    }

    /// Searches the root, first with an aspiration window around the last value.
    fn root(&mut self, moves: &mut [Square], depth: i32, expected: Expected) -> RootResult {
        let Expected { value: last, floor } = expected;
        // Nothing but a proof is missing, or the move that saves the game.
        self.tries_all = last.abs() == UNPROVEN_WIN;
        let window = self.constants.window as i32;
        let mut window = match depth {
            1..4 => (-INFINITE, INFINITE),
            _ => (last - window, last + window),
        };
        // After a fail high the lower bound of the best value, after a fail low the
        // upper bound of all values.
        let [mut lower_bound, mut upper_bound] = [None; 2];
        loop {
            let floor = floor.filter(|_| window.0 == -INFINITE);
            let found = self.root_in_window(moves, depth, window, floor);
            match found.value {
                value if !found.complete => {
                    return RootResult { value: value.or(lower_bound), upper_bound, ..found };
                }
                Some(value) if value >= window.1 && window.1 < INFINITE => {
                    (lower_bound, upper_bound) = (Some(window.1), None);
                    window.1 = INFINITE;
                }
                None if window.0 > -INFINITE => {
                    (lower_bound, upper_bound) = (None, Some(window.0));
                    window.0 = -INFINITE;
                }
                _ => return found,
            }
        }
    }

    /// Searches the root with a window. Until a move reaches the floor, the search
    /// may take more time than planned.
    fn root_in_window(
        &mut self,
        moves: &mut [Square],
        depth: i32,
        (mut alpha, beta): (i32, i32),
        floor: Option<i32>,
    ) -> RootResult {
        let mut value = None;
        for i in 0..moves.len() {
            if let Some(floor) = floor {
                self.meter.stop().extend(alpha < floor);
            }
            let cell = self.board.tables.cell(moves[i]);
            let Some(found) = self.root_move(cell, (alpha, beta), depth, i) else {
                return RootResult { value, complete: false, tried: i, upper_bound: None };
            };
            if found > alpha {
                alpha = found;
                value = Some(found);
                moves[..=i].rotate_right(1);
                if found >= beta {
                    break;
                }
            }
        }
        if floor.is_some() {
            self.meter.stop().extend(false);
        }
        RootResult { value, complete: true, tried: moves.len(), upper_bound: None }
    }

    /// The value of a move of the root.
    fn root_move(
        &mut self,
        cell: Cell,
        (alpha, beta): (i32, i32),
        depth: i32,
        number: usize,
    ) -> Option<i32> {
        if self.board.is_forbidden(cell) {
            return Some(1 - WIN);
        }
        let category = self.board.combination(self.board.side, cell).category;
        if category == category::FIVE {
            return Some(WIN - 1);
        }
        if depth == 1
            && category >= category::FOUR
            && let Some(win) = self.win_by_fours_after(cell)
        {
            return Some(win);
        }
        let part = self.constants.root_reduction as i32;
        let reduction = self.reductions.of(depth, number) * part / 10_000;
        self.board.play(cell);
        let mut search = |alpha: i32, beta: i32, depth: i32| {
            self.value((-beta, -alpha), depth, 1).map(|value| -value)
        };
        let mut value = Some(INFINITE);
        if number > 0 {
            if depth >= 3 && number >= 4 {
                value = search(alpha, alpha + 1, depth - 1 - reduction);
            }
            if value.is_some_and(|value| value > alpha) {
                value = search(alpha, alpha + 1, depth - 1);
            }
        }
        if number == 0 || value.is_some_and(|value| value > alpha && value < beta) {
            value = search(alpha, beta, depth - 1);
        }
        self.board.undo(cell);
        value
    }
}

impl<S: Squares> RootSearch for Thread<'_, S> {
    type Game = Lines<S>;

    /// Wins and blocks come first, then the other moves by their patterns. Moves with
    /// equal patterns, as on an empty board, are in order of distance to the centre.
    fn order(&self, moves: S) -> Vec<Square> {
        let board = &self.search.board;
        let mut order: Vec<Square> = moves.into_iter().collect();
        order.sort_by_key(|&square| {
            let cell = board.tables.cell(square);
            let completes = |side| board.combination(side, cell).category == category::FIVE;
            let first = (
                completes(board.side),
                completes(!board.side),
                board.order(cell, self.search.constants.attack),
            );
            (Reverse(first), board.tables.distance_from_centre(cell))
        });
        order
    }

    fn root(&mut self, moves: &mut [Square], depth: u32, expected: Expected) -> RootResult {
        self.search.root(moves, depth as i32, expected)
    }

    fn line(&self, best: Square, value: i32, depth: u32, _complete: bool) -> Line {
        bounded_line((self.game, self.root), self.search.table, (best, value), depth)
    }

    fn is_final(&self, line: &Line) -> bool {
        line.score.is_decided()
    }

    fn nodes(&self) -> u64 {
        self.search.meter.nodes()
    }

    fn seldepth(&self) -> usize {
        self.search.seldepth
    }
}
