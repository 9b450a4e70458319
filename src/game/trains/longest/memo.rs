//! A memo of small numbers, each true of a set of stones.

use crate::hashing::{Memo, mix};

/// Sets and their numbers.
///
/// ```text
///     number, 8 | set, 56: seven rows of eight bits
/// ```
///
/// An entry in one word instead of two leaves the caches to others: trees and
/// memos are looked up in turn.
pub(crate) struct NumberMemo<const BITS: u32>(Memo<u64, BITS>);

/// The bits of an entry that are the set.
const SET: u64 = (1 << 56) - 1;

impl<const BITS: u32> Default for NumberMemo<BITS> {
    fn default() -> Self {
        // No set of squares has a bit off the board.
        NumberMemo(Memo::new(u64::MAX))
    }
}

impl<const BITS: u32> NumberMemo<BITS> {
    /// What is known of `set`, or else what `compute` says, to be remembered:
    /// a number below 256.
    #[inline(always)]
    pub(crate) fn get(&mut self, set: u64, compute: impl FnOnce() -> u32) -> u32 {
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

    /// However many sets share an entry, each gets its own number, and a set is
    /// computed once when it is asked for twice in a row.
    #[test]
    fn answers_are_exact() {
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
