//! The forcing-sequence search: a depth-first search in which every move of
//! the attacker threatens to complete a line, so that there is one reply.
//!
//! At each node the attacker can only use lines that lack two of its stones
//! and hold none of the defender's: one of the empty squares is the attack,
//! the other the forced reply.
//!
//! ```text
//!   X X . .      attack on 3: X X X .   reply on 4: X X X O
//!                attack on 4: X X . X   reply on 3: X X O X
//! ```
//!
//! A square in two such lines wins: two threats, one reply. When the forced
//! reply itself threatens to complete a line of the defender, the attacker's
//! next move must both block it and threaten.

use super::bits::Bits;
use super::geometry::{Cube, Geometry};
use super::position::Position;
use super::sequence::Sequence;
use crate::game::Side;
use crate::search::Meter;

/// What a search found.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// A winning sequence.
    Win(Sequence),
    /// There is none.
    NoWin,
    /// Not decided within the budget.
    Unknown,
}

/// The search, with a table of positions without a winning sequence. The
/// table outlives a call: neighbouring calls share most of their failures. It
/// is small on purpose, to stay in the cache: a probe must not cost more than
/// searching the few nodes that it saves.
#[derive(Debug)]
pub(super) struct Forcing<C: Cube> {
    geometry: &'static Geometry<C>,
    failures: Vec<(C::Board, C::Board)>,
    line: Sequence,
    /// The count of nodes at which the search is given up.
    last: u64,
}

/// Entries of the table of failures: 256 KiB with a side of 4.
const TABLE: usize = 1 << 14;

impl<C: Cube> Default for Forcing<C> {
    fn default() -> Self {
        Forcing {
            geometry: C::geometry(),
            failures: vec![(C::Board::EMPTY, C::Board::EMPTY); TABLE],
            line: Sequence::EMPTY,
            last: 0,
        }
    }
}

impl<C: Cube> Forcing<C> {
    /// Forgets everything, so that the next search visits the same nodes
    /// whatever was searched before.
    pub(super) fn clear(&mut self) {
        self.failures.fill((C::Board::EMPTY, C::Board::EMPTY));
    }

    /// Looks for a forced win of `side`, which is to move, visiting at most
    /// `budget` nodes.
    pub(super) fn search(
        &mut self,
        position: &Position<C>,
        side: Side,
        budget: u64,
        meter: &mut Meter<'_>,
    ) -> Verdict {
        self.line = Sequence::EMPTY;
        if position.threats(side) != 0 {
            return Verdict::Win(self.line);
        }
        self.last = meter.nodes().saturating_add(budget);
        let must = position.completions(self.geometry, !side);
        if self.attack(position, side, must, meter) {
            Verdict::Win(self.line)
        } else if self.is_over(meter) {
            Verdict::Unknown
        } else {
            Verdict::NoWin
        }
    }

    fn is_over(&self, meter: &Meter<'_>) -> bool {
        meter.nodes() >= self.last || meter.stopped()
    }

    /// One node. The attacker has nothing to complete; `must` are the squares
    /// where the defender would complete a line. Leaves the winning moves in
    /// `self.line`.
    fn attack(
        &mut self,
        position: &Position<C>,
        side: Side,
        must: C::Board,
        meter: &mut Meter<'_>,
    ) -> bool {
        if !meter.count() {
            return false;
        }
        let empty = position.empty(self.geometry);
        let allowed = match must {
            none if none.is_empty() => empty,
            one if one.is_single() => one,
            _ => return false,
        };
        let open = position.open(side);
        let lines = position.at_least(side, C::N - 2) & open;
        let (mut once, mut twice) = (C::Board::EMPTY, C::Board::EMPTY);
        for line in lines.members() {
            let squares = self.geometry.line(line) & empty;
            twice |= once & squares;
            once |= squares;
        }
        let double = twice & allowed;
        if !double.is_empty() {
            self.line.push(double.first());
            return true;
        }
        let moves = once & allowed;
        if moves.is_empty() {
            return false;
        }
        let slot = self.slot(position, side);
        let key = (position.stones(side), position.stones(!side));
        if self.failures[slot] == key {
            return false;
        }
        // Moves that build a further line first. The others must be tried too:
        // their forced replies may block a counter-threat, or be the ones that
        // leave the right square to the attacker.
        let building = position.at_least(side, C::N.saturating_sub(3)) & open & !lines;
        for builds in [true, false] {
            for line in lines.members() {
                let pair = self.geometry.line(line) & empty;
                for square in (pair & moves).members() {
                    if (self.geometry.through(square) & building != 0) != builds {
                        continue;
                    }
                    let reply = pair & !C::Board::of(square);
                    if self.attack_on(position, side, (square, reply.first()), meter) {
                        return true;
                    }
                    if self.is_over(meter) {
                        return false;
                    }
                }
            }
        }
        self.failures[slot] = key;
        false
    }

