//! The static evaluation, and the nodes that it settles without a search.

use super::PatternWorker;
use super::board::Cell;
use crate::search::task::{MAX_ESTIMATE, PatternConstants, is_decisive};

impl PatternWorker<'_> {
    /// The static evaluation.
    pub(super) fn estimate(&mut self) -> i32 {
        if let Some((hash, estimate)) = self.last_estimate
            && hash == self.board.hash
        {
            return estimate;
        }
        bounded(match &mut self.evaluation {
            Some(evaluation) => evaluation.value(&self.board),
            None => self.board.evaluate(),
        })
    }

    /// The static evaluation for the other side after a move, which is not played; `None`
    /// without the network.
    pub(super) fn estimate_after(&mut self, cell: Cell) -> Option<i32> {
        let evaluation = self.evaluation.as_mut()?;
        Some(bounded(evaluation.value_after(&self.board, cell)))
    }

    /// The static evaluation, if it is so far outside the window that a search of this
    /// depth would hardly bring it back (reverse futility pruning and razoring). No win
    /// by fours was found for the side to move.
    pub(super) fn estimate_beyond(&mut self, window: (i32, i32), depth: i32) -> Option<i32> {
        let margin = self.margin(window, depth)?;
        let estimate = self.estimate();
        is_beyond(estimate, window, margin).then_some(estimate)
    }

    /// How far outside the window a static evaluation ends a search of this depth; `None`
    /// if it never does.
    pub(super) fn margin(&self, (alpha, beta): (i32, i32), depth: i32) -> Option<i32> {
        let PatternConstants { margin, margin_depth, .. } = self.constants;
        let is_used = depth <= margin_depth as i32 && !is_decisive(alpha) && !is_decisive(beta);
        is_used.then_some(margin as i32 * depth)
    }
}

/// A static evaluation within the range of values that are not decisive.
fn bounded(value: i32) -> i32 {
    value.clamp(-MAX_ESTIMATE / 4, MAX_ESTIMATE / 4)
}

/// Whether a static evaluation is outside the window by the margin.
pub(super) fn is_beyond(estimate: i32, (alpha, beta): (i32, i32), margin: i32) -> bool {
    estimate - margin >= beta || estimate + margin <= alpha
}
