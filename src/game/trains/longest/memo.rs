//! A direct-mapped memo: a set of stones and a small number that is true of it.

/// Slots that each hold one set and its number; a newer set takes the place of an
/// older one. The whole set is kept and compared, so an answer is exact.
pub(crate) struct Memo {
    slots: Box<[(u64, u32)]>,
    shift: u32,
}

impl Memo {
    /// A memo of `2^bits` slots of 16 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        // No set of squares has a bit off the board.
        Memo { slots: vec![(u64::MAX, 0); 1 << bits].into_boxed_slice(), shift: 64 - bits }
    }

    /// What is known of `set`, or else what `compute` says, to be remembered.
    #[inline(always)]
    pub(crate) fn get(&mut self, set: u64, compute: impl FnOnce() -> u32) -> u32 {
        let index = set.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        let slot = &mut self.slots[index as usize];
        if slot.0 != set {
            *slot = (set, compute());
        }
        slot.1
    }
}
