//! Checks a strategy on a flat board: that a side wins, or that it *holds*: the other
//! side never completes a line.
//!
//! The file names the game, the position with its side to move, and the side:
//!
//! ```text
//! tictactoe:4x4:4
//! - - x                  X's squares, O's squares, X to move
//! o holds                what is proven: `o holds`, or `o wins`
//! - b2 c3                no move; X's moves b2 and c3 are answered below
//! = a1a2 b1b2            the side with the strategy has pairs: if the other side plays
//!                        on one square of a pair, it plays on the other
//! d4 c3                  it plays d4; c3 is answered below
//! ```
//!
//! A second claim, for the other side, may follow the first with its own strategy: a draw from
//! a position with stones needs both.
//!
//! The lines after a claim are the strategy, in depth-first order: one for each position
//! with its side to move that has not come before in any orientation. (Its zone, see below,
//! is that of the earlier position, turned by the first symmetry that maps to that position:
//! no change, columns reversed, rows reversed, both, and on square boards the same four
//! followed by the exchange of columns and rows.) After the move of such a line come
//!
//! 1. if it completes a line, or threatens to complete two, nothing;
//! 2. if it threatens to complete one, the position after the forced block;
//! 3. otherwise the position after a pass of the other side, and that after each of the
//!    other side's moves on the line; none if the pass is answered by pairs, which need no
//!    move.
//!
//! Not every move needs an answer. A proof of a position comes with its *zone*: the proof
//! still holds when the other side gets any further stones on empty squares outside. Once a
//! pass or a move is answered, the moves outside the zone of that answer need none: they are
//! answered as if it had been played. So the moves of a line must end with no square in the
//! zones of the pass and of all moves before. The zones are
//!
//! - of pairs, their squares;
//! - of a move, its square and the zones of the positions after it.
//!
//! Where the strategy completes a line or forces a block, further stones must not complete a
//! line before. So the zone is widened (`Check::guard`): each line that the other side can
//! still complete has an empty square in it at the strategy's turn, and two at the other's.
//! The squares added are the lowest in reading order from the top left, line by line: by
//! direction (right, down, down right, down left) and by the first square.
//!
//! Where both sides hold, the game is a draw. From the empty board it is enough that the
//! second side holds: the first can play as if it were the second, as its extra stone does
//! not hurt.

mod board;
mod text;
mod zones;

use std::io::BufRead;

use super::refused::{Failure, Refused, incomplete, unreadable};
use board::{Board, Set, Stones, lowest, members, one};
use text::{Lines, Position, Step};
use zones::{Zone, Zones};

/// What an accepted file proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// X wins.
    XWins,
    /// O wins.
    OWins,
    /// Both sides hold.
    Draw,
    /// X holds: O does not win.
    XHolds,
    /// O holds: X does not win.
    OHolds,
}

/// Statistics of an accepted file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The game, as in the file.
    pub game: String,
    /// The position: X's squares, O's squares and the side to move.
    pub position: String,
    /// What is proven.
    pub proven: Proven,
    /// The number of positions with an entry.
    pub entries: usize,
    /// The number of them that are pairs.
    pub pairs: usize,
    /// The number of moves of the other sides that are answered.
    pub answers: usize,
}

/// How a strategy on a flat board begins.
pub const STRATEGY: &str = "tictactoe";

