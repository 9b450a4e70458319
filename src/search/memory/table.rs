//! The transposition table: entries by hash, shared by threads.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::allocation::{prefetch, use_large_pages, zeroed};
use super::entry::{Entry, packed_depth};
use crate::game::{Game, Square, Squares};
use crate::search::task::is_decisive;

/// A fixed number of entries, shared by all threads of a search without a
/// lock. Torn entries are detected because the key is stored combined with the
/// data (Hyatt and Mann 2002).
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Pairs of words: key ^ data, data. The data are a packed entry and, in
    /// its free byte, the generation.
    words: Box<[AtomicU64]>,
    /// Whether each page of the words has entries.
    used: Box<[AtomicBool]>,
    /// Whether the memory has come from the system.
    is_touched: bool,
    generation: u8,
}

const ENTRY_BYTES: usize = 16;

/// The size of the smallest pages, in words of 8 bytes.
const PAGE: usize = 512;
/// How much of a table [`touch`](Table::touch) gets, in words, and the size of the largest
/// tables that are cleared in their place: with larger ones both would take long.
const TOUCHED: usize = 1 << 25;

/// The lowest bit of the generation in the data.
const GENERATION: u32 = 56;

impl Table {
    /// Makes the table `megabytes` MiB large, if it is not already. If there is not
    /// enough memory, the table has no entries.
    pub(crate) fn resize(&mut self, megabytes: usize) {
        let entries = (megabytes << 20) / ENTRY_BYTES;
        if self.words.len() != entries * 2 {
            self.make(entries * 2);
        }
    }

    /// Makes an empty table. Fresh memory comes zeroed from the system page by page, so
    /// this takes no time.
    fn make(&mut self, words: usize) {
        // The old memory is released first.
        self.words = Box::default();
        let mut fresh = zeroed(words).into_vec();
        use_large_pages(&mut fresh);
        self.words = fresh.into_boxed_slice();
        self.used = (0..words.div_ceil(PAGE)).map(|_| AtomicBool::new(false)).collect();
        self.is_touched = false;
    }

    /// Gets the memory of a new table from the system, up to [`TOUCHED`] words. Otherwise
    /// that happens in the first search, which stores entries all over the table: large pages
    /// took most of the first 200 ms.
    pub(crate) fn touch(&mut self) {
        if std::mem::replace(&mut self.is_touched, true) {
            return;
        }
        for word in self.words.iter().take(TOUCHED).step_by(PAGE) {
            // A zero that the compiler knows makes this a read, which gets no memory.
            word.fetch_or(black_box(0), Ordering::Relaxed);
        }
    }

    /// Forgets everything. A table that is not large keeps its memory, of which only the
    /// used pages are cleared: in short games these are few.
    pub(crate) fn clear(&mut self) {
        self.generation = 0;
        if self.words.len() > TOUCHED {
            self.make(self.words.len());
            return;
        }
        for (page, used) in self.words.chunks_mut(PAGE).zip(&mut self.used) {
            if std::mem::take(used.get_mut()) {
                page.iter_mut().for_each(|word| *word.get_mut() = 0);
            }
        }
    }

    /// Lets the entries stored so far be overwritten from now on.
    pub(crate) fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// The index of the first word of the slot of a hash.
    fn index(&self, hash: u64) -> usize {
        let entries = self.words.len() / 2;
        ((u128::from(hash) * entries as u128) >> 64) as usize * 2
    }

    fn slot(&self, hash: u64) -> Option<(&AtomicU64, &AtomicU64)> {
        let index = self.index(hash);
        Some((self.words.get(index)?, self.words.get(index + 1)?))
    }

