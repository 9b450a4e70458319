//! The machine word that holds a set of squares: `u64` up to 64 squares, `u128` up to 121.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use bytemuck::Zeroable;

use crate::game::SquareSet;

/// A set of squares; bit `i` is square `i = row_from_top * columns + column`.
///
/// ```text
///   3 columns, 2 rows        bit 5 4 3 2 1 0
///     0 1 2                      f e d c b a     a b c
///     3 4 5                                      d e f
/// ```
pub(super) trait Word:
    Copy
    + Ord
    + Debug
    + Default
    + Send
    + Sync
    + Zeroable
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const ZERO: Self;
    /// How many squares fit.
    const BITS: usize;
    /// The set of one square.
    fn bit(square: usize) -> Self;
    /// The size of the set.
    fn count(self) -> u32;
    /// The lowest square; `BITS` for the empty set.
    fn first(self) -> usize;
    /// The set without its lowest square.
    fn rest(self) -> Self;
    /// The low 64 bits.
    fn low(self) -> u64;
    /// The word with these low bits.
    fn from_low(low: u64) -> Self;
    /// The set as the smaller word; squares that do not fit are lost.
    fn from_set(set: u128) -> Self;
    /// The set in the words of the games.
    fn to_set(self) -> SquareSet;
    /// A well mixed 64-bit digest, for table addresses.
    fn digest(self) -> u64;

    /// Whether the set has no square.
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }
    /// Whether the square is in the set.
    fn has(self, square: usize) -> bool {
        !(self & Self::bit(square)).is_empty()
    }
    /// Whether the set has two squares or more.
    fn has_two(self) -> bool {
        !self.rest().is_empty()
    }
    /// The squares in ascending order.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the squares of a set.
pub(super) struct Squares<W>(W);

impl<W: Word> Iterator for Squares<W> {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.rest();
        Some(square)
    }
}

macro_rules! word {
    ($t:ty, $digest:expr) => {
        impl Word for $t {
            const ZERO: Self = 0;
            const BITS: usize = <$t>::BITS as usize;
            #[inline]
            fn bit(square: usize) -> Self {
                1 << square
            }
            #[inline]
            fn count(self) -> u32 {
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
            fn low(self) -> u64 {
                self as u64
            }
            #[inline]
            fn from_low(low: u64) -> Self {
                low.into()
            }
            #[inline]
            fn from_set(set: u128) -> Self {
                set as Self
            }
            #[inline]
            fn to_set(self) -> SquareSet {
                SquareSet(self.into())
            }
            #[inline]
            fn digest(self) -> u64 {
                $digest(self)
            }
        }
    };
}

/// Two rounds of multiply and fold: enough for table addresses, where a clash costs only a slot.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ (x >> 32)
}

word!(u64, mix);
word!(u128, |x: u128| mix(x as u64 ^ mix((x >> 64) as u64)));
