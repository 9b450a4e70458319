//! The transposition table of the prover: whole canonical positions, so a hit is never a guess.

use std::marker::PhantomData;

use super::bits::Bits;
use super::known::Known;
use crate::game::SquareSet;
use crate::hashing::mix_pair;
use crate::search::memory::allocation::zeroed;
use crate::search::memory::buckets::{bucket, parent};

/// What is stored of one position of a query, in canonical orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<W, K> {
    /// The stones of attacker and defender.
    pub(super) key: [W; 2],
    /// The side to move.
    pub(super) mover: usize,
    /// The zone of a decided position.
    pub(super) zone: W,
    /// What else is known.
    pub(super) known: K,
}

impl<W: Bits, K: Known> Entry<W, K> {
    /// An entry that knows nothing of the position.
    pub(super) fn fresh(key: [W; 2], mover: usize) -> Self {
        Self { key, mover, zone: W::EMPTY, known: K::default() }
    }
}

/// A stored entry: plain words, so that a new table is untouched zero pages.
///
/// ```text
///   word 0  attacker's stones      word 3, bits 0..8   1 + mover; 0 marks a free slot
///   word 1  defender's stones                   8..64  what else is known
///   word 2  zone
/// ```
type Slot<W> = [W; 4];

/// Slots that share an address.
const WAYS: usize = 4;

/// Buckets at first, a power of two.
const FIRST: usize = 1 << 8;

/// A bounded table; the caller says how many bytes it may take. It begins
/// small, as most proofs are over before a large one would have been set up,
/// and grows by one bucket at a time: making it twice as large at once could
/// take tens of milliseconds.
///
/// ```text
///  segments   0: 256 buckets   1: 256   2: 512   3: 1024 …
///                                 ▲        ▲
///                            to be split   next new bucket
/// ```
pub(super) struct Table<W, K> {
    /// The first, and then as much again with every further one.
    segments: Vec<Box<[Bucket<W>]>>,
    /// Buckets in use.
    buckets: usize,
    /// Buckets at most.
    most: usize,
    /// Slots in use.
    used: usize,
    known: PhantomData<K>,
}

type Bucket<W> = [Slot<W>; WAYS];

impl<W: Bits, K: Known> Table<W, K> {
    /// A table that grows to at most `bytes`, but at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket<W>>()).max(1);
        let buckets = FIRST.min(most);
        let first = vec![[[W::EMPTY; 4]; WAYS]; buckets].into_boxed_slice();
        Self { segments: vec![first], buckets, most, used: 0, known: PhantomData }
    }

    /// Adds a bucket, which takes its part of an older one. Stays as it is if
    /// there is not so much memory.
    fn split(&mut self) {
        let new = self.buckets;
        let (segment, at) = place(new);
        if segment == self.segments.len() {
            let fresh = zeroed(new.min(self.most - new));
            if fresh.is_empty() {
                self.most = new;
                return;
            }
            self.segments.push(fresh);
        }
        self.buckets += 1;
        let (old_segment, old_at) = place(parent(new));
        for way in 0..WAYS {
            let slot = self.segments[old_segment][old_at][way];
            if !slot[3].is_empty() && self.bucket([slot[0], slot[1]], mover(&slot)) == new {
                self.segments[old_segment][old_at][way] = [W::EMPTY; 4];
                self.segments[segment][at][way] = slot;
            }
        }
    }

    /// How full the table is, in thousandths of what it may become.
    pub(super) fn fullness(&self) -> u32 {
        (self.used * 1000 / (self.most * WAYS)) as u32
    }

    #[inline]
    fn bucket(&self, key: [W; 2], mover: usize) -> usize {
        bucket(hash(key, mover), self.buckets)
    }

    /// The entry of the position, if it is there.
    pub(super) fn probe(&self, key: [W; 2], mover: usize) -> Option<Entry<W, K>> {
        let (segment, at) = place(self.bucket(key, mover));
        let slot = self.segments[segment][at].iter().find(|slot| holds(slot, key, mover))?;
        Some(unpack(slot))
    }

    /// Stores the entry over an older one of the same position, or over the cheapest one there.
    pub(super) fn store(&mut self, entry: &Entry<W, K>) {
        // One in four is full, so that a bucket hardly ever is.
        if self.used > self.buckets * WAYS / 4 && self.buckets < self.most {
            self.split();
        }
        let (segment, at) = place(self.bucket(entry.key, entry.mover));
        let bucket = &mut self.segments[segment][at];
        let cost = |slot: &Slot<W>| {
            if holds(slot, entry.key, entry.mover) {
                0
            } else {
                1 + u32::from(!slot[3].is_empty()) + u32::from(known::<W, K>(slot).cost())
            }
        };
        if let Some(slot) = bucket.iter_mut().min_by_key(|slot| cost(slot)) {
            self.used += usize::from(slot[3].is_empty());
            *slot = pack(entry);
        }
    }
}

