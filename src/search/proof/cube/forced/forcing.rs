//! The forcing-sequence search: a depth-first search in which every move of
//! the attacker threatens to complete a line, which leaves one reply.
//!
//! At each node the attacker can only use *pairs*, lines that lack two of its
//! stones and have none of the defender's: one of the empty squares is the
//! attack, the other the forced reply.
//!
//! ```text
//!   X X . .      attack on 3: X X X .   reply on 4: X X X O
//!                attack on 4: X X . X   reply on 3: X X O X
//! ```
//!
//! A square in two pairs wins: two threats, one reply. If the forced reply
//! itself threatens to complete a line of the defender, the attacker's next
//! move must both block that line and threaten.

use super::sequence::Sequence;
use crate::game::Side;
use crate::hashing::{Memo, mix_pair};
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{Cube, CubePosition, Geometry};

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) enum ForcingResult {
    /// A winning sequence.
    Win(Sequence),
    /// No sequence wins.
    NoWin,
    /// Not decided within the budget.
    Unknown,
}

/// The search, with a table of positions without a winning sequence. The table
/// is kept between calls, because successive calls visit mostly the same failed
/// positions. It is small enough for the processor's cache: a probe must cost
/// less than searching the few nodes that it saves.
#[derive(Debug)]
pub(crate) struct ForcingSearch<C: Cube> {
    geometry: &'static Geometry<C>,
    failures: Memo<(C::Board, C::Board), TABLE_BITS>,
    /// The attacks on the path.
    sequence: Sequence,
    /// The moves still to be searched at the nodes of the path, in the order of
    /// the nodes: an attack, its reply, and the attacks to try after both.
    pending: Vec<(usize, usize, C::Board)>,
    /// The meter's node count at which the search ends undecided.
    end: u64,
}

/// The table has `2^TABLE_BITS` entries: 256 KiB with a side of 4.
const TABLE_BITS: u32 = 14;

/// The lines without a stone of the defender, and the empty squares.
#[derive(Clone, Copy, Debug)]
struct OpenLines<C: Cube> {
    empty: C::Board,
    /// All open lines.
    open: u128,
    /// Open lines that lack at most three stones of the attacker.
    lack_up_to_three: u128,
    /// Open lines that lack at most two.
    pairs: u128,
}

impl<C: Cube> OpenLines<C> {
    /// The open lines of a position.
    fn new(geometry: &Geometry<C>, position: &CubePosition<C>, side: Side) -> Self {
        let open = position.open(side);
        OpenLines {
            empty: position.empty(geometry),
            open,
            lack_up_to_three: position.at_least(side, C::N.saturating_sub(3)) & open,
            pairs: position.at_least(side, C::N - 2) & open,
        }
    }

    /// The open lines after an attack and the forced reply.
    #[inline]
    fn after(
        &self,
        geometry: &Geometry<C>,
        position: &CubePosition<C>,
        side: Side,
        (square, reply): (usize, usize),
    ) -> Self {
        let gained = geometry.through(square);
        let open = self.open & !geometry.through(reply);
        let lack_up_to_four = position.at_least(side, C::N.saturating_sub(4));
        OpenLines {
            empty: self.empty & !(C::Board::of(square) | C::Board::of(reply)),
            open,
            lack_up_to_three: (self.lack_up_to_three | lack_up_to_four & gained) & open,
            pairs: (self.pairs | self.lack_up_to_three & gained) & open,
        }
    }
}

/// The empty squares in at least one of `lines`, and those in at least two,
/// where lines cross.
#[inline]
pub(crate) fn coverage<C: Cube>(
    geometry: &Geometry<C>,
    lines: u128,
    empty: C::Board,
) -> (C::Board, C::Board) {
    cover_more(geometry, lines, empty, C::Board::EMPTY)
}

/// Like [`coverage`], for `lines` besides those that cover the squares in `covered`, which
/// do not cross.
#[inline]
fn cover_more<C: Cube>(
    geometry: &Geometry<C>,
    lines: u128,
    empty: C::Board,
    covered: C::Board,
) -> (C::Board, C::Board) {
    let (mut once, mut twice) = (covered & empty, C::Board::EMPTY);
    for line in lines.members() {
        let squares = geometry.line(line) & empty;
        twice |= once & squares;
        once |= squares;
    }
    (once, twice)
}

