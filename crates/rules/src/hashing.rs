//! Hash functions for addresses in tables, and a small table: a memo.

/// A word whose high bits depend on all bits of the key (Fibonacci hashing,
/// Knuth 1973). For addresses only: different keys give different words, but
/// the low bits are hardly mixed.
#[inline(always)]
pub const fn mix(key: u64) -> u64 {
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A word whose high bits depend on all bits of two keys.
#[inline(always)]
pub const fn mix_pair(first: u64, second: u64) -> u64 {
    (mix(first) ^ mix(second).rotate_left(23)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// A direct-mapped memo of `2^BITS` entries. Each key has one entry, which
/// holds the newest of the keys that share it. Callers store whole keys in the
/// entries and compare them, so that lookups are exact.
#[derive(Debug)]
pub struct Memo<E, const BITS: u32>(Box<[E]>);

impl<E: Clone, const BITS: u32> Memo<E, BITS> {
    /// A memo of empty entries.
    pub fn new(empty: E) -> Self {
        Memo(vec![empty; 1 << BITS].into_boxed_slice())
    }

    /// The entry of a key, given its mixed word.
    #[inline(always)]
    pub fn entry(&mut self, mixed: u64) -> &mut E {
        &mut self.0[(mixed >> (64 - BITS)) as usize]
    }

    /// Empties all entries.
    pub fn clear(&mut self, empty: E) {
        self.0.fill(empty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bit of a key changes the address.
    #[test]
    fn addresses_depend_on_every_bit() {
        for bit in 0..64 {
            let key = 0x0123_4567_89ab_cdef;
            let changed = key ^ 1 << bit;
            assert_ne!(mix(key) >> 56, mix(changed) >> 56, "{bit}");
            assert_ne!(mix_pair(key, 5) >> 56, mix_pair(changed, 5) >> 56, "{bit}");
            assert_ne!(mix_pair(5, key) >> 56, mix_pair(5, changed) >> 56, "{bit}");
        }
    }

    #[test]
    fn the_newest_key_takes_the_entry() {
        let mut memo = Memo::<u64, 2>::new(0);
        for key in 1..100 {
            *memo.entry(mix(key)) = key;
            assert_eq!(*memo.entry(mix(key)), key);
        }
        assert!((96..100).all(|key| *memo.entry(mix(key)) >= 96));
        memo.clear(0);
        assert!((0..100).all(|key| *memo.entry(mix(key)) == 0));
    }
}
