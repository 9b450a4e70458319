//! The search: every answer is tried, the likeliest first, until one is good.

use super::state::{State, Threat};
use super::table::{Known, Table};
use crate::game::trains::longest::bits::{lowest, neighbours};
use crate::game::trains::{Lengths, PLIES};
use crate::search::Meter;
use crate::search::hardware::{Instructions, Work};

/// With fewer squares left, looking for threats costs more than it saves.
const LEFT_FOR_DANGERS: u32 = 8;

/// Whether the side to move has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forced {
    No,
    To(u64),
    Lost,
}

/// What is remembered from question to question.
pub(super) struct Memory {
    pub(super) table: Table,
    pub(super) lengths: Lengths,
    /// How much the squares have decided for each side.
    history: [[u32; 64]; 2],
    /// The last move that decided a position, by plies from the root.
    killers: [u64; PLIES + 2],
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            table: Table::default(),
            lengths: Lengths::default(),
            history: [[0; 64]; 2],
            killers: [0; PLIES + 2],
        }
    }
}

impl Memory {
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.killers = [0; PLIES + 2];
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
}

/// The question at the root, as work to be compiled for newer instructions.
pub(super) struct Root<'v, 's, 'm>(&'v mut Search<'s, 'm>, State);

/// A node as such work: entering each anew keeps the compiler from making one
/// endless function of them.
struct Visit<'v, 's, 'm>(&'v mut Search<'s, 'm>, State);

impl Work for Root<'_, '_, '_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, instructions: impl Instructions) -> Option<usize> {
        instructions.without_vectors(Visit(self.0, self.1))
    }
}

impl Work for Visit<'_, '_, '_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, instructions: impl Instructions) -> Option<usize> {
        self.0.visit(instructions, self.1)
    }
}

impl<'s, 'm> Search<'s, 'm> {
    /// The search from a position on. Its output is the side that gets its
    /// way: 0 if X reaches the goal, 1 if O prevents it.
    pub(super) fn from(&mut self, root: State) -> Root<'_, 's, 'm> {
        Root(self, root)
    }

    #[inline(always)]
    fn visit(&mut self, instructions: impl Instructions, mut state: State) -> Option<usize> {
        if !self.meter.count() {
            return None;
        }
        self.first = 0;
        if state.reduce() {
            return Some(state.leader);
        }
        let signature = state.signature(self.goal);
        if let Some(known) = self.memory.table.get(signature) {
            self.first = known.best;
            return Some(known.winner);
        }
        if state.hopeless(&mut self.memory.lengths) {
            return Some(state.leader);
        }
        let left = state.moves().count_ones();
        let (winner, best) = self.try_moves(instructions, &state, left)?;
        self.memory.table.put(signature, Known { winner, best }, left);
        self.first = best;
        Some(winner)
    }

    /// The winner among the moves of an open position, and the move that wins, if any.
    #[inline(always)]
    fn try_moves(
        &mut self,
        instructions: impl Instructions,
        state: &State,
        left: u32,
    ) -> Option<(usize, u64)> {
        let mover = state.mover();
        let lost = (1 - mover, 0);
        let forced = if left > LEFT_FOR_DANGERS { self.forced(state) } else { Forced::No };
        let mut moves = match forced {
            Forced::No => state.moves(),
            Forced::To(square) => square,
            Forced::Lost => return Some(lost),
        };
        let count = moves.count_ones() as usize;
        let mut order = self.order(state, moves);
        let mut tested = 0;
        for i in 0..count {
            select(&mut order[i..count]);
            let square = 1u64 << (order[i] & 63);
            if moves & square == 0 {
                continue;
            }
            moves ^= square;
            let next = state.play(square, self.goal, &mut self.memory.lengths);
            if instructions.without_vectors(Visit(self, next))? == mover {
                self.remember(state, square, left);
                return Some((mover, square));
            }
            // The reply that won may be one that no other move prevents.
            let reply = self.memory.killers[state.ply as usize + 1] & state.moves();
            if moves != 0 && reply != 0 && reply != tested {
                tested = reply;
                if state.threat(reply, self.goal, &mut self.memory.lengths) == Threat::Deadly {
                    moves &= reply;
                }
            }
        }
        Some(lost)
    }

    /// Whether threats of the opponent leave the side to move a choice.
    #[inline(always)]
    fn forced(&mut self, state: &State) -> Forced {
        let mut forced = Forced::No;
        let mut dangers = state.dangers();
        while dangers != 0 {
            let danger = lowest(dangers);
            dangers ^= danger;
            match state.threat(danger, self.goal, &mut self.memory.lengths) {
                // No move parries two threats.
                Threat::Deadly if forced != Forced::No => return Forced::Lost,
                Threat::Deadly => forced = Forced::To(danger),
                Threat::Empty { hope } => dangers &= hope,
            }
        }
        forced
    }

    /// A move that decided a position is tried early in others.
    #[inline(always)]
    fn remember(&mut self, state: &State, square: u64, left: u32) {
        self.memory.killers[state.ply as usize] = square;
        let history = &mut self.memory.history[state.mover()][square.trailing_zeros() as usize];
        *history = history.saturating_add(left * left);
    }

    /// The moves with their promise, each as promise * 64 + square.
    #[inline(always)]
    fn order(&self, state: &State, moves: u64) -> [u64; PLIES] {
        let mut order = [0; PLIES];
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
            let mut promise = u64::from(history[square as usize]) + (u64::from(near) << 8);
            if killer == bit {
                promise += 1 << 38;
            }
            if state.hope & bit != 0 {
                promise += 1 << 36;
            }
            if both & bit != 0 {
                promise += 1 << 34;
            }
            order[count] = promise << 6 | u64::from(square);
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
