//! Sets of squares of boards larger than 11x11, and of games with exact lines.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

use super::square::{Square, SquareSet};

const WORDS: usize = 8;

/// A set of squares of any board: bit `i % 64` of word `i / 64` stands for the
/// square with index `i`, below 512.
///
/// [`GameState`](crate::game::GameState) uses it for every game, and the searches use
/// it for these boards and games.
///
/// ```
/// use noughts_rules::game::{Square, SquareSet, WideSet};
///
/// let ends: WideSet = [0, 483].into_iter().map(Square::new).collect();
/// assert_eq!(ends.len(), 2);
/// assert_eq!(ends.narrow(), None);
/// assert_eq!(WideSet::of(Square::new(7)).narrow(), Some(SquareSet::of(Square::new(7))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct WideSet(pub [u64; WORDS]);

impl WideSet {
    /// The empty set.
    pub const EMPTY: WideSet = WideSet([0; WORDS]);

    /// The set of one square.
    pub const fn of(square: Square) -> WideSet {
        let mut set = WideSet::EMPTY;
        set.insert(square);
        set
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64 % WORDS] >> (square.index() % 64) & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64 % WORDS] |= 1 << (square.index() % 64);
    }

    /// Removes a square.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() / 64 % WORDS] &= !(1 << (square.index() % 64));
    }

    /// The number of squares in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// The square with the lowest index; `None` if the set is empty.
    #[inline]
    pub fn first(self) -> Option<Square> {
        self.into_iter().next()
    }

    /// The `n`-th square in index order, from 0; `None` if the set has at most
    /// `n` squares.
    pub fn nth(self, n: usize) -> Option<Square> {
        let mut left = n;
        for (i, &word) in self.0.iter().enumerate() {
            let ones = word.count_ones() as usize;
            if left < ones {
                let word = (0..left).fold(word, |word, _| word & (word - 1));
                return Some(Square::new(i * 64 + word.trailing_zeros() as usize));
            }
            left -= ones;
        }
        None
    }

    /// The same squares as a narrow set; `None` if an index is 128 or more.
    pub fn narrow(self) -> Option<SquareSet> {
        let [low, high, rest @ ..] = self.0;
        (rest == [0; WORDS - 2]).then(|| SquareSet(u128::from(low) | u128::from(high) << 64))
    }

    /// Moves every square to the index higher by `by`, below 64.
    pub(crate) fn raised(self, by: usize) -> WideSet {
        let mut set = WideSet(self.0.map(|word| word << by));
        if by > 0 {
            for i in 1..WORDS {
                set.0[i] |= self.0[i - 1] >> (64 - by);
            }
        }
        set
    }

    /// Moves every square to the index lower by `by`, below 64.
    #[inline]
    pub(crate) fn lowered(self, by: usize) -> WideSet {
        let mut set = WideSet(self.0.map(|word| word >> by));
        if by > 0 {
            for i in 1..WORDS {
                set.0[i - 1] |= self.0[i] << (64 - by);
            }
        }
        set
    }

    #[inline(always)]
    fn zip(self, other: WideSet, operation: impl Fn(u64, u64) -> u64) -> WideSet {
        WideSet(std::array::from_fn(|i| operation(self.0[i], other.0[i])))
    }
}

impl From<SquareSet> for WideSet {
    fn from(set: SquareSet) -> WideSet {
        let mut words = [0; WORDS];
        words[0] = set.0 as u64;
        words[1] = (set.0 >> 64) as u64;
        WideSet(words)
    }
}

/// An iterator over a set in index order.
pub struct Iter {
    /// The rest of the word at `at`.
    word: u64,
    at: usize,
    words: [u64; WORDS],
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.words.get(self.at)?;
        }
        let square = Square::new(self.at * 64 + self.word.trailing_zeros() as usize);
        self.word &= self.word - 1;
        Some(square)
    }
}

impl IntoIterator for WideSet {
    type Item = Square;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        Iter { word: self.0[0], at: 0, words: self.0 }
    }
}

impl FromIterator<Square> for WideSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> WideSet {
        let mut set = WideSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl BitAnd for WideSet {
    type Output = WideSet;
    #[inline]
    fn bitand(self, other: WideSet) -> WideSet {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for WideSet {
    type Output = WideSet;
    #[inline]
    fn bitor(self, other: WideSet) -> WideSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for WideSet {
    #[inline]
    fn bitor_assign(&mut self, other: WideSet) {
        *self = *self | other;
    }
}

impl Not for WideSet {
    type Output = WideSet;
    #[inline]
    fn not(self) -> WideSet {
        WideSet(self.0.map(|word| !word))
    }
}

/// The squares of the left set that are not in the right one.
impl Sub for WideSet {
    type Output = WideSet;
    #[inline]
    fn sub(self, other: WideSet) -> WideSet {
        self.zip(other, |a, b| a & !b)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::Random;

    #[test]
    fn sets_behave_like_those_of_the_standard_library() {
        let mut random = Random::new(9);
        for size in [0, 1, 5, 60, 484] {
            for _ in 0..50 {
                let [a, b]: [BTreeSet<usize>; 2] =
                    [(); 2].map(|()| (0..size).map(|_| random.below(512)).collect());
                let [x, y] = [&a, &b].map(wide);
                assert_eq!(x & y, wide(&(&a & &b)));
                assert_eq!(x | y, wide(&(&a | &b)));
                assert_eq!(x - y, wide(&(&a - &b)));
                assert_eq!(!(!x | y), x - y);
                assert_eq!((x.len(), x.is_empty()), (a.len(), a.is_empty()));
                assert_eq!(x.first().map(Square::index), a.first().copied());
                assert!(x.into_iter().map(Square::index).eq(a.iter().copied()));
                for n in 0..=a.len() {
                    assert_eq!(x.nth(n).map(Square::index), a.iter().nth(n).copied());
                }
                for by in [0, 1, 12, 20, 63] {
                    assert_eq!(x.raised(by), wide(a.iter().map(|i| i + by).filter(|&i| i < 512)));
                    assert_eq!(x.lowered(by), wide(a.iter().filter_map(|i| i.checked_sub(by))));
                }
                let mut changed = x;
                for i in 0..512 {
                    assert_eq!(x.contains(Square::new(i)), a.contains(&i));
                    changed.remove(Square::new(i));
                }
                assert!(changed.is_empty());
                let low: BTreeSet<usize> = a.range(..128).copied().collect();
                let narrow: SquareSet = low.iter().map(|&i| Square::new(i)).collect();
                assert_eq!((wide(&low), wide(&low).narrow()), (narrow.into(), Some(narrow)));
                assert_eq!(x.narrow().is_some(), low == a);
            }
        }
    }

    fn wide(indices: impl IntoIterator<Item = impl std::borrow::Borrow<usize>>) -> WideSet {
        indices.into_iter().map(|index| Square::new(*index.borrow())).collect()
    }
}