/// The result of the static test of a position.
enum StaticTest<C: Cube> {
    /// A double threat on this square.
    DoubleThreat(usize),
    /// No sequence wins.
    NoWin,
    /// Undecided: the attacks to try. Each is in one pair only.
    Undecided(C::Board),
}

impl<C: Cube> Default for ForcingSearch<C> {
    fn default() -> Self {
        ForcingSearch {
            geometry: C::geometry(),
            failures: Memo::new((C::Board::EMPTY, C::Board::EMPTY)),
            sequence: Sequence::EMPTY,
            pending: Vec::new(),
            end: 0,
        }
    }
}

impl<C: Cube> ForcingSearch<C> {
    /// Clears the table, so that the next search visits the same nodes as that
    /// of a new object.
    pub(crate) fn clear(&mut self) {
        self.failures.clear((C::Board::EMPTY, C::Board::EMPTY));
    }

    /// Looks for a forced win of `side`, which is to move, visiting at most
    /// `budget` nodes.
    pub(crate) fn search(
        &mut self,
        position: &CubePosition<C>,
        side: Side,
        budget: u64,
        meter: &mut Meter<'_>,
    ) -> ForcingResult {
        self.sequence = Sequence::EMPTY;
        if position.threats(side) != 0 {
            return ForcingResult::Win(self.sequence);
        }
        self.end = meter.nodes().saturating_add(budget);
        let must_block = position.completions(self.geometry, !side);
        if self.is_over(meter) || !meter.count() {
            return ForcingResult::Unknown;
        }
        let lines = OpenLines::new(self.geometry, position, side);
        let covered = coverage(self.geometry, lines.pairs, lines.empty);
        match self.test_statically(&lines, covered, must_block) {
            StaticTest::NoWin => return ForcingResult::NoWin,
            StaticTest::DoubleThreat(square) => self.sequence.push(square),
            StaticTest::Undecided(moves) => {
                self.pending.clear();
                if !self.attack(position, moves, side, meter) {
                    return if self.is_over(meter) {
                        ForcingResult::Unknown
                    } else {
                        ForcingResult::NoWin
                    };
                }
            }
        }
        ForcingResult::Win(self.sequence)
    }

    fn is_over(&self, meter: &Meter<'_>) -> bool {
        meter.nodes() >= self.end || meter.stopped()
    }

    /// Tests a position without playing a move. The attacker cannot complete a
    /// line; `must_block` are the squares on which the defender would.
    #[inline]
    fn test_statically(
        &self,
        lines: &OpenLines<C>,
        (once, twice): (C::Board, C::Board),
        must_block: C::Board,
    ) -> StaticTest<C> {
        let allowed = match must_block {
            none if none.is_empty() => lines.empty,
            one if one.is_single() => one,
            _ => return StaticTest::NoWin,
        };
        let double = twice & allowed;
        if !double.is_empty() {
            return StaticTest::DoubleThreat(double.first());
        }
        let moves = once & allowed;
        if moves.is_empty() || twice.is_empty() && !self.can_gain_pair(lines, once) {
            return StaticTest::NoWin;
        }
        StaticTest::Undecided(moves)
    }

    /// Optimistic test: would a new pair arise if the attacker took every
    /// square of its present pairs, which are in `once`? If not, and no pairs
    /// cross now, there is no double threat.
    #[inline]
    fn can_gain_pair(&self, lines: &OpenLines<C>, once: C::Board) -> bool {
        // Lines that would gain at least one stone, and at least two.
        let (mut hit_once, mut hit_twice) = (0, 0);
        for square in once.members() {
            let through = self.geometry.through(square);
            hit_twice |= hit_once & through;
            hit_once |= through;
        }
        (lines.lack_up_to_three & hit_once | lines.open & hit_twice) & !lines.pairs != 0
    }

