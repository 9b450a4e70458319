//! The cells in which the search keeps a board, and the tables that depend on
//! the game.
//!
//! The board lies in a field with a margin, so that no neighbour of a square is
//! outside the field:
//!
//! ```text
//! # # # # # # #
//! # . . . . # #      WIDTH cells in a row of the field,
//! # . . . . # #      at least MARGIN cells off the board around it
//! # # # # # # #
//! ```
//!
//! The states of the cells of each line of the board are kept in one word, two
//! bits a cell, so that the key of a cell is cut out of it:
//!
//! ```text
//! bits    0..2*MARGIN     then two bits for each square      the rest
//!         off the board   0 empty, 1 X, 2 O, 3 off the board off the board
//! ```

use bytemuck::Zeroable;
use bytemuck::allocation::zeroed_box;

use super::classes::ClassTable;
use super::combination::CombinationTable;
use crate::game::lines::{LineRule, Shape};
use crate::game::{Board, Game, Lines, Side, Square, Squares};

/// Cells in a row of the field: at most 22 squares and a margin on each side. Then the
/// words of lines are full, too.
pub(in super::super) const WIDTH: usize = 32;
/// The width of the margin: at least the largest reach of a line.
pub(in super::super) const MARGIN: usize = 5;
/// Cells of the field.
pub(in super::super) const CELLS: usize = WIDTH * WIDTH;
/// The distances to the next cell in the four directions.
pub(in super::super) const STEPS: [usize; 4] = [1, WIDTH - 1, WIDTH, WIDTH + 1];

/// Lines of a direction: the diagonals of the largest board, rounded up to a power of two,
/// so that no index needs a check.
pub(in super::super) const LINES: usize = (2 * Shape::MAX_SIDE - 1).next_power_of_two();
/// The state of an empty cell, as in the keys of lines.
pub(in super::super) const EMPTY: u64 = 0;
/// The bits of the state of a cell.
pub(in super::super) const STATE: u64 = 3;
/// The word of a line without squares.
pub(in super::super) const OFF_BOARD: u64 = u64::MAX;

/// The maximum number of cells within reach of a cell, itself included.
pub(in super::super) const MAX_DEFENCES: usize = 8 * MARGIN + 1;

/// A cell of the field.
pub(in super::super) type Cell = usize;

/// Where the state of a cell is kept in one direction.
#[derive(Clone, Copy, Debug, Default, Zeroable)]
pub(in super::super) struct Place {
    /// The number of the line among those of the direction.
    pub(in super::super) line: u8,
    /// The lowest bit of the state in the word of the line.
    pub(in super::super) shift: u8,
}

/// Whether positions are evaluated by the network instead of combinations.
pub(crate) fn has_network(shape: Shape) -> bool {
    shape.line_length() == 5
}

/// The tables that depend on the game only.
#[derive(Debug)]
pub(in super::super) struct Tables {
    /// The places of each cell in the four directions.
    pub(in super::super) places: Box<[[Place; 4]; CELLS]>,
    /// The Zobrist keys of a stone of X and of O on each cell.
    pub(in super::super) keys: Vec<[u64; 2]>,
    pub(in super::super) classes: &'static ClassTable,
    /// The combinations of X and of O.
    pub(in super::super) combinations: [CombinationTable; 2],
    /// Whether positions are evaluated by the values of combinations.
    pub(in super::super) has_values: bool,
    /// Whether X has forbidden moves.
    pub(in super::super) is_renju: bool,
    /// Whether a stone at the end of a line can parry it, too.
    pub(in super::super) is_caro: bool,
    pub(in super::super) board: Board,
    pub(in super::super) columns: usize,
    pub(in super::super) rows: usize,
}

impl Tables {
    /// The tables for a flat board with a game that the search plays.
    pub(in super::super) fn new<S: Squares>(game: &Lines<S>) -> Tables {
        let shape = game.geometry().shape();
        let mut tables = Tables {
            places: zeroed_box(),
            keys: vec![[0; 2]; CELLS],
            classes: ClassTable::shared(shape.line_length(), shape.rule()),
            combinations: Side::BOTH.map(|side| {
                CombinationTable::new(shape.rule() == LineRule::Renju && side == Side::X)
            }),
            has_values: !has_network(shape),
            is_renju: shape.rule() == LineRule::Renju,
            is_caro: shape.rule().is_caro(),
            board: *game.board(),
            columns: game.board().columns(),
            rows: game.board().rows(),
        };
        for cell in tables.cells() {
            let square = tables.square(cell);
            tables.keys[cell] = Side::BOTH.map(|side| S::key(side, square));
            let (row, column) = (cell / WIDTH - MARGIN, cell % WIDTH - MARGIN);
            // The directions of `STEPS`: the number of the line, and the position on
            // the line, which grows by one a step.
            let lines = [
                (row, column),
                (row + column, row),
                (column, row),
                (row + tables.columns - 1 - column, row),
            ];
            tables.places[cell] = lines
                .map(|(line, at)| Place { line: line as u8, shift: (2 * (at + MARGIN)) as u8 });
        }
        tables
    }