    /// Brings the entry of a hash into the cache, for a probe that follows soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        if let Some((key, _)) = self.slot(hash) {
            prefetch(key);
        }
    }

    /// The entry of the position with this hash.
    #[inline]
    pub(crate) fn probe(&self, hash: u64) -> Option<Entry> {
        let (key, data) = self.slot(hash)?;
        let data = data.load(Ordering::Relaxed);
        if data == 0 || key.load(Ordering::Relaxed) ^ data != hash {
            return None;
        }
        Entry::unpack(data)
    }

    /// Stores an entry, unless its slot has a deeper one of another position
    /// from the same search.
    #[inline]
    pub(crate) fn store(&self, hash: u64, entry: Entry) {
        let Some((key, data)) = self.slot(hash) else { return };
        let old = data.load(Ordering::Relaxed);
        let same_position = key.load(Ordering::Relaxed) ^ old == hash;
        let current = (old >> GENERATION) as u8 == self.generation;
        if old != 0 && !same_position && current && packed_depth(old) > entry.depth {
            return;
        }
        let packed = entry.pack() | u64::from(self.generation) << GENERATION;
        key.store(hash ^ packed, Ordering::Relaxed);
        data.store(packed, Ordering::Relaxed);
        if let Some(used) = self.used.get(self.index(hash) / PAGE) {
            used.store(true, Ordering::Relaxed);
        }
    }

    /// Extends a line of play of this value by best moves from the table, up to
    /// `length` moves. A line that wins is extended only by entries that prove
    /// the win: others may be from later searches for which less was enough.
    pub(crate) fn extend_line<G: Game>(
        &self,
        game: &G,
        mut position: G::Position,
        (mut line, value): (Vec<Square>, i32),
        length: usize,
    ) -> Vec<Square> {
        let side = game.side(&position);
        line.iter().for_each(|&square| game.play(&mut position, square));
        while line.len() < length
            && let Some(entry) = self.probe(game.hash(&position))
            && let Some(square) = entry.best
            && game.legal(&position).contains(square)
        {
            let value = if game.side(&position) == side { value } else { -value };
            if is_decisive(value) && !entry.proves(value, line.len() as i32) {
                break;
            }
            game.play(&mut position, square);
            line.push(square);
        }
        line
    }

    /// The used part of the table, in thousandths, from a sample of its
    /// entries.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = self.words.iter().skip(1).step_by(2).take(1000);
        let (used, seen) = sample.fold((0, 0), |(used, seen), data| {
            (used + u32::from(data.load(Ordering::Relaxed) != 0), seen + 1)
        });
        used * 1000 / seen.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bound::Bound;
    use super::*;
    use crate::game::lines::Shape;
    use crate::search::task::WIN;

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let mut table = Table::default();
        table.resize(1);
        for (i, bound) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().enumerate() {
            for (value, best) in [(-12_345, None), (i32::MAX, Some(Square::new(127)))] {
                let entry = Entry { value, depth: 200 + i as u8, bound, best };
                let hash = u64::MAX / 7 * (i as u64 + 1);
                table.store(hash, entry);
                assert_eq!(table.probe(hash), Some(entry));
                assert_eq!(table.probe(hash + 1), None);
            }
        }
    }

    /// Reading a fresh page does not get its memory.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_touched_table_has_its_memory() {
        const MEBIBYTES: usize = 64;
        let mut table = Table::default();
        table.resize(MEBIBYTES);
        table.touch();
        let inside = table.words.as_ptr().addr() + (MEBIBYTES << 19);
        let maps = std::fs::read_to_string("/proc/self/smaps").expect("Linux has it");
        let number = |text: &str| usize::from_str_radix(text, 16).ok();
        let is_table = |line: &&str| {
            let range = line.split(' ').next().and_then(|range| range.split_once('-'));
            range.is_some_and(|(from, to)| {
                number(from) <= Some(inside) && number(to).is_some_and(|to| inside < to)
            })
        };
        let mut lines = maps.lines().skip_while(|line| !is_table(line));
        let resident = lines.find_map(|line| line.strip_prefix("Rss:")).expect("a mapping");
        let kibibytes: usize = resident.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(kibibytes > MEBIBYTES << 9, "{kibibytes} of {MEBIBYTES} MiB");
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = Table::default();
        table.resize(1);
        for i in 0..1000u64 {
            let entry = Entry { value: 1, depth: 1, bound: Bound::Exact, best: None };
            table.store(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry);
        }
        table.new_search();
        table.clear();
        assert!(table.words.iter_mut().all(|word| *word.get_mut() == 0));
        assert!(table.used.iter_mut().all(|used| !*used.get_mut()) && table.generation == 0);
    }

    #[test]
    fn deeper_results_stay_until_the_next_search() {
        let mut table = Table::default();
        table.resize(1);
        let entry = |depth| Entry { value: 1, depth, bound: Bound::Exact, best: None };
        table.store(1, entry(5));
        table.store(2, entry(4));
        assert_eq!((table.probe(1), table.probe(2)), (Some(entry(5)), None));
        table.new_search();
        table.store(2, entry(4));
        assert_eq!((table.probe(1), table.probe(2)), (None, Some(entry(4))));
    }

    #[test]
    fn a_line_that_wins_is_extended_only_by_proofs_of_the_win() {
        let game = crate::game::Lines::new(Shape::flat(3, 3, 3).expect("a board"));
        let mut table = Table::default();
        table.resize(1);
        let mut after = game.start();
        game.play(&mut after, Square::new(0));
        let best = |value, bound| {
            let best = Some(Square::new(4));
            table.store(game.hash(&after), Entry { value, depth: 9, bound, best });
            let line = |value| {
                let line = vec![Square::new(0)];
                table.extend_line(&game, game.start(), (line, value), 9).len() == 2
            };
            // An estimate, a loss within 6 plies of the root, a win within 7.
            [5, 6 - WIN, WIN - 7].map(line)
        };
        assert_eq!(best(50, Bound::Lower), [true, false, false]);
        // The side to move after the line wins within 5 plies more, or 7.
        assert_eq!(best(WIN - 5, Bound::Lower), [true, true, false]);
        assert_eq!(best(WIN - 7, Bound::Exact), [true, false, false]);
        assert_eq!(best(WIN - 5, Bound::Upper), [true, false, false]);
        assert_eq!(best(6 - WIN, Bound::Upper), [true, false, true]);
        assert_eq!(best(6 - WIN, Bound::Lower), [true, false, false]);
    }

    #[test]
    fn a_table_without_memory_stores_nothing() {
        let table = Table::default();
        table.store(1, Entry { value: 1, depth: 1, bound: Bound::Exact, best: None });
        assert_eq!((table.probe(1), table.fullness()), (None, 0));
    }
}
