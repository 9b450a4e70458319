//! The first layer of the network: the sums of a position, updated with the stones.
//!
//! A stone changes one window of each empty cell within reach on its lines. The last
//! stone is not added to the cells: most evaluations are those of a leaf, whose last
//! stone is taken back next. Its effect on the sums is computed from the rows of the
//! windows that it changes.

use bytemuck::allocation::zeroed_box;

use super::super::board::{CELLS, Cell, LINES, PatternBoard, STEPS, Tables, empty_neighbours, key};
use super::weights::{BOTH, Network, ONE, Row, Sums};
use super::windows::REACH;
use crate::game::Side;

/// The maximum number of cells whose windows a stone changes.
const MAX_CHANGES: usize = 8 * REACH;

/// A cell that has another window on one line, with the numbers of both windows.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    cell: u16,
    before: u16,
    after: u16,
}

/// The cells that have another window.
struct Changes {
    list: [Change; MAX_CHANGES],
    length: usize,
}

impl Changes {
    #[inline(always)]
    fn list(&self) -> &[Change] {
        &self.list[..self.length]
    }
}

/// A stone that was added, with the state before it.
#[derive(Clone, Copy, Debug)]
struct Added {
    cell: Cell,
    side: Side,
    sums: Sums,
    /// The length of the list of changed cells.
    changed: usize,
}

/// The first layer for a board: for its stones up to some ply.
#[derive(Debug)]
pub(super) struct Accumulator {
    /// The states of the cells by direction and line.
    words: [[u64; LINES]; 4],
    /// The bias and the rows of the windows of each empty cell, added, not clipped. On an
    /// occupied cell, as it was before the stone.
    cells: Box<[Row; CELLS]>,
    sums: Sums,
    /// The number of stones that can be taken back from the board, but not here.
    root: usize,
    /// The stones that were added since.
    added: Vec<Added>,
    /// The cells that they changed, as they were before.
    changed: Vec<(Cell, Row)>,
}

impl Accumulator {
    /// The first layer for a board and those that follow from it.
    pub(super) fn new(network: &Network, board: &PatternBoard<'_>) -> Accumulator {
        let mut cells: Box<[Row; CELLS]> = zeroed_box();
        let mut sums = [0; BOTH];
        for cell in board.empty_cells().iter() {
            let sum = &mut cells[cell];
            *sum = network.bias();
            for line in 0..STEPS.len() {
                let row = network.row(network.window(board.key_in::<REACH>(cell, line)));
                (0..BOTH).for_each(|i| sum.0[i] += row.0[i]);
            }
            (0..BOTH).for_each(|i| sums[i] += i32::from(sum.0[i].clamp(0, ONE)));
        }
        Accumulator {
            words: *board.words(),
            cells,
            sums,
            root: board.played().len(),
            added: Vec::with_capacity(board.empty),
            changed: Vec::with_capacity(MAX_CHANGES * board.empty),
        }
    }

    /// The sums of the board, with one more stone of the side to move if one is given.
    #[inline(always)]
    pub(super) fn sums(
        &mut self,
        network: &Network,
        board: &PatternBoard<'_>,
        stone: Option<Cell>,
    ) -> Sums {
        let stones = &board.played()[self.root..];
        let (before, last) = match (stone, stones.split_last()) {
            (Some(cell), _) => (stones.len(), Some((cell, board.side))),
            (None, Some((last, before))) => (before.len(), Some((last.cell, !board.side))),
            (None, None) => (0, None),
        };
        self.follow(network, board, before);
        match last {
            Some(stone) => {
                let changes = self.changes(network, board.tables, stone);
                self.sums_with(network, stone.0, &changes)
            }
            None => self.sums,
        }
    }

