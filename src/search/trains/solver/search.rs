//! Searches a question: tries the moves, the most promising first, until one
//! wins.
//!
//! Every solution comes with a *zone* of empty squares: it still holds if the
//! loser gets any more stones outside the zone. So when a move of the loser is
//! refuted, every move outside the zone of that refutation is refuted too, by
//! the same replies, and only moves inside remain to be tried (the must-play
//! regions of Hex, Hayward and van Rijswijck 2006). The replies assume that the
//! refuted move was played. If it is played later, the winner may reply with
//! any ply, because a stone never hurts its owner.
//!
//! - Where bounds decide, the loser cannot build the train it needs even if it
//!   owned all squares outside the zone.
//! - Where the winner moves, the zone is that of the position after the move,
//!   with the square of the move.
//! - Where the loser moves, the zone is that of all refutations used.

use super::prior::Prior;
use super::state::{State, Threat};
use super::table::{Known, SolverTable};
use crate::game::trains::longest::bits::{lowest, neighbours};
use crate::game::trains::{Lengths, MAX_PLIES};
use crate::search::budget::Meter;
use crate::search::hardware::{Hardware, Instructions, Work};

/// With this many squares left or fewer, looking for threats takes more time
/// than it saves.
const MAX_LEFT_WITHOUT_THREATS: u32 = 8;

/// Whether threats of the opponent force the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forced {
    No,
    /// Only this square is left, because of a threat with this zone.
    To(u64, u64),
    /// No square parries all threats; with the zone.
    Lost(u64),
}

/// The result of a node.
#[derive(Clone, Copy)]
pub(super) struct Solution {
    /// The winner of the question: 0 if X reaches the goal, 1 if O prevents it.
    pub(super) winner: usize,
    /// The squares where more stones of the loser might change that.
    zone: u64,
}

/// The data kept from question to question.
pub(super) struct Memory {
    pub(super) table: SolverTable,
    pub(super) lengths: Lengths,
    /// The history heuristic: for each side how often a square decided a
    /// position, weighted by the square of the squares left.
    history: [[u32; 64]; 2],
    /// The last move that decided a position, by plies from the root.
    killers: [u64; MAX_PLIES + 2],
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            table: SolverTable::default(),
            lengths: Lengths::default(),
            history: [[0; 64]; 2],
            killers: [0; MAX_PLIES + 2],
        }
    }
}

impl Memory {
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.killers = [0; MAX_PLIES + 2];
        self.history = [[0; 64]; 2];
    }
}

/// One question being searched.
pub(super) struct Search<'s, 'm> {
    pub(super) memory: &'s mut Memory,
    pub(super) meter: &'s mut Meter<'m>,
    pub(super) goal: i32,
    /// The move that decides the root, if one has to be chosen.
    pub(super) first: u64,
    /// The initial values of the squares.
    pub(super) prior: Prior,
    pub(super) hardware: Hardware,
}

/// The question at the root, as work to be compiled for newer instructions.
pub(super) struct Root<'v, 's, 'm>(&'v mut Search<'s, 'm>, State);

/// A node as such work: a new entry for each node keeps the compiler from
/// inlining the recursion.
struct Visit<'v, 's, 'm>(&'v mut Search<'s, 'm>, State);

impl Work for Root<'_, '_, '_> {
    type Output = Option<Solution>;

    #[inline(always)]
    fn run(self, instructions: impl Instructions) -> Option<Solution> {
        instructions.without_vectors(Visit(self.0, self.1))
    }
}

impl Work for Visit<'_, '_, '_> {
    type Output = Option<Solution>;

    #[inline(always)]
    fn run(self, instructions: impl Instructions) -> Option<Solution> {
        self.0.visit(instructions, self.1)
    }
}

