//! The transposition table: what is known of positions, by their hash.

use std::sync::atomic::{AtomicU64, Ordering};

use super::score::{WIN, is_decisive, to_root};
use crate::game::{Game, Square};

/// A fixed number of entries, shared by all threads of a search without a
/// lock. A torn entry is noticed because the key is stored combined with the
/// data (Hyatt and Mann 2002).
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Pairs of words: key ^ data, data.
    words: Box<[AtomicU64]>,
    generation: u8,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Seen from the position, not from the root.
    pub(super) value: i32,
    /// Plies that were searched below the position.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) best: Option<Square>,
}

impl Entry {
    /// The value seen from the root, `plies` above the position, if it is all
    /// that a search so deep with this window needs to know. A win or loss
    /// counts whatever the depth, though it may take less plies.
    #[inline]
    pub(super) fn settles(&self, depth: i32, window: (i32, i32), plies: i32) -> Option<i32> {
        let enough = i32::from(self.depth) >= depth || is_decisive(self.value);
        self.within(window, plies).filter(|_| enough)
    }

    /// The same for a search that looks at all moves and tells exact
    /// distances. One that the entry's search was deep enough to see is exact.
    /// A win from farther away, which an older search had seen, is one within
    /// so many plies, and no more: there may be a sooner one.
    #[inline]
    pub(super) fn settles_exactly(
        &self,
        depth: i32,
        (alpha, beta): (i32, i32),
        plies: i32,
    ) -> Option<i32> {
        let stored = i32::from(self.depth);
        let seen = is_decisive(self.value) && WIN - self.value.abs() <= stored;
        if stored >= depth || seen {
            return self.within((alpha, beta), plies);
        }
        let value = to_root(self.value, plies);
        let proven = if value > 0 {
            self.bound != Bound::Upper && value >= beta
        } else {
            self.bound != Bound::Lower && value <= alpha
        };
        (is_decisive(value) && proven).then_some(value)
    }

    /// Whether it says that the position, so many plies from the root, is won or
    /// lost as soon as this value of the root says.
    fn proves(&self, value: i32, plies: i32) -> bool {
        let known = to_root(self.value, plies);
        if value > 0 {
            self.bound != Bound::Upper && known >= value
        } else {
            self.bound != Bound::Lower && known <= value
        }
    }

    /// The value seen from the root if it says enough about this window.
    #[inline]
    pub(super) fn within(&self, (alpha, beta): (i32, i32), plies: i32) -> Option<i32> {
        let value = to_root(self.value, plies);
        let useful = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        useful.then_some(value)
    }
}

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

const NO_SQUARE: u64 = 0xff;
const ENTRY_BYTES: usize = 16;

