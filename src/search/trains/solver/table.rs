//! The table of questions already answered: a fixed number of entries.

use crate::search::memory::allocation::{LARGE_PAGE, use_large_pages, zeroed};

/// Answers by the 64-bit signature of a question, of which it is not sure that
/// it belongs to one question only: among 10^9 entries looked up 10^9 times, a
/// wrong one is found once in twenty runs at worst. Entries come in pairs: one
/// keeps the question with the most squares left, the other the newest.
#[derive(Default)]
pub(super) struct Table {
    entries: Box<[Entry]>,
    /// The large pages that have been written to. The first time the system has
    /// to find and to clear one, which can take it milliseconds. One that has
    /// not been written to is not read either, as that can take as long.
    written: Box<[bool]>,
}

/// A signature; the zone; then bit 0 the winner, bits 1 to 7 the square plus
/// one, from bit 8 the squares left.
type Entry = (u64, u64, u32);

/// What the table knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The side that gets its way.
    pub(super) winner: usize,
    /// The move with which it does, if it is to move and has to choose.
    pub(super) best: u64,
    /// The squares where the other side must not have more stones than it
    /// has if the answer is to hold.
    pub(super) zone: u64,
}

impl Table {
    /// Makes the table take at most `bytes` bytes. Fresh memory comes zeroed
    /// from the system page by page, so this takes no time. If there is not
    /// enough, or for less than a pair, the table stays empty.
    pub(super) fn resize(&mut self, bytes: usize) {
        let pairs = bytes / (2 * size_of::<Entry>());
        let entries = 2 * pairs;
        if self.entries.len() != entries {
            self.make(entries);
        }
    }

    pub(super) fn clear(&mut self) {
        self.make(self.entries.len());
    }

    fn make(&mut self, entries: usize) {
        // What there was is given back first.
        self.entries = Box::default();
        let mut fresh = zeroed(entries).into_vec();
        use_large_pages(&mut fresh);
        self.entries = fresh.into_boxed_slice();
        let pages = self.page(self.entries.len()) + 1;
        self.written = vec![false; pages].into_boxed_slice();
    }

    /// Where the pair of a signature begins.
    #[inline(always)]
    fn pair(&self, signature: u64) -> usize {
        let pairs = self.entries.len() as u128 / 2;
        ((u128::from(signature) * pairs) >> 64) as usize * 2
    }

    /// The large page in which an entry begins, counted from the first one.
    #[inline(always)]
    fn page(&self, at: usize) -> usize {
        let begin = self.entries.as_ptr() as usize;
        (begin + at * size_of::<Entry>()) / LARGE_PAGE - begin / LARGE_PAGE
    }

    #[inline(always)]
    pub(super) fn get(&self, signature: u64) -> Option<Known> {
        let at = self.pair(signature);
        if !*self.written.get(self.page(at))? {
            return None;
        }
        let pair = self.entries.get(at..at + 2)?;
        let entry = pair.iter().find(|entry| entry.0 == signature)?;
        let square = entry.2 >> 1 & 127;
        let best = if square == 0 { 0 } else { 1 << (square - 1) };
        Some(Known { winner: (entry.2 & 1) as usize, best, zone: entry.1 })
    }

    /// Whether that may have taken milliseconds.
    #[inline(always)]
    pub(super) fn put(&mut self, signature: u64, known: Known, left: u32) -> bool {
        let at = self.pair(signature);
        let Some([kept, newest]) = self.entries.get_mut(at..at + 2) else { return false };
        let square = if known.best == 0 { 0 } else { known.best.trailing_zeros() + 1 };
        let data = known.winner as u32 | square << 1 | left << 8;
        let slot = if left >= kept.2 >> 8 { kept } else { newest };
        *slot = (signature, known.zone, data);
        let page = self.page(at);
        self.written.get_mut(page).is_some_and(|written| !std::mem::replace(written, true))
    }

    /// How full the table is, in thousandths, from a sample of its entries.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.entries[..self.entries.len().min(1000)];
        let used = sample.iter().filter(|entry| entry.0 != 0).count();
        (used * 1000 / sample.len().max(1)) as u32
    }
}
