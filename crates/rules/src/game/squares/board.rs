//! The shape of a board and the names of its squares.

use super::square::{Square, SquareSet};
use super::wide_set::WideSet;

/// A grid of columns and rows, on one level or several.
///
/// Indices run in reading order with a fixed stride from row to row, so that a
/// step of one row is a shift by `stride` bits:
///
/// ```text
/// index = (level * rows + row from the top) * stride + column
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    columns: usize,
    rows: usize,
    levels: usize,
    stride: usize,
    /// All squares.
    all: WideSet,
    /// The squares of the first column, the last column, the top row and the
    /// bottom row of all levels.
    edges: [WideSet; 4],
    /// `all` and `edges` below index 128.
    narrow: (u128, [u128; 4]),
}

impl Board {
    const fn new(columns: usize, rows: usize, levels: usize, stride: usize) -> Board {
        let mut all = WideSet::EMPTY;
        let mut edges = [WideSet::EMPTY; 4];
        let mut line = 0;
        while line < rows * levels {
            let mut column = 0;
            while column < columns {
                let square = Square::new(line * stride + column);
                all.insert(square);
                let is_on =
                    [column == 0, column == columns - 1, line % rows == 0, line % rows == rows - 1];
                let mut edge = 0;
                while edge < 4 {
                    if is_on[edge] {
                        edges[edge].insert(square);
                    }
                    edge += 1;
                }
                column += 1;
            }
            line += 1;
        }
        let [left, right, top, bottom] = edges;
        let narrow = (low(all), [low(left), low(right), low(top), low(bottom)]);
        Board { columns, rows, levels, stride, all, edges, narrow }
    }

    /// Creates a flat board without gaps between the rows.
    pub(crate) const fn flat(columns: usize, rows: usize) -> Board {
        Board::new(columns, rows, 1, columns)
    }

    /// Creates a flat board whose rows start `stride` indices apart.
    pub(crate) const fn flat_with_stride(columns: usize, rows: usize, stride: usize) -> Board {
        Board::new(columns, rows, 1, stride)
    }

    /// Creates a cube with `side` squares along each edge.
    pub(crate) const fn cube(side: usize) -> Board {
        Board::new(side, side, side, side)
    }

    /// The number of columns, lettered from `a`.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows on each level, numbered from 1 at the bottom.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The number of levels, numbered from 1; 1 on a flat board.
    pub const fn levels(&self) -> usize {
        self.levels
    }

    /// The number of squares.
    pub const fn len(&self) -> usize {
        self.columns * self.rows * self.levels
    }

    /// Always false: every board has a square.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Returns the square at a column, a row from the top and a level, which
    /// count from 0 and must lie on the board.
    pub const fn square(&self, column: usize, row: usize, level: usize) -> Square {
        Square::new((level * self.rows + row) * self.stride + column)
    }

    /// Returns the column, the row from the top and the level of a square, from
    /// 0.
    pub const fn coordinates(&self, square: Square) -> (usize, usize, usize) {
        let row = square.index() / self.stride;
        (square.index() % self.stride, row % self.rows, row / self.rows)
    }

