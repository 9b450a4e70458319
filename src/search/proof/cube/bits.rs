//! Sets of squares as machine words: what lets 8, 27, 64 and 125 squares
//! share their code.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::game::SquareSet;

/// A set of small numbers: bit `s`, counted from the low end, is square `s`.
pub(super) trait Bits:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// The set without members.
    const EMPTY: Self;

    /// The squares of a set of the game, all of which must have room.
    fn from_set(set: SquareSet) -> Self;

    /// The same squares as the game has them.
    fn to_set(self) -> SquareSet;

    /// The set with one member.
    fn of(index: usize) -> Self;

    /// Whether the set has no member.
    fn is_empty(self) -> bool;

    /// Whether the set has exactly one member.
    fn is_single(self) -> bool;

    /// How many members the set has.
    fn len(self) -> u32;

    /// The smallest member. The set must not be empty.
    fn first(self) -> usize;

    /// The set without its smallest member. The set must not be empty.
    fn rest(self) -> Self;

    /// Sixty-four well-mixed bits of the set, for hashing.
    fn fold(self) -> u64;

    /// Whether `index` is a member.
    #[inline]
    fn has(self, index: usize) -> bool {
        !(self & Self::of(index)).is_empty()
    }

    /// The members, smallest first.
    #[inline]
    fn members(self) -> Members<Self> {
        Members(self)
    }
}

/// The members of a set, smallest first.
#[derive(Clone, Debug)]
pub(super) struct Members<B>(B);

impl<B: Bits> Iterator for Members<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.rest();
        Some(first)
    }
}

macro_rules! bits {
    ($word:ty, $fold:expr) => {
        impl Bits for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn from_set(set: SquareSet) -> Self {
                set.0 as Self
            }

            #[inline]
            fn to_set(self) -> SquareSet {
                SquareSet(self.into())
            }

            #[inline]
            fn of(index: usize) -> Self {
                1 << index
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn is_single(self) -> bool {
                self != 0 && self & self.wrapping_sub(1) == 0
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn fold(self) -> u64 {
                let fold: fn(Self) -> u64 = $fold;
                fold(self).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
        }
    };
}

bits!(u64, |word| word);
bits!(u128, |word| (word as u64) ^ ((word >> 64) as u64).rotate_left(29));
