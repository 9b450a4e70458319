//! A memo from sets of stones to small numbers.

use crate::hashing::{Memo, mix};

/// A direct-mapped memo. An entry keeps the whole set, so every lookup is exact.
///
/// ```text
///     number, 8 bits | set, 56 bits: seven rows of eight
/// ```
///
/// One word per entry instead of two saves cache for the search tree, as a
/// search alternates between both.
pub struct NumberMemo<const BITS: u32>(Memo<u64, BITS>);

/// The bits of an entry that hold the set.
const SET: u64 = (1 << 56) - 1;

impl<const BITS: u32> Default for NumberMemo<BITS> {
    fn default() -> Self {
        // An empty entry matches no set: a set has no bits off the board.
        NumberMemo(Memo::new(u64::MAX))
    }
}

impl<const BITS: u32> NumberMemo<BITS> {
    /// Returns the stored number of `set`, or stores and returns the result of
    /// `compute`, which must be below 256.
    #[inline(always)]
    pub fn get(&mut self, set: u64, compute: impl FnOnce() -> u32) -> u32 {
        let entry = self.0.entry(mix(set));
        if *entry & SET != set {
            *entry = set | u64::from(compute()) << 56;
        }
        (*entry >> 56) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::game::trains::longest::bits::BOARD;
    use crate::random::Random;

    /// Sets that share an entry keep their own numbers, and a second lookup of
    /// the same set in a row computes nothing.
    #[test]
    fn lookups_are_exact() {
        let mut random = Random::new(6);
        let mut memo = NumberMemo::<4>::default();
        let mut truth = HashMap::from([(0, 7), (BOARD, 255)]);
        truth.extend((0..200).map(|i| (random.next_u64() & BOARD, i)));
        let sets: Vec<u64> = truth.keys().copied().collect();
        for _ in 0..5_000 {
            let set = sets[random.below(sets.len())];
            assert_eq!(memo.get(set, || truth[&set]), truth[&set], "{set:#x}");
            assert_eq!(memo.get(set, || unreachable!()), truth[&set], "{set:#x}");
        }
    }
}
