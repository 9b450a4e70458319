//! The table of the fast version of `minimax`, in pairs of slots.

use crate::game::Square;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact = 1,
    Lower = 2,
    Upper = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// For the side to move, counted from the position.
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) square: Square,
}

/// One position of the table: its hash and, packed, what is known.
///
/// ```text
/// bits 0–15 score   16–23 bound, 0 in a free slot   24–31 depth   32–39 square
/// ```
///
/// The depth is the number of empty squares: all searches are to the end.
type Slot = [u64; 2];

/// Positions by their hash; the second of a pair of slots is for what finds the
/// first occupied.
///
/// The memory is reserved at once, but used from its beginning: the table
/// doubles when an eighth of it is occupied. So a search of few positions
/// touches few pages, each of which the system has to clear first.
pub(super) struct PairedTable {
    /// A power of two of slots, or none.
    slots: Vec<Slot>,
    /// How many slots it may have.
    limit: usize,
    occupied: usize,
}

/// Slots of a table in which little is stored.
const FIRST_SLOTS: usize = (64 << 10) / size_of::<Slot>();
const FREE_SLOT: Slot = [0; 2];

impl PairedTable {
    /// A table of at most so many bytes, with a power of two of slots, or none.
    pub(super) fn new(bytes: usize) -> PairedTable {
        let mut limit = (bytes / size_of::<Slot>()).checked_ilog2().map_or(0, |log| 1 << log);
        let mut slots = Vec::new();
        if slots.try_reserve_exact(limit).is_err() {
            limit = 0;
        }
        slots.resize(limit.min(FIRST_SLOTS), FREE_SLOT);
        PairedTable { slots, limit, occupied: 0 }
    }

    /// What is known of the position with this hash and so many empty squares.
    #[inline]
    pub(super) fn get(&self, hash: u64, empty: u32) -> Option<Entry> {
        let data = self.data(hash, empty)?;
        let bound = match data >> 16 & 0xff {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Entry { score: i32::from(data as u16 as i16), bound, square: square(data) })
    }

    /// Its best move, if its score is exact: all that a game needs to know.
    #[inline]
    pub(super) fn best(&self, hash: u64, empty: u32) -> Option<Square> {
        let data = self.data(hash, empty)?;
        (data >> 16 & 0xff == Bound::Exact as u64).then(|| square(data))
    }

    #[inline]
    fn data(&self, hash: u64, empty: u32) -> Option<u64> {
        let first = self.slots.len().checked_sub(1)? & hash as usize;
        let matches =
            |&[known, data]: &Slot| known == hash && data >> 24 & 0xff == u64::from(empty);
        let slot = self.slots.get(first).filter(|slot| matches(slot));
        let slot = slot.or_else(|| self.slots.get(first ^ 1).filter(|slot| matches(slot)))?;
        Some(slot[1])
    }

    /// Stores over the same position, or what has the same or a smaller depth:
    /// positions near the roots stay.
    pub(super) fn put(&mut self, hash: u64, empty: u32, entry: Entry) {
        let Some(mask) = self.slots.len().checked_sub(1) else { return };
        let first = mask & hash as usize;
        let depth = |slot: &Slot| (slot[1] >> 24 & 0xff) as u32;
        let fits = self.slots.get(first).is_some_and(|slot| depth(slot) <= empty);
        let index = if fits { first } else { first ^ 1 };
        let Some(slot) = self.slots.get_mut(index) else { return };
        let was_free = *slot == FREE_SLOT;
        let score = u64::from(entry.score as i16 as u16);
        let place = u64::from(empty) << 24 | (entry.square.index() as u64) << 32;
        *slot = [hash, score | (entry.bound as u64) << 16 | place];
        self.occupied += usize::from(was_free);
        if self.occupied > self.slots.len() / 8 && self.slots.len() < self.limit {
            self.double();
        }
    }

