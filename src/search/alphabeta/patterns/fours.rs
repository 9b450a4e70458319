//! Wins by continuous fours (VCF): each move but the last threatens to complete
//! a line, so that the other side has a single reply.

use super::PatternWorker;
use super::board::{Cell, category};
use crate::game::Side;
use crate::search::task::WIN;

/// The limits of a search for a win by fours.
#[derive(Clone, Copy, Debug)]
struct FourLimits {
    /// The nodes that are left.
    nodes: u32,
    /// Whether only fours are tried that make a three or another four on a second line.
    /// Nearly all wins by fours begin with such a four: another one leads to no new four.
    only_double: bool,
}

/// The limits at a node.
const AT_NODE: FourLimits = FourLimits { nodes: 6, only_double: true };
/// The limits after a move of the root.
const AT_ROOT: FourLimits = FourLimits { nodes: 1_000, only_double: false };

impl PatternWorker<'_> {
    /// Searches for a win by fours of the side to move. Returns its value at `ply`; `None`
    /// if none was found.
    pub(super) fn win_by_fours(&mut self, ply: usize) -> Option<i32> {
        if self.board.count_from(self.board.side, category::FOUR) == 0 {
            return None;
        }
        let plies = self.fours(&mut { AT_NODE }, 0)?;
        Some(WIN - ply as i32 - plies)
    }

    /// The value of a win by fours that begins with this four at the root.
    pub(super) fn win_by_fours_after(&mut self, cell: Cell) -> Option<i32> {
        let plies = self.try_fours(&[cell], &mut { AT_ROOT }, 0)?;
        Some(WIN - plies)
    }

    /// The plies to a win by fours of the side to move, after `depth` fours.
    fn fours(&mut self, limits: &mut FourLimits, depth: usize) -> Option<i32> {
        let side = self.board.side;
        if self.board.count_from(side, category::FIVE) > 0 {
            return Some(1);
        }
        let forced = match self.board.count_from(!side, category::FIVE) {
            0 => None,
            1 => self.board.first(!side, category::FIVE),
            _ => return None,
        };
        if forced.is_none() && self.board.has_open_four() {
            return Some(3);
        }
        if depth >= self.four_moves.len() {
            return None;
        }
        let mut moves = std::mem::take(&mut self.four_moves[depth]);
        moves.clear();
        let rank = |cell: Cell| self.board.combination(side, cell);
        match forced {
            Some(cell) if rank(cell).category >= category::FOUR => moves.push(cell),
            Some(_) => {}
            None => {
                let is_tried = |&cell: &Cell| !limits.only_double || rank(cell).is_double;
                moves.extend(self.board.fours(side).iter().filter(is_tried));
                moves.sort_unstable_by_key(|&cell| std::cmp::Reverse(rank(cell).order));
            }
        }
        let found = self.try_fours(&moves, limits, depth);
        self.four_moves[depth] = moves;
        found
    }

    /// The plies to a win by fours that begins with one of these moves.
    fn try_fours(&mut self, moves: &[Cell], limits: &mut FourLimits, depth: usize) -> Option<i32> {
        let side = self.board.side;
        for &cell in moves {
            if limits.nodes == 0 {
                return None;
            }
            limits.nodes -= 1;
            if self.board.is_forbidden(cell) {
                continue;
            }
            if !self.meter.count() {
                // Ends the search at all depths.
                limits.nodes = 0;
                return None;
            }
            self.board.play(cell);
            let plies = self.after_four(side, limits, depth);
            self.board.undo(cell);
            if plies.is_some() {
                return plies.map(|plies| plies + 2);
            }
        }
        None
    }

    /// The plies to a win of `side`, counted from the position after the reply
    /// to its four.
    fn after_four(&mut self, side: Side, limits: &mut FourLimits, depth: usize) -> Option<i32> {
        if self.board.count_from(!side, category::FIVE) > 0 {
            return None;
        }
        let reply = self.board.first(side, category::FIVE)?;
        if self.board.tables.is_caro {
            return self.after_all_replies(side, reply, limits, depth);
        }
        if self.board.count_from(side, category::FIVE) > 1 {
            return Some(1);
        }
        if self.board.is_forbidden(reply) {
            return Some(1);
        }
        self.board.play(reply);
        let plies = self.fours(limits, depth + 1);
        self.board.undo(reply);
        plies
    }

    /// The plies to a win of `side`, which can complete a line on `cell`, whatever the other
    /// side replies. In caro a stone at the end of the line is a reply, too.
    fn after_all_replies(
        &mut self,
        side: Side,
        cell: Cell,
        limits: &mut FourLimits,
        depth: usize,
    ) -> Option<i32> {
        let mut replies = std::mem::take(&mut self.replies[depth]);
        replies.clear();
        self.board.defences(side, cell, category::FIVE, &mut replies);
        let longest = replies.iter().try_fold(1, |longest, &reply| {
            self.board.play(reply);
            let plies = self.fours(limits, depth + 1);
            self.board.undo(reply);
            plies.map(|plies| plies.max(longest))
        });
        self.replies[depth] = replies;
        longest
    }
}
