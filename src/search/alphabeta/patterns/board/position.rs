//! A position with the combinations of all empty squares for both sides,
//! updated with every stone.

use super::classes::key;
use super::combination::{Combination, category};
use super::field::{
    CELLS, Cell, CellSet, EMPTY, LINES, MARGIN, OFF_BOARD, STATE, STEPS, Tables, empty_neighbours,
    neighbour, slot_on_line,
};
use super::played_move::PlayedMove;
use crate::game::lines::{Position, renju};
use crate::game::{Game, Lines, Side, Squares, WideSet};

/// The maximum number of cells whose classes a stone changes.
const MAX_CHANGES: usize = 8 * MARGIN;

/// The counts and sums over the empty cells.
#[derive(Clone, Copy, Debug)]
struct Totals {
    /// The number of empty cells of each category, by side.
    counts: [[u16; category::COUNT]; 2],
    /// For each side, the sums of the values of all empty cells: if it is to move, and
    /// if it is not.
    sums: [[i32; 2]; 2],
}

/// A stone, with the state before it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Played {
    pub(in super::super) cell: Cell,
    totals: Totals,
    /// The length of the list of changes.
    changes: usize,
}

/// A change of the move on a cell.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: u16,
    /// Whether the cell entered or left the set of fours, by side.
    fours: [bool; 2],
    before: PlayedMove,
}

/// The position.
#[derive(Clone, Debug)]
pub(in super::super) struct PatternBoard<'a> {
    pub(in super::super) tables: &'a Tables,
    /// The states of the cells by direction and line.
    words: [[u64; LINES]; 4],
    /// The move on each cell. On an occupied cell, as it was before the stone.
    moves: [PlayedMove; CELLS],
    empty_cells: CellSet,
    /// The stones of both sides in renju, for the forbidden moves.
    stones: [WideSet; 2],
    totals: Totals,
    /// The empty cells where a side has a four or better, by side.
    fours: [CellSet; 2],
    /// The number of stones within two squares on the lines through each cell.
    nearby: [u8; CELLS],
    /// The states before the stones that can be taken back.
    played: Vec<Played>,
    /// The moves that these stones changed, as they were before.
    changes: Vec<Change>,
    pub(in super::super) side: Side,
    pub(in super::super) hash: u64,
    pub(in super::super) empty: usize,
}

