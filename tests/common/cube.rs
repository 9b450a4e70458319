//! A slow reference search for 4x4x4: an array of squares, and every line
//! counted anew. It shares no code with the searches of the engine.
#![allow(dead_code, unreachable_pub, missing_docs)]

use noughts::game::{self, GameState};
use noughts::random::Random;

/// Returns the lines of 4x4x4, found among all sets of four squares with equal
/// steps.
pub fn lines() -> Vec<[usize; 4]> {
    let mut lines = Vec::new();
    for from in 0..64i32 {
        for step in 1..=21 {
            let at = [0, 1, 2, 3].map(|i| from + i * step);
            let coordinate = |square: i32, axis: u32| square / 4i32.pow(axis) % 4;
            // Each coordinate is constant, rises 0 1 2 3, or falls 3 2 1 0.
            let straight = (0..3).all(|axis| {
                let values = at.map(|square| coordinate(square, axis));
                values == [values[0]; 4] || values == [0, 1, 2, 3] || values == [3, 2, 1, 0]
            });
            if at[3] < 64 && straight {
                lines.push(at.map(|square| square as usize));
            }
        }
    }
    assert_eq!(lines.len(), 76);
    lines
}

/// A board as an array with its lines. The side to move at first is 1, the
/// other -1. `fuel` is the number of positions left to visit.
pub struct Slow {
    pub lines: Vec<[usize; 4]>,
    pub board: [i8; 64],
    pub fuel: u32,
}

impl Slow {
    pub fn new(state: &dyn GameState) -> Slow {
        let mut slow = Slow { lines: lines(), board: [0; 64], fuel: 3_000 };
        slow.place(state);
        slow
    }

    /// Copies the stones of a position.
    pub fn place(&mut self, state: &dyn GameState) {
        self.board = [0; 64];
        for (side, value) in [(state.side(), 1), (!state.side(), -1)] {
            state.stones(side).into_iter().for_each(|square| self.board[square.index()] = value);
        }
    }

    /// The squares on which a side completes a line.
    pub fn completions(&self, side: i8) -> Vec<usize> {
        let mut squares = Vec::new();
        for line in &self.lines {
            let own = line.iter().filter(|&&s| self.board[s] == side).count();
            let empty = line.iter().copied().find(|&s| self.board[s] == 0);
            squares.extend(empty.filter(|s| own == 3 && !squares.contains(s)));
        }
        squares
    }

    /// Whether `side`, to move, has a forced win; `None` if the fuel runs out.
    pub fn forces(&mut self, side: i8) -> Option<bool> {
        self.fuel = self.fuel.checked_sub(1)?;
        if !self.completions(side).is_empty() {
            return Some(true);
        }
        let must = self.completions(-side);
        for square in 0..64 {
            if self.board[square] != 0 || must.iter().any(|&m| m != square) {
                continue;
            }
            self.board[square] = side;
            let replies = self.completions(side);
            let won = match replies[..] {
                [] => Some(false),
                [reply] => {
                    self.board[reply] = -side;
                    let won = self.forces(side);
                    self.board[reply] = 0;
                    won
                }
                _ => Some(true),
            };
            self.board[square] = 0;
            if won != Some(false) {
                return won;
            }
        }
        Some(false)
    }

    /// Whether `side`, to move, can force a line within `plies` plies, by
    /// trying every move and every reply.
    pub fn wins_within(&mut self, side: i8, plies: u32) -> bool {
        if !self.completions(side).is_empty() {
            return plies >= 1;
        }
        if plies < 3 {
            return false;
        }
        (0..64).any(|square| {
            if self.board[square] != 0 {
                return false;
            }
            self.board[square] = side;
            let wins = self.completions(-side).is_empty()
                && (0..64).all(|reply| {
                    if self.board[reply] != 0 {
                        return true;
                    }
                    self.board[reply] = -side;
                    let wins = self.wins_within(side, plies - 2);
                    self.board[reply] = 0;
                    wins
                });
            self.board[square] = 0;
            wins
        })
    }
}

pub fn cube() -> Box<dyn GameState> {
    game::new_game(&"qubic".parse().expect("a game"))
}

/// Returns an unfinished position after random plies.
pub fn random_position(random: &mut Random) -> Box<dyn GameState> {
    loop {
        let mut state = cube();
        let plies = 8 + random.below(20);
        while state.ply() < plies && state.outcome().is_none() {
            play_at_random(&mut *state, random);
        }
        if state.outcome().is_none() {
            return state;
        }
    }
}

pub fn play_at_random(state: &mut dyn GameState, random: &mut Random) {
    let legal = state.legal();
    let square = legal.nth(random.below(legal.len())).expect("a move");
    let name = state.board().name(square);
    state.play(&name).expect("it is legal");
}
