//! The course of a game: what is known of the value of each position, for X.
//!
//! A position is worth at least what the move played there led to, so that values go
//! backwards from the end:
//!
//! ```text
//! plies    0 ─── 1 ─── 2 ─── 3 (end)        a proven win after a move of X
//! value    ?     ?     X     X              is a proven win before it
//! ```

use super::schedule::{Pass, Positions};
use crate::game::{GameState, Outcome, Side, Square};
use crate::search::Score;
use crate::values::Value;

/// The chance of X at a position, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The expected score of X; 0, 0.5 or 1 if it is proven.
    pub of_x: f64,
    /// Whether the result is proven.
    pub proven: bool,
}

impl Chance {
    /// The chance of a side.
    pub fn of(self, side: Side) -> f64 {
        if side == Side::X { self.of_x } else { 1.0 - self.of_x }
    }

    fn for_side(chance: f64, side: Side, proven: bool) -> Chance {
        let of_x = if side == Side::X { chance } else { 1.0 - chance };
        Chance { of_x, proven }
    }

    /// The chance at the end of a game.
    pub(super) fn of_outcome(outcome: Outcome) -> Chance {
        let of_x = match outcome {
            Outcome::Win(Side::X) => 1.0,
            Outcome::Win(Side::O) => 0.0,
            Outcome::Draw => 0.5,
        };
        Chance { of_x, proven: true }
    }
}

/// A move of the game and what was found about the position before it.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    /// The side to move.
    pub(super) side: Side,
    /// The move; `None` after the last one.
    pub(super) played: Option<Square>,
    /// The best move with its value.
    pub(super) best: Option<Value>,
    /// The value of the second best move, if it was looked for.
    pub(super) second: Option<Value>,
}

/// The positions of a game.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The positions in which a side is to move.
    pub(super) plies: Vec<Ply>,
    /// The result on the board.
    end: Option<Chance>,
    /// What is known of each position, one more than the moves.
    pub(super) chances: Vec<Option<Chance>>,
}

impl Course {
    pub(super) fn new(game: &dyn GameState) -> Course {
        let moves = game.moves();
        let first = game.ply() - moves.len();
        let end = game.outcome().map(Chance::of_outcome);
        let last = if end.is_some() { moves.len() } else { moves.len() + 1 };
        let ply = |at: usize| Ply {
            side: game.side_at(first + at),
            played: moves.get(at).copied(),
            best: None,
            second: None,
        };
        let mut course = Course {
            plies: (0..last).map(ply).collect(),
            end,
            chances: vec![None; moves.len() + 1],
        };
        course.update();
        course
    }

    /// Stores a value of a position, unless it was proven before.
    pub(super) fn store(&mut self, plies: usize, value: Value) {
        let Some(ply) = self.plies.get_mut(plies) else { return };
        let is_proven = ply.best.as_ref().is_some_and(|best| best.score.is_proven());
        if !is_proven || value.score.is_proven() {
            ply.best = Some(value);
        }
        self.update();
    }

    /// Computes the chances from the end backwards.
    fn update(&mut self) {
        let mut after = self.end;
        if let Some(end) = self.chances.last_mut() {
            *end = self.end;
        }
        for (at, ply) in self.plies.iter().enumerate().rev() {
            after = ply.chance(after);
            self.chances[at] = after;
        }
    }
}

impl Ply {
    /// The chance before the move, if that after it is known.
    fn chance(&self, after: Option<Chance>) -> Option<Chance> {
        let own = self.best.as_ref().map(|best| {
            let chance = match best.score {
                Score::Win(_) => 1.0,
                Score::Draw => 0.5,
                Score::Loss(_) => 0.0,
                Score::Cp(_) => best.chance.clamp(0.0, 1.0),
            };
            Chance::for_side(chance, self.side, best.score.is_proven())
        });
        let after = after.filter(|_| self.played.is_some());
        match (own, after) {
            (Some(own), _) if own.proven => Some(own),
            (_, Some(after)) if after.proven && after.of(self.side) == 1.0 => Some(after),
            (Some(own), Some(after)) if after.of(self.side) > own.of(self.side) => {
                Some(Chance { proven: false, ..after })
            }
            (own, _) => own,
        }
    }

    /// Whether the best move that was found is the one that was played.
    pub(super) fn is_best(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.line.first() == self.played.as_ref())
    }
}

impl Positions for Course {
    fn count(&self) -> usize {
        self.plies.len()
    }

    fn needs(&self, pass: Pass, plies: usize) -> bool {
        let Some(ply) = self.plies.get(plies) else { return false };
        let is_proven = self.chances[plies].is_some_and(|chance| chance.proven);
        match pass {
            Pass::Proofs => !is_proven,
            Pass::Seconds => is_proven && self.keeps(plies) && ply.second.is_none(),
            Pass::Estimates => !is_proven && ply.best.is_none(),
            Pass::Done => false,
        }
    }
}

impl Course {
    /// Whether the move after so many plies kept a proven win or draw, not by winning at once.
    pub(super) fn keeps(&self, plies: usize) -> bool {
        let Some(ply) = self.plies.get(plies).filter(|ply| ply.played.is_some()) else {
            return false;
        };
        let [before, after] = [plies, plies + 1].map(|at| self.chances.get(at).copied().flatten());
        let (Some(before), Some(after)) = (before, after) else { return false };
        let proven = before.proven && after.proven;
        let is_over = self.end.is_some() && plies + 1 == self.plies.len();
        proven && !is_over && before.of_x == after.of_x && before.of(ply.side) > 0.0
    }
}
