//! The transposition table of the prover: whole canonical positions, so a hit is never a guess.

use bytemuck::allocation::try_zeroed_slice_box;

use super::bits::Bits;
use crate::game::SquareSet;

/// What is stored of one position of a query, in canonical orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<W> {
    /// The stones of attacker and defender.
    pub(super) key: [W; 2],
    /// The zone of a decided position.
    pub(super) zone: W,
    /// What is known.
    pub(super) known: Known,
    /// The side to move.
    pub(super) mover: usize,
    /// The best move, or the one a later search should start with.
    pub(super) square: Option<u8>,
    /// How many extra stones the zone of a win is good for.
    pub(super) spare: u8,
    /// Budget + 1 with which forcing (0) and refuting (1) were tried in vain.
    pub(super) tried: [u8; 2],
    /// Logarithm of the nodes spent, for replacement.
    pub(super) effort: u8,
}

/// The state of knowledge about "the attacker can force a line".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Nothing yet.
    Open,
    /// It can.
    Win,
    /// It cannot.
    Fail,
}

impl<W: Bits> Entry<W> {
    /// An entry that knows nothing of the position.
    pub(super) fn fresh(key: [W; 2], mover: usize) -> Self {
        Self {
            key,
            zone: W::EMPTY,
            known: Known::Open,
            mover,
            square: None,
            spare: 0,
            tried: [0; 2],
            effort: 0,
        }
    }
}

/// A stored entry: plain words, so that a new table is untouched zero pages.
///
/// ```text
///   word 0  attacker's stones      word 3, bits  0..2   1 + mover; 0 marks a free slot
///   word 1  defender's stones                    2..4   known
///   word 2  zone                                 8..16  1 + square, or 0
///                                               16..24  spare
///                                               24..40  tried
///                                               40..48  effort
/// ```
type Slot<W> = [W; 4];

/// Slots that share an address.
const WAYS: usize = 4;

/// Buckets at first.
const FIRST: usize = 1 << 8;

/// When the table is half full it becomes so many times as large. While it
/// does, there are both.
const GROWTH: usize = 16;

/// A bounded table; the caller says how many bytes it may take. It begins
/// small and grows: most proofs are over before a large one would have been
/// set up.
pub(super) struct Table<W> {
    slots: Box<[Slot<W>]>,
    mask: usize,
    used: usize,
    /// Buckets at most.
    most: usize,
}

impl<W: Bits> Table<W> {
    /// A table that grows to at most `bytes`, but at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let fit = (bytes / (WAYS * size_of::<Slot<W>>())).max(1);
        let most = 1 << fit.ilog2();
        let buckets = FIRST.min(most);
        let slots = vec![[W::EMPTY; 4]; buckets * WAYS].into_boxed_slice();
        Self { slots, mask: buckets - 1, used: 0, most }
    }

    /// Makes the table larger, or stays as it is if there is not so much
    /// memory. The system gives zeroed pages when they are touched.
    #[cold]
    fn grow(&mut self) {
        let buckets = (GROWTH * (self.mask + 1)).min(self.most);
        let Ok(slots) = try_zeroed_slice_box(buckets * WAYS) else {
            self.most = self.mask + 1;
            return;
        };
        let old = std::mem::replace(&mut self.slots, slots);
        (self.mask, self.used) = (buckets - 1, 0);
        for slot in old.iter().filter(|slot| !slot[3].is_empty()) {
            self.store(&unpack(slot));
        }
    }

    /// How full the table is, in thousandths of what it may become.
    pub(super) fn fullness(&self) -> u32 {
        (self.used * 1000 / (self.most * WAYS)) as u32
    }

    fn bucket(&self, key: [W; 2], mover: usize) -> usize {
        let [attacker, defender] = key.map(digest);
        let h = attacker.wrapping_add(defender.rotate_left(23)).wrapping_add(mover as u64);
        let h = h.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((h >> 20) as usize & self.mask) * WAYS
    }

    /// The entry of the position, if it is there.
    pub(super) fn probe(&self, key: [W; 2], mover: usize) -> Option<Entry<W>> {
        let at = self.bucket(key, mover);
        let slot = self.slots[at..at + WAYS].iter().find(|slot| holds(slot, key, mover))?;
        Some(unpack(slot))
    }

    /// Stores the entry over an older one of the same position, or over the cheapest one there.
    pub(super) fn store(&mut self, entry: &Entry<W>) {
        if 2 * self.used > self.slots.len() && self.mask + 1 < self.most {
            self.grow();
        }
        let at = self.bucket(entry.key, entry.mover);
        let bucket = &mut self.slots[at..at + WAYS];
        let cost = |slot: &Slot<W>| {
            if holds(slot, entry.key, entry.mover) {
                0
            } else {
                1 + (meta(slot) & 3).min(1) + (meta(slot) >> 40)
            }
        };
        if let Some(slot) = bucket.iter_mut().min_by_key(|slot| cost(slot)) {
            self.used += usize::from(slot[3].is_empty());
            *slot = pack(entry);
        }
    }
}

