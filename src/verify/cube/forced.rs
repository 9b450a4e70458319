//! The checker's search for a forced win: each move makes three in an open
//! line, and the other side must reply on the fourth square. A depth-first
//! search over the lines, with a table of positions that failed.

use std::collections::HashSet;

use super::board::Board;

/// A search that tries the last winning moves first.
pub(super) struct Search {
    /// The last winning move by depth.
    last_win: [usize; 33],
    /// The stones of the attacker and of the defender in positions without a
    /// forced win.
    failed: HashSet<[u64; 2]>,
    /// The number of positions left to visit.
    fuel: u64,
}

/// The maximum number of positions of one search; beyond it the search counts
/// as failed.
const FUEL: u64 = 2_000_000;

/// The maximum number of failures in the table, about 40 MB; a full table is
/// cleared.
const MAX_FAILURES: usize = 1 << 20;

impl Default for Search {
    fn default() -> Self {
        Search { last_win: [0; 33], failed: HashSet::new(), fuel: 0 }
    }
}

impl Search {
    /// Whether `side`, to move, has a forced win. Leaves the board unchanged.
    pub(super) fn wins(&mut self, board: &mut Board<'_>, side: u8) -> bool {
        self.fuel = FUEL;
        self.step(board, side, 0)
    }

    fn step(&mut self, board: &mut Board<'_>, side: u8, depth: usize) -> bool {
        if self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        if (0..76).any(|line| board.open(line, side, 3)) {
            return true;
        }
        let must = match board.completions(3 - side)[..] {
            [] => None,
            [square] => Some(square),
            _ => return false,
        };
        let key = [board.sets[usize::from(side) - 1], board.sets[2 - usize::from(side)]];
        if self.failed.contains(&key) {
            return false;
        }
        let first = self.last_win[depth];
        if self.attack(board, side, (first, must), depth) {
            return true;
        }
        for line in 0..76 {
            if !board.open(line, side, 2) {
                continue;
            }
            for square in board.geometry.lines[line] {
                if square != first && self.attack(board, side, (square, must), depth) {
                    self.last_win[depth] = square;
                    return true;
                }
            }
        }
        if self.fuel > 0 {
            if self.failed.len() == MAX_FAILURES {
                self.failed.clear();
            }
            self.failed.insert(key);
        }
        false
    }

    /// Whether a threat on a square wins: plays it and its forced reply, and
    /// searches on.
    fn attack(
        &mut self,
        board: &mut Board<'_>,
        side: u8,
        (square, must): (usize, Option<usize>),
        depth: usize,
    ) -> bool {
        if board.squares[square] != 0 || must.is_some_and(|other| other != square) {
            return false;
        }
        board.play(side, square);
        let mut replies = Vec::new();
        for &line in &board.geometry.through[square] {
            if board.open(line, side, 3) {
                replies.extend(board.empty_of(line));
            }
        }
        // Two lines through one square share no other square, so two threats
        // need two replies.
        let wins = match replies[..] {
            [] => false,
            [reply] => {
                board.play(3 - side, reply);
                let wins = self.step(board, side, depth + 1);
                board.take_back(3 - side, reply);
                wins
            }
            _ => true,
        };
        board.take_back(side, square);
        wins
    }
}
