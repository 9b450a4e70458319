//! The value of a position: the queries of both sides, searched in turn with
//! slices of nodes that grow.

use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{ATTACKER, DEFENDER, SPOILING, Weights};
use crate::search::proof::flat::memory::{Effort, Memory, Progress};
use crate::search::proof::flat::queries::{Aim, Answer, COMPLETE, Distance, Distances, Query};

/// The game-theoretical value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Neither side can force a line.
    Draw,
}

impl Value {
    /// The value for the other side.
    pub(crate) fn of_the_other(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
        }
    }
}

/// The proven facts about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    /// The value; `None` if it is not proven.
    pub(crate) value: Option<Value>,
    /// For a win or loss: an upper bound of its plies.
    pub(crate) plies: Option<u32>,
    /// Whether `plies` is exact: the earliest win, the latest loss.
    pub(crate) exact: bool,
    /// A move that keeps the value (and the distance, if exact); a guess if the
    /// value is not proven; `None` only if the game is over.
    pub(crate) best: Option<u8>,
}

impl Solution {
    /// No facts yet.
    pub(crate) const UNKNOWN: Solution =
        Solution { value: None, plies: None, exact: false, best: None };

    /// Whether a side wins.
    pub(crate) fn is_decided(&self) -> bool {
        matches!(self.value, Some(Value::Win | Value::Loss))
    }
}

/// Solves positions of one board, with one budget for all.
pub(crate) struct Prover<'a, W: Bits> {
    pub(crate) query: Query<'a, W>,
    pub(crate) distances: Distances<'a, W>,
    /// Whether the last win found is an unbroken sequence of fours.
    unbroken: bool,
}

/// The progress of one query about a position: can this side force a line?
struct PendingQuery<W> {
    stones: [W; 2],
    mover: usize,
    /// The free moves of the next search for each aim.
    next_free_moves: [u32; 2],
    answer: Option<bool>,
    /// A move of the side to move that keeps the answer.
    square: Option<usize>,
}

impl<W> PendingQuery<W> {
    fn new(stones: [W; 2], mover: usize) -> Self {
        Self { stones, mover, next_free_moves: [0, 1], answer: None, square: None }
    }
}

/// The nodes of the first slice.
const FIRST_SLICE: u64 = 500;
/// The nodes of a slice for refuting, as a multiple of those for forcing.
const REFUTE_FACTOR: u64 = 4;
/// With at most this many empty squares distances are always found.
pub(crate) const ALWAYS_EXACT: u32 = 16;
/// The nodes for an exact distance with more empty squares, unless the value took more:
/// then as many as that.
pub(crate) const EXACT_NODES: u64 = 200_000;

impl<'a, W: Bits> Prover<'a, W> {
    /// A prover that uses the tables of earlier ones, and counts its nodes with
    /// `meter`.
    pub(crate) fn new(memory: &'a mut Memory<W>, meter: Meter<'a>, progress: Progress<'a>) -> Self {
        let (query, distances) = Query::new(memory, meter, progress);
        Self { query, distances: Distances::new(distances), unbroken: false }
    }

    /// The nodes visited by this prover.
    pub(crate) fn nodes(&self) -> u64 {
        self.query.nodes()
    }

    /// Whether the budget is used up or the search was stopped.
    pub(crate) fn interrupted(&self) -> bool {
        self.query.interrupted()
    }

    /// The effort so far.
    pub(crate) fn effort(&self) -> Effort {
        self.query.effort()
    }

    /// The value of the position with the owner of `mine` to move, if it is
    /// found within `nodes` more nodes, and a move that keeps it; without one,
    /// any move keeps the value.
    pub(crate) fn value(
        &mut self,
        mine: W,
        theirs: W,
        nodes: u64,
    ) -> Option<(Value, Option<usize>)> {
        let end = self.nodes().saturating_add(nodes);
        let mut attack = PendingQuery::new([mine, theirs], ATTACKER);
        let mut defence = PendingQuery::new([theirs, mine], DEFENDER);
        // Strategy stealing: an extra stone never hurts, so the second side
        // cannot win from the empty board.
        if mine.is_empty() && theirs.is_empty() {
            defence.answer = Some(false);
        }
        let mut slice = FIRST_SLICE;
        loop {
            self.advance(&mut attack, slice, end)?;
            if attack.answer == Some(true) {
                return Some((Value::Win, attack.square));
            }
            self.advance(&mut defence, slice, end)?;
            match (attack.answer, defence.answer) {
                (_, Some(true)) => return Some((Value::Loss, None)),
                (Some(false), Some(false)) => return Some((Value::Draw, defence.square)),
                _ => slice = next_slice(slice),
            }
        }
    }

    /// Whether the owner of `stones[ATTACKER]` can force a line with `mover` to move, and a
    /// move of `mover` that keeps the answer, if one is known; `None` if the budget ran out
    /// first.
    pub(crate) fn can_force(
        &mut self,
        stones: [W; 2],
        mover: usize,
    ) -> Option<(bool, Option<usize>)> {
        let mut pending = PendingQuery::new(stones, mover);
        let mut slice = FIRST_SLICE;
        loop {
            self.advance(&mut pending, slice, u64::MAX)?;
            if let Some(answer) = pending.answer {
                return Some((answer, pending.square));
            }
            slice = next_slice(slice);
        }
    }

    /// Proves anew whether the owner of `stones[ATTACKER]` can force a line with `mover` to
    /// move, where the answer is known to be the one that `aim` proves. Returns a move of
    /// `mover` that keeps the answer, if the search has one; `None` if it was stopped, or has
    /// another answer, from false entries of a checkpoint.
    pub(crate) fn prove_again(
        &mut self,
        stones: [W; 2],
        mover: usize,
        aim: Aim,
    ) -> Option<Option<usize>> {
        let mut pending = PendingQuery::new(stones, mover);
        self.query.pause_at = u64::MAX;
        let is_settled = self.deepen(&mut pending, aim);
        (is_settled && pending.answer == Some(aim == Aim::Force)).then_some(pending.square)
    }

