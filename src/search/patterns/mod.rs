//! The alpha-beta search for long lines on large flat boards, such as five in a
//! row.
//!
//! For each empty square and side it keeps what a stone there would make of
//! the four lines through it (`classes`), as the programs for five in a row
//! do. These patterns give the moves that answer threats and the wins by
//! continuous fours (`fours`), and the evaluation of lines of 4 and 6; five in a
//! row has a network (`network`), which was learned from games in which longer
//! lines win, too, and also evaluates exactly five. It has one thread and reports
//! one line.

mod board;
mod classes;
mod combination;
mod field;
mod fours;
mod history;
mod network;
mod node;
#[cfg(test)]
mod tests;
mod windows;

use std::cmp::Reverse;
use std::collections::HashMap;

use board::Board;
pub use combination::COMBINATIONS;
use combination::{category, combinations, pack, unpack};
use field::{Cell, MAX_DEFENCES, Tables};
use network::{Accumulator, Network};
pub use network::{BOTH, HIDDEN, NetworkWeights, ONE, UNITS};
use windows::{REACH, WindowTable, exchanged};
pub use windows::{WINDOWS, classes_of_windows};

use super::deepening::{Iteration, RootResult, deepen};
use super::memory::table::Table;
use super::memory::wins::{INFINITE, WIN};
use super::{Meter, Report, Searcher, Task};
use crate::game::lines::{Position, Shape};
use crate::game::{Game, Lines, Side, SquareSet, Squares};
use history::History;

/// More plies than a search visits.
const MAX_PLY: usize = 128;
/// The deepest iteration; forced moves lead deeper.
const MAX_DEPTH: usize = MAX_PLY / 2;
/// The most fours in a row that are searched.
const MAX_FOURS: usize = 20;
/// Half the width of the window around the value of the last iteration.
const WINDOW: i32 = 40;

/// Whether positions are evaluated by the network, and not by combinations.
pub(super) fn has_network(shape: Shape) -> bool {
    shape.line_length() == 5
}

/// Whether the search plays this game.
pub(super) fn supports(shape: Shape) -> bool {
    matches!(
        shape,
        Shape::Flat { line: 4..=6, exact: false, .. }
            | Shape::Flat { line: 4 | 5, exact: true, .. }
    )
}

/// The features of positions, for the learning of weights.
#[derive(Debug)]
pub struct Features<S = SquareSet> {
    game: Lines<S>,
    tables: Tables,
    /// The number of each combination of classes in ascending order.
    numbers: HashMap<u16, u16>,
    windows: WindowTable,
}

impl<S: Squares> Features<S> {
    /// The features in this game; `None` if the search does not play it.
    pub fn new(game: Lines<S>) -> Option<Features<S>> {
        let tables = supports(game.geometry().shape()).then(|| Tables::new(&game))?;
        let numbers = combinations().map(pack).zip(0..).collect();
        Some(Features { game, tables, numbers, windows: WindowTable::new() })
    }

    /// For each empty square the numbers of its four windows, below [`WINDOWS`],
    /// as the side to move sees them, and as the other side does. `None` as in
    /// [`of`](Features::of), and in games other than five in a row.
    pub fn windows(&self, position: &Position<S>) -> Option<Vec<[[u16; 4]; 2]>> {
        if !has_network(self.game.geometry().shape()) {
            return None;
        }
        let board = self.unforced(position)?;
        let of_cell = |cell: Cell| {
            let keys: [u32; 4] = std::array::from_fn(|line| board.key_in::<REACH>(cell, line));
            let number = |key| self.windows.number(key);
            let seen_by_x = keys.map(number);
            let seen_by_o = keys.map(exchanged).map(number);
            if board.side == Side::X { [seen_by_x, seen_by_o] } else { [seen_by_o, seen_by_x] }
        };
        Some(board.empty_cells().iter().map(of_cell).collect())
    }

    /// For each empty square the numbers of the combinations of the side to
    /// move and of the other side, below [`COMBINATIONS`]. `None` if the game
    /// is over or the next plies are forced: the search does not evaluate such
    /// a position.
    pub fn of(&self, position: &Position<S>) -> Option<Vec<[u16; 2]>> {
        let board = self.unforced(position)?;
        let number = |side: Side, cell: Cell| {
            let mut classes = unpack(board.classes(side, cell));
            classes.sort_unstable();
            self.numbers.get(&pack(classes)).copied().unwrap_or(0)
        };
        let empty = board.empty_cells().iter();
        Some(empty.map(|cell| [board.side, !board.side].map(|side| number(side, cell))).collect())
    }

    /// The board of a position that the search evaluates.
    fn unforced(&self, position: &Position<S>) -> Option<Board<'_>> {
        if self.game.outcome(position).is_some() {
            return None;
        }
        let board = Board::new(&self.tables, &self.game, position);
        let is_forced = |side| board.count_from(side, category::OPEN_FOUR) > 0;
        (!Side::BOTH.into_iter().any(is_forced)).then_some(board)
    }
}

/// The search, with the data that it keeps between tasks.
#[derive(Debug, Default)]
pub(super) struct PatternSearch {
    table: Table,
    tables: Option<Tables>,
}

