//! Runs a tree search simulation by simulation, within its limits.

#[cfg(test)]
mod tests;
pub(crate) mod threads;

use std::time::Duration;

use crate::search::budget::{Meter, ReportTimer, Stop};
use crate::search::hardware::{Hardware, Instructions, Work};
use crate::search::task::{Budget, Report};

/// A tree search that runs one simulation at a time.
pub(crate) trait Simulation {
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

/// Simulations between two checks of the deadlines, the depth and the choice.
const BATCH: u64 = 32;
/// Before this part of the planned time has passed, the speed is not known well
/// enough to tell whether the choice can still change.
const LEAST_PART: f64 = 0.05;

/// Runs simulations until the budget is used up or the search is stopped.
pub(crate) fn run(
    search: &mut impl Simulation,
    budget: Budget,
    hardware: Hardware,
    stop: &Stop,
    report: &mut dyn FnMut(&Report),
) -> Report {
    // At least one batch, even without time: the choice needs simulations.
    let mut meter = Meter::new(stop, budget.max_simulations()).with_min_nodes(BATCH);
    let mut timer = ReportTimer::new(Duration::ZERO);
    // Preparing the tree and the exact search have taken time.
    let began = stop.elapsed();
    loop {
        let running = !search.settled() && hardware.run(Batch { search, meter: &mut meter });
        let deep = budget.max_depth().is_some_and(|depth| search.depth() >= depth as usize);
        let nodes = meter.nodes();
        search.progressed(nodes);
        // With an unstable choice the search goes on beyond the soft deadline.
        let in_time = !stop.soft_deadline_passed() || (search.is_unstable() && !stop.requested());
        let elapsed = stop.elapsed();
        let is_decided = || {
            let speed = nodes as f64 / elapsed.saturating_sub(began).as_secs_f64().max(1e-6);
            let left = stop.savable_time().filter(|_| stop.has_used_part(LEAST_PART));
            left.is_some_and(|left| search.is_decided(speed * left.as_secs_f64()))
        };
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