    /// Plays an attack and the forced reply to it, and goes on from there.
    fn attack_on(
        &mut self,
        position: &Position<C>,
        side: Side,
        (square, reply): (usize, usize),
        meter: &mut Meter<'_>,
    ) -> bool {
        let mut next = position.after(self.geometry, side, square);
        next.play(self.geometry, !side, reply);
        // The defender's threats before this move were answered by it, so only
        // the lines through the reply can hold a new one.
        let threats = next.threats(!side) & self.geometry.through(reply);
        let empty = next.empty(self.geometry);
        let squares = |set, line| set | (self.geometry.line(line) & empty);
        let must = threats.members().fold(C::Board::EMPTY, squares);
        self.line.push(square);
        if self.attack(&next, side, must, meter) {
            return true;
        }
        self.line.pop();
        false
    }

    fn slot(&self, position: &Position<C>, side: Side) -> usize {
        let own = position.stones(side).fold();
        let other = position.stones(!side).fold();
        let mixed = (own ^ other.rotate_left(23)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> (u64::BITS - TABLE.trailing_zeros())) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{Cube2, Cube3, Cube4, Cube5};
    use super::super::testing::{random_position, unlimited};
    use super::*;
    use crate::random::Random;

    /// A plain search: the board as an array, every empty square tried, every
    /// line looked at. `None` when it took too long.
    fn plain(lines: &[Vec<usize>], board: &mut [i8], side: i8, fuel: &mut u32) -> Option<bool> {
        *fuel = fuel.checked_sub(1)?;
        let completions = |board: &[i8], side: i8| -> Vec<usize> {
            let mut squares = Vec::new();
            for line in lines {
                let own = line.iter().filter(|&&s| board[s] == side).count();
                let empty: Vec<usize> = line.iter().copied().filter(|&s| board[s] == 0).collect();
                if own + 1 == line.len() && empty.len() == 1 && !squares.contains(&empty[0]) {
                    squares.push(empty[0]);
                }
            }
            squares
        };
        if !completions(board, side).is_empty() {
            return Some(true);
        }
        let must = completions(board, -side);
        for square in 0..board.len() {
            if board[square] != 0 || must.iter().any(|&m| m != square) {
                continue;
            }
            board[square] = side;
            let replies = completions(board, side);
            let won = match replies[..] {
                [] => Some(false),
                [reply] => {
                    board[reply] = -side;
                    let won = plain(lines, board, side, fuel);
                    board[reply] = 0;
                    won
                }
                _ => Some(true),
            };
            board[square] = 0;
            if won != Some(false) {
                return won;
            }
        }
        Some(false)
    }

    /// The wins and the failures among random positions, on all of which both
    /// searches agree.
    fn agree<C: Cube>(positions: usize, stones: std::ops::Range<usize>) -> (usize, usize) {
        let geometry = C::geometry();
        let lines: Vec<Vec<usize>> =
            (0..C::LINES).map(|line| geometry.line(line).members().collect()).collect();
        let mut random = Random::new(2026);
        let mut forcing = Forcing::<C>::default();
        let (mut wins, mut failures) = (0, 0);
        while wins + failures < positions {
            let plies = stones.start + random.below(stones.len());
            let Some((position, side)) = random_position::<C>(plies, &mut random) else { continue };
            let stone = |s| match (position.stones(side).has(s), position.stones(!side).has(s)) {
                (true, _) => 1,
                (_, true) => -1,
                _ => 0,
            };
            let mut board: Vec<i8> = (0..C::SQUARES).map(stone).collect();
            let Some(expected) = plain(&lines, &mut board, 1, &mut 1_500) else { continue };
            unlimited(|meter| match forcing.search(&position, side, u64::MAX, meter) {
                Verdict::Win(sequence) => {
                    assert!(expected, "announced, but there is none: {position:?}");
                    assert!(sequence.wins(geometry, &position, side), "the sequence does not win");
                    let line = sequence.line(geometry, &position, side);
                    assert_eq!(line.len(), sequence.plies() as usize);
                    wins += 1;
                }
                Verdict::NoWin => {
                    assert!(!expected, "missed: {position:?}");
                    failures += 1;
                }
                Verdict::Unknown => panic!("no budget was given"),
            });
        }
        (wins, failures)
    }

    #[test]
    fn the_search_agrees_with_a_plain_one_on_random_positions() {
        let found =
            [agree::<Cube3>(1000, 2..14), agree::<Cube4>(1200, 8..28), agree::<Cube5>(300, 20..70)];
        for (wins, failures) in found {
            assert!(wins > 100 && failures > 100, "{wins} wins, {failures} without");
        }
        // X, to move first, wins at once.
        assert_eq!(agree::<Cube2>(5, 0..1), (5, 0));
    }
}
