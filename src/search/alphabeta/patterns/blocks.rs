//! The answers to a four in caro, where a stone at an end of the five to come stops it, too.

use super::board::category;
use super::{MAX_PLY, PatternWorker};
use crate::search::task::WIN;

impl PatternWorker<'_> {
    /// The value if the other side can complete a line: that of the best move that prevents
    /// it. Like any forced reply it does not reduce the depth, unless there is a choice.
    pub(super) fn value_of_blocks(
        &mut self,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let (side, mut value) = (self.board.side, ply as i32 + 2 - WIN);
        if ply + 1 >= MAX_PLY {
            return Some(self.estimate());
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        self.defences.clear();
        if let Some(cell) = self.board.first(!side, category::FIVE) {
            self.board.defences(!side, cell, category::FIVE, &mut self.defences);
        }
        moves.extend(self.defences.iter().map(|&cell| (0, cell)));
        let depth = depth - i32::from(moves.len() > 1);
        for &(_, cell) in &moves {
            self.board.play(cell);
            let found = self.value((-beta, -alpha), depth, ply + 1);
            self.board.undo(cell);
            let Some(found) = found else {
                self.moves[ply] = moves;
                return None;
            };
            value = value.max(-found);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.moves[ply] = moves;
        Some(value)
    }
}
