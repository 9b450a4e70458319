//! Playouts of TicTacTrains: the empty squares filled at random and the
//! longest trains measured.

use super::fill::{fill, fill_nearby};
use super::playout_policy::PlayoutPolicy;
use crate::game::trains::longest::NumberMemo;
use crate::game::trains::{Lengths, Position};
use crate::game::{Side, Square, Trains};
use crate::random::Random;
use crate::search::hardware::{Instructions, Work};

/// With at most this many empty squares, whole fillings repeat, so their
/// margins are kept in a memo.
const FILLINGS_REPEAT: u32 = 17;
/// With at most this many empty squares, the components of fillings repeat.
const COMPONENTS_REPEAT: u32 = 34;

/// Plays random games, with memos of the lengths of trains.
#[derive(Default)]
pub struct Playouts {
    lengths: Lengths,
    fillings: NumberMemo<14>,
}

/// A playout as work to be compiled for newer instructions.
struct Play<'a> {
    playouts: &'a mut Playouts,
    game: &'a Trains,
    position: Position,
    last: Option<Square>,
    random: &'a mut Random,
}

impl Work for Play<'_> {
    type Output = Filling;

    #[inline(always)]
    fn run(self, instructions: impl Instructions) -> Filling {
        let Play { playouts, game, position, last, random } = self;
        let x = match last {
            Some(last) => {
                fill_nearby(instructions, PlayoutPolicy::learned(), game, position, last, random)
            }
            None => fill(game, position, random),
        };
        let stones = position.stones(Side::X) | position.stones(Side::O);
        let filled = (game.squares() & !stones).count_ones();
        Filling { x, margin: playouts.margin(x, game.squares() & !x, filled) }
    }
}

/// A full board and its margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The squares of X; all others belong to O.
    pub x: u64,
    /// The length of X's longest train minus that of O's, in squares.
    pub margin: i32,
}

impl Playouts {
    /// The memos of the lengths of trains, for use outside of playouts.
    pub(crate) fn lengths(&mut self) -> &mut Lengths {
        &mut self.lengths
    }

    /// Plays random legal moves to the end: with equal probabilities, or, if
    /// there is a `last` move, most of them near the one before.
    #[inline(always)]
    pub fn play(
        &mut self,
        instructions: impl Instructions,
        game: &Trains,
        position: Position,
        last: Option<Square>,
        random: &mut Random,
    ) -> Filling {
        instructions.without_vectors(Play { playouts: self, game, position, last, random })
    }

    /// The margin of a full board of which `filled` squares were filled at
    /// random.
    #[inline(always)]
    fn margin(&mut self, x: u64, o: u64, filled: u32) -> i32 {
        let lengths = &mut self.lengths;
        lengths.repeating = filled <= COMPONENTS_REPEAT;
        let mut measure = || {
            let (x, o) = lengths.of_both(x, o);
            x as i32 - o as i32
        };
        if filled <= FILLINGS_REPEAT {
            // The memo holds numbers that are not negative.
            self.fillings.get(x, || (measure() + 64) as u32) as i32 - 64
        } else {
            measure()
        }
    }
}
