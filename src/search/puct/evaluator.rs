//! The evaluation of a position: exactly where that is cheap, else by the
//! network.

use std::sync::Arc;

use super::estimate::{Bounds, Estimate, Outcome};
use crate::game::trains::{Lengths, Position};
use crate::game::{self, Game, Side, Square, SquareSet, Trains};
use crate::search::network::{Network, SQUARES, View, place_of};
use crate::search::trains::Solver;
use crate::search::{Hardware, Meter, Settings, Stop};

/// With more empty squares the stones alone decide almost no position.
const MOST_EMPTY_KNOWN: usize = 28;
/// With at most this many empty squares the solver is asked.
const MOST_EMPTY_SOLVED: usize = 11;
/// The nodes that the solver may take.
const SOLVER_NODES: u64 = 1000;
/// The memory of the solver's table, in bytes.
const SOLVER_BYTES: usize = 1 << 20;

/// What one thread needs to evaluate positions.
pub(super) struct Evaluator {
    network: Arc<Network>,
    hardware: Hardware,
    lengths: Lengths,
    solver: Solver,
}

impl Evaluator {
    pub(super) fn new(settings: &Settings) -> Evaluator {
        let mut solver = Solver::new(SOLVER_BYTES);
        solver.hardware = settings.hardware;
        Evaluator {
            network: settings.network.clone().unwrap_or_else(Network::built_in),
            hardware: settings.hardware,
            lengths: Lengths::default(),
            solver,
        }
    }

    /// Evaluates a position for its side to move, and gives the moves their
    /// priors, the likeliest first. A position with a proven result has no
    /// moves.
    pub(super) fn evaluate(
        &mut self,
        game: &Trains,
        position: &Position,
        moves: SquareSet,
        stop: &Stop,
        priors: &mut Vec<(Square, f32)>,
    ) -> Estimate {
        priors.clear();
        let side = game.side(position);
        if let Some(outcome) = self.exact(game, position, stop) {
            return Estimate::proven(for_side(outcome, side));
        }
        self.priors(game, position, moves, priors)
    }

    /// The same by the network alone.
    pub(super) fn priors(
        &mut self,
        game: &Trains,
        position: &Position,
        moves: SquareSet,
        priors: &mut Vec<(Square, f32)>,
    ) -> Estimate {
        let planes = View::of(game, position).planes(&mut self.lengths);
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
        priors.sort_by(|a, b| b.1.total_cmp(&a.1));
        Estimate { value: evaluation.value(), draw: evaluation.outcome[1], bounds: Bounds::UNKNOWN }
    }

    fn exact(&mut self, game: &Trains, position: &Position, stop: &Stop) -> Option<game::Outcome> {
        let empty = game.empty(position).len();
        if empty == 0 {
            return game.outcome(position);
        }
        if empty > MOST_EMPTY_KNOWN {
            return None;
        }
        self.solver.known(game, position).or_else(|| {
            let meter = &mut Meter::new(stop, SOLVER_NODES);
            (empty <= MOST_EMPTY_SOLVED)
                .then(|| self.solver.outcome(game, position, meter))
                .flatten()
        })
    }
}

fn for_side(outcome: game::Outcome, side: Side) -> Outcome {
    match outcome {
        game::Outcome::Draw => Outcome::Draw,
        game::Outcome::Win(winner) if winner == side => Outcome::Win,
        game::Outcome::Win(_) => Outcome::Loss,
    }
}
