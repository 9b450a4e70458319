//! The boards of TicTacTrains, from 3x3 to 7x7, and the rings around their centres.

use std::ops::RangeInclusive;

use crate::game::squares::board::Board;
use crate::game::squares::square::Square;

/// The numbers of columns, and of rows, of the boards of TicTacTrains.
pub const SIZES: RangeInclusive<usize> = 3..=7;

/// The usual board. The rows of all boards start 8 indices apart: the empty columns at
/// the right keep a shift by one square from running into the next row.
///
/// ```text
///  bit  0  1  2  3  4  5  6 (7)    rank 7, files a to g
///       8  9 10 11 12 13 14(15)    rank 6
///            ...
///      48 49 50 51 52 53 54(55)    rank 1
/// ```
pub const BOARD: Board = Board::flat_with_stride(7, 7, STRIDE);

const STRIDE: usize = 8;

static BOARDS: [Board; 5] = [
    Board::flat_with_stride(3, 3, STRIDE),
    Board::flat_with_stride(4, 4, STRIDE),
    Board::flat_with_stride(5, 5, STRIDE),
    Board::flat_with_stride(6, 6, STRIDE),
    BOARD,
];

/// The board of a size, which must be one of [`SIZES`].
pub(crate) fn board(size: usize) -> &'static Board {
    &BOARDS[size - SIZES.start()]
}

/// All squares of a board, as bits.
pub(crate) fn squares(size: usize) -> u64 {
    board(size).narrow().0 as u64
}

/// The square in the middle; `None` on boards of even size.
pub(super) fn centre(size: usize) -> Option<Square> {
    (size % 2 == 1).then(|| board(size).square(size / 2, size / 2, 0))
}

/// The number of rings of a board.
pub(super) const fn count(size: usize) -> usize {
    size / 2
}

/// The ring of a square, from 1. Ring 1 is the inner 3x3, or 2x2 on boards of even size;
/// the others go around it.
pub(super) fn ring(size: usize, square: Square) -> usize {
    let (column, row, _) = board(size).coordinates(square);
    // From the centre, in halves of a square.
    let distance = |at: usize| (2 * at).abs_diff(size - 1);
    distance(column).max(distance(row)).div_ceil(2).max(1)
}

/// Returns the union of rings: bit `i` of `rings` stands for ring `i + 1`. Where a board
/// has fewer rings, its outermost one stands for those that it lacks.
pub(super) fn region(size: usize, rings: u8) -> u64 {
    let inside = |&square: &Square| {
        let ring = ring(size, square);
        let which = if ring == count(size) { u8::MAX } else { 1 };
        rings >> (ring - 1) & which != 0
    };
    board(size).squares().filter(inside).fold(0, |set, square| set | 1 << square.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_have_their_sizes() {
        let sizes = |size| [1, 2, 4, 6, 7].map(|rings| region(size, rings).count_ones());
        assert_eq!(sizes(7), [9, 16, 24, 40, 49]);
        assert_eq!(sizes(6), [4, 12, 20, 32, 36]);
        assert_eq!(sizes(5), [9, 16, 16, 16, 25]);
        assert_eq!(sizes(4), [4, 12, 12, 12, 16]);
        assert_eq!(sizes(3), [9, 9, 9, 9, 9]);
        assert_ne!(region(7, 1) & 1 << 27, 0, "ring 1 has d4");
        let centres = SIZES.map(|size| centre(size).map(|at| board(size).name(at)));
        let names = [Some("b2"), None, Some("c3"), None, Some("d4")];
        assert_eq!(centres.collect::<Vec<_>>(), names.map(|name| name.map(str::to_string)));
    }
}
