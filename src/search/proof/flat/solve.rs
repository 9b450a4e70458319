//! The value of a position: both sides' queries, searched in turn with growing
//! node slices.

use super::bits::Bits;
use super::distance::{Distances, Search};
use super::frame::{ATTACKER, DEFENDER};
use super::memory::{Effort, Memory, Progress};
use super::order::{SPOILING, Weights};
use super::query::{Aim, Answer, Query};
use super::refute::COMPLETE;
use crate::search::Meter;

/// The game-theoretical value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody can force a line.
    Draw,
}

impl Value {
    /// The same for the other side.
    pub(super) fn of_the_other(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
        }
    }
}

/// What has been proven of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The value; `None` if undecided within the limits.
    pub(super) value: Option<Value>,
    /// For a win or loss: it takes at most this many plies.
    pub(super) plies: Option<u32>,
    /// Whether `plies` is exact: the soonest win, the latest loss.
    pub(super) exact: bool,
    /// A move that keeps the value (and the distance, if exact); `None` only
    /// if the game is over. Of an undecided position it is a guess.
    pub(super) best: Option<u8>,
}

impl Verdict {
    /// Of a position that nobody has looked at.
    pub(super) const UNKNOWN: Verdict =
        Verdict { value: None, plies: None, exact: false, best: None };

    /// Whether a side wins.
    pub(super) fn is_decided(&self) -> bool {
        matches!(self.value, Some(Value::Win | Value::Loss))
    }
}

/// Solves positions of one board, with one budget for all of them.
pub(super) struct Prover<'a, W: Bits> {
    pub(super) query: Query<'a, W>,
    pub(super) distances: Distances<'a, W>,
    /// Whether the last value found rests on an unbroken sequence of fours.
    unbroken: bool,
}

/// One of the two questions about a position: can this side force a line?
struct Question<W> {
    stones: [W; 2],
    mover: usize,
    /// The next budget for each aim.
    budgets: [u32; 2],
    answer: Option<bool>,
    /// The move of the side to move that the answer rests on.
    square: Option<usize>,
}

impl<W> Question<W> {
    fn new(stones: [W; 2], mover: usize) -> Self {
        Self { stones, mover, budgets: [0, 1], answer: None, square: None }
    }
}

/// Nodes of the first slice.
const FIRST_SLICE: u64 = 500;
/// A refutation gets this many times the nodes of an attempt to force a line.
const REFUTE_SHARE: u64 = 4;
/// Up to this many empty squares distances are always worked out.
pub(in crate::search) const ALWAYS_EXACT: u32 = 16;
/// How long to look for the exact distance on wide boards.
pub(super) const EXACT_NODES: u64 = 200_000;

impl<'a, W: Bits> Prover<'a, W> {
    /// A prover that remembers what earlier ones have found out, and may
    /// spend what the meter allows.
    pub(super) fn new(memory: &'a mut Memory<W>, meter: Meter<'a>, progress: Progress<'a>) -> Self {
        let (query, distances) = Query::new(memory, meter, progress);
        Self { query, distances: Distances::new(distances), unbroken: false }
    }

    /// Nodes visited by this prover.
    pub(super) fn nodes(&self) -> u64 {
        self.query.nodes()
    }

    /// Whether the budget is used up or the search was stopped.
    pub(super) fn interrupted(&self) -> bool {
        self.query.interrupted()
    }

    /// How far the search is.
    pub(super) fn effort(&self) -> Effort {
        self.query.effort()
    }

    /// The value of the position with the owner of `mine` to move, within
    /// `nodes` more nodes, and a move on which it rests: without one, any
    /// move keeps the value.
    pub(super) fn value(
        &mut self,
        mine: W,
        theirs: W,
        nodes: u64,
    ) -> Option<(Value, Option<usize>)> {
        let end = self.nodes().saturating_add(nodes);
        let mut attack = Question::new([mine, theirs], ATTACKER);
        let mut defence = Question::new([theirs, mine], DEFENDER);
        // Strategy stealing: an extra stone never hurts, so the second side
        // cannot win from nothing.
        if mine.is_empty() && theirs.is_empty() {
            defence.answer = Some(false);
        }
        let mut slice = FIRST_SLICE;
        loop {
            for question in [&mut attack, &mut defence] {
                self.advance(question, slice, end)?;
            }
            match (attack.answer, defence.answer) {
                (Some(true), _) => return Some((Value::Win, attack.square)),
                (_, Some(true)) => return Some((Value::Loss, None)),
                (Some(false), Some(false)) => return Some((Value::Draw, defence.square)),
                _ => slice = twice(slice),
            }
        }
    }

    /// Whether the owner of `stones[ATTACKER]`, who is to move, can force a
    /// line; `None` when the budget was used up before that was known.
    pub(super) fn can_force(&mut self, stones: [W; 2]) -> Option<bool> {
        let mut question = Question::new(stones, ATTACKER);
        let mut slice = FIRST_SLICE;
        while question.answer.is_none() {
            self.advance(&mut question, slice, u64::MAX)?;
            slice = twice(slice);
        }
        question.answer
    }