    /// Adds and removes stones until they are the first `length` of those on the board.
    #[inline(always)]
    fn follow(&mut self, network: &Network, board: &PatternBoard<'_>, length: usize) {
        let stones = &board.played()[self.root..][..length];
        let same = self.added.iter().zip(stones);
        let same = same.take_while(|(added, stone)| added.cell == stone.cell).count();
        self.remove_to(board.tables, same);
        for (number, stone) in stones.iter().enumerate().skip(same) {
            // The side to move plays the next stone.
            let is_own = (board.played().len() - self.root - number).is_multiple_of(2);
            let side = if is_own { board.side } else { !board.side };
            self.add(network, board.tables, (stone.cell, side));
        }
    }

    /// Adds a stone.
    #[inline(always)]
    fn add(&mut self, network: &Network, tables: &Tables, (cell, side): (Cell, Side)) {
        let changes = self.changes(network, tables, (cell, side));
        self.added.push(Added { cell, side, sums: self.sums, changed: self.changed.len() });
        self.sums = self.sums_with(network, cell, &changes);
        for change in changes.list() {
            let cell = usize::from(change.cell);
            let (before, after) = (network.row(change.before), network.row(change.after));
            let row = self.cells[cell % CELLS];
            self.changed.push((cell, row));
            self.cells[cell % CELLS] = row.with(before, after);
        }
        self.flip(tables, (cell, side));
    }

    /// Removes all stones but the first `length`.
    #[inline(always)]
    fn remove_to(&mut self, tables: &Tables, length: usize) {
        while self.added.len() > length
            && let Some(Added { cell, side, sums, changed }) = self.added.pop()
        {
            self.flip(tables, (cell, side));
            self.sums = sums;
            for (cell, row) in self.changed.drain(changed..) {
                self.cells[cell] = row;
            }
        }
    }

    /// Adds a stone to the words, or removes it.
    #[inline(always)]
    fn flip(&mut self, tables: &Tables, (cell, side): (Cell, Side)) {
        for (words, place) in self.words.iter_mut().zip(tables.places[cell]) {
            words[usize::from(place.line)] ^= (1 + side.index() as u64) << place.shift;
        }
    }

    /// The sums with one more stone on `cell`, which makes these changes.
    // With iterators the compiler makes slower vector code.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    fn sums_with(&self, network: &Network, cell: Cell, changes: &Changes) -> Sums {
        // The differences of all cells together fit into 16 bits: each is at most `ONE`.
        let mut difference = [0i16; BOTH];
        let occupied = self.cells[cell % CELLS];
        for i in 0..BOTH {
            difference[i] -= occupied.0[i].clamp(0, ONE);
        }
        for change in changes.list() {
            let old = self.cells[usize::from(change.cell) % CELLS];
            let (before, after) = (network.row(change.before), network.row(change.after));
            let new = old.with(before, after);
            for i in 0..BOTH {
                difference[i] += new.0[i].clamp(0, ONE) - old.0[i].clamp(0, ONE);
            }
        }
        let mut sums = self.sums;
        for i in 0..BOTH {
            sums[i] += i32::from(difference[i]);
        }
        sums
    }

    /// The cells that a stone gives another window.
    #[inline(always)]
    fn changes(&self, network: &Network, tables: &Tables, stone: (Cell, Side)) -> Changes {
        let (cell, side) = stone;
        let state = 1 + side.index() as u32;
        let mut changes = Changes { list: [Change::default(); MAX_CHANGES], length: 0 };
        let places = &tables.places[cell % CELLS];
        for (line, &step) in STEPS.iter().enumerate() {
            let place = places[line];
            let word = self.words[line][usize::from(place.line) % LINES];
            let first = usize::from(place.shift) - 2 * REACH;
            for bit in empty_neighbours::<REACH>(word >> first) {
                let i = bit / 2;
                // The slot of the stone in the key of the cell, as seen from there.
                let slot = 2 * REACH - i - usize::from(i < REACH);
                let key = key::<REACH>(word, first + bit);
                let before = network.window(key);
                let after = network.window(key | state << (2 * slot));
                let cell = (cell + step * i - step * REACH) as u16;
                changes.list[changes.length] = Change { cell, before, after };
                changes.length += usize::from(before != after);
            }
        }
        changes
    }
}

const _: () = assert!((MAX_CHANGES + 1) * (ONE as usize) < i16::MAX as usize);