struct Search<'a> {
    board: Board<'a>,
    table: &'a Table,
    meter: Meter<'a>,
    history: History,
    /// The last quiet move that caused a cutoff, by ply.
    killers: [Cell; MAX_PLY],
    /// Buffers for the moves of a node, by ply, and their order.
    moves: Vec<Vec<(i32, Cell)>>,
    /// Buffers for the moves of a win by fours, by the fours before.
    four_moves: Vec<Vec<Cell>>,
    /// A buffer for the moves that parry a threat.
    defences: Vec<Cell>,
    seldepth: usize,
    /// The network of five in a row; other games have the values of combinations.
    network: Option<&'static Network>,
    accumulator: Accumulator,
}

impl<S: Squares> Searcher<Lines<S>> for PatternSearch {
    /// Searches the moves of a task by iterative deepening.
    fn search(&mut self, task: &mut Task<'_, Lines<S>>) -> Report {
        self.table.resize(task.settings.hash);
        self.table.new_search();
        let Task { game, root, moves, budget, .. } = *task;
        let tables = self.tables.get_or_insert_with(|| Tables::new(game));
        let network = has_network(game.geometry().shape()).then(Network::built_in);
        let mut search = Search::new(
            Board::new(tables, game, root),
            network,
            &self.table,
            Meter::new(task.stop, budget.nodes),
        );
        let most = budget.max_depth().unwrap_or(u32::MAX).min(MAX_DEPTH as u32);
        let deepest = most.min(search.board.empty as u32);
        let mut order = search.root_order(moves.into_iter().map(|square| tables.cell(square)));
        let first = order.first().map(|&cell| tables.square(cell));
        let mut last = 0;
        deepen(task, &self.table, deepest, first, |depth| {
            let found = search.root(&mut order, depth, last);
            last = found.value.unwrap_or(last);
            let (nodes, seldepth) = (search.meter.nodes(), search.seldepth);
            Iteration { found, best: tables.square(order[0]), nodes, seldepth }
        })
    }

    fn clear(&mut self) {
        self.table.clear();
        self.tables = None;
    }
}

impl<'a> Search<'a> {
    /// A search whose buffers are as large as they can become, so that it
    /// allocates nothing later.
    fn new(
        board: Board<'a>,
        network: Option<&'static Network>,
        table: &'a Table,
        meter: Meter<'a>,
    ) -> Search<'a> {
        let cells = board.empty;
        Search {
            table,
            meter,
            history: History::default(),
            killers: [0; MAX_PLY],
            moves: (0..MAX_PLY).map(|_| Vec::with_capacity(cells)).collect(),
            four_moves: (0..MAX_FOURS).map(|_| Vec::with_capacity(cells)).collect(),
            defences: Vec::with_capacity(cells + MAX_DEFENCES),
            seldepth: 0,
            network,
            accumulator: Accumulator::new(),
            board,
        }
    }

    /// The moves of the root, most promising first: wins, blocks, then by the
    /// patterns, and by the distance to the centre where these are equal, as on
    /// an empty board.
    fn root_order(&self, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let side = self.board.side;
        let mut order: Vec<Cell> = cells.collect();
        order.sort_by_key(|&cell| {
            let completes = |side| self.board.combination(side, cell).category == category::FIVE;
            let tables = self.board.tables;
            let first = (completes(side), completes(!side), self.board.order(cell));
            (Reverse(first), tables.distance_from_centre(cell))
        });
        order
    }

    /// Searches the root, first with a window around the last value.
    fn root(&mut self, order: &mut [Cell], depth: i32, last: i32) -> RootResult {
        let mut window = match depth {
            1..4 => (-INFINITE, INFINITE),
            _ => (last - WINDOW, last + WINDOW),
        };
        loop {
            let found = self.root_in_window(order, depth, window);
            match found.value {
                _ if !found.complete => return found,
                Some(value) if value >= window.1 && window.1 < INFINITE => window.1 = INFINITE,
                None if window.0 > -INFINITE => window.0 = -INFINITE,
                _ => return found,
            }
        }
    }

    fn root_in_window(
        &mut self,
        order: &mut [Cell],
        depth: i32,
        (mut alpha, beta): (i32, i32),
    ) -> RootResult {
        let mut value = None;
        for i in 0..order.len() {
            let cell = order[i];
            let Some(found) = self.root_move(cell, (alpha, beta), depth, i) else {
                return RootResult { value, complete: false };
            };
            if found > alpha {
                alpha = found;
                value = Some(found);
                order[..=i].rotate_right(1);
                if found >= beta {
                    break;
                }
            }
        }
        RootResult { value, complete: true }
    }

    /// The value of a move of the root.
    fn root_move(
        &mut self,
        cell: Cell,
        (alpha, beta): (i32, i32),
        depth: i32,
        number: usize,
    ) -> Option<i32> {
        if self.board.combination(self.board.side, cell).category == category::FIVE {
            return Some(WIN - 1);
        }
        self.board.play(cell);
        let mut search = |alpha: i32, beta: i32, depth: i32| {
            self.value((-beta, -alpha), depth, 1).map(|value| -value)
        };
        let mut value = Some(INFINITE);
        if number > 0 {
            if depth >= 3 && number >= 4 {
                value = search(alpha, alpha + 1, depth - 2 - i32::from(number >= 16));
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
