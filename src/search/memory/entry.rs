//! The table entry of alpha-beta searches, packed into one word.

use super::bound::Bound;
use crate::game::Square;
use crate::search::task::{WIN, is_decisive, to_root};

/// The stored result of a position. As a word:
///
/// ```text
/// bits 0–31 value   32–39 depth   40–48 square   49–55 bound   56–63 free
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value with distances from the position, not from the root.
    pub(crate) value: i32,
    /// The depth of the search below the position, in plies.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    pub(crate) best: Option<Square>,
}

impl Entry {
    /// The value, with distances from the root `plies` above, if it settles a
    /// search of this depth and window. A win or loss settles one of any depth,
    /// though there may be a shorter one.
    #[inline]
    pub(crate) fn settles(&self, depth: i32, window: (i32, i32), plies: i32) -> Option<i32> {
        let enough = i32::from(self.depth) >= depth || is_decisive(self.value);
        self.within(window, plies).filter(|_| enough)
    }

    /// Like [`settles`](Entry::settles), for a search that considers all moves
    /// and reports exact distances. A distance within the depth of the entry is
    /// exact. A longer one, which comes from an entry of an older search, is
    /// only an upper bound.
    #[inline]
    pub(crate) fn settles_exactly(
        &self,
        depth: i32,
        (alpha, beta): (i32, i32),
        plies: i32,
    ) -> Option<i32> {
        let stored = i32::from(self.depth);
        let is_exact = is_decisive(self.value) && WIN - self.value.abs() <= stored;
        if stored >= depth || is_exact {
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

    /// Whether the entry proves a win or loss as short as this value, which has
    /// distances from the root `plies` above.
    pub(super) fn proves(&self, value: i32, plies: i32) -> bool {
        let known = to_root(self.value, plies);
        if value > 0 {
            self.bound != Bound::Upper && known >= value
        } else {
            self.bound != Bound::Lower && known <= value
        }
    }

    /// The value, with distances from the root `plies` above, if it settles a
    /// search with this window.
    #[inline]
    pub(crate) fn within(&self, window: (i32, i32), plies: i32) -> Option<i32> {
        let value = to_root(self.value, plies);
        self.bound.settles(value, window).then_some(value)
    }

    /// The entry as a word.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.depth) << 32
            | self.best.map_or(NO_SQUARE, |square| square.index() as u64) << 40
            | (self.bound as u64) << 49
    }

    /// The entry of a word; `None` for 0.
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

const NO_SQUARE: u64 = 0x1ff;

/// The depth of a packed entry.
#[inline]
pub(super) fn packed_depth(data: u64) -> u8 {
    (data >> 32) as u8
}

/// The best move of a packed entry.
#[inline]
pub(super) fn packed_best(data: u64) -> Option<Square> {
    let square = data >> 40 & NO_SQUARE;
    (square != NO_SQUARE).then(|| Square::new(square as usize))
}

/// The bound of a packed entry as a number; 0 for no entry.
#[inline]
pub(super) fn packed_bound(data: u64) -> u8 {
    (data >> 49) as u8 & 0x7f
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: (i32, i32) = (-10, 10);

    fn known(value: i32, depth: u8, bound: Bound) -> Entry {
        Entry { value, depth, bound, best: None }
    }

    #[test]
    fn a_search_for_exact_distances_takes_old_wins_as_bounds_only() {
        for (sign, proves, other) in
            [(1, Bound::Lower, Bound::Upper), (-1, Bound::Upper, Bound::Lower)]
        {
            let value = sign * (WIN - 8);
            // From a search of depth 7.
            for bound in [Bound::Exact, proves] {
                let old = known(value, 7, bound);
                assert_eq!(old.settles_exactly(9, WINDOW, 0), Some(value));
                // There may be a shorter win, or a longer loss.
                let wide = (-WIN, WIN);
                assert_eq!(old.settles_exactly(9, wide, 0), None, "{bound:?}");
                let narrow = if sign > 0 { (value - 1, value) } else { (value, value + 1) };
                assert_eq!(old.settles_exactly(9, narrow, 0), Some(value));
                // From a root two plies above, the distance is longer.
                let later = value - 2 * sign;
                assert_eq!(old.settles_exactly(9, narrow, 2), None);
                assert_eq!(old.settles_exactly(9, WINDOW, 2), Some(later));
            }
            // A bound on the other side proves nothing.
            assert_eq!(known(value, 7, other).settles_exactly(9, WINDOW, 0), None);
            // A distance within the depth is exact.
            let exact = known(value, 8, Bound::Exact);
            assert_eq!(exact.settles_exactly(9, (-WIN, WIN), 0), Some(value));
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
        // A win settles a search of any depth.
        let win = known(WIN - 8, 1, Bound::Exact);
        assert_eq!(win.settles(9, (-WIN, WIN), 2), Some(WIN - 10));
    }
}
