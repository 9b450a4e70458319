//! A position of a cube game: the stones of both sides, and the number of
//! stones of each side in each line.
//!
//! The counts are unary, one set of lines for each number of stones: a move
//! takes a few word operations, and "all lines with exactly k stones" is one
//! expression:
//!
//! ```text
//!            line 75 ... 2 1 0
//! at least 1    [ 1 ... 1 0 1 ]     playing through lines m:   three |= two & m
//! at least 2    [ 0 ... 1 0 1 ]                                two   |= one & m
//! at least 3    [ 0 ... 0 0 1 ]                                one   |= m
//! ```

use super::geometry::{Cube, Geometry};
use crate::game::Side;
use crate::search::proof::bits::Bits;

/// The side that tries to win in a proof search.
pub(crate) const ATTACKER: Side = Side::X;
/// The side that tries to prevent it.
pub(crate) const DEFENDER: Side = Side::O;

/// The stones of both sides, without a side to move: searches take that as an
/// argument. Neither side has a complete line.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct CubePosition<C: Cube> {
    stones: [C::Board; 2],
    counts: [C::Counts; 2],
}

impl<C: Cube> CubePosition<C> {
    /// The position with these stones. The boards must not overlap.
    pub(crate) fn new(geometry: &Geometry<C>, x: C::Board, o: C::Board) -> Self {
        let mut position = CubePosition::default();
        x.members().for_each(|square| position.play(geometry, Side::X, square));
        o.members().for_each(|square| position.play(geometry, Side::O, square));
        position
    }

    /// Puts a stone on an empty square.
    #[inline]
    pub(crate) fn play(&mut self, geometry: &Geometry<C>, side: Side, square: usize) {
        let through = geometry.through(square);
        let counts = self.counts[side.index()].as_mut();
        for more in (1..C::N - 1).rev() {
            counts[more] |= counts[more - 1] & through;
        }
        counts[0] |= through;
        self.stones[side.index()] |= C::Board::of(square);
    }

    /// The position after a stone on an empty square.
    #[inline]
    pub(crate) fn after(mut self, geometry: &Geometry<C>, side: Side, square: usize) -> Self {
        self.play(geometry, side, square);
        self
    }

    /// The same position with the colours exchanged.
    pub(crate) fn swapped(&self) -> Self {
        let [x, o] = self.stones;
        let [x_counts, o_counts] = self.counts;
        CubePosition { stones: [o, x], counts: [o_counts, x_counts] }
    }

    /// The stones of a side.
    #[inline]
    pub(crate) fn stones(&self, side: Side) -> C::Board {
        self.stones[side.index()]
    }

    /// The empty squares.
    #[inline]
    pub(crate) fn empty(&self, geometry: &Geometry<C>) -> C::Board {
        geometry.all() & !(self.stones[0] | self.stones[1])
    }

    /// The lines in which a side has at least `count` stones, for counts from
    /// 0 to N - 1.
    #[inline]
    pub(crate) fn at_least(&self, side: Side, count: usize) -> u128 {
        match count {
            0 => C::ALL_LINES,
            _ => self.counts[side.index()].as_ref()[count - 1],
        }
    }

    /// The lines without a stone of the other side, which a side can still
    /// complete. Bits beyond the last line may be set.
    #[inline]
    pub(crate) fn open(&self, side: Side) -> u128 {
        !self.at_least(!side, 1)
    }

    /// The lines that a side completes with one more stone.
    #[inline]
    pub(crate) fn threats(&self, side: Side) -> u128 {
        self.at_least(side, C::N - 1) & self.open(side)
    }

    /// The lines that lack two stones of a side and have none of the other: a
    /// move in one is a threat.
    #[inline]
    pub(crate) fn pairs(&self, side: Side) -> u128 {
        self.at_least(side, C::N - 2) & !self.at_least(side, C::N - 1) & self.open(side)
    }

    /// The empty squares on which a side completes a line.
    #[inline]
    pub(crate) fn completions(&self, geometry: &Geometry<C>, side: Side) -> C::Board {
        let own = self.stones(side);
        let squares = |set, line| set | (geometry.line(line) & !own);
        self.threats(side).members().fold(C::Board::EMPTY, squares)
    }

    /// The empty squares on which a side threatens to complete a line.
    pub(crate) fn threatening(&self, geometry: &Geometry<C>, side: Side) -> C::Board {
        let squares = |set, line| set | geometry.line(line);
        let near = self.pairs(side).members().fold(C::Board::EMPTY, squares);
        near & self.empty(geometry)
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{Cube2, Cube3, Cube4, Cube5};
    use super::*;
    use crate::random::Random;

    fn counts_agree_with_counting<C: Cube>() {
        let geometry = C::geometry();
        let mut random = Random::new(7);
        for _ in 0..50 {
            let mut position = CubePosition::<C>::default();
            let mut side = Side::X;
            for _ in 0..C::SQUARES.min(20) {
                let empty: Vec<usize> = position.empty(geometry).members().collect();
                position.play(geometry, side, empty[random.below(empty.len())]);
                side = !side;
                for line in 0..C::LINES {
                    let [own, other] = [side, !side]
                        .map(|side| (geometry.line(line) & position.stones(side)).len() as usize);
                    for count in 0..C::N {
                        assert_eq!(position.at_least(side, count) >> line & 1 == 1, own >= count);
                    }
                    let pair = own == C::N - 2 && other == 0;
                    assert_eq!(position.pairs(side) >> line & 1 == 1, pair);
                }
            }
            let again =
                CubePosition::new(geometry, position.stones(Side::X), position.stones(Side::O));
            assert_eq!(position, again);
        }
    }

    #[test]
    fn line_counts_agree_with_plain_counting() {
        counts_agree_with_counting::<Cube2>();
        counts_agree_with_counting::<Cube3>();
        counts_agree_with_counting::<Cube4>();
        counts_agree_with_counting::<Cube5>();
    }
}
