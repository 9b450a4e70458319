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
use crate::hashing::{Memo, mix_pair};
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
    failures: Memo<(C::Board, C::Board), BITS>,
    line: Sequence,
    /// The moves still to be searched on the path, those of one node together:
    /// an attack, the reply to it and the attacks after these.
    waiting: Vec<(usize, usize, C::Board)>,
    /// The count of nodes at which the search is given up.
    last: u64,
}

/// The table has `2^BITS` entries: 256 KiB with a side of 4.
const BITS: u32 = 14;

/// The lines that are still open to the attacker, and the empty squares.
#[derive(Clone, Copy, Debug)]
struct Open<C: Cube> {
    empty: C::Board,
    /// All of them.
    open: u128,
    /// Those that lack at most three of its stones.
    near: u128,
    /// Those that lack two.
    pairs: u128,
}

impl<C: Cube> Open<C> {
    /// Those of a position.
    fn new(geometry: &Geometry<C>, position: &Position<C>, side: Side) -> Self {
        let open = position.open(side);
        Open {
            empty: position.empty(geometry),
            open,
            near: position.at_least(side, C::N.saturating_sub(3)) & open,
            pairs: position.at_least(side, C::N - 2) & open,
        }
    }

    /// Those after an attack and the forced reply to it.
    #[inline]
    fn after(
        &self,
        geometry: &Geometry<C>,
        position: &Position<C>,
        side: Side,
        (square, reply): (usize, usize),
    ) -> Self {
        let gained = geometry.through(square);
        let open = self.open & !geometry.through(reply);
        let fourth = position.at_least(side, C::N.saturating_sub(4));
        Open {
            empty: self.empty & !(C::Board::of(square) | C::Board::of(reply)),
            open,
            near: (self.near | fourth & gained) & open,
            pairs: (self.pairs | self.near & gained) & open,
        }
    }
}

/// The empty squares in one of these lines at least, and those in two.
#[inline]
pub(super) fn crossings<C: Cube>(
    geometry: &Geometry<C>,
    lines: u128,
    empty: C::Board,
) -> (C::Board, C::Board) {
    let (mut once, mut twice) = (C::Board::EMPTY, C::Board::EMPTY);
    for line in lines.members() {
        let squares = geometry.line(line) & empty;
        twice |= once & squares;
        once |= squares;
    }
    (once, twice)
}

/// What is seen of a position without playing on.
enum Glance<C: Cube> {
    /// Two threats at once on this square.
    Double(usize),
    /// No sequence can win.
    Dead,
    /// Neither: the moves to try. Each is in one pair only.
    Open(C::Board),
}

impl<C: Cube> Default for Forcing<C> {
    fn default() -> Self {
        Forcing {
            geometry: C::geometry(),
            failures: Memo::new((C::Board::EMPTY, C::Board::EMPTY)),
            line: Sequence::EMPTY,
            waiting: Vec::new(),
            last: 0,
        }
    }
}

impl<C: Cube> Forcing<C> {
    /// Forgets everything, so that the next search visits the same nodes
    /// whatever was searched before.
    pub(super) fn clear(&mut self) {
        self.failures.clear((C::Board::EMPTY, C::Board::EMPTY));
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
        if self.is_over(meter) || !meter.count() {
            return Verdict::Unknown;
        }
        match self.glance(&Open::new(self.geometry, position, side), must) {
            Glance::Dead => return Verdict::NoWin,
            Glance::Double(square) => self.line.push(square),
            Glance::Open(moves) => {
                self.waiting.clear();
                if !self.attack(position, moves, side, meter) {
                    return if self.is_over(meter) { Verdict::Unknown } else { Verdict::NoWin };
                }
            }
        }
        Verdict::Win(self.line)
    }

    fn is_over(&self, meter: &Meter<'_>) -> bool {
        meter.nodes() >= self.last || meter.stopped()
    }

    /// Looks at a position that lacks so much. The attacker has nothing to
    /// complete; `must` are the squares where the defender would complete a
    /// line.
    #[inline]
    fn glance(&self, lines: &Open<C>, must: C::Board) -> Glance<C> {
        let allowed = match must {
            none if none.is_empty() => lines.empty,
            one if one.is_single() => one,
            _ => return Glance::Dead,
        };
        let (once, twice) = crossings(self.geometry, lines.pairs, lines.empty);
        let double = twice & allowed;
        if !double.is_empty() {
            return Glance::Double(double.first());
        }
        let moves = once & allowed;
        if moves.is_empty() || twice.is_empty() && !self.can_grow(lines, once) {
            return Glance::Dead;
        }
        Glance::Open(moves)
    }

    /// Whether further lines could come to lack two stones: that there is one
    /// which would, if all these squares of the pairs became the attacker's.
    /// Without it nothing ever crosses the present ones.
    #[inline]
    fn can_grow(&self, lines: &Open<C>, once: C::Board) -> bool {
        // The lines that would gain a stone, and those that would gain more.
        let (mut gain, mut gain_more) = (0, 0);
        for square in once.members() {
            let through = self.geometry.through(square);
            gain_more |= gain & through;
            gain |= through;
        }
        (lines.near & gain | lines.open & gain_more) & !lines.pairs != 0
    }

    /// Searches a node: looks at all its moves first, then goes on from those
    /// that a glance does not decide. Leaves the winning moves in `self.line`.
    fn attack(
        &mut self,
        position: &Position<C>,
        moves: C::Board,
        side: Side,
        meter: &mut Meter<'_>,
    ) -> bool {
        let key = (position.stones(side), position.stones(!side));
        let mixed = mix_pair(key.0.folded(), key.1.folded());
        if *self.failures.entry(mixed) == key {
            return false;
        }
        let lines = Open::new(self.geometry, position, side);
        let building = lines.near & !lines.pairs;
        let their_pairs = position.pairs(!side);
        let first = self.waiting.len();
        // Moves that build a further line first. The others must be tried too:
        // their forced replies may block a counter-threat, or be the ones that
        // leave the right square to the attacker.
        for builds in [true, false] {
            for square in moves.members() {
                let through = self.geometry.through(square);
                if (through & building != 0) != builds {
                    continue;
                }
                if self.is_over(meter) || !meter.count() {
                    self.waiting.truncate(first);
                    return false;
                }
                let pair = self.geometry.line((lines.pairs & through).first()) & lines.empty;
                let reply = (pair & !C::Board::of(square)).first();
                let next = lines.after(self.geometry, position, side, (square, reply));
                // The defender's threats before this move were answered by it,
                // so only the lines through the reply can hold a new one.
                let threats = their_pairs & self.geometry.through(reply) & !through;
                let squares = |set, line| set | (self.geometry.line(line) & next.empty);
                let must = threats.members().fold(C::Board::EMPTY, squares);
                match self.glance(&next, must) {
                    Glance::Dead => {}
                    Glance::Double(double) => {
                        self.line.push(square);
                        self.line.push(double);
                        self.waiting.truncate(first);
                        return true;
                    }
                    Glance::Open(moves) => self.waiting.push((square, reply, moves)),
                }
            }
        }
        for next in first..self.waiting.len() {
            let (square, reply, moves) = self.waiting[next];
            let mut after = position.after(self.geometry, side, square);
            after.play(self.geometry, !side, reply);
            self.line.push(square);
            let won = self.attack(&after, moves, side, meter);
            if won || self.is_over(meter) {
                self.waiting.truncate(first);
                return won;
            }
            self.line.pop();
        }
        self.waiting.truncate(first);
        *self.failures.entry(mixed) = key;
        false
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