/// Checks a strategy line by line. Takes time and memory in proportion to the file. Calls
/// `watch` with the number of entries so far.
///
/// # Errors
///
/// The first position that the file does not prove, the first malformed line, or a failure to
/// read.
pub fn verify(source: &mut dyn BufRead, watch: &mut dyn FnMut(usize)) -> Result<Accepted, Failure> {
    let lines = &mut Lines::new(source);
    let position = Position::read(lines)?;
    let mut claims: Vec<(usize, bool)> = Vec::new();
    let mut counts = Counts::default();
    while let Some(line) = lines.next()? {
        let Some((side, wins)) = text::claim(&line) else {
            let ended = "the strategy has ended before this line";
            let refused = if claims.is_empty() { unreadable(&line) } else { refuse(ended, &line) };
            return Err(refused.at(lines.number).into());
        };
        if claims.iter().any(|&claim| claim.0 == side || claim.1 || wins) {
            let reason = "two claims for one side, or another besides a win";
            return Err(refuse(reason, &line).at(lines.number).into());
        }
        claims.push((side, wins));
        let board = &position.board;
        let mut check = Check { board, wins, lines, zones: Zones::default(), counts, watch };
        let stones = [position.stones[side], position.stones[1 - side]];
        let checked = check.begin(stones, side == position.to_move);
        counts = check.counts;
        checked.map_err(|failure| match failure {
            Failure::Refused(refused) => refused.at(lines.number).into(),
            unreadable @ Failure::Unreadable(_) => unreadable,
        })?;
    }
    if claims.is_empty() {
        return Err(incomplete("the file claims nothing").into());
    }
    let proven = proven(&claims, position.stones == [0, 0]);
    let Position { game, text, .. } = position;
    let Counts { entries, pairs, answers } = counts;
    Ok(Accepted { game, position: text, proven, entries, pairs, answers })
}

/// What checked proofs prove together.
fn proven(claims: &[(usize, bool)], from_empty_board: bool) -> Proven {
    let is_proven = |side, wins| claims.contains(&(side, wins));
    match [is_proven(0, false), is_proven(1, false)] {
        _ if is_proven(0, true) => Proven::XWins,
        _ if is_proven(1, true) => Proven::OWins,
        [x, true] if x || from_empty_board => Proven::Draw,
        [true, _] => Proven::XHolds,
        [false, _] => Proven::OHolds,
    }
}

/// What has been read.
#[derive(Clone, Copy, Default)]
struct Counts {
    entries: usize,
    pairs: usize,
    answers: usize,
}

/// The state of a check of one strategy. The stones are those of the side with the strategy
/// and of the other.
struct Check<'a, 'r> {
    board: &'a Board,
    /// Whether the side wins rather than holds.
    wins: bool,
    lines: &'a mut Lines<'r>,
    /// The positions that are proven, with the strategy to move.
    zones: Zones,
    counts: Counts,
    /// Called with the number of entries.
    watch: &'a mut dyn FnMut(usize),
}

impl Check<'_, '_> {
    /// Checks the whole strategy from a position.
    fn begin(&mut self, stones: Stones, is_to_move: bool) -> Result<(), Failure> {
        if is_to_move {
            self.own_turn(stones)?;
        } else {
            let Step::Move(None, answered) = self.step(stones)? else {
                return Err(self.refuse("the other side is to move first", stones));
            };
            self.other_turn(stones, &answered)?;
        }
        Ok(())
    }

    /// Checks a position with the strategy to move, and returns its zone.
    fn own_turn(&mut self, [own, other]: Stones) -> Result<Zone, Failure> {
        let stones = [own, other];
        for (image, number) in self.board.images(stones) {
            if let Some(zone) = self.zones.get(image) {
                return Ok(Zone { squares: self.board.unmap(number, zone.squares), ..zone });
            }
        }
        let zone = match self.step(stones)? {
            Step::Pairs(pairs) => self.pairs(stones, &pairs)?,
            Step::Move(None, _) => return Err(self.refuse("a move is missing", stones)),
            Step::Move(Some(square), answered) => {
                if (own | other) & one(square) != 0 {
                    return Err(self.refuse("the move is on an occupied square", stones));
                }
                let after = self.after_move(stones, square, &answered)?;
                Zone { squares: one(square) | after, without_move: false }
            }
        };
        self.zones.insert(stones, zone);
        Ok(zone)
    }

