//! Monte Carlo tree search: the searches `uct` and `mcts`.

mod backpropagation;
mod child;
mod deltas;
mod logarithm;
mod rave;
mod reuse;
mod root_moves;
mod search;
mod select;
mod settled;
mod solver_probe;
#[cfg(test)]
mod tests;
mod tree;
mod tree_sync;
mod uct;
mod uct_tree;

use std::time::Duration;

use super::hardware::{Hardware, Instructions, Work};
use super::{Budget, Line, Meter, Report, ReportTimer, Score, Stop};
use crate::game::{Side, Square};

pub(super) use search::Mcts;
pub(super) use uct::Uct;

/// A tree search that runs one simulation at a time.
trait Simulation {
    /// One descent, one playout, one backpropagation.
    fn simulate(&mut self, instructions: impl Instructions);

    /// Called after each batch with the number of simulations so far.
    fn progressed(&mut self, _nodes: u64) {}

    /// Whether the search needs no further simulations.
    fn settled(&self) -> bool {
        false
    }

    /// Whether this number of further simulations cannot change the choice.
    fn is_decided(&self, _simulations: f64) -> bool {
        false
    }

    /// Whether the choice is likely to change soon.
    fn is_unstable(&self) -> bool {
        false
    }

    /// The number of plies of the best line.
    fn depth(&self) -> usize;

    /// The findings after `nodes` simulations.
    fn report(&self, nodes: u64) -> Report;
}

/// Simulations between two checks of anything but the node limit.
const BATCH: u64 = 32;

/// Runs simulations until the budget is used up or the search is stopped.
fn run(
    search: &mut impl Simulation,
    budget: Budget,
    hardware: Hardware,
    stop: &Stop,
    report: &mut dyn FnMut(&Report),
) -> Report {
    // At least one batch, even without time: the choice needs simulations.
    let mut meter = Meter::new(stop, budget.max_simulations()).with_min_nodes(BATCH);
    let mut timer = ReportTimer::new(Duration::ZERO);
    loop {
        let running = !search.settled() && hardware.run(Batch { search, meter: &mut meter });
        let deep = budget.max_depth().is_some_and(|depth| search.depth() >= depth as usize);
        let nodes = meter.nodes();
        search.progressed(nodes);
        // With an unstable choice the search goes on beyond the soft deadline.
        let in_time = !stop.soft_deadline_passed() || (search.is_unstable() && !stop.requested());
        let elapsed = stop.elapsed();
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        let is_decided =
            || stop.savable_time().is_some_and(|t| search.is_decided(speed * t.as_secs_f64()));
        if !running || deep || !in_time || is_decided() {
            return search.report(nodes);
        }
        if timer.is_due(elapsed) {
            report(&search.report(nodes));
        }
    }
}

/// Up to [`BATCH`] simulations; returns `false` if the search must end.
struct Batch<'b, 'a, S: Simulation> {
    search: &'b mut S,
    meter: &'b mut Meter<'a>,
}

impl<S: Simulation> Work for Batch<'_, '_, S> {
    type Output = bool;

    #[inline(always)]
    fn run(self, instructions: impl Instructions) -> bool {
        for _ in 0..BATCH {
            if !self.meter.count() {
                return false;
            }
            self.search.simulate(instructions);
            if self.search.settled() {
                return false;
            }
        }
        true
    }
}

/// A line of play with its expected result for the side to move.
fn line(value: f64, pv: Vec<Square>) -> Line {
    Line { score: Score::Cp(centipoints(value)), wdl: Some(wdl(value)), exact: false, pv }
}

/// An expected result from 0 to 1 as centipoints: ±10 points at the ends.
fn centipoints(value: f64) -> i32 {
    ((2.0 * value - 1.0) * 1000.0).round() as i32
}

/// An expected result as wins and losses in 1,000 games: playouts do not
/// say how much of it is draws.
fn wdl(value: f64) -> [u32; 3] {
    let win = (value.clamp(0.0, 1.0) * 1000.0).round() as u32;
    [win, 0, 1000 - win]
}

/// A proven result as a number: from 0 (lost) to 1 (won).
fn proven_result(score: Score) -> f32 {
    match score {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Draw | Score::Cp(_) => 0.5,
    }
}

/// X's reward, from 0 to 1, as the reward of `side`.
fn for_side(side: Side, reward_of_x: f32) -> f64 {
    let reward = f64::from(reward_of_x);
    if side == Side::X { reward } else { 1.0 - reward }
}