impl Table {
    /// Makes the table `megabytes` MiB large; nothing happens when it is
    /// already. Fresh memory comes zeroed from the system page by page, so
    /// this takes no time. If there is not enough, the table stays empty.
    pub(super) fn resize(&mut self, megabytes: usize) {
        let entries = (megabytes << 20) / ENTRY_BYTES;
        if self.words.len() != entries * 2 {
            self.words = Box::default();
            self.words = zeroed(entries * 2);
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        let words = self.words.len();
        self.words = Box::default();
        self.words = zeroed(words);
        self.generation = 0;
    }

    /// Older entries may be overwritten from now on.
    pub(super) fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn slot(&self, hash: u64) -> Option<(&AtomicU64, &AtomicU64)> {
        let entries = self.words.len() / 2;
        let index = ((u128::from(hash) * entries as u128) >> 64) as usize * 2;
        Some((self.words.get(index)?, self.words.get(index + 1)?))
    }

    /// What is known of the position with this hash.
    #[inline]
    pub(super) fn probe(&self, hash: u64) -> Option<Entry> {
        let (key, data) = self.slot(hash)?;
        let data = data.load(Ordering::Relaxed);
        if data == 0 || key.load(Ordering::Relaxed) ^ data != hash {
            return None;
        }
        unpack(data)
    }

    /// Remembers something, unless what is there is worth more: a deeper
    /// result of this search about another position.
    #[inline]
    pub(super) fn store(&self, hash: u64, entry: Entry) {
        let Some((key, data)) = self.slot(hash) else { return };
        let old = data.load(Ordering::Relaxed);
        let same = key.load(Ordering::Relaxed) ^ old == hash;
        let current = (old >> 56) as u8 == self.generation;
        if old != 0 && !same && current && unpack(old).is_some_and(|old| old.depth > entry.depth) {
            return;
        }
        let packed = pack(entry, self.generation);
        key.store(hash ^ packed, Ordering::Relaxed);
        data.store(packed, Ordering::Relaxed);
    }

    /// A line of play of this value with what the table knows of the moves after
    /// it, up to a length. Where a side wins, only with what proves that: the
    /// table may have learnt since that a move is good enough for less.
    pub(super) fn extend_line<G: Game>(
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

    /// How full the table is, in thousandths, from a sample of its entries.
    pub(super) fn fullness(&self) -> u32 {
        let sample = self.words.iter().skip(1).step_by(2).take(1000);
        let (used, seen) = sample.fold((0, 0), |(used, seen), data| {
            (used + u32::from(data.load(Ordering::Relaxed) != 0), seen + 1)
        });
        used * 1000 / seen.max(1)
    }
}

fn zeroed(words: usize) -> Box<[AtomicU64]> {
    bytemuck::allocation::try_zeroed_slice_box(words).unwrap_or_default()
}

/// ```text
/// bits 0–31 value   32–39 depth   40–47 square   48–55 bound + 1   56–63 generation
/// ```
fn pack(entry: Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.value as u32)
        | u64::from(entry.depth) << 32
        | entry.best.map_or(NO_SQUARE, |s| s.index() as u64) << 40
        | bound << 48
        | u64::from(generation) << 56
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 48 & 0xff {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let square = data >> 40 & 0xff;
    Some(Entry {
        value: data as u32 as i32,
        depth: (data >> 32) as u8,
        bound,
        best: (square < 128).then(|| Square::new(square as usize)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_line_that_wins_goes_on_only_with_what_proves_the_win() {
        use crate::game::lines::Shape;
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
        // The side to move then wins within 5 plies more, or 7.
        assert_eq!(best(WIN - 5, Bound::Lower), [true, true, false]);
        assert_eq!(best(WIN - 7, Bound::Exact), [true, false, false]);
        assert_eq!(best(WIN - 5, Bound::Upper), [true, false, false]);
        assert_eq!(best(6 - WIN, Bound::Upper), [true, false, true]);
        assert_eq!(best(6 - WIN, Bound::Lower), [true, false, false]);
    }

    #[test]
    fn a_table_of_size_nothing_knows_nothing() {
        let table = Table::default();
        table.store(1, Entry { value: 1, depth: 1, bound: Bound::Exact, best: None });
        assert_eq!((table.probe(1), table.fullness()), (None, 0));
    }

    const WINDOW: (i32, i32) = (-10, 10);

    fn known(value: i32, depth: u8, bound: Bound) -> Entry {
        Entry { value, depth, bound, best: None }
    }

    #[test]
    fn a_search_for_exact_distances_takes_stale_wins_for_bounds_only() {
        for (sign, proves, other) in
            [(1, Bound::Lower, Bound::Upper), (-1, Bound::Upper, Bound::Lower)]
        {
            let value = sign * (WIN - 8);
            // Found by a search that saw no farther than 7 plies of its own.
            for bound in [Bound::Exact, proves] {
                let stale = known(value, 7, bound);
                assert_eq!(stale.settles_exactly(9, WINDOW, 0), Some(value));
                // There may be a sooner win, or a later loss.
                let wide = (-WIN, WIN);
                assert_eq!(stale.settles_exactly(9, wide, 0), None, "{bound:?}");
                let narrow = if sign > 0 { (value - 1, value) } else { (value, value + 1) };
                assert_eq!(stale.settles_exactly(9, narrow, 0), Some(value));
                // Seen from a root that is two plies higher, it is farther away.
                let later = value - 2 * sign;
                assert_eq!(stale.settles_exactly(9, narrow, 2), None);
                assert_eq!(stale.settles_exactly(9, WINDOW, 2), Some(later));
            }
            // Not a win, but at most one.
            assert_eq!(known(value, 7, other).settles_exactly(9, WINDOW, 0), None);
            // As far as this search saw, its distance is exact.
            let seen = known(value, 8, Bound::Exact);
            assert_eq!(seen.settles_exactly(9, (-WIN, WIN), 0), Some(value));
        }
    }

    #[test]
    fn an_estimate_settles_a_search_that_is_no_deeper() {
        for (depth, settles) in [(4, true), (5, true), (6, false)] {
            let estimate = known(3, 5, Bound::Exact);
            let expected = settles.then_some(3);
            assert_eq!(estimate.settles(depth, WINDOW, 0), expected);
            assert_eq!(estimate.settles_exactly(depth, WINDOW, 0), expected);
        }
        // A win settles one that is deeper, however it was found.
        let win = known(WIN - 8, 1, Bound::Exact);
        assert_eq!(win.settles(9, (-WIN, WIN), 2), Some(WIN - 10));
    }

    #[test]
    fn a_bound_counts_outside_of_the_window_only() {
        for (bound, value, is_useful) in [
            (Bound::Exact, 0, true),
            (Bound::Lower, 9, false),
            (Bound::Lower, 10, true),
            (Bound::Lower, -10, false),
            (Bound::Upper, -9, false),
            (Bound::Upper, -10, true),
            (Bound::Upper, 10, false),
        ] {
            let entry = known(value, 5, bound);
            let expected = is_useful.then_some(value);
            assert_eq!(entry.within(WINDOW, 3), expected, "{entry:?}");
            assert_eq!(entry.settles(5, WINDOW, 3), expected, "{entry:?}");
            assert_eq!(entry.settles_exactly(5, WINDOW, 3), expected, "{entry:?}");
        }
    }
}