    /// Iterates over all squares in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let Board { columns, rows, levels, stride, .. } = *self;
        (0..levels * rows)
            .flat_map(move |line| (0..columns).map(move |c| Square::new(line * stride + c)))
    }

    /// All squares as a set.
    pub const fn all(&self) -> WideSet {
        self.all
    }

    /// All squares of a board of at most 128 indices.
    pub(crate) const fn narrow(&self) -> SquareSet {
        SquareSet(self.narrow.0)
    }

    /// Returns the set and all squares that share an edge or a corner with one
    /// of its squares.
    pub fn around(&self, set: WideSet) -> WideSet {
        let [left, right, top, bottom] = self.edges;
        let mut set = set;
        set |= (set - left).lowered(1) | (set - right).raised(1);
        set |= (set - top).lowered(self.stride) | (set - bottom).raised(self.stride);
        if self.levels > 1 {
            let level = self.rows * self.stride;
            set |= set.lowered(level) | set.raised(level);
        }
        set & self.all
    }

    /// [`around`](Board::around) on a board of at most 128 indices.
    pub(crate) const fn narrow_around(&self, set: SquareSet) -> SquareSet {
        let (all, [left, right, top, bottom]) = self.narrow;
        let mut set = set.0;
        set |= (set & !left) >> 1 | (set & !right) << 1;
        set |= (set & !top) >> self.stride | (set & !bottom) << self.stride;
        if self.levels > 1 {
            let level = self.rows * self.stride;
            set |= set >> level | set << level;
        }
        SquareSet(set & all)
    }

    /// Returns the name of a square: `d4` on a flat board, `2b3` (level first)
    /// on a cube.
    pub fn name(&self, square: Square) -> String {
        let (column, row, level) = self.coordinates(square);
        let letter = char::from(b'a' + column as u8);
        let number = self.rows - row;
        if self.levels > 1 {
            format!("{}{letter}{number}", level + 1)
        } else {
            format!("{letter}{number}")
        }
    }

    /// Returns the square with this name, or `None`. Accepts only the spelling
    /// of [`name`](Board::name), in either case.
    pub fn parse(&self, name: &str) -> Option<Square> {
        let mut rest = name;
        let mut level = 0;
        if self.levels > 1 {
            let digit = rest.chars().next()?.to_digit(10)?;
            level = (digit as usize).checked_sub(1).filter(|&l| l < self.levels)?;
            rest = &rest[1..];
        }
        let letter = rest.chars().next()?.to_ascii_lowercase();
        let column = (letter as usize).checked_sub('a' as usize).filter(|&c| c < self.columns)?;
        let digits = &rest[1..];
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number: usize = digits.parse().ok()?;
        let row = self.rows.checked_sub(number).filter(|&row| row < self.rows)?;
        Some(self.square(column, row, level))
    }
}

/// The part of a set below index 128.
const fn low(set: WideSet) -> u128 {
    set.0[0] as u128 | (set.0[1] as u128) << 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn parse_inverts_name() {
        for board in [
            Board::flat(3, 3),
            Board::flat(11, 11),
            Board::flat(7, 2),
            Board::flat(20, 20),
            Board::flat(2, 19),
            Board::flat_with_stride(7, 7, 8),
            Board::cube(5),
        ] {
            for square in board.squares() {
                let name = board.name(square);
                assert_eq!(board.parse(&name), Some(square), "{name}");
                assert_eq!(board.parse(&name.to_uppercase()), Some(square), "{name}");
            }
            assert_eq!(board.all().len(), board.len());
        }
    }

    #[test]
    fn names_follow_the_notation() {
        let board = Board::flat_with_stride(7, 7, 8);
        assert_eq!(board.name(Square::new(0)), "a7");
        assert_eq!(board.parse("d4"), Some(Square::new(3 * 8 + 3)));
        assert_eq!(Board::cube(4).parse("2b3"), Some(Square::new(16 + 4 + 1)));
    }

    #[test]
    fn parse_refuses_other_texts() {
        let flat = Board::flat(3, 3);
        for bad in ["", "a", "a0", "a4", "d1", "a01", "a+1", "1a1", "aa1", "é1", "a１", "a1 "] {
            assert_eq!(flat.parse(bad), None, "{bad:?}");
        }
        let cube = Board::cube(4);
        for bad in ["a1", "0a1", "5a1", "1", "1a", "1a5", "1é1", "é"] {
            assert_eq!(cube.parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn around_adds_squares_that_share_an_edge_or_corner() {
        let close = |a: usize, b: usize| a.abs_diff(b) <= 1;
        for board in [
            Board::flat(1, 1),
            Board::flat(11, 11),
            Board::flat(7, 2),
            Board::flat(15, 15),
            Board::flat(20, 20),
            Board::flat(19, 3),
            Board::flat_with_stride(7, 7, 8),
            Board::cube(3),
            Board::cube(5),
        ] {
            let touching = |square: Square| -> WideSet {
                let (column, row, level) = board.coordinates(square);
                let touches = |&other: &Square| {
                    let (c, r, l) = board.coordinates(other);
                    close(c, column) && close(r, row) && close(l, level)
                };
                board.squares().filter(touches).collect()
            };
            let mut random = Random::new(4);
            for _ in 0..500 {
                let share = 2 + random.below(30);
                let set: WideSet = board.squares().filter(|_| random.below(share) == 0).collect();
                let slow = set.into_iter().fold(WideSet::EMPTY, |all, s| all | touching(s));
                if let Some(narrow) = set.narrow().filter(|_| board.all().narrow().is_some()) {
                    assert_eq!(slow.narrow(), Some(board.narrow_around(narrow)));
                }
                assert_eq!(board.around(set), slow, "{board:?} {set:?}");
            }
        }
    }
}
