//! The transposition table of the prover. It keeps whole canonical positions,
//! so a hit is always right.

use std::marker::PhantomData;

use super::known::Known;
use crate::game::SquareSet;
use crate::hashing::mix_pair;
use crate::search::memory::{bucket, parent};
use crate::search::proof::bits::Bits;

/// One stored position of a query, under the symmetry of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownEntry<W, K> {
    /// The stones of attacker and defender.
    pub(crate) key: [W; 2],
    /// The side to move.
    pub(crate) mover: usize,
    /// The zone of a proven answer.
    pub(crate) zone: W,
    /// The other facts.
    pub(crate) known: K,
}

impl<W: Bits, K: Known> KnownEntry<W, K> {
    /// An entry without facts.
    pub(crate) fn fresh(key: [W; 2], mover: usize) -> Self {
        Self { key, mover, zone: W::EMPTY, known: K::default() }
    }
}

/// A packed entry: plain words, so that a new table consists of untouched zero
/// pages.
///
/// ```text
///   word 0  attacker's stones   word 3, bits 0..8   1 + mover; 0: free slot
///   word 1  defender's stones                8..64  the other facts
///   word 2  zone
/// ```
type Slot<W> = [W; 4];

/// Slots of a bucket.
const WAYS: usize = 4;

/// Buckets of a new table, a power of two.
const FIRST_BUCKETS: usize = 1 << 8;

/// A table of bounded size, for which memory is reserved at once. It begins small,
/// because most proofs end before a large table would have been set up, and grows
/// by one bucket at a time, because the system takes time to provide memory.
pub(crate) struct KnownTable<W, K> {
    /// The buckets in use; the vector never grows beyond its reserved capacity.
    buckets: Vec<Bucket<W>>,
    /// The largest number of buckets.
    max_buckets: usize,
    /// Slots in use.
    used_slots: usize,
    known: PhantomData<K>,
}

type Bucket<W> = [Slot<W>; WAYS];

impl<W: Bits, K: Known> KnownTable<W, K> {
    /// A table that grows to at most `bytes`, but at least one bucket.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut max_buckets = (bytes / size_of::<Bucket<W>>()).max(1);
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(max_buckets).is_err() && max_buckets > 1 {
            max_buckets /= 2;
        }
        buckets.resize(FIRST_BUCKETS.min(max_buckets), [[W::EMPTY; 4]; WAYS]);
        Self { buckets, max_buckets, used_slots: 0, known: PhantomData }
    }

    /// Adds a bucket, to which a part of an older one moves.
    fn split(&mut self) {
        let new = self.buckets.len();
        self.buckets.push([[W::EMPTY; 4]; WAYS]);
        let old = parent(new);
        for way in 0..WAYS {
            let slot = self.buckets[old][way];
            if !slot[3].is_empty() && self.bucket([slot[0], slot[1]], mover(&slot)) == new {
                self.buckets[old][way] = [W::EMPTY; 4];
                self.buckets[new][way] = slot;
            }
        }
    }

    /// The slots in use, in thousandths of the largest size.
    pub(crate) fn fullness(&self) -> u32 {
        (self.used_slots * 1000 / (self.max_buckets * WAYS)) as u32
    }

    #[inline]
    fn bucket(&self, key: [W; 2], mover: usize) -> usize {
        bucket(hash(key, mover), self.buckets.len())
    }

    /// The entry of the position, if it is stored.
    pub(crate) fn probe(&self, key: [W; 2], mover: usize) -> Option<KnownEntry<W, K>> {
        let bucket = &self.buckets[self.bucket(key, mover)];
        let slot = bucket.iter().find(|slot| matches(slot, key, mover))?;
        Some(unpack(slot))
    }

    /// Stores the entry in place of an older one of the same position, or of
    /// the cheapest one in its bucket.
    pub(crate) fn store(&mut self, entry: &KnownEntry<W, K>) {
        // At most a quarter of the slots is in use while the table can grow, so
        // that buckets are seldom full.
        if self.used_slots > self.buckets.len() * WAYS / 4 && self.buckets.len() < self.max_buckets
        {
            self.split();
        }
        let at = self.bucket(entry.key, entry.mover);
        let bucket = &mut self.buckets[at];
        let cost = |slot: &Slot<W>| {
            if matches(slot, entry.key, entry.mover) {
                0
            } else {
                1 + u32::from(!slot[3].is_empty()) + u32::from(known::<W, K>(slot).cost())
            }
        };
        if let Some(slot) = bucket.iter_mut().min_by_key(|slot| cost(slot)) {
            self.used_slots += usize::from(slot[3].is_empty());
            *slot = pack(entry);
        }
    }
}

