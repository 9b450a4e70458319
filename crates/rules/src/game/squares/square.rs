//! Squares as indices, and sets of squares of boards up to 11x11 as 128-bit
//! words.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// A cell of the board, identified by its index, below 512, in the reading
/// order of the [`Board`](crate::game::Board): level 1 first, then the top row, then
/// column `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// Creates the square with this index, which must be below 512.
    pub const fn new(index: usize) -> Square {
        debug_assert!(index < 512);
        Square(index as u16)
    }

    /// The index in reading order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of squares with indices below 128: bit `i` stands for the square with
/// index `i`. [`WideSet`](crate::game::WideSet) is for larger boards.
///
/// ```
/// use noughts_rules::game::{Square, SquareSet};
///
/// let corners: SquareSet = [0, 2, 6, 8].into_iter().map(Square::new).collect();
/// let mut taken = SquareSet::of(Square::new(2));
/// taken.insert(Square::new(4));
///
/// assert_eq!((corners - taken).len(), 3);
/// assert_eq!(corners & taken, SquareSet::of(Square::new(2)));
/// // Iteration is in index order.
/// let indices: Vec<usize> = (corners | taken).into_iter().map(Square::index).collect();
/// assert_eq!(indices, [0, 2, 4, 6, 8]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub u128);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// The set of one square.
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.0)
    }

    /// Whether the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Removes a square.
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }

    /// The number of squares in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The square with the lowest index; `None` if the set is empty.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u16)) }
    }

    /// The `n`-th square in index order, from 0; `None` if the set has at most
    /// `n` squares. Takes O(`n`) time.
    pub fn nth(self, n: usize) -> Option<Square> {
        self.into_iter().nth(n)
    }
}

/// An iterator over a set in index order.
pub struct Iter(u128);

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = SquareSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

/// The squares of the left set that are not in the right one.
impl Sub for SquareSet {
    type Output = SquareSet;
    fn sub(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }
}
