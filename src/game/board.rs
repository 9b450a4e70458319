//! The shape of a board: which squares there are, and what they are called.

use super::{Square, SquareSet};

/// A grid of columns and rows, on one level or several.
///
/// The index of a square runs in reading order with a fixed step from row to
/// row, so that shifts by a row are shifts by the same number of bits:
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
}

impl Board {
    /// A flat board whose rows follow each other without a gap.
    pub(crate) const fn flat(columns: usize, rows: usize) -> Board {
        Board { columns, rows, levels: 1, stride: columns }
    }

    /// A flat board whose rows start `stride` squares apart.
    pub(crate) const fn flat_with_stride(columns: usize, rows: usize, stride: usize) -> Board {
        Board { columns, rows, levels: 1, stride }
    }

    /// A cube with `side` squares along each edge.
    pub(crate) const fn cube(side: usize) -> Board {
        Board { columns: side, rows: side, levels: side, stride: side }
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

    /// Never: every board has a square.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The square at a column, a row counted from the top and a level, all
    /// from 0 and within the board.
    pub const fn square(&self, column: usize, row: usize, level: usize) -> Square {
        Square::new((level * self.rows + row) * self.stride + column)
    }

    /// Column, row from the top and level of a square, from 0.
    pub const fn coordinates(&self, square: Square) -> (usize, usize, usize) {
        let row = square.index() / self.stride;
        (square.index() % self.stride, row % self.rows, row / self.rows)
    }

    /// All squares in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let board = *self;
        (0..board.levels).flat_map(move |level| {
            (0..board.rows).flat_map(move |row| {
                (0..board.columns).map(move |column| board.square(column, row, level))
            })
        })
    }

    /// All squares as a set.
    pub fn all(&self) -> SquareSet {
        self.squares().collect()
    }

    /// The squares that share an edge or a corner with this one.
    pub fn neighbors(&self, square: Square) -> SquareSet {
        let (column, row, level) = self.coordinates(square);
        let close = |a: usize, b: usize| a.abs_diff(b) <= 1;
        self.squares()
            .filter(|&other| {
                let (c, r, l) = self.coordinates(other);
                other != square && close(c, column) && close(r, row) && close(l, level)
            })
            .collect()
    }

    /// What a square is called: `d4` on a flat board, `2b3` (level first) on
    /// one with levels.
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

    /// The square of this name, in either case; `None` when there is none.
    /// Only the spelling that [`name`](Board::name) gives is accepted.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_square() {
        for board in [
            Board::flat(3, 3),
            Board::flat(11, 11),
            Board::flat(7, 2),
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
    fn what_is_no_square_is_refused() {
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
    fn neighbors_touch_by_edge_or_corner() {
        let board = Board::flat_with_stride(7, 7, 8);
        let around = |name: &str| board.parse(name).map(|s| board.neighbors(s).len());
        assert_eq!(around("a1"), Some(3));
        assert_eq!(around("g4"), Some(5));
        assert_eq!(around("d4"), Some(8));
        let cube = Board::cube(3);
        assert_eq!(cube.parse("2b2").map(|s| cube.neighbors(s).len()), Some(26));
    }
}
