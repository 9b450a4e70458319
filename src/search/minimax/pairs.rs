//! The table of the fast version of `minimax`, in pairs of slots.

use bytemuck::allocation::try_zeroed_slice_box;

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
pub(super) struct Pairs(Box<[Slot]>);

impl Pairs {
    /// A table of at most so many bytes, with a power of two of slots, or none.
    pub(super) fn new(bytes: usize) -> Pairs {
        let slots = (bytes / size_of::<Slot>()).checked_ilog2().map_or(0, |log| 1 << log);
        Pairs(try_zeroed_slice_box(slots).unwrap_or_default())
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
        let first = self.0.len().checked_sub(1)? & hash as usize;
        let matches =
            |&[known, data]: &Slot| known == hash && data >> 24 & 0xff == u64::from(empty);
        let slot = self.0.get(first).filter(|slot| matches(slot));
        let slot = slot.or_else(|| self.0.get(first ^ 1).filter(|slot| matches(slot)))?;
        Some(slot[1])
    }

    /// Stores over the same position, or what has the same or a smaller depth:
    /// positions near the roots stay.
    pub(super) fn put(&mut self, hash: u64, empty: u32, entry: Entry) {
        let Some(mask) = self.0.len().checked_sub(1) else { return };
        let first = mask & hash as usize;
        let depth = |slot: &Slot| (slot[1] >> 24 & 0xff) as u32;
        let fits = self.0.get(first).is_some_and(|slot| depth(slot) <= empty);
        let index = if fits { first } else { first ^ 1 };
        if let Some(slot) = self.0.get_mut(index) {
            let score = u64::from(entry.score as i16 as u16);
            let place = u64::from(empty) << 24 | (entry.square.index() as u64) << 32;
            *slot = [hash, score | (entry.bound as u64) << 16 | place];
        }
    }

    /// Slots in use, and all.
    pub(super) fn usage(&self) -> (u64, u64) {
        (used(&self.0) as u64, self.0.len() as u64)
    }

    /// How full the table is, in thousandths, from a sample of its slots.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.0[..self.0.len().min(1000)];
        (used(sample) * 1000 / sample.len().max(1)) as u32
    }
}

#[inline]
fn square(data: u64) -> Square {
    Square::new((data >> 32 & 0x3f) as usize)
}

fn used(slots: &[Slot]) -> usize {
    slots.iter().filter(|slot| slot[1] != 0).count()
}
