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

use super::classes::ClassTable;
use super::combination::CombinationTable;
use crate::game::lines::{LineRule, Shape};
use crate::game::{Board, Game, Lines, Side, Square, Squares};

/// Cells in a row of the field: at most 22 squares and a margin on each side. Then the
/// words of lines are full, too.
pub(super) const WIDTH: usize = 32;
/// The width of the margin: at least the largest reach of a line.
pub(super) const MARGIN: usize = 5;
/// Cells of the field.
pub(super) const CELLS: usize = WIDTH * WIDTH;
/// The distances to the next cell in the four directions.
pub(super) const STEPS: [usize; 4] = [1, WIDTH - 1, WIDTH, WIDTH + 1];

/// Lines of a direction: the diagonals of the largest board.
pub(super) const LINES: usize = 2 * Shape::MAX_SIDE - 1;
/// The state of an empty cell, as in the keys of lines.
pub(super) const EMPTY: u64 = 0;
/// The bits of the state of a cell.
pub(super) const STATE: u64 = 3;
/// The word of a line without squares.
pub(super) const OFF_BOARD: u64 = u64::MAX;

/// The maximum number of cells within reach of a cell, itself included.
pub(super) const MAX_DEFENCES: usize = 8 * MARGIN + 1;

/// A cell of the field.
pub(super) type Cell = usize;

/// Where the state of a cell is kept in one direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The number of the line among those of the direction.
    pub(super) line: u8,
    /// The lowest bit of the state in the word of the line.
    pub(super) shift: u8,
}

/// The tables that depend on the game only.
#[derive(Debug)]
pub(super) struct Tables {
    /// The places of each cell in the four directions.
    pub(super) places: Vec<[Place; 4]>,
    /// The Zobrist keys of a stone of X and of O on each cell.
    pub(super) keys: Vec<[u64; 2]>,
    pub(super) classes: &'static ClassTable,
    /// The combinations of X and of O.
    pub(super) combinations: [CombinationTable; 2],
    /// Whether X has forbidden moves.
    pub(super) is_renju: bool,
    /// Whether a stone at the end of a line can parry it, too.
    pub(super) is_caro: bool,
    pub(super) board: Board,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// For each cell, itself and the cells of the board whose windows contain it.
    pub(super) surroundings: Vec<CellSet>,
}

impl Tables {
    /// The tables for a flat board with a game that the search plays.
    pub(super) fn new<S: Squares>(game: &Lines<S>) -> Tables {
        let shape = game.geometry().shape();
        let mut tables = Tables {
            places: vec![[Place::default(); 4]; CELLS],
            keys: vec![[0; 2]; CELLS],
            classes: ClassTable::shared(shape.line_length(), shape.rule()),
            combinations: Side::BOTH.map(|side| {
                CombinationTable::new(shape.rule() == LineRule::Renju && side == Side::X)
            }),
            is_renju: shape.rule() == LineRule::Renju,
            is_caro: shape.rule().is_caro(),
            board: *game.board(),
            columns: game.board().columns(),
            rows: game.board().rows(),
            surroundings: vec![CellSet::EMPTY; CELLS],
        };
        let mut board = CellSet::EMPTY;
        tables.cells().for_each(|cell| board.flip(cell));
        let reach = tables.classes.reach;
        for cell in tables.cells() {
            let square = tables.square(cell);
            tables.keys[cell] = Side::BOTH.map(|side| S::key(side, square));
            let set = &mut tables.surroundings[cell];
            set.flip(cell);
            let slots = (0..2 * reach).flat_map(|slot| STEPS.map(|step| (step, slot)));
            slots
                .map(|(step, slot)| neighbour(cell, step, slot, reach))
                .filter(|&at| board.contains(at))
                .for_each(|at| set.flip(at));
        }
        for cell in tables.cells() {
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
    pub(super) fn cell(&self, square: Square) -> Cell {
        let (row, column) = (square.index() / self.columns, square.index() % self.columns);
        (row + MARGIN) * WIDTH + column + MARGIN
    }

    /// The square of a cell on the board.
    pub(super) fn square(&self, cell: Cell) -> Square {
        Square::new((cell / WIDTH - MARGIN) * self.columns + cell % WIDTH - MARGIN)
    }

    /// Twice the Manhattan distance between a cell and the centre of the board.
    pub(super) fn distance_from_centre(&self, cell: Cell) -> usize {
        let (row, column) = (cell / WIDTH - MARGIN, cell % WIDTH - MARGIN);
        (2 * row + 1).abs_diff(self.rows) + (2 * column + 1).abs_diff(self.columns)
    }

    /// The cells of the board.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| {
            (0..columns).map(move |column| (row + MARGIN) * WIDTH + column + MARGIN)
        })
    }
}

/// A set of cells.
#[derive(Clone, Debug)]
pub(super) struct CellSet([u64; CELLS / 64]);

impl CellSet {
    pub(super) const EMPTY: CellSet = CellSet([0; CELLS / 64]);

    #[inline(always)]
    pub(super) fn flip(&mut self, cell: Cell) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }

    /// Whether a cell is in the set.
    #[inline(always)]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// The cells that are in exactly one of the two sets.
    #[inline(always)]
    pub(super) fn symmetric_difference(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }

    /// Adds the cells of another set.
    #[inline(always)]
    pub(super) fn add(&mut self, other: &CellSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// The cells, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * at + bit)
            })
        })
    }
}

/// The neighbour of a cell with this slot in the key of a line.
#[inline(always)]
pub(super) fn neighbour(cell: Cell, step: usize, slot: usize, reach: usize) -> Cell {
    if slot < reach { cell - step * (reach - slot) } else { cell + step * (slot + 1 - reach) }
}
