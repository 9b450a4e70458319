//! The table of answered questions, with a fixed number of entries.

use crate::search::memory::{LARGE_PAGE, use_large_pages, zeroed};

/// Answers by the 64-bit signature of a question. Different questions may have
/// the same signature: with 10^9 entries and 10^9 lookups a wrong entry is
/// found once in twenty runs at worst. Entries come in pairs: one keeps the
/// question with the most squares left, the other the newest.
#[derive(Default)]
pub(super) struct SolverTable {
    entries: Box<[SolverEntry]>,
    /// For each large page whether it has been written to. On the first access
    /// the system has to find and clear a page, which can take milliseconds. So
    /// pages that have not been written to are not read either.
    written: Box<[bool]>,
}

/// The signature; the zone; a word with the winner in bit 0, the square plus
/// one in bits 1 to 7, and the number of squares left from bit 8 on.
type SolverEntry = (u64, u64, u32);

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The winner of the question.
    pub(super) winner: usize,
    /// Its winning move, if it is to move and has a choice, or 0.
    pub(super) best: u64,
    /// The squares where the loser must not have more stones than it has, for
    /// the answer to hold.
    pub(super) zone: u64,
}

impl SolverTable {
    /// Makes the table take at most `bytes` bytes. Fresh memory comes zeroed
    /// from the system page by page, so this takes no time. If there is not
    /// enough memory, or for less than a pair, the table has no entries.
    pub(super) fn resize(&mut self, bytes: usize) {
        let pairs = bytes / (2 * size_of::<SolverEntry>());
        let entries = 2 * pairs;
        if self.entries.len() != entries {
            self.make(entries);
        }
    }

    pub(super) fn clear(&mut self) {
        self.make(self.entries.len());
    }

    fn make(&mut self, entries: usize) {
        // The old memory is released first.
        self.entries = Box::default();
        let mut fresh = zeroed(entries).into_vec();
        use_large_pages(&mut fresh);
        self.entries = fresh.into_boxed_slice();
        let pages = self.page(self.entries.len()) + 1;
        self.written = vec![false; pages].into_boxed_slice();
    }

    /// The index of the first entry of a signature's pair.
    #[inline(always)]
    fn pair(&self, signature: u64) -> usize {
        let pairs = self.entries.len() as u128 / 2;
        ((u128::from(signature) * pairs) >> 64) as usize * 2
    }

    /// The index of the large page in which an entry begins.
    #[inline(always)]
    fn page(&self, at: usize) -> usize {
        let begin = self.entries.as_ptr() as usize;
        (begin + at * size_of::<SolverEntry>()) / LARGE_PAGE - begin / LARGE_PAGE
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

    /// Stores an answer. Returns whether that may have taken milliseconds.
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

    /// The used part of the table, in thousandths, from a sample of its
    /// entries.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.entries[..self.entries.len().min(1000)];
        let used = sample.iter().filter(|entry| entry.0 != 0).count();
        (used * 1000 / sample.len().max(1)) as u32
    }
}