    /// Makes the table twice as large. A position stays in its slot or moves to
    /// the one as far behind the old end, as the next bit of its hash tells: so
    /// two that shared a pair still find room.
    fn double(&mut self) {
        let old = self.slots.len();
        self.slots.resize(2 * old, FREE_SLOT);
        let (front, back) = self.slots.split_at_mut(old);
        for (slot, behind) in front.iter_mut().zip(back) {
            if slot[0] as usize & old != 0 {
                *behind = std::mem::replace(slot, FREE_SLOT);
            }
        }
    }

    /// Slots in use, and all.
    pub(super) fn usage(&self) -> (u64, u64) {
        (self.occupied as u64, self.limit as u64)
    }

    /// How full the table is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.occupied as u64 * 1000 / (self.limit as u64).max(1)) as u32
    }
}

#[inline]
fn square(data: u64) -> Square {
    Square::new((data >> 32 & 0x3f) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The hashes and numbers of empty squares in the slots of a table.
    fn contents(pairs: &PairedTable) -> Vec<(u64, u32)> {
        let occupied = pairs.slots.iter().filter(|slot| **slot != FREE_SLOT);
        occupied.map(|slot| (slot[0], (slot[1] >> 24 & 0xff) as u32)).collect()
    }

    fn entry(score: i32) -> Entry {
        Entry { score, bound: Bound::Exact, square: Square::new(5) }
    }

    /// What is stored replaces one other position at most, also when the table
    /// doubles.
    #[test]
    fn a_table_that_grows_forgets_nothing() {
        let mut random = Random::new(7);
        let mut pairs = PairedTable::new(1 << 20);
        let mut stored = std::collections::HashMap::new();
        let mut sizes = vec![pairs.slots.len()];
        for _ in 0..20_000 {
            let (hash, empty) = (random.next_u64(), 1 + random.below(16) as u32);
            let score = random.below(201) as i32 - 100;
            let mask = pairs.slots.len() - 1;
            let in_way = |place: u64| place as usize & mask == (hash as usize & mask);
            let before = contents(&pairs);
            pairs.put(hash, empty, entry(score));
            stored.insert(hash, score);
            let known = |&(hash, empty): &(u64, u32)| {
                pairs.get(hash, empty).map(|e| e.score) == stored.get(&hash).copied()
            };
            assert!(known(&(hash, empty)));
            if pairs.slots.len() > mask + 1 {
                sizes.push(pairs.slots.len());
                let lost: Vec<_> = before.iter().filter(|at| !known(at)).collect();
                assert!(lost.len() <= 1, "{lost:?}");
                assert!(lost.iter().all(|(h, _)| in_way(*h) || in_way(*h ^ 1)), "{lost:?}");
            }
            assert_eq!(pairs.occupied, contents(&pairs).len());
        }
        assert!(sizes.len() > 3, "{sizes:?}");
        // Its memory is what was asked for, and all of it is used in the end.
        assert_eq!((pairs.slots.len(), pairs.slots.capacity()), (1 << 16, 1 << 16));
        assert_eq!(pairs.usage(), (contents(&pairs).len() as u64, 1 << 16));
    }

    /// The system has to clear every page that is touched.
    #[test]
    fn a_large_table_takes_the_memory_that_it_needs() {
        let mut random = Random::new(8);
        let mut pairs = PairedTable::new(256 << 20);
        for _ in 0..30_000 {
            pairs.put(random.next_u64(), 9, entry(0));
        }
        assert!(pairs.slots.len() <= 16 * 30_000, "{}", pairs.slots.len());
        assert_eq!(pairs.usage().1, 1 << 24);
        assert_eq!(pairs.fullness(), 1);
    }

    #[test]
    fn a_table_without_memory_knows_nothing() {
        for bytes in [0, 15] {
            let mut pairs = PairedTable::new(bytes);
            pairs.put(1, 3, entry(0));
            assert!(pairs.get(1, 3).is_none() && pairs.fullness() == 0);
        }
        // One slot has no other of its pair.
        let mut pairs = PairedTable::new(16);
        pairs.put(1, 3, entry(4));
        pairs.put(2, 2, entry(5));
        assert_eq!(pairs.get(1, 3).map(|entry| entry.score), Some(4));
    }
}
