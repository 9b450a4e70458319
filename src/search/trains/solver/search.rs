//! The search: every answer is tried, the likeliest first, until one is good.
//!
//! Every verdict comes with a *zone* of empty squares: it still holds if the
//! loser is given any more stones outside. So when a move of the loser is
//! refuted, every move outside the zone of that refutation is refuted too, by
//! the same answers: what is left to try shrinks (the must-play regions of Hex,
//! Hayward and van Rijswijck 2006). The answers take the move refuted for
//! played; if it is played later, any ply of the winner will do in return,
//! since a stone never hurts its owner.
//!
//! - Where bounds decide, the loser cannot build what it needs even if all
//!   squares outside the zone were its own.
//! - Where the winner moves, the zone is that of the move, and its square.
//! - Where the loser moves, it is that of all refutations that were used.

use super::prior::Prior;
use super::state::{State, Threat};
use super::table::{Known, Table};
use crate::game::trains::longest::bits::{lowest, neighbours};
use crate::game::trains::{Lengths, PLIES};
use crate::search::hardware::{Instructions, Work};
use crate::search::{Hardware, Meter};

/// With fewer squares left, looking for threats costs more than it saves.
const LEFT_FOR_DANGERS: u32 = 8;

/// Whether the side to move has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forced {
    No,
    /// There is one square left, because of a threat with a zone.
    To(u64, u64),
    /// No square is enough; with the zone.
    Lost(u64),
}

/// What a node came to.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    /// The side that gets its way: 0 if X reaches the goal, 1 if O prevents it.
    pub(super) winner: usize,
    /// Where more stones of the other side might change that.
    zone: u64,
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
    /// What squares are worth to begin with.
    pub(super) prior: Prior,
    pub(super) hardware: Hardware,
}

/// The question at the root, as work to be compiled for newer instructions.
pub(super) struct Root<'v, 's, 'm>(&'v mut Search<'s, 'm>, State);

/// A node as such work: entering each anew keeps the compiler from making one
/// endless function of them.
struct Visit<'v, 's, 'm>(&'v mut Search<'s, 'm>, State);

impl Work for Root<'_, '_, '_> {
    type Output = Option<Verdict>;

    #[inline(always)]
    fn run(self, instructions: impl Instructions) -> Option<Verdict> {
        instructions.without_vectors(Visit(self.0, self.1))
    }
}

impl Work for Visit<'_, '_, '_> {
    type Output = Option<Verdict>;

    #[inline(always)]
    fn run(self, instructions: impl Instructions) -> Option<Verdict> {
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
    fn visit(&mut self, instructions: impl Instructions, mut state: State) -> Option<Verdict> {
        if !self.meter.count() {
            return None;
        }
        self.first = 0;
        let mut zones = [0; 2];
        let leader = state.leader;
        if state.reduce(&mut zones) {
            return Some(Verdict { winner: leader, zone: zones[1 - leader] });
        }
        let signature = state.signature(self.goal);
        if let Some(Known { winner, best, zone }) = self.memory.table.get(signature) {
            self.first = best;
            return Some(Verdict { winner, zone: zone | zones[1 - winner] });
        }
        if let Some(zone) = state.hopeless(&mut self.memory.lengths) {
            return Some(Verdict { winner: leader, zone: zone | zones[1 - leader] });
        }
        let left = state.moves().count_ones();
        let (winner, best, zone) = self.try_moves(instructions, &state, left)?;
        let took_long = self.memory.table.put(signature, Known { winner, best, zone }, left);
        if took_long && !self.meter.poll_after_work() {
            return None;
        }
        self.first = best;
        Some(Verdict { winner, zone: zone | zones[1 - winner] })
    }

    /// The winner among the moves of an open position, the move that wins, if
    /// any, and the zone.
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
        let forced = if left > LEFT_FOR_DANGERS { self.forced(state)? } else { Forced::No };
        match forced {
            Forced::No => {}
            Forced::To(square, because) => (moves, zone) = (square, because),
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
            let verdict = instructions.without_vectors(Visit(self, next))?;
            if verdict.winner == mover {
                self.remember(state, square, left);
                return Some((mover, square, verdict.zone | square));
            }
            // Elsewhere the same answers do.
            zone |= verdict.zone;
            moves &= verdict.zone;
        }
        Some((1 - mover, 0, zone))
    }

    /// Whether threats of the opponent leave the side to move a choice; `None`
    /// is stopped.
    #[inline(always)]
    fn forced(&mut self, state: &State) -> Option<Forced> {
        let mut forced = Forced::No;
        let mut dangers = state.dangers();
        while dangers != 0 {
            let danger = lowest(dangers);
            dangers ^= danger;
            if !self.meter.poll_within_node() {
                return None;
            }
            match state.threat(danger, self.goal, &mut self.memory.lengths) {
                Threat::Deadly { zone } => match forced {
                    // No move parries two threats.
                    Forced::To(_, other) => return Some(Forced::Lost(zone | other)),
                    _ => forced = Forced::To(danger, zone),
                },
                Threat::Empty { hope } => dangers &= hope,
            }
        }
        Some(forced)
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
            let worth = u64::from(self.prior[square as usize & 63]);
            let mut promise = worth + u64::from(history[square as usize]) + (u64::from(near) << 8);
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
