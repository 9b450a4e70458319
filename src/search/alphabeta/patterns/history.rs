//! The history of cutoffs, which orders quiet moves (the history heuristic,
//! Schaeffer 1989).

use super::board::{CELLS, Cell};
use crate::game::Side;

/// The number of cutoffs by the quiet moves of each side, weighted by the
/// square of the depth.
pub(super) struct History {
    cutoffs: [[i32; CELLS]; 2],
    /// The highest number of each side, at least 1.
    most: [i32; 2],
}

impl Default for History {
    fn default() -> History {
        History { cutoffs: [[0; CELLS]; 2], most: [1; 2] }
    }
}

impl History {
    /// Counts a cutoff. In a search of hours the numbers reach their maximum
    /// and stay there.
    pub(super) fn add(&mut self, side: Side, cell: Cell, depth: i32) {
        let cutoffs = &mut self.cutoffs[side.index()][cell];
        let depth = depth.max(1);
        *cutoffs = cutoffs.saturating_add(depth * depth);
        self.most[side.index()] = self.most[side.index()].max(*cutoffs);
    }

    /// The cutoffs of a move relative to those of the move with the most, from
    /// 0 to `scale`.
    #[inline(always)]
    pub(super) fn share(&self, side: Side, cell: Cell, scale: u32) -> i32 {
        let [cutoffs, most] =
            [self.cutoffs[side.index()][cell], self.most[side.index()]].map(i64::from);
        (i64::from(scale) * cutoffs / most) as i32
    }
}