impl<'s, 'm> Search<'s, 'm> {
    /// The search of the question from a position on.
    pub(super) fn from(&mut self, root: State) -> Root<'_, 's, 'm> {
        Root(self, root)
    }

    #[inline(always)]
    fn visit(&mut self, instructions: impl Instructions, mut state: State) -> Option<Solution> {
        if !self.meter.count() {
            return None;
        }
        self.first = 0;
        let mut zones = [0; 2];
        let leader = state.leader;
        if state.reduce(&mut zones) {
            return Some(Solution { winner: leader, zone: zones[1 - leader] });
        }
        let signature = state.signature(self.goal);
        if let Some(Known { winner, best, zone }) = self.memory.table.get(signature) {
            self.first = best;
            return Some(Solution { winner, zone: zone | zones[1 - winner] });
        }
        if let Some(zone) = state.hopeless(&mut self.memory.lengths) {
            return Some(Solution { winner: leader, zone: zone | zones[1 - leader] });
        }
        let left = state.moves().count_ones();
        let (winner, best, zone) = self.try_moves(instructions, &state, left)?;
        let took_long = self.memory.table.put(signature, Known { winner, best, zone }, left);
        if took_long && !self.meter.poll_after_work() {
            return None;
        }
        self.first = best;
        Some(Solution { winner, zone: zone | zones[1 - winner] })
    }

    /// Tries the moves of an open position. Returns the winner, the winning
    /// move of the side to move or 0, and the zone.
    #[inline(always)]
    fn try_moves(
        &mut self,
        instructions: impl Instructions,
        state: &State,
        left: u32,
    ) -> Option<(usize, u64, u64)> {
        let mover = state.mover();
        let mut zone = 0;
        let mut moves = state.moves();
        let forced = if left > MAX_LEFT_WITHOUT_THREATS { self.forced(state)? } else { Forced::No };
        match forced {
            Forced::No => {}
            Forced::To(square, of_threat) => (moves, zone) = (square, of_threat),
            Forced::Lost(zone) => return Some((1 - mover, 0, zone)),
        }
        let count = moves.count_ones() as usize;
        let mut order = self.order(state, moves);
        for i in 0..count {
            select(&mut order[i..count]);
            let square = 1u64 << (order[i] & 63);
            if moves & square == 0 {
                continue;
            }
            moves ^= square;
            let next = state.play(square, self.goal, &mut self.memory.lengths);
            let solution = instructions.without_vectors(Visit(self, next))?;
            if solution.winner == mover {
                self.remember(state, square, left);
                return Some((mover, square, solution.zone | square));
            }
            // The same replies refute all moves outside the zone.
            zone |= solution.zone;
            moves &= solution.zone;
        }
        Some((1 - mover, 0, zone))
    }

    /// Whether threats of the opponent leave the side to move a choice; `None`
    /// if stopped.
    #[inline(always)]
    fn forced(&mut self, state: &State) -> Option<Forced> {
        let mut forced = Forced::No;
        let mut squares = state.threat_squares();
        while squares != 0 {
            let square = lowest(squares);
            squares ^= square;
            if !self.meter.poll_within_node() {
                return None;
            }
            match state.threat(square, self.goal, &mut self.memory.lengths) {
                Threat::Decisive { zone } => match forced {
                    // No move parries two threats.
                    Forced::To(_, other) => return Some(Forced::Lost(zone | other)),
                    _ => forced = Forced::To(square, zone),
                },
                Threat::Harmless { hope } => squares &= hope,
            }
        }
        Some(forced)
    }

    /// Records a move that decided a position, to try it early in others.
    #[inline(always)]
    fn remember(&mut self, state: &State, square: u64, left: u32) {
        self.memory.killers[state.ply as usize] = square;
        let history = &mut self.memory.history[state.mover()][square.trailing_zeros() as usize];
        *history = history.saturating_add(left * left);
    }

    /// The moves with their scores, each as score * 64 + square.
    #[inline(always)]
    fn order(&self, state: &State, moves: u64) -> [u64; MAX_PLIES] {
        let mut order = [0; MAX_PLIES];
        let history = &self.memory.history[state.mover()];
        let killer = self.memory.killers[state.ply as usize];
        let both = state.live[0] & state.live[1];
        let mut rest = moves;
        let mut count = 0;
        while rest != 0 {
            let square = rest.trailing_zeros();
            let bit = 1u64 << square;
            rest ^= bit;
            let around = neighbours(bit);
            let near = (around & state.own[0]).count_ones() + (around & state.own[1]).count_ones();
            let prior = u64::from(self.prior[square as usize & 63]);
            let mut score = prior + u64::from(history[square as usize]) + (u64::from(near) << 8);
            if killer == bit {
                score += 1 << 38;
            }
            if state.hope & bit != 0 {
                score += 1 << 36;
            }
            if both & bit != 0 {
                score += 1 << 34;
            }
            order[count] = score << 6 | u64::from(square);
            count += 1;
        }
        order
    }
}

/// Brings the most promising move to the front.
#[inline(always)]
fn select(order: &mut [u64]) {
    let mut best = 0;
    for i in 1..order.len() {
        if order[i] > order[best] {
            best = i;
        }
    }
    order.swap(0, best);
}