    /// Searches with both aims, with a slice of nodes for each. `None` if the
    /// nodes reached `end`, or the search was stopped, before the query was
    /// settled.
    fn advance(&mut self, pending: &mut PendingQuery<W>, slice: u64, end: u64) -> Option<()> {
        for (aim, factor) in [(Aim::Force, 1), (Aim::Refute, REFUTE_FACTOR)] {
            self.query.pause_at = end.min(self.nodes().saturating_add(slice * factor));
            if self.deepen(pending, aim) {
                break;
            }
            if self.interrupted() || self.nodes() >= end {
                return None;
            }
        }
        Some(())
    }

    /// Searches with one aim and ever more free moves, until the query is
    /// settled (`true`) or the search is stopped.
    fn deepen(&mut self, pending: &mut PendingQuery<W>, aim: Aim) -> bool {
        let occupied = pending.stones[0] | pending.stones[1];
        let empty = self.query.layout.squares() as u32 - occupied.len();
        while pending.answer.is_none() {
            let next = &mut pending.next_free_moves[aim as usize];
            // The defender gets half of the empty squares at most, so more free
            // moves would change nothing: the next iteration is complete.
            let free_moves = if *next > empty / 2 { 2 * COMPLETE } else { *next };
            let search = |query: &mut Query<'a, W>| {
                query.search(pending.stones, pending.mover, aim, free_moves)
            };
            match self.query.until_current(search) {
                Answer::Win(_) => {
                    pending.answer = Some(true);
                    self.unbroken = aim == Aim::Force && free_moves == 0;
                }
                Answer::NoWin(_) => pending.answer = Some(false),
                Answer::Unknown if self.query.stopped() => return false,
                Answer::Unknown => *next += 1,
            }
            pending.square = self.query.root_move;
        }
        true
    }

    /// The solution if the game is over.
    pub(crate) fn game_over(&self, mine: W, theirs: W) -> Option<Solution> {
        let over = |value, plies| Solution { value: Some(value), plies, exact: true, best: None };
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
    pub(crate) fn solve(&mut self, mine: W, theirs: W, nodes: u64) -> Solution {
        if let Some(solution) = self.game_over(mine, theirs) {
            return solution;
        }
        let empty = self.query.layout.full() & !(mine | theirs);
        let begin = self.nodes();
        let end = begin.saturating_add(nodes);
        let (value, square) = self.value(mine, theirs, nodes).unzip();
        let mut solution = Solution { value, plies: None, exact: false, best: None };
        let (stones, mover) = match value {
            Some(Value::Win) => ([mine, theirs], ATTACKER),
            _ => ([theirs, mine], DEFENDER),
        };
        if solution.is_decided() {
            let count = empty.len();
            // At the latest, the attacker wins with its last stone.
            solution.plies = Some(if mover == ATTACKER { (count - 1) | 1 } else { count & !1 });
            let distance_nodes = if count <= ALWAYS_EXACT || self.unbroken {
                u64::MAX
            } else {
                // An eighth is kept for finding the line again.
                let left = self.query.nodes_to_come();
                let mut spent = self.nodes() - begin;
                // If an earlier search found the value: its last attempt is known, and those
                // before it took several times as many nodes.
                let last = self.query.nodes_of_last_attempt(stones, mover);
                if spent < last {
                    spent = last.saturating_mul(8);
                }
                EXACT_NODES.max(spent).min(left - left / 8)
            };
            self.query.pause_at = end.min(self.nodes().saturating_add(distance_nodes));
            let most = self.query.layout.squares() as u32;
            if let Distance::Found { stones, square } =
                self.distances.find(&mut self.query, stones, mover, most)
            {
                solution.plies = Some(2 * stones - u32::from(mover == ATTACKER));
                solution.exact = true;
                solution.best = square;
            }
        }
        if solution.best.is_none() {
            solution.best = self.best_move(stones, mover, square.flatten());
        }
        solution
    }

    /// Whether the owner of `mine`, who is to move, can win within `plies`
    /// plies: if so, the exact number of plies and the move. `None` if the
    /// search was stopped.
    pub(crate) fn win_within(
        &mut self,
        mine: W,
        theirs: W,
        plies: u32,
    ) -> Option<Option<(u32, Option<u8>)>> {
        self.query.pause_at = u64::MAX;
        let most = plies.div_ceil(2).min(self.query.layout.squares() as u32);
        match self.distances.find(&mut self.query, [mine, theirs], ATTACKER, most) {
            Distance::Found { stones, square } => Some(Some((2 * stones - 1, square))),
            Distance::AboveLimit => Some(None),
            Distance::Stopped => None,
        }
    }

    /// A move that keeps the value: one that completes a line or blocks, or the
    /// known one. Without one a pass would keep the value, so any move does; if
    /// the value is not proven, the heaviest move is a guess.
    pub(crate) fn best_move(
        &mut self,
        stones: [W; 2],
        mover: usize,
        known: Option<usize>,
    ) -> Option<u8> {
        let frame = self.query.start(stones, 0);
        let empty = frame.empty(self.query.layout);
        for threats in [frame.completions[mover], frame.completions[1 - mover]] {
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

/// The slice after this one: twice as long.
fn next_slice(slice: u64) -> u64 {
    slice.saturating_mul(2).min(u64::MAX / REFUTE_FACTOR)
}
