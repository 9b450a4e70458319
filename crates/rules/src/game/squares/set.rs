//! The trait of the sets of squares, of which each game chooses one.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Index, IndexMut, Not, Sub};

use super::board::Board;
use super::square::{Square, SquareSet};
use super::wide_set::WideSet;
use super::zobrist;
use crate::game::side::Side;

/// A set of squares, as wide as the board needs. Each game chooses the type
/// once, as [`Game::Set`](crate::game::Game::Set), so small boards pay nothing for
/// large ones. [`SquareSet`] and [`WideSet`] document the operations.
pub trait Squares:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + Into<WideSet>
    + IntoIterator<Item = Square>
    + FromIterator<Square>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Sub<Output = Self>
    + 'static
{
    /// The empty set.
    const EMPTY: Self;
    /// All indices are below this power of two.
    const CAPACITY: usize;

    /// One value for each index below [`CAPACITY`](Squares::CAPACITY).
    type Map<T: Copy + Debug + Send + 'static>: IndexMut<usize>
        + Index<usize, Output = T>
        + AsRef<[T]>
        + AsMut<[T]>
        + Copy
        + Debug
        + Send;
    /// The stored form of a square, in as few bytes as possible.
    type Index: Copy + Debug + Send + Sync + Into<u16>;
    /// The stored form of a set, with the alignment of a word.
    type Words: Copy + Debug + Send + Sync;

    /// Creates a map with the same value for every index.
    fn map<T: Copy + Debug + Send + 'static>(value: T) -> Self::Map<T>;
    /// Converts a square to its stored form.
    fn pack(square: Square) -> Self::Index;
    /// Converts the set to its stored form.
    fn to_words(self) -> Self::Words;
    /// Converts a stored set back.
    fn from_words(words: Self::Words) -> Self;
    /// Gathers the bits of this set at `squares`: bit `i` of the result is the
    /// bit at the `i`-th square. `extract` does that for one word and a mask
    /// (PEXT).
    fn extract(self, squares: Self::Words, extract: impl Fn(u64, u64) -> u64) -> Self;
    /// Removes and returns the lowest eight bits, and shifts the others down.
    fn take_byte(&mut self) -> u32;

    /// The squares of a wide set, without the indices that this type lacks.
    fn from_wide(set: WideSet) -> Self;
    /// All squares of a board.
    fn all(board: &Board) -> Self;
    /// Adds all squares that share an edge or a corner with one of the set.
    fn around(self, board: &Board) -> Self;
    /// The Zobrist key of a stone.
    fn key(side: Side, square: Square) -> u64;

    /// The set of one square.
    fn of(square: Square) -> Self;
    /// Whether the square is in the set.
    fn contains(self, square: Square) -> bool;
    /// Adds a square.
    fn insert(&mut self, square: Square);
    /// Removes a square.
    fn remove(&mut self, square: Square);
    /// The number of squares in the set.
    fn len(self) -> usize;
    /// Whether the set is empty.
    fn is_empty(self) -> bool;
    /// Whether the set has more than one square.
    fn has_several(self) -> bool;
    /// The square with the lowest index; `None` if the set is empty.
    fn first(self) -> Option<Square>;
    /// The `n`-th square in index order, from 0.
    fn nth(self, n: usize) -> Option<Square>;
}

/// Implements the methods that forward to those of the type.
macro_rules! pass_on {
    () => {
        const EMPTY: Self = Self::EMPTY;

        #[inline(always)]
        fn of(square: Square) -> Self {
            Self::of(square)
        }

        #[inline(always)]
        fn contains(self, square: Square) -> bool {
            self.contains(square)
        }

        #[inline(always)]
        fn insert(&mut self, square: Square) {
            self.insert(square);
        }

        #[inline(always)]
        fn remove(&mut self, square: Square) {
            self.remove(square);
        }

        #[inline(always)]
        fn len(self) -> usize {
            self.len()
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            self.is_empty()
        }

        #[inline(always)]
        fn first(self) -> Option<Square> {
            self.first()
        }

        #[inline(always)]
        fn nth(self, n: usize) -> Option<Square> {
            self.nth(n)
        }

        #[inline(always)]
        fn map<T: Copy + Debug + Send + 'static>(value: T) -> Self::Map<T> {
            [value; Self::CAPACITY]
        }
    };
}

impl Squares for SquareSet {
    const CAPACITY: usize = 128;

    type Map<T: Copy + Debug + Send + 'static> = [T; 128];
    type Index = u8;
    type Words = [u64; 2];

    pass_on!();

    #[inline(always)]
    fn pack(square: Square) -> u8 {
        square.index() as u8
    }