impl<'a> PatternBoard<'a> {
    pub(in super::super) fn new<S: Squares>(
        tables: &'a Tables,
        game: &Lines<S>,
        position: &Position<S>,
    ) -> PatternBoard<'a> {
        let empty = tables.columns * tables.rows;
        let mut board = PatternBoard {
            tables,
            words: [[OFF_BOARD; LINES]; 4],
            moves: [PlayedMove::default(); CELLS],
            empty_cells: CellSet::EMPTY,
            stones: [WideSet::EMPTY; 2],
            totals: Totals { counts: [[0; category::COUNT]; 2], sums: [[0; 2]; 2] },
            fours: [CellSet::EMPTY, CellSet::EMPTY],
            nearby: [0; CELLS],
            played: Vec::with_capacity(empty),
            changes: Vec::with_capacity(MAX_CHANGES * empty),
            side: Side::X,
            hash: 0,
            empty,
        };
        for cell in tables.cells() {
            board.change_state(cell, STATE);
        }
        for cell in tables.cells() {
            board.empty_cells.flip(cell);
            board.moves[cell] = board.find_move(cell);
            board.count(cell, 1);
        }
        for side in Side::BOTH {
            for square in game.stones(position, side) {
                board.side = side;
                board.play(tables.cell(square));
            }
        }
        board.played.clear();
        board.changes.clear();
        board.side = game.side(position);
        board
    }

    /// Places a stone of the side to move on an empty cell.
    pub(in super::super) fn play(&mut self, cell: Cell) {
        let changes = self.changes.len();
        self.played.push(Played { cell, totals: self.totals, changes });
        self.count(cell, -1);
        self.flip(cell);
        self.change_state(cell, 1 + self.side.index() as u64);
        match self.tables.classes.reach {
            3 => self.update_neighbours::<3>(cell),
            4 => self.update_neighbours::<4>(cell),
            _ => self.update_neighbours::<5>(cell),
        }
        self.change_nearby(cell, 1);
        self.hash ^= self.tables.keys[cell][self.side.index()];
        self.side = !self.side;
        self.empty -= 1;
    }

    /// Takes back the last stone that was played.
    pub(in super::super) fn undo(&mut self, cell: Cell) {
        self.empty += 1;
        self.side = !self.side;
        self.hash ^= self.tables.keys[cell][self.side.index()];
        self.flip(cell);
        self.change_state(cell, 1 + self.side.index() as u64);
        self.change_nearby(cell, u8::MAX);
        if let Some(Played { totals, changes, .. }) = self.played.pop() {
            self.totals = totals;
            for change in self.changes.drain(changes..) {
                let cell = usize::from(change.cell);
                self.moves[cell] = change.before;
                for (side, _) in change.fours.iter().enumerate().filter(|&(_, &fours)| fours) {
                    self.fours[side].flip(cell);
                }
            }
            for side in 0..2 {
                if self.category(side, cell) >= category::FOUR {
                    self.fours[side].flip(cell);
                }
            }
        }
    }

    /// Adds a stone of the side to move to the sets, or removes it.
    #[inline(always)]
    fn flip(&mut self, cell: Cell) {
        self.empty_cells.flip(cell);
        if self.tables.is_renju {
            let stones = &mut self.stones[self.side.index()];
            let square = self.tables.square(cell);
            if stones.contains(square) { stones.remove(square) } else { stones.insert(square) }
        }
    }

    /// Whether the side to move must not play on an empty cell.
    #[inline(always)]
    pub(in super::super) fn is_forbidden(&self, cell: Cell) -> bool {
        self.tables.is_renju && self.side == Side::X && self.is_forbidden_to_x(cell)
    }

    fn is_forbidden_to_x(&self, cell: Cell) -> bool {
        let ([x, o], square) = (self.stones, self.tables.square(cell));
        renju::fault(&self.tables.board, x, o, square).is_some()
    }

    /// Flips these bits of the state of a cell in all words.
    #[inline(always)]
    fn change_state(&mut self, cell: Cell, bits: u64) {
        for (words, place) in self.words.iter_mut().zip(self.tables.places[cell]) {
            words[usize::from(place.line)] ^= bits << place.shift;
        }
    }

    /// Updates the moves on all empty cells on the lines through a cell whose state has
    /// changed. `REACH` is that of the class table.
    #[inline(always)]
    fn update_neighbours<const REACH: usize>(&mut self, cell: Cell) {
        let tables = self.tables;
        for (line, &step) in STEPS.iter().enumerate() {
            let place = tables.places[cell % CELLS][line];
            let word = self.words[line][usize::from(place.line) % LINES];
            let first = usize::from(place.shift) - 2 * REACH;
            for bit in empty_neighbours::<REACH>(word >> first) {
                let class = tables.classes.of(key::<REACH>(word, first + bit));
                let at = (cell + step * (bit / 2) - step * REACH) % CELLS;
                if self.moves[at].class(line) != class {
                    self.change_class(at, line, class);
                }
            }
        }
    }

    /// Replaces the classes of a line through an empty cell.
    #[inline(always)]
    fn change_class(&mut self, cell: Cell, line: usize, class: u8) {
        let old = self.moves[cell];
        let new = old.with(&self.tables.combinations[0], line, class);
        self.moves[cell] = new;
        let mut fours = [false; 2];
        for side in 0..2 {
            if new.key(side) == old.key(side) {
                continue;
            }
            let table = &self.tables.combinations[side];
            let Totals { counts, sums } = &mut self.totals;
            if self.tables.has_values {
                let (before, after) = (table.get(old.key(side)), table.get(new.key(side)));
                sums[side][0] += i32::from(after.own) - i32::from(before.own);
                sums[side][1] += i32::from(after.other) - i32::from(before.other);
            }
            let (before, after) = (table.category(old.key(side)), table.category(new.key(side)));
            if before != after {
                counts[side][usize::from(before)] -= 1;
                counts[side][usize::from(after)] += 1;
                fours[side] = (before >= category::FOUR) != (after >= category::FOUR);
                if fours[side] {
                    self.fours[side].flip(cell);
                }
            }
        }
        self.changes.push(Change { cell: cell as u16, fours, before: old });
    }

    /// The category of a side on an empty cell.
    #[inline(always)]
    fn category(&self, side: usize, cell: Cell) -> u8 {
        self.tables.combinations[side].category(self.moves[cell].key(side))
    }

    /// The move on an empty cell, computed from the states of its lines.
    fn find_move(&self, cell: Cell) -> PlayedMove {
        (0..4).fold(PlayedMove::default(), |found, line| {
            let class = self.tables.classes.of(self.key(cell, line));
            PlayedMove {
                classes: found.classes | u32::from(class) << (8 * line),
                combinations: found.combinations + self.tables.combinations[0].part(class),
            }
        })
    }

    /// The key of a line through a cell.
    pub(in super::super) fn key(&self, cell: Cell, line: usize) -> u32 {
        match self.tables.classes.reach {
            3 => self.key_in::<3>(cell, line),
            4 => self.key_in::<4>(cell, line),
            _ => self.key_in::<5>(cell, line),
        }
    }

    /// The key of a line through a cell, with this reach.
    #[inline(always)]
    pub(in super::super) fn key_in<const REACH: usize>(&self, cell: Cell, line: usize) -> u32 {
        let place = self.tables.places[cell][line];
        let word = self.words[line][usize::from(place.line)];
        key::<REACH>(word, usize::from(place.shift))
    }

    /// Adds an empty cell to the totals, or removes it.
    fn count(&mut self, cell: Cell, sign: i32) {
        for side in 0..2 {
            let of = self.tables.combinations[side].get(self.moves[cell].key(side));
            let Totals { counts, sums } = &mut self.totals;
            if self.tables.has_values {
                sums[side][0] += sign * i32::from(of.own);
                sums[side][1] += sign * i32::from(of.other);
            }
            let count = &mut counts[side][usize::from(of.category)];
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

    /// The combination of a side on an empty cell.
    #[inline(always)]
    pub(in super::super) fn combination(&self, side: Side, cell: Cell) -> &'a Combination {
        self.tables.combinations[side.index()].get(self.moves[cell].key(side.index()))
    }

    /// The category of a side on an empty cell once there is a stone on another one.
    #[inline(always)]
    pub(in super::super) fn category_with(
        &self,
        side: Side,
        cell: Cell,
        (stone, of): (Cell, Side),
    ) -> u8 {
        let (table, combinations) = (&self.tables.classes, &self.tables.combinations[side.index()]);
        let mut whole = self.moves[cell];
        if let Some((line, slot)) = slot_on_line(cell, stone, table.reach) {
            let key = self.key(cell, line) | (1 + of.index() as u32) << (2 * slot);
            whole = whole.with(combinations, line, table.of(key));
        }
        combinations.category(whole.key(side.index()))
    }

    /// The packed classes of a side on the lines through an empty cell.
    pub(in super::super) fn classes(&self, side: Side, cell: Cell) -> u16 {
        self.moves[cell].classes(side.index())
    }

    /// The ordering score of a move of the side to move; higher is better. The
    /// combination of that side has the weight `attack` hundredths, that of the other
    /// side has weight 1.
    #[inline(always)]
    pub(in super::super) fn order(&self, cell: Cell, attack: u32) -> i32 {
        let [own, other] = [self.side, !self.side].map(|side| self.combination(side, cell).order);
        i32::from(own) * attack as i32 / 100 + i32::from(other)
    }

    /// The number of empty cells with at least this category for a side.
    #[inline(always)]
    pub(in super::super) fn count_from(&self, side: Side, lowest: u8) -> u16 {
        self.totals.counts[side.index()][usize::from(lowest)..].iter().sum()
    }

    /// The empty cells where a side has a four or better.
    #[inline(always)]
    pub(in super::super) fn fours(&self, side: Side) -> &CellSet {
        &self.fours[side.index()]
    }

    /// Whether the side to move, which has no five, has an open four or two fours. In renju
    /// the stone may be forbidden for what it makes on another line, as six in a row.
    #[inline(always)]
    pub(in super::super) fn has_open_four(&self) -> bool {
        let side = self.side;
        if self.count_from(side, category::OPEN_FOUR) == 0 {
            return false;
        }
        !self.tables.is_renju
            || self.fours(side).iter().any(|cell| {
                self.combination(side, cell).category == category::OPEN_FOUR
                    && !self.is_forbidden(cell)
            })
    }

    /// The first empty cell where a side has at least this category, which must be
    /// `FOUR` or better.
    pub(in super::super) fn first(&self, side: Side, lowest: u8) -> Option<Cell> {
        let has = |&cell: &Cell| self.combination(side, cell).category >= lowest;
        self.fours(side).iter().find(has)
    }

    /// The empty cells.
    pub(in super::super) fn empty_cells(&self) -> &CellSet {
        &self.empty_cells
    }

    /// The stones that can be taken back: those since the root of a search.
    #[inline(always)]
    pub(in super::super) fn played(&self) -> &[Played] {
        &self.played
    }

    /// The states of the cells by direction and line.
    pub(in super::super) fn words(&self) -> &[[u64; LINES]; 4] {
        &self.words
    }

    /// Whether there is a stone within two squares on a line through the cell.
    pub(in super::super) fn is_nearby(&self, cell: Cell) -> bool {
        self.nearby[cell] > 0
    }

    /// The value for the side to move, in centipoints.
    pub(in super::super) fn evaluate(&self) -> i32 {
        let sums = &self.totals.sums;
        sums[self.side.index()][0] - sums[(!self.side).index()][1]
    }

    /// Adds to `moves` the cell of this move of `side`, and then all empty cells where
    /// a stone of the other side brings the move's category below `lowest`.
    pub(in super::super) fn defences(
        &self,
        side: Side,
        cell: Cell,
        lowest: u8,
        moves: &mut Vec<Cell>,
    ) {
        let table = &self.tables.classes;
        let other = 1 + (!side).index() as u32;
        let whole = self.moves[cell];
        moves.push(cell);
        for (line, &step) in STEPS.iter().enumerate() {
            let key = self.key(cell, line);
            for slot in 0..2 * table.reach {
                if key >> (2 * slot) & STATE as u32 != EMPTY as u32 {
                    continue;
                }
                let class = table.of(key | other << (2 * slot));
                let combinations = &self.tables.combinations[side.index()];
                let parried = whole.with(combinations, line, class);
                if combinations.get(parried.key(side.index())).category < lowest {
                    moves.push(neighbour(cell, step, slot, table.reach));
                }
            }
        }
    }
}
