//! A forcing sequence: the attacker's moves of a win in which every reply is
//! forced.

use super::bits::Bits;
use super::geometry::{Cube, Geometry};
use super::position::Position;
use crate::game::Side;

/// The attacker's moves, in order. The replies need not be kept: each move
/// leaves one open line with one empty square, and there the defender must
/// play. The last move makes two threats at once; a side that can complete a
/// line outright has the empty sequence.
#[derive(Copy, Clone, Debug)]
pub(super) struct Sequence {
    moves: [u8; LONGEST],
    length: u8,
}

/// 125 squares hold 62 moves with their replies.
const LONGEST: usize = 63;

impl Sequence {
    /// The sequence without moves.
    pub(super) const EMPTY: Sequence = Sequence { moves: [0; LONGEST], length: 0 };

    pub(super) fn push(&mut self, square: usize) {
        self.moves[usize::from(self.length)] = square as u8;
        self.length += 1;
    }

    pub(super) fn pop(&mut self) {
        self.length -= 1;
    }

    /// The attacker's moves.
    pub(super) fn moves(&self) -> &[u8] {
        &self.moves[..usize::from(self.length)]
    }

    /// Plies until the line is complete: move, block, …, double threat,
    /// block, completion.
    pub(super) fn plies(&self) -> u32 {
        2 * u32::from(self.length) + 1
    }

    /// Whether these moves win here, `side` to move, whatever else has been
    /// played than where the sequence was found.
    pub(super) fn wins<C: Cube>(
        &self,
        geometry: &Geometry<C>,
        position: &Position<C>,
        side: Side,
    ) -> bool {
        let mut position = *position;
        for &square in self.moves() {
            if position.threats(side) != 0 {
                return true;
            }
            let square = usize::from(square);
            let must = position.completions(geometry, !side);
            let free = position.empty(geometry).has(square);
            if !free || !(must & !C::Board::of(square)).is_empty() {
                return false;
            }
            position.play(geometry, side, square);
            let replies = position.completions(geometry, side);
            if replies.is_empty() {
                return false;
            }
            if !replies.is_single() {
                return true;
            }
            position.play(geometry, !side, replies.first());
        }
        position.threats(side) != 0
    }

    /// The whole line of play, forced replies and completion included.
    pub(super) fn line<C: Cube>(
        &self,
        geometry: &Geometry<C>,
        position: &Position<C>,
        side: Side,
    ) -> Vec<usize> {
        let mut position = *position;
        let mut line = Vec::new();
        for &square in self.moves() {
            position.play(geometry, side, square.into());
            line.push(square.into());
            let replies = position.completions(geometry, side);
            if replies.is_empty() {
                return line;
            }
            position.play(geometry, !side, replies.first());
            line.push(replies.first());
        }
        line.extend(position.completions(geometry, side).members().next());
        line
    }

    /// The squares of the moves and of the forced replies to them.
    pub(super) fn squares<C: Cube>(
        &self,
        geometry: &Geometry<C>,
        position: &Position<C>,
        side: Side,
    ) -> C::Board {
        let mut position = *position;
        let mut squares = position.completions(geometry, side);
        for &square in self.moves() {
            position.play(geometry, side, square.into());
            let replies = position.completions(geometry, side);
            squares = squares | replies | C::Board::of(square.into());
            if !replies.is_empty() {
                position.play(geometry, !side, replies.first());
            }
        }
        squares
    }
}
