//! A position with the combinations of all empty squares for both sides,
//! updated with every stone.
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

use super::classes::ClassTable;
use super::combination::{Combination, CombinationTable, category};
use crate::game::{Game, Lines, Side, Square, Squares, lines::Position, zobrist};

/// Cells in a row of the field: 20 squares and a margin on each side.
const WIDTH: usize = 32;
/// At least as many cells as a line reaches in one direction.
const MARGIN: usize = 5;
/// Cells of the field.
pub(super) const CELLS: usize = WIDTH * (20 + 2 * MARGIN);
/// The distances to the next cell in the four directions.
const STEPS: [usize; 4] = [1, WIDTH - 1, WIDTH, WIDTH + 1];

/// The states of a cell, as in the keys of lines.
const EMPTY: u8 = 0;
const OFF_BOARD: u8 = 3;

/// The most cells on the four lines of a cell that matter, and the cell itself.
pub(super) const MAX_DEFENCES: usize = 8 * MARGIN + 1;

/// A cell of the field.
pub(super) type Cell = usize;

/// The tables that depend on the game only.
#[derive(Debug)]
pub(super) struct Tables {
    classes: ClassTable,
    combinations: CombinationTable,
    columns: usize,
    rows: usize,
}

impl Tables {
    /// The tables for a flat board with lines of 4 to 6 squares.
    pub(super) fn new<S: Squares>(game: &Lines<S>) -> Tables {
        let shape = game.geometry().shape();
        Tables {
            classes: ClassTable::new(shape.line_length()),
            combinations: CombinationTable::new(),
            columns: game.board().columns(),
            rows: game.board().rows(),
        }
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
    const EMPTY: CellSet = CellSet([0; CELLS / 64]);

    #[inline(always)]
    fn flip(&mut self, cell: Cell) {
        self.0[cell / 64] ^= 1 << (cell % 64);
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

/// The position.
#[derive(Clone, Debug)]
pub(super) struct Board<'a> {
    pub(super) tables: &'a Tables,
    states: [u8; CELLS],
    /// The keys of the four lines through each cell.
    keys: [[u32; 4]; CELLS],
    /// The classes of X and O on the four lines through each empty cell.
    classes: [[u16; 2]; CELLS],
    /// How many empty cells have each category.
    counts: [[u16; category::COUNT]; 2],
    /// The empty cells where a side has a four or better.
    fours: [CellSet; 2],
    /// The sums of the values of all empty cells for each side: if it is to
    /// move, and if it is not.
    sums: [[i32; 2]; 2],
    /// The number of stones within two squares on the lines through each cell.
    nearby: [u8; CELLS],
    pub(super) side: Side,
    pub(super) hash: u64,
    pub(super) empty: usize,
}

impl<'a> Board<'a> {
    pub(super) fn new<S: Squares>(
        tables: &'a Tables,
        game: &Lines<S>,
        position: &Position<S>,
    ) -> Board<'a> {
        let mut board = Board {
            tables,
            states: [OFF_BOARD; CELLS],
            keys: [[0; 4]; CELLS],
            classes: [[0; 2]; CELLS],
            counts: [[0; category::COUNT]; 2],
            fours: [CellSet::EMPTY, CellSet::EMPTY],
            sums: [[0; 2]; 2],
            nearby: [0; CELLS],
            side: Side::X,
            hash: 0,
            empty: tables.columns * tables.rows,
        };
        for cell in tables.cells() {
            board.states[cell] = EMPTY;
        }
        let reach = tables.classes.reach;
        for cell in tables.cells() {
            for (line, &step) in STEPS.iter().enumerate() {
                for slot in 0..2 * reach {
                    let state = board.states[neighbour(cell, step, slot, reach)];
                    board.keys[cell][line] |= u32::from(state) << (2 * slot);
                }
            }
        }
        for cell in tables.cells() {
            board.find_classes(cell);
            board.count(cell, 1);
        }
        for side in Side::BOTH {
            for square in game.stones(position, side) {
                board.side = side;
                board.play(tables.cell(square));
            }
        }
        board.side = game.side(position);
        board
    }

    /// Places a stone of the side to move on an empty cell.
    pub(super) fn play(&mut self, cell: Cell) {
        self.count(cell, -1);
        self.states[cell] = 1 + self.side.index() as u8;
        self.change_neighbours(cell, 1 + self.side.index() as u32);
        self.change_nearby(cell, 1);
        self.hash ^= zobrist::key(self.side, self.tables.square(cell));
        self.side = !self.side;
        self.empty -= 1;
    }

    /// Takes the last stone back.
    pub(super) fn undo(&mut self, cell: Cell) {
        self.empty += 1;
        self.side = !self.side;
        self.hash ^= zobrist::key(self.side, self.tables.square(cell));
        self.states[cell] = EMPTY;
        self.change_neighbours(cell, 1 + self.side.index() as u32);
        self.change_nearby(cell, u8::MAX);
        self.find_classes(cell);
        self.count(cell, 1);
    }

    /// Adds a state to the keys of all lines that the cell lies on, or removes
    /// it, and updates the empty cells.
    #[inline(always)]
    fn change_neighbours(&mut self, cell: Cell, state: u32) {
        let reach = self.tables.classes.reach;
        for (line, &step) in STEPS.iter().enumerate() {
            for slot in 0..2 * reach {
                // The cell has the opposite slot in the key of its neighbour.
                let at = neighbour(cell, step, slot, reach);
                let key = &mut self.keys[at][line];
                *key ^= state << (2 * (2 * reach - 1 - slot));
                if self.states[at] == EMPTY {
                    let new = self.tables.classes.of(*key);
                    self.change_class(at, line, new);
                }
            }
        }
    }

    /// Replaces the classes of a line through an empty cell.
    #[inline(always)]
    fn change_class(&mut self, cell: Cell, line: usize, new: [u8; 2]) {
        for (side, class) in new.into_iter().enumerate() {
            let old = self.classes[cell][side];
            let classes = old & !(15 << (4 * line)) | u16::from(class) << (4 * line);
            if classes != old {
                let combinations = &self.tables.combinations;
                let (before, after) = (combinations.of(old), combinations.of(classes));
                self.classes[cell][side] = classes;
                self.sums[side][0] += i32::from(after.own) - i32::from(before.own);
                self.sums[side][1] += i32::from(after.other) - i32::from(before.other);
                if before.category != after.category {
                    self.counts[side][usize::from(before.category)] -= 1;
                    self.counts[side][usize::from(after.category)] += 1;
                    if (before.category >= category::FOUR) != (after.category >= category::FOUR) {
                        self.fours[side].flip(cell);
                    }
                }
            }
        }
    }

    /// Finds the classes of an empty cell from its keys.
    fn find_classes(&mut self, cell: Cell) {
        let mut classes = [0; 2];
        for line in 0..4 {
            let of_line = self.tables.classes.of(self.keys[cell][line]);
            for side in 0..2 {
                classes[side] |= u16::from(of_line[side]) << (4 * line);
            }
        }
        self.classes[cell] = classes;
    }

    /// Adds an empty cell to all sums, or removes it.
    fn count(&mut self, cell: Cell, sign: i32) {
        for side in 0..2 {
            let of = self.tables.combinations.of(self.classes[cell][side]);
            self.sums[side][0] += sign * i32::from(of.own);
            self.sums[side][1] += sign * i32::from(of.other);
            let count = &mut self.counts[side][usize::from(of.category)];
            *count = count.wrapping_add_signed(sign as i16);
            if of.category >= category::FOUR {
                self.fours[side].flip(cell);
            }
        }
    }

    fn change_nearby(&mut self, cell: Cell, change: u8) {
        for step in STEPS {
            for distance in [step, 2 * step] {
                for at in [cell - distance, cell + distance] {
                    self.nearby[at] = self.nearby[at].wrapping_add(change);
                }
            }
        }
    }

    /// The data of a move of a side on an empty cell.
    #[inline(always)]
    pub(super) fn combination(&self, side: Side, cell: Cell) -> &'a Combination {
        self.tables.combinations.of(self.classes[cell][side.index()])
    }