    /// Plays the strategy's move on `square`, and returns the zone of the position after it.
    fn after_move(
        &mut self,
        [own, other]: Stones,
        square: usize,
        answered: &[usize],
    ) -> Result<Set, Failure> {
        if self.board.completions(own, other) & one(square) == 0 {
            return self.other_turn([own | one(square), other], answered);
        }
        if !answered.is_empty() {
            return Err(self.refuse("the game is over after this move", [own, other]));
        }
        Ok(self.guard(one(square), [own, other], 1))
    }

    /// Checks a position with the other side to move, and returns its zone.
    fn other_turn(&mut self, [own, other]: Stones, answered: &[usize]) -> Result<Set, Failure> {
        let stones = [own, other];
        if self.board.completions(other, own) != 0 {
            return Err(self.refuse("the other side completes a line", stones));
        }
        let threats = self.board.completions(own, other);
        if threats != 0 && !answered.is_empty() {
            return Err(self.refuse("the block is forced: no move is answered", stones));
        }
        let first = lowest(threats);
        let second = lowest(threats & !first);
        if second != 0 {
            return Ok(self.guard(first | second, stones, 2));
        }
        if first != 0 {
            let zone = first | self.own_turn([own, other | first])?.squares;
            return Ok(self.guard(zone, stones, 2));
        }
        let Zone { squares: mut zone, without_move } = self.own_turn(stones)?;
        let mut unanswered = if without_move { 0 } else { zone };
        for &square in answered {
            if (own | other) & one(square) != 0 {
                return Err(self.refuse("an answered move is on an occupied square", stones));
            }
            let after = self.own_turn([own, other | one(square)])?.squares;
            zone |= after;
            unanswered &= after & !one(square);
        }
        if unanswered != 0 {
            let reason = format!("moves without an answer: {}", self.board.names(unanswered));
            return Err(self.refuse(&reason, stones));
        }
        Ok(zone)
    }

    /// Checks that the pairs keep the other side from every line.
    fn pairs(&self, [own, other]: Stones, pairs: &[Set]) -> Result<Zone, Failure> {
        let stones = [own, other];
        if self.wins {
            return Err(self.refuse("pairs do not win", stones));
        }
        let mut zone = 0;
        for pair in pairs {
            if pair & (own | other | zone) != 0 {
                return Err(self.refuse("a square of a pair is not free", stones));
            }
            zone |= pair;
        }
        for line in self.board.open(other, own) {
            if !pairs.iter().any(|pair| line & pair == *pair) {
                let reason =
                    format!("no pair is on the line that misses {}", self.board.names(line));
                return Err(self.refuse(&reason, stones));
            }
        }
        Ok(Zone { squares: zone, without_move: true })
    }

    /// Widens a zone until each line that the other side can still complete has `need` empty
    /// squares in it.
    fn guard(&self, mut zone: Set, [own, other]: Stones, need: u32) -> Set {
        for missing in self.board.open(other, own) {
            for square in members(missing) {
                if (missing & zone).count_ones() >= need {
                    break;
                }
                zone |= one(square);
            }
        }
        zone
    }

    /// Reads the next step.
    fn step(&mut self, stones: Stones) -> Result<Step, Failure> {
        let Some(line) = self.lines.next_entry()? else {
            return Err(self.refuse("the strategy ends here", stones));
        };
        let step = text::step(&line, self.board).ok_or_else(|| unreadable(&line))?;
        self.counts.entries += 1;
        match &step {
            Step::Pairs(_) => self.counts.pairs += 1,
            Step::Move(_, answered) => self.counts.answers += answered.len(),
        }
        (self.watch)(self.counts.entries);
        Ok(step)
    }

    fn refuse(&self, reason: &str, [own, other]: Stones) -> Failure {
        let names = |set| self.board.names(set);
        let position = format!("own squares {}, the other side's {}", names(own), names(other));
        Refused { reason: reason.to_string(), position }.into()
    }
}

/// The refusal of a line.
fn refuse(reason: &str, line: &str) -> Refused {
    Refused { reason: reason.to_string(), position: line.to_string() }
}
