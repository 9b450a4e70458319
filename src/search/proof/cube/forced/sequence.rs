//! A forcing sequence: the attacker's moves of a forced win.

use crate::game::Side;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{Cube, CubePosition, Geometry};

/// The attacker's moves, in order. The replies need not be stored: each move
/// leaves one open line with one empty square, where the defender must play.
/// The last move makes a double threat. The sequence is empty if the attacker
/// can complete a line at once.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sequence {
    moves: [u8; MAX_MOVES],
    length: u8,
}

/// 125 squares hold 62 moves with their replies.
const MAX_MOVES: usize = 63;

impl Sequence {
    /// The sequence without moves.
    pub(crate) const EMPTY: Sequence = Sequence { moves: [0; MAX_MOVES], length: 0 };

    /// Appends a move.
    pub(crate) fn push(&mut self, square: usize) {
        self.moves[usize::from(self.length)] = square as u8;
        self.length += 1;
    }

    /// Removes the last move.
    pub(crate) fn pop(&mut self) {
        self.length -= 1;
    }

    /// The attacker's moves.
    pub(crate) fn moves(&self) -> &[u8] {
        &self.moves[..usize::from(self.length)]
    }

    /// Plies until the line is complete: move, block, …, double threat,
    /// block, completion.
    pub(crate) fn plies(&self) -> u32 {
        2 * u32::from(self.length) + 1
    }

    /// Whether these moves win for `side`, to move, in a position other than
    /// the one in which the sequence was found.
    pub(crate) fn wins<C: Cube>(
        &self,
        geometry: &Geometry<C>,
        position: &CubePosition<C>,
        side: Side,
    ) -> bool {
        let mut position = *position;
        for &square in self.moves() {
            if position.threats(side) != 0 {
                return true;
            }
            let square = usize::from(square);
            let must_block = position.completions(geometry, !side);
            let free = position.empty(geometry).has(square);
            if !free || !(must_block & !C::Board::of(square)).is_empty() {
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
    pub(crate) fn line<C: Cube>(
        &self,
        geometry: &Geometry<C>,
        position: &CubePosition<C>,
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

    /// The squares on which another stone of the other side could break the
    /// sequence, which wins in `position`: the squares of the sequence, and
    /// those that would add a threat during it. A stone on any other square
    /// changes nothing.
    pub(crate) fn sensitive<C: Cube>(
        &self,
        geometry: &Geometry<C>,
        position: &CubePosition<C>,
        side: Side,
    ) -> C::Board {
        let (squares, pairs) = self.trace(geometry, position, side);
        pairs.members().fold(squares, |squares, line| squares | geometry.line(line))
    }

    /// The squares of the moves and of the forced replies to them.
    pub(crate) fn squares<C: Cube>(
        &self,
        geometry: &Geometry<C>,
        position: &CubePosition<C>,
        side: Side,
    ) -> C::Board {
        self.trace(geometry, position, side).0
    }

    /// The squares of the moves and replies, and the lines that are pairs of
    /// the other side at some time during the sequence.
    fn trace<C: Cube>(
        &self,
        geometry: &Geometry<C>,
        position: &CubePosition<C>,
        side: Side,
    ) -> (C::Board, u128) {
        let mut position = *position;
        let mut squares = position.completions(geometry, side);
        let mut pairs = position.pairs(!side);
        for &square in self.moves() {
            position.play(geometry, side, square.into());
            let replies = position.completions(geometry, side);
            squares = squares | replies | C::Board::of(square.into());
            if !replies.is_single() {
                break;
            }
            position.play(geometry, !side, replies.first());
            pairs |= position.pairs(!side);
        }
        (squares, pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::forcing::{ForcingResult, ForcingSearch};
    use super::*;
    use crate::random::Random;
    use crate::search::proof::cube::board::{Cube3, Cube4, Cube5};
    use crate::search::proof::cube::testing::{random_position, unlimited};

    /// Checks that stones on other than the sensitive squares leave the win as
    /// it is. Returns the number of these stones, and the number of sensitive
    /// squares on which a stone breaks the sequence.
    fn check_sensitive<C: Cube>(
        positions: usize,
        stones: std::ops::Range<usize>,
    ) -> (usize, usize) {
        let geometry = C::geometry();
        let mut random = Random::new(5);
        let mut forcing = ForcingSearch::<C>::default();
        let (mut harmless, mut breaking, mut seen) = (0, 0, 0);
        while seen < positions {
            let plies = stones.start + random.below(stones.len());
            let Some((position, side)) = random_position::<C>(plies, &mut random) else { continue };
            let result = unlimited(|meter| forcing.search(&position, side, u64::MAX, meter));
            let ForcingResult::Win(sequence) = result else { continue };
            // If the side must block first, the added stone is not the only
            // change.
            if position.threats(!side) != 0 {
                continue;
            }
            seen += 1;
            let sensitive = sequence.sensitive(geometry, &position, side);
            for square in position.empty(geometry).members() {
                let after = position.after(geometry, !side, square);
                let wins = sequence.wins(geometry, &after, side);
                if sensitive.has(square) {
                    breaking += usize::from(!wins);
                } else {
                    assert!(wins, "{square} breaks {sequence:?} in {position:?}");
                    harmless += 1;
                }
            }
        }
        (harmless, breaking)
    }

    #[test]
    fn only_sensitive_squares_break_a_sequence() {
        let found = [
            check_sensitive::<Cube3>(100, 2..10),
            check_sensitive::<Cube4>(300, 8..28),
            check_sensitive::<Cube5>(100, 20..60),
        ];
        for (harmless, breaking) in found {
            assert!(harmless > 100 && breaking > 100, "{harmless} harmless, {breaking} breaking");
        }
    }
}