    /// The packed classes of a side on the lines through an empty cell.
    pub(super) fn classes(&self, side: Side, cell: Cell) -> u16 {
        self.classes[cell][side.index()]
    }

    /// How promising a move of the side to move is; higher is better. A move
    /// that serves the attack counts a quarter more than one that spoils that of
    /// the other side.
    #[inline(always)]
    pub(super) fn order(&self, cell: Cell) -> i32 {
        let [own, other] = [self.side, !self.side].map(|side| self.combination(side, cell).order);
        i32::from(own) * 5 / 4 + i32::from(other)
    }

    /// How many empty cells have at least this category for a side.
    #[inline(always)]
    pub(super) fn count_from(&self, side: Side, lowest: u8) -> u16 {
        self.counts[side.index()][usize::from(lowest)..].iter().sum()
    }

    /// The empty cells where a side has a four or better.
    #[inline(always)]
    pub(super) fn fours(&self, side: Side) -> &CellSet {
        &self.fours[side.index()]
    }

    /// The first empty cell where a side has at least this category, from
    /// `FOUR` on.
    pub(super) fn first(&self, side: Side, lowest: u8) -> Option<Cell> {
        let has = |&cell: &Cell| self.combination(side, cell).category >= lowest;
        self.fours(side).iter().find(has)
    }

    /// Whether the cell is empty.
    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.states[cell] == EMPTY
    }

    /// Whether a stone lies within two squares on a line.
    pub(super) fn is_nearby(&self, cell: Cell) -> bool {
        self.nearby[cell] > 0
    }

    /// The value for the side to move, in centipoints.
    pub(super) fn evaluate(&self) -> i32 {
        self.sums[self.side.index()][0] - self.sums[(!self.side).index()][1]
    }

    /// Adds to `moves` all empty cells whose occupation by the other side takes
    /// this move of `side` below a category; the cell itself is the first.
    pub(super) fn defences(&self, side: Side, cell: Cell, lowest: u8, moves: &mut Vec<Cell>) {
        let reach = self.tables.classes.reach;
        let other = 1 + u32::from((!side).index() as u8);
        moves.push(cell);
        for (line, &step) in STEPS.iter().enumerate() {
            for slot in 0..2 * reach {
                let at = neighbour(cell, step, slot, reach);
                if self.states[at] != EMPTY {
                    continue;
                }
                let key = self.keys[cell][line] | other << (2 * slot);
                let class = self.tables.classes.of(key)[side.index()];
                let classes = self.classes[cell][side.index()] & !(15 << (4 * line))
                    | u16::from(class) << (4 * line);
                if self.tables.combinations.of(classes).category < lowest {
                    moves.push(at);
                }
            }
        }
    }
}

/// The neighbour of a cell with this slot in the key of a line.
#[inline(always)]
fn neighbour(cell: Cell, step: usize, slot: usize, reach: usize) -> Cell {
    if slot < reach { cell - step * (reach - slot) } else { cell + step * (slot + 1 - reach) }
}