    /// The cell of a square.
    pub(in super::super) fn cell(&self, square: Square) -> Cell {
        let (row, column) = (square.index() / self.columns, square.index() % self.columns);
        (row + MARGIN) * WIDTH + column + MARGIN
    }

    /// The square of a cell on the board.
    pub(in super::super) fn square(&self, cell: Cell) -> Square {
        Square::new((cell / WIDTH - MARGIN) * self.columns + cell % WIDTH - MARGIN)
    }

    /// Twice the Manhattan distance between a cell and the centre of the board.
    pub(in super::super) fn distance_from_centre(&self, cell: Cell) -> usize {
        let (row, column) = (cell / WIDTH - MARGIN, cell % WIDTH - MARGIN);
        (2 * row + 1).abs_diff(self.rows) + (2 * column + 1).abs_diff(self.columns)
    }

    /// The cells of the board.
    pub(in super::super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| {
            (0..columns).map(move |column| (row + MARGIN) * WIDTH + column + MARGIN)
        })
    }
}

/// A set of cells.
#[derive(Clone, Debug)]
pub(in super::super) struct CellSet([u64; CELLS / 64]);

impl CellSet {
    pub(in super::super) const EMPTY: CellSet = CellSet([0; CELLS / 64]);

    #[inline(always)]
    pub(in super::super) fn flip(&mut self, cell: Cell) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }

    /// The cells, in order.
    #[inline(always)]
    pub(in super::super) fn iter(&self) -> Cells<'_> {
        Cells { words: &self.0, at: 0, word: self.0[0] }
    }
}

/// The cells of a set, in order.
#[derive(Clone, Debug)]
pub(in super::super) struct Cells<'a> {
    words: &'a [u64; CELLS / 64],
    at: usize,
    /// What is left of the word at `at`.
    word: u64,
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.words.get(self.at)?;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(64 * self.at + bit)
    }
}

/// The neighbour of a cell with this slot in the key of a line.
#[inline(always)]
pub(in super::super) fn neighbour(cell: Cell, step: usize, slot: usize, reach: usize) -> Cell {
    if slot < reach { cell - step * (reach - slot) } else { cell + step * (slot + 1 - reach) }
}

/// The bits at which the states of the empty neighbours within reach begin. The first state
/// of the line is that of the farthest neighbour before the cell.
#[inline(always)]
pub(in super::super) fn empty_neighbours<const REACH: usize>(
    line: u64,
) -> impl Iterator<Item = usize> {
    let cells = ((1 << (2 * (2 * REACH + 1))) - 1) / STATE;
    let cell = 1 << (2 * REACH);
    let mut empty = !(line | line >> 1) & cells & !cell;
    std::iter::from_fn(move || {
        let bit = (empty != 0).then_some(empty.trailing_zeros() as usize);
        empty &= empty.wrapping_sub(1);
        bit
    })
}

/// The line on which another cell lies within reach of a cell, and its slot in the key of
/// that line: the inverse of [`neighbour`].
#[inline(always)]
pub(in super::super) fn slot_on_line(
    cell: Cell,
    other: Cell,
    reach: usize,
) -> Option<(usize, usize)> {
    let rows = (other / WIDTH) as isize - (cell / WIDTH) as isize;
    let columns = (other % WIDTH) as isize - (cell % WIDTH) as isize;
    let (line, distance) = match (rows, columns) {
        (0, columns) => (0, columns),
        (rows, 0) => (2, rows),
        (rows, columns) if rows == columns => (3, rows),
        (rows, columns) if rows == -columns => (1, rows),
        _ => return None,
    };
    let reach = reach as isize;
    let slot = if distance < 0 { distance + reach } else { distance + reach - 1 };
    (distance != 0 && distance.abs() <= reach).then_some((line, slot as usize))
}