/// The hash of a position. The bytes are swapped because buckets are chosen by
/// the low bits, and the high bits of the mixed word depend on more of the key.
fn hash<W: Bits>([attacker, defender]: [W; 2], mover: usize) -> usize {
    mix_pair(attacker.folded(), defender.folded()).swap_bytes() as usize ^ mover
}

/// The word of a slot that is not a set of squares.
fn meta<W: Bits>(slot: &Slot<W>) -> [u8; 8] {
    slot[3].halves()[0].to_le_bytes()
}

fn mover<W: Bits>(slot: &Slot<W>) -> usize {
    usize::from(meta(slot)[0]) - 1
}

fn known<W: Bits, K: Known>(slot: &Slot<W>) -> K {
    let [_, known @ ..] = meta(slot);
    K::unpack(known)
}

fn matches<W: Bits>(slot: &Slot<W>, key: [W; 2], mover: usize) -> bool {
    slot[0] == key[0] && slot[1] == key[1] && usize::from(meta(slot)[0]) == mover + 1
}

fn pack<W: Bits, K: Known>(entry: &KnownEntry<W, K>) -> Slot<W> {
    let [a, b, c, d, e, f, g] = entry.known.pack();
    let meta = u64::from_le_bytes([entry.mover as u8 + 1, a, b, c, d, e, f, g]);
    [entry.key[0], entry.key[1], entry.zone, W::from_set(SquareSet(meta.into()))]
}

fn unpack<W: Bits, K: Known>(slot: &Slot<W>) -> KnownEntry<W, K> {
    KnownEntry { key: [slot[0], slot[1]], mover: mover(slot), zone: slot[2], known: known(slot) }
}

#[cfg(test)]
mod tests {
    use super::super::known::{KnownAnswer, KnownDistance, StoredAnswer};
    use super::*;

    #[test]
    fn stored_entries_are_found() {
        // A table of 700 buckets does not fill its last segment.
        for buckets in [32, 700] {
            fill(buckets);
        }
    }

    fn fill(buckets: usize) {
        let mut table = KnownTable::<u64, KnownAnswer>::new(buckets * size_of::<Bucket<u64>>());
        assert_eq!(table.max_buckets, buckets);
        for i in 0..40_000u64 {
            let known = KnownAnswer {
                answer: if i % 2 == 0 { StoredAnswer::Win } else { StoredAnswer::NoWin },
                hint: (i % 3 > 0).then_some((i % 64) as u8),
                extra_stones: 3,
                tried: [1, 200],
                log_nodes: (i % 64) as u8,
            };
            let entry = KnownEntry {
                zone: i * 7,
                known,
                ..KnownEntry::fresh([i, i << 20], (i % 2) as usize)
            };
            table.store(&entry);
            assert_eq!(table.probe(entry.key, entry.mover), Some(entry));
            assert_eq!(table.probe(entry.key, 1 - entry.mover), None);
        }
        assert_eq!((table.buckets.len(), table.fullness()), (buckets, 1000));
    }

    #[test]
    fn a_growing_table_keeps_its_entries() {
        let bytes = 1 << 22;
        let mut table = KnownTable::<u64, KnownDistance>::new(bytes);
        let small = table.buckets.len();
        let entry =
            |i: u64| KnownEntry { zone: i, ..KnownEntry::fresh([i, i << 32], (i % 2) as usize) };
        let entries = (bytes / size_of::<Slot<u64>>() / 8) as u64;
        (0..entries).for_each(|i| table.store(&entry(i)));
        assert!(table.buckets.len() > small && size_of_val(&*table.buckets) <= bytes);
        let kept = |&i: &u64| {
            let entry = entry(i);
            table.probe(entry.key, entry.mover) == Some(entry)
        };
        // A few buckets may have overflowed.
        let kept = (0..entries).filter(kept).count() as u64;
        assert!(kept > entries - entries / 20, "{kept} of {entries}");
        assert!((100..=125).contains(&table.fullness()), "{}", table.fullness());
    }
}
