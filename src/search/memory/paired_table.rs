//! A table for searches to the end of the game: pairs of slots, growing.

use super::bound::Bound;
use super::buckets::{bucket, parent};
use super::entry::{Entry, packed_best, packed_bound, packed_depth};
use crate::game::Square;

/// A hash and an entry as a word, both 0 in a free slot. The depth of the entry
/// is the number of empty squares.
type Slot = [u64; 2];

/// Entries by hash. A position whose slot is occupied goes to the other slot of
/// the pair.
///
/// The memory is reserved at once, but used from its beginning: the table
/// grows by a pair at a time, so that until it has all its memory it is at most
/// an eighth full. So a search of few positions touches few pages, each of which
/// the system has to clear first, and no step takes long.
pub(crate) struct PairedTable {
    /// The slots: an even number, or one, or none.
    slots: Vec<Slot>,
    /// The maximum number of slots: a power of two, or none.
    limit: usize,
    occupied: usize,
}

/// The slots of a new table.
const FIRST_SLOTS: usize = (64 << 10) / size_of::<Slot>();
const FREE_SLOT: Slot = [0; 2];

impl PairedTable {
    /// A table of at most `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> PairedTable {
        let mut limit = (bytes / size_of::<Slot>()).checked_ilog2().map_or(0, |log| 1 << log);
        let mut slots = Vec::new();
        if slots.try_reserve_exact(limit).is_err() {
            limit = 0;
        }
        slots.resize(limit.min(FIRST_SLOTS), FREE_SLOT);
        PairedTable { slots, limit, occupied: 0 }
    }

    /// The entry of the position with this hash and number of empty squares.
    #[inline]
    pub(crate) fn probe(&self, hash: u64, empty: u8) -> Option<Entry> {
        Entry::unpack(self.data(hash, empty)?)
    }

    /// The best move of that position, if its value is exact.
    #[inline]
    pub(crate) fn best(&self, hash: u64, empty: u8) -> Option<Square> {
        let data = self.data(hash, empty)?;
        packed_best(data).filter(|_| packed_bound(data) == Bound::Exact as u8)
    }

    #[inline]
    fn data(&self, hash: u64, empty: u8) -> Option<u64> {
        if self.slots.is_empty() {
            return None;
        }
        let first = bucket(hash as usize, self.slots.len());
        let matches = |&[known, data]: &Slot| known == hash && packed_depth(data) == empty;
        let slot = self.slots.get(first).filter(|slot| matches(slot));
        let slot = slot.or_else(|| self.slots.get(first ^ 1).filter(|slot| matches(slot)))?;
        Some(slot[1])
    }

    /// Stores an entry in the first slot of its hash if the entry there has the
    /// same depth or less, or else in the other slot of the pair. So positions
    /// near the root stay.
    pub(crate) fn store(&mut self, hash: u64, entry: Entry) {
        if self.slots.is_empty() {
            return;
        }
        let first = bucket(hash as usize, self.slots.len());
        let fits = self.slots.get(first).is_some_and(|slot| packed_depth(slot[1]) <= entry.depth);
        let index = if fits { first } else { first ^ 1 };
        let Some(slot) = self.slots.get_mut(index) else { return };
        let was_free = *slot == FREE_SLOT;
        *slot = [hash, entry.pack()];
        self.occupied += usize::from(was_free);
        while self.occupied > self.slots.len() / 8 && self.slots.len() < self.limit {
            self.add_pair();
        }
    }

    /// Adds a pair. Depending on a bit of its hash, an entry stays in its slot
    /// or moves to the same slot of the new pair, so no two entries need the
    /// same slot.
    fn add_pair(&mut self) {
        for new in self.slots.len()..self.slots.len() + 2 {
            let moves = |slot: &&mut Slot| slot[0] as usize & (1 << new.ilog2()) != 0;
            let old = self.slots.get_mut(parent(new)).filter(moves);
            let entry = old.map_or(FREE_SLOT, |slot| std::mem::replace(slot, FREE_SLOT));
            self.slots.push(entry);
        }
    }

    /// The slots in use, and the most slots.
    pub(crate) fn usage(&self) -> (u64, u64) {
        (self.occupied as u64, self.limit as u64)
    }

    /// The used part of the table, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        (self.occupied as u64 * 1000 / (self.limit as u64).max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The hashes and numbers of empty squares in the slots of a table.
    fn contents(pairs: &PairedTable) -> Vec<(u64, u8)> {
        let occupied = pairs.slots.iter().filter(|slot| **slot != FREE_SLOT);
        occupied.map(|slot| (slot[0], packed_depth(slot[1]))).collect()
    }

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, depth, bound: Bound::Exact, best: Some(Square::new(5)) }
    }

    /// A store replaces at most one other position, while the table grows, too.
    #[test]
    fn a_growing_table_loses_nothing() {
        let mut random = Random::new(7);
        let mut pairs = PairedTable::new(1 << 20);
        let mut stored = std::collections::HashMap::new();
        for number in 0..20_000 {
            let (hash, empty) = (random.next_u64(), 1 + random.below(16) as u8);
            let score = random.below(201) as i32 - 100;
            let before = contents(&pairs);
            let slots = pairs.slots.len();
            let pair = |hash: u64| bucket(hash as usize, slots) & !1;
            pairs.store(hash, entry(score, empty));
            stored.insert(hash, score);
            let known = |&(hash, empty): &(u64, u8)| {
                pairs.probe(hash, empty).map(|e| e.value) == stored.get(&hash).copied()
            };
            assert!(known(&(hash, empty)));
            // A pair at a time: an eighth stays used.
            assert!(pairs.slots.len() <= slots + 8);
            if number % 50 == 0 {
                let lost: Vec<_> = before.iter().filter(|at| !known(at)).collect();
                assert!(lost.len() <= 1, "{lost:?}");
                assert!(lost.iter().all(|(h, _)| pair(*h) == pair(hash)), "{lost:?}");
                assert_eq!(pairs.occupied, contents(&pairs).len());
                assert!(pairs.occupied <= pairs.slots.len() / 8 || pairs.slots.len() == 1 << 16);
            }
        }
        // In the end it uses exactly the requested memory.
        assert_eq!((pairs.slots.len(), pairs.slots.capacity()), (1 << 16, 1 << 16));
        assert_eq!(pairs.usage(), (contents(&pairs).len() as u64, 1 << 16));
    }

    /// Every touched page takes time, because the system clears it.
    #[test]
    fn a_large_table_touches_only_the_memory_that_it_needs() {
        let mut random = Random::new(8);
        let mut pairs = PairedTable::new(256 << 20);
        for _ in 0..30_000 {
            pairs.store(random.next_u64(), entry(0, 9));
        }
        assert!(pairs.slots.len() <= 16 * 30_000, "{}", pairs.slots.len());
        assert_eq!(pairs.usage().1, 1 << 24);
        assert_eq!(pairs.fullness(), 1);
    }

    #[test]
    fn a_table_without_memory_stores_nothing() {
        for bytes in [0, 15] {
            let mut pairs = PairedTable::new(bytes);
            pairs.store(1, entry(0, 3));
            assert!(pairs.probe(1, 3).is_none() && pairs.fullness() == 0);
        }
        // With a single slot there is no pair.
        let mut pairs = PairedTable::new(16);
        pairs.store(1, entry(4, 3));
        pairs.store(2, entry(5, 2));
        assert_eq!(pairs.probe(1, 3).map(|entry| entry.value), Some(4));
    }
}
