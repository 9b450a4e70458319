//! What alpha-beta searches keep of a position, in one word.

use super::bound::Bound;
use super::wins::{WIN, is_decisive, to_root};
use crate::game::Square;

/// What is known of a position. As a word:
///
/// ```text
/// bits 0–31 value   32–39 depth   40–47 square   48–55 bound   56–63 free
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Entry {
    /// Seen from the position, not from the root.
    pub(in crate::search) value: i32,
    /// Plies that were searched below the position.
    pub(in crate::search) depth: u8,
    pub(in crate::search) bound: Bound,
    pub(in crate::search) best: Option<Square>,
}

impl Entry {
    /// The value seen from the root, `plies` above the position, if it is all
    /// that a search so deep with this window needs to know. A win or loss
    /// counts whatever the depth, though it may take less plies.
    #[inline]
    pub(in crate::search) fn settles(
        &self,
        depth: i32,
        window: (i32, i32),
        plies: i32,
    ) -> Option<i32> {
        let enough = i32::from(self.depth) >= depth || is_decisive(self.value);
        self.within(window, plies).filter(|_| enough)
    }

    /// The same for a search that looks at all moves and tells exact
    /// distances. One that the entry's search was deep enough to see is exact.
    /// A win from farther away, which an older search had seen, is one within
    /// so many plies, and no more: there may be a sooner one.
    #[inline]
    pub(in crate::search) fn settles_exactly(
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
    pub(super) fn proves(&self, value: i32, plies: i32) -> bool {
        let known = to_root(self.value, plies);
        if value > 0 {
            self.bound != Bound::Upper && known >= value
        } else {
            self.bound != Bound::Lower && known <= value
        }
    }

    /// The value seen from the root if it says enough about this window.
    #[inline]
    pub(in crate::search) fn within(&self, window: (i32, i32), plies: i32) -> Option<i32> {
        let value = to_root(self.value, plies);
        self.bound.settles(value, window).then_some(value)
    }

    /// The entry as a word.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.depth) << 32
            | self.best.map_or(NO_SQUARE, |square| square.index() as u64) << 40
            | (self.bound as u64) << 48
    }

    /// The entry of a word; 0 is none.
    #[inline]
    pub(super) fn unpack(data: u64) -> Option<Entry> {
        Some(Entry {
            value: data as u32 as i32,
            depth: packed_depth(data),
            bound: Bound::from_byte(packed_bound(data))?,
            best: packed_best(data),
        })
    }
}

const NO_SQUARE: u64 = 0xff;

/// The depth of an entry as a word.
#[inline]
pub(super) fn packed_depth(data: u64) -> u8 {
    (data >> 32) as u8
}

/// Its best move.
#[inline]
pub(super) fn packed_best(data: u64) -> Option<Square> {
    let square = data >> 40 & 0xff;
    (square < 128).then(|| Square::new(square as usize))
}

/// Its bound as a number; that of 0 is none.
#[inline]
pub(super) fn packed_bound(data: u64) -> u8 {
    (data >> 48) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
