//! Random play to the end of the game, and what its end is worth.

use super::hardware::Instructions;
use super::trains::Playouts;
use crate::game::trains::longest::bits::BOARD;
use crate::game::{Game, Lines, Outcome, Side, Square, SquareSet, Trains};
use crate::random::Random;

/// A game that can be played out at random.
pub trait Playout: Game {
    /// What playouts remember of each other.
    type Memory: Default + Send;

    /// With so few empty squares, or fewer, a playout tells nearly as much as a
    /// search does: a tree need not grow as fast.
    const FEW_EMPTY: usize = 0;

    /// Plays random legal moves to the end: all alike, or, after a `last` move,
    /// as games are really played where that is known.
    fn playout(
        &self,
        instructions: impl Instructions,
        memory: &mut Self::Memory,
        position: &Self::Position,
        last: Option<Square>,
        random: &mut Random,
    ) -> End;

    /// What an end is worth to X in the searches of older programs, from 0
    /// (lost) to 1 (won).
    fn seed_reward(&self, margin: i32) -> f32;

    /// The square that older programs take without a search whenever they may.
    fn seed_reply(&self) -> Option<Square> {
        None
    }
}

/// The end of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The squares that X owns.
    pub x: SquareSet,
    /// The squares that O owns.
    pub o: SquareSet,
    /// How clearly X has won, if above 0, or O, if below.
    pub margin: i32,
}

impl Playout for Lines {
    type Memory = ();

    fn playout(
        &self,
        _: impl Instructions,
        (): &mut (),
        position: &Self::Position,
        _: Option<Square>,
        random: &mut Random,
    ) -> End {
        let mut position = *position;
        loop {
            let legal = self.legal(&position);
            if legal.is_empty() {
                break;
            }
            let Some(square) = legal.nth(random.below(legal.len())) else { break };
            self.play(&mut position, square);
        }
        let margin = match self.outcome(&position) {
            Some(Outcome::Win(Side::X)) => 1,
            Some(Outcome::Win(Side::O)) => -1,
            Some(Outcome::Draw) | None => 0,
        };
        let [x, o] = Side::BOTH.map(|side| self.stones(&position, side));
        End { x, o, margin }
    }

    fn seed_reward(&self, margin: i32) -> f32 {
        0.5 + 0.5 * margin as f32
    }
}

impl Playout for Trains {
    type Memory = Playouts;

    /// The solver decides most such positions.
    const FEW_EMPTY: usize = 20;

    #[inline(always)]
    fn playout(
        &self,
        instructions: impl Instructions,
        memory: &mut Playouts,
        position: &Self::Position,
        last: Option<Square>,
        random: &mut Random,
    ) -> End {
        let filling = memory.play(instructions, self, *position, last, random);
        let x = SquareSet(u128::from(filling.x));
        let o = SquareSet(u128::from(BOARD & !filling.x));
        End { x, o, margin: filling.margin }
    }

    /// A win is worth a little more the clearer it is, and a loss a little
    /// less: so the original program has it.
    fn seed_reward(&self, margin: i32) -> f32 {
        match margin as f32 {
            0.0 => 0.5,
            margin if margin > 0.0 => (0.9 + 0.025 * margin).min(1.0),
            margin => (0.1 + 0.025 * margin).max(0.0),
        }
    }

    /// The original program takes d4 at once.
    fn seed_reply(&self) -> Option<Square> {
        let board = self.board();
        Some(board.square(board.columns() / 2, board.rows() / 2, 0))
    }
}