/// The segment of a bucket and its place there.
#[inline]
fn place(bucket: usize) -> (usize, usize) {
    if bucket < FIRST {
        return (0, bucket);
    }
    let high = bucket.ilog2();
    ((high - FIRST.ilog2()) as usize + 1, bucket ^ (1 << high))
}

/// The low bits, which make the address, are the high ones of the mixed word.
fn hash<W: Bits>([attacker, defender]: [W; 2], mover: usize) -> usize {
    mix_pair(attacker.folded(), defender.folded()).swap_bytes() as usize ^ mover
}

/// The word of a slot that is no set.
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

fn holds<W: Bits>(slot: &Slot<W>, key: [W; 2], mover: usize) -> bool {
    slot[0] == key[0] && slot[1] == key[1] && usize::from(meta(slot)[0]) == mover + 1
}

fn pack<W: Bits, K: Known>(entry: &Entry<W, K>) -> Slot<W> {
    let [a, b, c, d, e, f, g] = entry.known.pack();
    let meta = u64::from_le_bytes([entry.mover as u8 + 1, a, b, c, d, e, f, g]);
    [entry.key[0], entry.key[1], entry.zone, W::from_set(SquareSet(meta.into()))]
}

fn unpack<W: Bits, K: Known>(slot: &Slot<W>) -> Entry<W, K> {
    Entry { key: [slot[0], slot[1]], mover: mover(slot), zone: slot[2], known: known(slot) }
}

#[cfg(test)]
mod tests {
    use super::super::known::{KnownAnswer, KnownDistance, Stored};
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        // The larger one ends within a segment.
        for buckets in [32, 700] {
            fill(buckets);
        }
    }

    fn fill(buckets: usize) {
        let mut table = Table::<u64, KnownAnswer>::new(buckets * size_of::<Bucket<u64>>());
        assert_eq!(table.most, buckets);
        for i in 0..40_000u64 {
            let known = KnownAnswer {
                answer: if i % 2 == 0 { Stored::Win } else { Stored::Fail },
                square: (i % 3 > 0).then_some((i % 64) as u8),
                spare: 3,
                tried: [1, 200],
                effort: (i % 64) as u8,
            };
            let entry =
                Entry { zone: i * 7, known, ..Entry::fresh([i, i << 20], (i % 2) as usize) };
            table.store(&entry);
            assert_eq!(table.probe(entry.key, entry.mover), Some(entry));
            assert_eq!(table.probe(entry.key, 1 - entry.mover), None);
        }
        assert_eq!((table.buckets, table.fullness()), (buckets, 1000));
    }

    #[test]
    fn a_table_grows_and_keeps_what_it_has() {
        let bytes = 1 << 22;
        let mut table = Table::<u64, KnownDistance>::new(bytes);
        let small = table.buckets;
        let entry = |i: u64| Entry { zone: i, ..Entry::fresh([i, i << 32], (i % 2) as usize) };
        let entries = (bytes / size_of::<Slot<u64>>() / 8) as u64;
        (0..entries).for_each(|i| table.store(&entry(i)));
        let taken: usize = table.segments.iter().map(|segment| size_of_val(&**segment)).sum();
        assert!(table.buckets > small && taken <= bytes);
        let kept = |&i: &u64| {
            let entry = entry(i);
            table.probe(entry.key, entry.mover) == Some(entry)
        };
        // In a few buckets too many may have met.
        let kept = (0..entries).filter(kept).count() as u64;
        assert!(kept > entries - entries / 20, "{kept} of {entries}");
        assert!((100..=125).contains(&table.fullness()), "{}", table.fullness());
    }
}
