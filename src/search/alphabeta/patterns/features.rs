//! The features of positions for learning the weights.

use std::collections::HashMap;

use super::board::{Cell, PatternBoard, Tables, category, combinations, has_network, pack, unpack};
use super::network::{REACH, WindowTable, exchanged};
use super::supports;
use crate::game::lines::Position;
use crate::game::{Game, Lines, Side, SquareSet, Squares};

/// The features of positions in a game.
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

    /// For each empty square the numbers of its four windows, each below
    /// [`WINDOWS`](super::WINDOWS), first as the side to move sees them, then
    /// as the other side does. `None` as in [`of`](Features::of), and in games
    /// other than five in a row.
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
    /// move and of the other side, each below
    /// [`COMBINATIONS`](super::COMBINATIONS). `None` if the game is over or the
    /// next plies are forced: the search seldom evaluates such a position.
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

    /// The board of a position; `None` as in [`of`](Features::of).
    fn unforced(&self, position: &Position<S>) -> Option<PatternBoard<'_>> {
        if self.game.outcome(position).is_some() {
            return None;
        }
        let board = PatternBoard::new(&self.tables, &self.game, position);
        let is_forced = |side| board.count_from(side, category::OPEN_FOUR) > 0;
        (!Side::BOTH.into_iter().any(is_forced)).then_some(board)
    }
}
