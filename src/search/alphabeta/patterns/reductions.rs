//! Late move reductions: how many plies less a late move is searched. A reduction grows
//! with the logarithms of the depth left and of the number of the move.

use crate::search::task::PatternConstants;

/// More plies than a search visits.
pub(super) const MAX_PLY: usize = 128;
/// The deepest iteration; forced moves lead deeper.
pub(super) const MAX_DEPTH: usize = MAX_PLY / 2;

/// The maximum number of quiet moves of a node.
pub(super) const MAX_MOVES: usize = 60;

/// The table of reductions.
#[derive(Debug)]
pub(super) struct Reductions {
    /// The constants from which it was made.
    constants: PatternConstants,
    /// In hundredths of a ply, by depth and number.
    table: Box<[[i32; MAX_MOVES]; MAX_DEPTH + 1]>,
}

impl Reductions {
    pub(super) fn new(constants: PatternConstants) -> Reductions {
        let (base, divisor) = (constants.reduction, constants.reduction_divisor);
        let hundredths = |depth: usize, number: usize| {
            let logarithms = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (f64::from(base) + 10_000.0 * logarithms / f64::from(divisor)) as i32
        };
        let row = |depth| std::array::from_fn(|number| hundredths(depth, number));
        Reductions { constants, table: Box::new(std::array::from_fn(row)) }
    }

    /// The constants from which it was made.
    pub(super) fn constants(&self) -> PatternConstants {
        self.constants
    }

    /// The reduction in hundredths of a ply.
    #[inline(always)]
    pub(super) fn of(&self, depth: i32, number: usize) -> i32 {
        self.table[depth.clamp(0, MAX_DEPTH as i32) as usize][number.min(MAX_MOVES - 1)]
    }
}