    #[inline(always)]
    fn to_words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    #[inline(always)]
    fn from_words([low, high]: [u64; 2]) -> SquareSet {
        SquareSet(u128::from(low) | u128::from(high) << 64)
    }

    #[inline(always)]
    fn extract(self, [low, high]: [u64; 2], extract: impl Fn(u64, u64) -> u64) -> SquareSet {
        let mut bits = u128::from(extract(self.0 as u64, low));
        if high != 0 {
            let rest = extract((self.0 >> 64) as u64, high);
            bits |= u128::from(rest) << low.count_ones();
        }
        SquareSet(bits)
    }

    #[inline(always)]
    fn take_byte(&mut self) -> u32 {
        let byte = self.0 as u32 & 0xff;
        self.0 >>= 8;
        byte
    }

    fn from_wide(set: WideSet) -> SquareSet {
        SquareSet::from_words([set.0[0], set.0[1]])
    }

    #[inline]
    fn all(board: &Board) -> SquareSet {
        board.narrow()
    }

    #[inline]
    fn around(self, board: &Board) -> SquareSet {
        board.narrow_around(self)
    }

    #[inline(always)]
    fn key(side: Side, square: Square) -> u64 {
        zobrist::key(side, square)
    }

    #[inline(always)]
    fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }
}

impl Squares for WideSet {
    const CAPACITY: usize = 512;

    type Map<T: Copy + Debug + Send + 'static> = [T; 512];
    type Index = u16;
    type Words = [u64; 8];

    pass_on!();

    #[inline(always)]
    fn pack(square: Square) -> u16 {
        square.index() as u16
    }

    #[inline(always)]
    fn to_words(self) -> [u64; 8] {
        self.0
    }

    #[inline(always)]
    fn from_words(words: [u64; 8]) -> WideSet {
        WideSet(words)
    }

    #[inline(always)]
    fn extract(self, squares: [u64; 8], extract: impl Fn(u64, u64) -> u64) -> WideSet {
        let mut bits = WideSet::EMPTY;
        let mut at = 0;
        for (word, mask) in self.0.into_iter().zip(squares) {
            if mask == 0 {
                continue;
            }
            let part = extract(word, mask);
            let (to, shift) = (at / 64, at % 64);
            bits.0[to] |= part << shift;
            if shift > 0 && to + 1 < bits.0.len() {
                bits.0[to + 1] |= part >> (64 - shift);
            }
            at += mask.count_ones() as usize;
        }
        bits
    }

    #[inline(always)]
    fn take_byte(&mut self) -> u32 {
        let byte = self.0[0] as u32 & 0xff;
        *self = self.lowered(8);
        byte
    }

    fn from_wide(set: WideSet) -> WideSet {
        set
    }

    #[inline]
    fn all(board: &Board) -> WideSet {
        board.all()
    }

    #[inline]
    fn around(self, board: &Board) -> WideSet {
        board.around(self)
    }

    #[inline(always)]
    fn key(side: Side, square: Square) -> u64 {
        zobrist::wide_key(side, square)
    }

    #[inline]
    fn has_several(self) -> bool {
        self.len() > 1
    }
}

/// Computes the hash of a placement from scratch.
pub(crate) fn hash<S: Squares>(x: S, o: S) -> u64 {
    let of = |side, stones: S| stones.into_iter().fold(0, |h, s| h ^ S::key(side, s));
    of(Side::X, x) ^ of(Side::O, o)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The extracted bits are those of the squares in index order.
    fn extracts<S: Squares>(random: &mut Random) {
        for _ in 0..300 {
            let mut some = |one_in: usize| -> S {
                (0..S::CAPACITY).filter(|_| random.below(one_in) == 0).map(Square::new).collect()
            };
            let (own, squares) = (some(2), some(3));
            assert_eq!(S::from_words(squares.to_words()), squares);
            let by_bits = |word: u64, mask: u64| {
                let places = (0..64).filter(|i| mask >> i & 1 == 1);
                places.enumerate().fold(0, |all, (to, from)| all | (word >> from & 1) << to)
            };
            let mut bits = own.extract(squares.to_words(), by_bits);
            let ones: Vec<Square> = squares.into_iter().collect();
            for eight in ones.chunks(8) {
                let byte = bits.take_byte();
                for (i, &square) in eight.iter().enumerate() {
                    assert_eq!(byte >> i & 1 == 1, own.contains(square));
                }
            }
            assert!(bits.is_empty());
            assert_eq!(own.has_several(), own.len() > 1);
        }
        assert!(!S::EMPTY.has_several() && !S::of(Square::new(100)).has_several());
    }

    #[test]
    fn bytes_are_taken_in_the_order_of_the_squares() {
        let mut random = Random::new(3);
        extracts::<SquareSet>(&mut random);
        extracts::<WideSet>(&mut random);
    }
}
