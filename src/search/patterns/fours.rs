//! Wins by continuous fours: each move but the last threatens to complete a
//! line, so that the other side has a single reply.

use super::Search;
use super::board::Cell;
use super::combination::category;
use crate::search::memory::wins::WIN;

/// The results of such searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fours {
    /// A win in this many plies.
    Win(i32),
    /// No win, or none within the limits.
    None,
    /// The search must stop.
    Stopped,
}

impl Search<'_> {
    /// Searches a win by fours for the side to move, within `budget` nodes.
    /// The value of a win at `ply`, `None` without one.
    pub(super) fn win_by_fours(&mut self, ply: usize, budget: u32) -> Option<i32> {
        let side = self.board.side;
        if self.board.count_from(side, category::FOUR) == 0 {
            return None;
        }
        let mut left = budget;
        match self.fours(&mut left, 0) {
            Fours::Win(plies) => Some(WIN - ply as i32 - plies),
            Fours::None | Fours::Stopped => None,
        }
    }

    /// Searches from a position in which the side to move attacks.
    fn fours(&mut self, budget: &mut u32, depth: usize) -> Fours {
        let side = self.board.side;
        if self.board.count_from(side, category::FIVE) > 0 {
            return Fours::Win(1);
        }
        let forced = match self.board.count_from(!side, category::FIVE) {
            0 => None,
            1 => self.board.first(!side, category::FIVE),
            _ => return Fours::None,
        };
        if forced.is_none() && self.board.count_from(side, category::OPEN_FOUR) > 0 {
            return Fours::Win(3);
        }
        if depth >= self.four_moves.len() {
            return Fours::None;
        }
        let mut moves = std::mem::take(&mut self.four_moves[depth]);
        moves.clear();
        let rank = |cell: Cell| self.board.combination(side, cell);
        match forced {
            Some(cell) if rank(cell).category >= category::FOUR => moves.push(cell),
            Some(_) => {}
            None => {
                moves.extend(self.board.fours(side).iter());
                moves.sort_unstable_by_key(|&cell| std::cmp::Reverse(rank(cell).order));
            }
        }
        let found = self.try_fours(&moves, budget, depth);
        self.four_moves[depth] = moves;
        found
    }

    fn try_fours(&mut self, moves: &[Cell], budget: &mut u32, depth: usize) -> Fours {
        let side = self.board.side;
        for &cell in moves {
            if *budget == 0 {
                return Fours::None;
            }
            *budget -= 1;
            if !self.meter.count() {
                return Fours::Stopped;
            }
            self.board.play(cell);
            let found = match self.board.count_from(side, category::FIVE) {
                _ if self.board.count_from(!side, category::FIVE) > 0 => Fours::None,
                0 => Fours::None,
                1 => match self.board.first(side, category::FIVE) {
                    Some(reply) => {
                        self.board.play(reply);
                        let found = self.fours(budget, depth + 1);
                        self.board.undo(reply);
                        found
                    }
                    None => Fours::None,
                },
                _ => Fours::Win(1),
            };
            self.board.undo(cell);
            match found {
                Fours::Win(plies) => return Fours::Win(plies + 2),
                Fours::Stopped => return Fours::Stopped,
                Fours::None => {}
            }
        }
        Fours::None
    }
}