/// A well mixed 64-bit digest of a set: two rounds of multiply and fold are
/// enough for addresses, where a clash costs only a slot.
fn digest<W: Bits>(set: W) -> u64 {
    let [low, high] = set.halves();
    mix(low ^ mix(high))
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ (x >> 32)
}

/// The word of a slot that is no set.
fn meta<W: Bits>(slot: &Slot<W>) -> u64 {
    slot[3].halves()[0]
}

fn holds<W: Bits>(slot: &Slot<W>, key: [W; 2], mover: usize) -> bool {
    slot[0] == key[0] && slot[1] == key[1] && meta(slot) & 3 == mover as u64 + 1
}

fn pack<W: Bits>(e: &Entry<W>) -> Slot<W> {
    let square = e.square.map_or(0, |s| u64::from(s) + 1);
    let bytes = [e.spare, e.tried[0], e.tried[1], e.effort];
    let meta = bytes.iter().rev().fold(0, |m, &b| m << 8 | u64::from(b)) << 16;
    let meta = meta | square << 8 | (e.known as u64) << 2 | (e.mover as u64 + 1);
    [e.key[0], e.key[1], e.zone, W::from_set(SquareSet(meta.into()))]
}

fn unpack<W: Bits>(slot: &Slot<W>) -> Entry<W> {
    let [low, square, spare, force, refute, effort, ..] = meta(slot).to_le_bytes();
    Entry {
        key: [slot[0], slot[1]],
        zone: slot[2],
        known: [Known::Open, Known::Win, Known::Fail, Known::Open][usize::from(low >> 2 & 3)],
        mover: usize::from(low & 3) - 1,
        square: square.checked_sub(1),
        spare,
        tried: [force, refute],
        effort,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let mut table = Table::<u64>::new(1 << 12);
        assert_eq!(table.most * WAYS, 128);
        for i in 0..10_000u64 {
            let entry = Entry {
                zone: i * 7,
                known: if i % 2 == 0 { Known::Win } else { Known::Fail },
                square: (i % 3 > 0).then_some((i % 64) as u8),
                spare: 3,
                tried: [1, 200],
                effort: (i % 64) as u8,
                ..Entry::fresh([i, i << 20], (i % 2) as usize)
            };
            table.store(&entry);
            assert_eq!(table.probe(entry.key, entry.mover), Some(entry));
            assert_eq!(table.probe(entry.key, 1 - entry.mover), None);
        }
        assert_eq!(table.fullness(), 1000);
    }

    #[test]
    fn a_table_grows_and_keeps_what_it_has() {
        let bytes = 1 << 22;
        let mut table = Table::<u64>::new(bytes);
        let small = table.slots.len();
        let entry = |i: u64| Entry { zone: i, ..Entry::fresh([i, i << 32], (i % 2) as usize) };
        let entries = (bytes / size_of::<Slot<u64>>() / 8) as u64;
        (0..entries).for_each(|i| table.store(&entry(i)));
        assert!(table.slots.len() > small && size_of_val(&*table.slots) <= bytes);
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
