//! Random play to the end of the game, and what its end is worth.

use crate::game::{Game, Lines, Outcome, Side, Trains};
use crate::random::Random;

/// A game that can be played out at random.
pub trait Playout: Game {
    /// Plays random legal moves to the end and returns what the end is worth
    /// to X, from 0 (lost) to 1 (won). The position is the final one then.
    fn playout(&self, position: &mut Self::Position, random: &mut Random) -> f32 {
        while let Some(square) = {
            let legal = self.legal(position);
            legal.nth(if legal.len() > 1 { random.below(legal.len()) } else { 0 })
        } {
            self.play(position, square);
        }
        self.reward(position)
    }

    /// What a finished game is worth to X.
    fn reward(&self, position: &Self::Position) -> f32 {
        match self.outcome(position) {
            Some(Outcome::Win(Side::X)) => 1.0,
            Some(Outcome::Win(Side::O)) => 0.0,
            Some(Outcome::Draw) | None => 0.5,
        }
    }
}

impl Playout for Lines {}

impl Playout for Trains {
    /// A win is worth a little more the clearer it is, and a loss a little
    /// less: so the original program has it.
    fn reward(&self, position: &Self::Position) -> f32 {
        match self.margin(position) as f32 {
            0.0 => 0.5,
            margin if margin > 0.0 => (0.9 + 0.025 * margin).min(1.0),
            margin => (0.1 + 0.025 * margin).max(0.0),
        }
    }
}
