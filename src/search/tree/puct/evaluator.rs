//! Evaluates positions: exactly where that is cheap, otherwise by the network
//! and playouts.
//!
//! The network has systematic errors. A single playout says little, but the
//! mean of many comes close to the true value, and playouts misjudge other
//! positions than the network does. So the weighted mean of both is better than
//! either (Silver et al. 2016).

use std::sync::Arc;

use super::estimate::{Bounds, Estimate, Expected, Outcome};
use crate::game::trains::Position;
use crate::game::{Game, Side, Square, SquareSet, Trains};
use crate::random::{Random, splitmix};
use crate::search::budget::{Meter, Stop};
use crate::search::hardware::{Hardware, Instructions};
use crate::search::network::{Network, SQUARES, View, place_of};
use crate::search::task::sorting::sort_by;
use crate::search::task::{PuctConstants, Settings};
use crate::search::trains;
use crate::search::trains::{Playouts, Solver};

/// With more empty squares, bounds from the stones alone decide almost no
/// position.
const MAX_EMPTY_KNOWN: usize = 28;
/// With at most this many empty squares, the solver searches the position.
const MAX_EMPTY_SOLVED: usize = 11;
/// The nodes that the solver may take.
const SOLVER_NODES: u64 = 1000;
/// The memory of the solver's table, in bytes.
const SOLVER_BYTES: usize = 1 << 18;

/// Evaluates positions for one thread.
pub(super) struct Evaluator {
    network: Arc<Network>,
    hardware: Hardware,
    solver: Solver,
    playouts: Playouts,
    constants: PuctConstants,
    seed: u64,
    /// Whether results may be proven: not if moves are left out, because the
    /// solver tries them, too.
    proofs: bool,
}

/// A position to evaluate.
pub(super) struct Leaf {
    pub(super) position: Position,
    /// The last move.
    pub(super) last: Square,
    /// The moves that the search considers.
    pub(super) moves: SquareSet,
    /// The number of evaluations before this one. There are some only if the
    /// position has left the graph, because it was full.
    pub(super) visits: u32,
}

impl Evaluator {
    pub(super) fn new(settings: &Settings) -> Evaluator {
        let mut solver = Solver::new(SOLVER_BYTES);
        solver.hardware = settings.hardware;
        Evaluator {
            network: settings.network.clone().unwrap_or_else(Network::built_in),
            hardware: settings.hardware,
            solver,
            playouts: Playouts::default(),
            constants: settings.puct,
            seed: settings.seed,
            proofs: !settings.neighbors,
        }
    }

    /// Evaluates a position for its side to move, and gives the moves their
    /// priors, the likeliest first. A position with a proven result has no
    /// moves.
    #[inline(always)]
    pub(super) fn evaluate(
        &mut self,
        instructions: impl Instructions,
        game: &Trains,
        leaf: &Leaf,
        stop: &Stop,
        priors: &mut Vec<(Square, f32)>,
    ) -> Estimate {
        priors.clear();
        let Leaf { position, moves, .. } = leaf;
        let bounds = self.bounds(game, position, stop);
        if let Some(outcome) = bounds.proven() {
            return Estimate::proven(outcome);
        }
        let estimate = self.evaluate_network(game, position, *moves, priors);
        let Estimate { expected, .. } = self.mix(instructions, game, leaf, estimate, stop);
        Estimate { expected: expected.within(bounds), bounds }
    }

    /// Moves the value towards the mean result of some playouts. The playouts
    /// depend on the position, the last move, the seed and the number of evaluations
    /// before.
    #[inline(always)]
    fn mix(
        &mut self,
        instructions: impl Instructions,
        game: &Trains,
        leaf: &Leaf,
        mut estimate: Estimate,
        stop: &Stop,
    ) -> Estimate {
        let &Leaf { position, last, visits, .. } = leaf;
        let PuctConstants { playouts, playout_weight, .. } = self.constants;
        if playouts == 0 {
            return estimate;
        }
        let side = game.side(&position);
        let mut seed = u64::from(visits);
        let repeated = if visits > 0 { splitmix(&mut seed) } else { 0 };
        let mut random = Random::new(self.seed ^ game.hash(&position) ^ repeated);
        // In half points.
        let (mut points, mut played) = (0, 0);
        for _ in 0..playouts {
            // Many playouts may take long. A stopped search needs only a few.
            let is_due = played > 0 && (stop.has_slow_nodes() || played % 16 == 0);
            if is_due && stop.requested() {
                break;
            }
            played += 1;
            let filling = self.playouts.play(instructions, game, position, Some(last), &mut random);
            let margin = if side == Side::X { filling.margin } else { -filling.margin };
            points += (margin.signum() + 1) as u32;
        }
        let mean = points as f32 / (2 * played) as f32;
        let value = &mut estimate.expected.value;
        *value += playout_weight as f32 / 1000.0 * (mean - *value);
        estimate
    }

    /// The network's estimate of a position, and its priors of the moves.
    pub(super) fn evaluate_network(
        &mut self,
        game: &Trains,
        position: &Position,
        moves: SquareSet,
        priors: &mut Vec<(Square, f32)>,
    ) -> Estimate {
        let planes = View::of(game, position).planes(self.playouts.lengths());
        let evaluation = self.network.evaluate(self.hardware, &planes);
        let mut squares = [0; SQUARES];
        let mut shares = [0.0; SQUARES];
        let count = moves.len();
        for (place, square) in squares.iter_mut().zip(moves) {
            *place = place_of(square.index());
        }
        evaluation.shares(&squares[..count], &mut shares[..count]);
        priors.clear();
        priors.extend(moves.into_iter().zip(shares));
        sort_by(priors, |a, b| b.1.total_cmp(&a.1));
        let (value, draw) = (evaluation.value(), evaluation.outcome[1]);
        let expected = Expected { value, reported: value, draw };
        Estimate { expected, bounds: Bounds::UNKNOWN }
    }

    /// The proven bounds of a position.
    fn bounds(&mut self, game: &Trains, position: &Position, stop: &Stop) -> Bounds {
        let empty = game.empty(position).len();
        if empty > 0 && !self.proofs || empty > MAX_EMPTY_KNOWN {
            return Bounds::UNKNOWN;
        }
        let mut bounds = self.solver.bounds_of_stones(game, position);
        if empty == 0 {
            let margin = game.margin(position);
            bounds = trains::Bounds { low: margin, high: margin, best: None };
        }
        // Many short calls of the solver take time without polling, so this
        // polls, too.
        if bounds.outcome().is_none() && empty <= MAX_EMPTY_SOLVED && !stop.requested() {
            let meter = &mut Meter::new(stop, SOLVER_NODES);
            self.solver.decide(game, position, &mut bounds, meter);
        }
        let for_x = Bounds { worst: outcome(bounds.low), best: outcome(bounds.high) };
        match game.side(position) {
            Side::X => for_x,
            Side::O => for_x.for_opponent(),
        }
    }
}

/// The result for X of a game that ends with this margin.
fn outcome(margin: i32) -> Outcome {
    match margin {
        1.. => Outcome::Win,
        0 => Outcome::Draw,
        ..0 => Outcome::Loss,
    }
}
