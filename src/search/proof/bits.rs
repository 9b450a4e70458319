//! Sets of squares as machine words: `u64` for boards of up to 64 squares,
//! `u128` for larger ones, behind one trait.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use bytemuck::Zeroable;

use crate::game::SquareSet;

/// A set of small numbers: bit `s`, counted from the low end, is square `s`.
pub(crate) trait Bits:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + Zeroable
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// The set without members.
    const EMPTY: Self;

    /// Converts from the game's set, whose squares must all fit into the word.
    fn from_set(set: SquareSet) -> Self;

    /// Converts to the game's set.
    fn to_set(self) -> SquareSet;

    /// The set with one member.
    fn of(index: usize) -> Self;

    /// The set with this member if the condition holds.
    fn of_if(index: usize, condition: bool) -> Self;

    /// The number of members.
    fn len(self) -> u32;

    /// The smallest member. The set must not be empty.
    fn first(self) -> usize;

    /// The set without its smallest member, if it has one.
    fn rest(self) -> Self;

    /// The low and the high 64 bits.
    #[inline]
    fn halves(self) -> [u64; 2] {
        let bits = self.to_set().0;
        [bits as u64, (bits >> 64) as u64]
    }

    /// The set folded into one word, as input of a hash.
    #[inline]
    fn folded(self) -> u64 {
        let [low, high] = self.halves();
        low ^ high.rotate_left(29)
    }

    /// Whether the set has no member.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set has exactly one member.
    #[inline]
    fn is_single(self) -> bool {
        !self.is_empty() && !self.has_two()
    }

    /// Whether the set has at least two members.
    #[inline]
    fn has_two(self) -> bool {
        !self.rest().is_empty()
    }

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
pub(crate) struct Members<B>(B);

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
    ($word:ty) => {
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
            fn of_if(index: usize, condition: bool) -> Self {
                Self::from(condition) << index
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
        }
    };
}

bits!(u64);
bits!(u128);