    /// Pursues both aims of a question, with a slice of nodes for each; `None`
    /// when the count of nodes has reached the end, or was stopped, before the
    /// question was settled.
    fn advance(&mut self, question: &mut Question<W>, slice: u64, end: u64) -> Option<()> {
        for (aim, share) in [(Aim::Force, 1), (Aim::Refute, REFUTE_SHARE)] {
            self.query.pause_at = end.min(self.nodes().saturating_add(slice * share));
            if self.pursue(question, aim) {
                break;
            }
            if self.interrupted() || self.nodes() >= end {
                return None;
            }
        }
        Some(())
    }

    /// Deepens one aim until the question is settled (true) or the node limit
    /// is reached.
    fn pursue(&mut self, question: &mut Question<W>, aim: Aim) -> bool {
        let occupied = question.stones[0] | question.stones[1];
        let empty = self.query.layout.squares() as u32 - occupied.len();
        while question.answer.is_none() {
            let budget = &mut question.budgets[aim as usize];
            // Beyond half the board a deeper iteration would only repeat
            // itself.
            let level = if *budget > empty / 2 { 2 * COMPLETE } else { *budget };
            match self.query.search(question.stones, question.mover, aim, level) {
                Answer::Win(_) => {
                    question.answer = Some(true);
                    self.unbroken = aim == Aim::Force && level == 0;
                }
                Answer::Fail(_) => question.answer = Some(false),
                Answer::Open if self.query.stopped() => return false,
                Answer::Open => *budget += 1,
            }
            question.square = self.query.root_move;
        }
        true
    }

    /// What is known of a position where the game is over.
    pub(super) fn end(&self, mine: W, theirs: W) -> Option<Verdict> {
        let over = |value, plies| Verdict { value: Some(value), plies, exact: true, best: None };
        if self.query.layout.has_line(theirs) {
            return Some(over(Value::Loss, Some(0)));
        }
        if self.query.layout.has_line(mine) {
            return Some(over(Value::Win, Some(0)));
        }
        let full = self.query.layout.full();
        (mine | theirs == full).then(|| over(Value::Draw, None))
    }

    /// Value, distance and best move with the owner of `mine` to move, within
    /// `nodes` more nodes.
    pub(super) fn solve(&mut self, mine: W, theirs: W, nodes: u64) -> Verdict {
        if let Some(verdict) = self.end(mine, theirs) {
            return verdict;
        }
        let empty = self.query.layout.full() & !(mine | theirs);
        let end = self.nodes().saturating_add(nodes);
        let found = self.value(mine, theirs, nodes);
        let value = found.map(|(value, _)| value);
        let mut verdict = Verdict { value, plies: None, exact: false, best: None };
        let (stones, mover) = match value {
            Some(Value::Win) => ([mine, theirs], ATTACKER),
            _ => ([theirs, mine], DEFENDER),
        };
        if verdict.is_decided() {
            let count = empty.len();
            // The attacker makes the last move, at the latest with the last
            // empty square it gets.
            verdict.plies = Some(if mover == ATTACKER { (count - 1) | 1 } else { count & !1 });
            let patience = if count <= ALWAYS_EXACT || self.unbroken {
                u64::MAX
            } else {
                // Something is left to find the line again.
                let left = self.query.nodes_to_come();
                EXACT_NODES.min(left - left / 8)
            };
            self.query.pause_at = end.min(self.nodes().saturating_add(patience));
            let most = self.query.layout.squares() as u32;
            if let Search::Found { stones, square } =
                self.distances.find(&mut self.query, stones, mover, most)
            {
                verdict.plies = Some(2 * stones - u32::from(mover == ATTACKER));
                verdict.exact = true;
                verdict.best = square;
            }
        }
        if verdict.best.is_none() {
            let square = found.and_then(|(_, square)| square);
            verdict.best = self.best(stones, mover, square);
        }
        verdict
    }

    /// Whether the owner of `mine`, who is to move, can win within so many
    /// plies: if so, in how many and how; `None` when it was stopped.
    pub(super) fn win_within(
        &mut self,
        mine: W,
        theirs: W,
        plies: u32,
    ) -> Option<Option<(u32, Option<u8>)>> {
        self.query.pause_at = u64::MAX;
        let most = plies.div_ceil(2).min(self.query.layout.squares() as u32);
        match self.distances.find(&mut self.query, [mine, theirs], ATTACKER, most) {
            Search::Found { stones, square } => Some(Some((2 * stones - 1, square))),
            Search::Excluded => Some(None),
            Search::Stopped => None,
        }
    }

    /// A move that keeps the value: completing, blocking, the one on which
    /// the value rests. Without one a pass would have kept it, so any move
    /// does; the heaviest is as good a guess for an open question.
    pub(super) fn best(
        &mut self,
        stones: [W; 2],
        mover: usize,
        known: Option<usize>,
    ) -> Option<u8> {
        let frame = self.query.start(stones, 0);
        let empty = frame.empty(self.query.layout);
        for threats in [frame.completes[mover], frame.completes[1 - mover]] {
            if !threats.is_empty() {
                return Some(threats.first() as u8);
            }
        }
        if let Some(square) = known {
            return Some(square as u8);
        }
        let weights = Weights::of(&frame, self.query.stack, &SPOILING);
        (!empty.is_empty()).then(|| weights.heaviest(empty) as u8)
    }
}

/// The next slice.
fn twice(slice: u64) -> u64 {
    slice.saturating_mul(2).min(u64::MAX / REFUTE_SHARE)
}