    /// Searches a node: first applies the static test after every move, then
    /// searches the moves that the test leaves undecided. Leaves the winning
    /// moves in `self.sequence`.
    fn attack(
        &mut self,
        position: &CubePosition<C>,
        moves: C::Board,
        side: Side,
        meter: &mut Meter<'_>,
    ) -> bool {
        let key = (position.stones(side), position.stones(!side));
        let mixed = mix_pair(key.0.folded(), key.1.folded());
        if *self.failures.entry(mixed) == key {
            return false;
        }
        let lines = OpenLines::new(self.geometry, position, side);
        let growing = lines.lack_up_to_three & !lines.pairs;
        let their_pairs = position.pairs(!side);
        let (once, twice) = coverage(self.geometry, lines.pairs, lines.empty);
        let first = self.pending.len();
        // Promising moves, which make a new pair, come first. The others can
        // win too: the attack may itself block a counter-threat, or prepare a
        // line that still lacks four stones. They are told apart before the loop,
        // as the processor cannot predict a branch on this.
        let promising = moves.members().fold(C::Board::EMPTY, |set, square| {
            set | C::Board::of_if(square, self.geometry.through(square) & growing != 0)
        });
        for moves in [promising, moves & !promising] {
            for square in moves.members() {
                let through = self.geometry.through(square);
                if self.is_over(meter) || !meter.count() {
                    self.pending.truncate(first);
                    return false;
                }
                let pair = self.geometry.line((lines.pairs & through).first()) & lines.empty;
                let reply = (pair & !C::Board::of(square)).first();
                let next = lines.after(self.geometry, position, side, (square, reply));
                // This move blocked all earlier threats of the defender, so
                // only lines through the reply can hold a new one.
                let threats = their_pairs & self.geometry.through(reply) & !through;
                let squares = |set, line| set | (self.geometry.line(line) & next.empty);
                let must_block = threats.members().fold(C::Board::EMPTY, squares);
                // Where no pairs cross, the move uses up only its own pair; the others
                // still cover their squares.
                let covered = match twice.is_empty() {
                    true => cover_more(self.geometry, next.pairs & !lines.pairs, next.empty, once),
                    false => coverage(self.geometry, next.pairs, next.empty),
                };
                match self.test_statically(&next, covered, must_block) {
                    StaticTest::NoWin => {}
                    StaticTest::DoubleThreat(double) => {
                        self.sequence.push(square);
                        self.sequence.push(double);
                        self.pending.truncate(first);
                        return true;
                    }
                    StaticTest::Undecided(moves) => self.pending.push((square, reply, moves)),
                }
            }
        }
        for next in first..self.pending.len() {
            let (square, reply, moves) = self.pending[next];
            let mut after = position.after(self.geometry, side, square);
            after.play(self.geometry, !side, reply);
            self.sequence.push(square);
            let won = self.attack(&after, moves, side, meter);
            if won || self.is_over(meter) {
                self.pending.truncate(first);
                return won;
            }
            self.sequence.pop();
        }
        self.pending.truncate(first);
        *self.failures.entry(mixed) = key;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::search::proof::cube::board::{Cube2, Cube3, Cube4, Cube5};
    use crate::search::proof::cube::testing::{random_position, unlimited};

    /// A plain search: the board as an array, all empty squares tried, all
    /// lines examined. `None` if it exceeds its node limit.
    fn plain(
        lines: &[Vec<usize>],
        board: &mut [i8],
        side: i8,
        node_limit: &mut u32,
    ) -> Option<bool> {
        *node_limit = node_limit.checked_sub(1)?;
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
        let must_block = completions(board, -side);
        for square in 0..board.len() {
            if board[square] != 0 || must_block.iter().any(|&m| m != square) {
                continue;
            }
            board[square] = side;
            let replies = completions(board, side);
            let won = match replies[..] {
                [] => Some(false),
                [reply] => {
                    board[reply] = -side;
                    let won = plain(lines, board, side, node_limit);
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

    /// Checks that both searches agree on random positions. Returns the number
    /// of wins and of failures among them.
    fn agree<C: Cube>(positions: usize, stones: std::ops::Range<usize>) -> (usize, usize) {
        let geometry = C::geometry();
        let lines: Vec<Vec<usize>> =
            (0..C::LINES).map(|line| geometry.line(line).members().collect()).collect();
        let mut random = Random::new(2026);
        let mut forcing = ForcingSearch::<C>::default();
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
                ForcingResult::Win(sequence) => {
                    assert!(expected, "found, but there is none: {position:?}");
                    assert!(sequence.wins(geometry, &position, side), "the sequence does not win");
                    let line = sequence.line(geometry, &position, side);
                    assert_eq!(line.len(), sequence.plies() as usize);
                    wins += 1;
                }
                ForcingResult::NoWin => {
                    assert!(!expected, "missed: {position:?}");
                    failures += 1;
                }
                ForcingResult::Unknown => panic!("no budget was given"),
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
