//! A direct-mapped memo: a set of stones and a small number that is true of it.

/// Slots that each hold one set and its number; a newer set takes the place of an
/// older one. The whole set is kept and compared, so an answer is exact.
///
/// ```text
///     number, 8 | set, 56: seven rows of eight bits
/// ```
///
/// A slot in one word instead of two leaves the caches to others: trees and memos
/// are looked up in turn.
pub(crate) struct Memo {
    slots: Box<[u64]>,
    shift: u32,
}

/// The bits of a slot that are the set.
const SET: u64 = (1 << 56) - 1;

impl Memo {
    /// A memo of `2^bits` slots of 8 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        // No set of squares has a bit off the board.
        Memo { slots: vec![u64::MAX; 1 << bits].into_boxed_slice(), shift: 64 - bits }
    }

    /// What is known of `set`, or else what `compute` says, to be remembered:
    /// a number below 256.
    #[inline(always)]
    pub(crate) fn get(&mut self, set: u64, compute: impl FnOnce() -> u32) -> u32 {
        let index = set.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        let slot = &mut self.slots[index as usize];
        if *slot & SET != set {
            *slot = set | u64::from(compute()) << 56;
        }
        (*slot >> 56) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::game::trains::longest::bits::BOARD;
    use crate::random::Random;

    /// However many sets share a slot, each gets its own number, and a set is
    /// computed once when it is asked for twice in a row.
    #[test]
    fn answers_are_exact() {
        let mut random = Random::new(6);
        let mut memo = Memo::new(4);
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
