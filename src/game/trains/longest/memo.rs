//! A direct-mapped memo from sets of stones to small numbers.

/// Slots that each hold one set and its number. A newer set replaces an older
/// one. The slot keeps the whole set, so every lookup is exact.
///
/// ```text
///     number, 8 bits | set, 56 bits: seven rows of eight
/// ```
///
/// One word per slot instead of two saves cache for the search tree, as a
/// search alternates between both.
pub(crate) struct Memo {
    slots: Box<[u64]>,
    shift: u32,
}

/// The bits of a slot that hold the set.
const SET: u64 = (1 << 56) - 1;

impl Memo {
    /// Creates a memo of `2^bits` slots of 8 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        // Empty slots match no set: a set has no bits off the board.
        Memo { slots: vec![u64::MAX; 1 << bits].into_boxed_slice(), shift: 64 - bits }
    }

    /// Returns the stored number of `set`, or stores and returns the result of
    /// `compute`, which must be below 256.
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

    /// Sets that share a slot keep their own numbers, and a second lookup of
    /// the same set in a row computes nothing.
    #[test]
    fn lookups_are_exact() {
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
