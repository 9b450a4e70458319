//! Tests when a tree search ends, with one that only counts its simulations.

use std::time::{Duration, Instant};

use super::*;
use crate::search::budget::{Canceller, Clock};
use crate::search::task::SIMULATIONS_PER_PLY;

/// A search with prepared answers.
#[derive(Clone, Copy, Default)]
struct Counter {
    simulations: u64,
    progressed: u64,
    settled_after: Option<u64>,
    /// The choice is decided if fewer simulations than this are to come.
    lead: f64,
    is_unstable: bool,
    depth: usize,
}

impl Simulation for Counter {
    fn simulate(&mut self, _: impl Instructions) {
        self.simulations += 1;
    }

    fn progressed(&mut self, nodes: u64) {
        self.progressed = nodes;
    }

    fn settled(&self) -> bool {
        self.settled_after.is_some_and(|after| self.simulations >= after)
    }

    fn is_decided(&self, simulations: f64) -> bool {
        self.lead > simulations
    }

    fn is_unstable(&self) -> bool {
        self.is_unstable
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn report(&self, nodes: u64) -> Report {
        Report { nodes, ..Report::default() }
    }
}

const NOW: Duration = Duration::ZERO;
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(86_400);

/// The simulations of a search with a soft and a hard deadline.
fn simulations(search: Counter, budget: Budget, limits: Option<[Duration; 2]>) -> u64 {
    simulations_with(Instant::now().into(), search, budget, limits, 0)
}

/// The same with a clock that has been read some times before.
fn simulations_with(
    clock: Clock,
    mut search: Counter,
    budget: Budget,
    limits: Option<[Duration; 2]>,
    before: usize,
) -> u64 {
    let (canceller, stop) = Canceller::new(clock);
    if let Some([soft, hard]) = limits {
        canceller.set_deadline(soft, hard);
    }
    for _ in 0..before {
        stop.elapsed();
    }
    // As in `mcts`: `run` decides whether to go on beyond the soft deadline.
    stop.extend(true);
    let report = run(&mut search, budget, Hardware::detect(), &stop, &mut |_| {});
    assert_eq!([search.progressed, report.nodes], [search.simulations; 2]);
    search.simulations
}

fn nodes(nodes: u64) -> Budget {
    Budget { nodes, ..Budget::UNLIMITED }
}

#[test]
fn a_decided_search_ends_only_where_that_saves_time() {
    let search = Counter { lead: f64::INFINITY, ..Counter::default() };
    let ticks = [Duration::from_secs(1), Duration::from_millis(1)];
    let timed = |search, limits, tick| {
        simulations_with(Clock::simulated(tick), search, nodes(1000), limits, 0)
    };
    assert!(timed(search, Some([HOUR, DAY]), ticks[0]) < 500);
    // Not in the first part of the time, before the speed is known.
    assert_eq!(timed(search, Some([HOUR, DAY]), ticks[1]), 1000);
    // A time for this ply alone is used completely, and so is a node limit.
    assert_eq!(timed(search, Some([HOUR, HOUR]), ticks[0]), 1000);
    assert_eq!(timed(search, None, ticks[0]), 1000);
    assert_eq!(timed(Counter::default(), Some([HOUR, DAY]), ticks[0]), 1000);
}

#[test]
fn time_before_the_simulations_does_not_count_as_their_speed() {
    // Half of the hour has passed. In the rest there are some hundred simulations.
    let search = Counter { lead: 100.0, ..Counter::default() };
    let clock = Clock::simulated(Duration::from_secs(1));
    let limits = Some([HOUR, DAY]);
    assert!(simulations_with(clock, search, nodes(1000), limits, 1800) > 5 * BATCH);
}

#[test]
fn only_an_unstable_search_goes_on_beyond_the_soft_deadline() {
    let steady = Counter::default();
    assert_eq!(simulations(steady, nodes(1000), Some([NOW, HOUR])), BATCH);
    let unstable = Counter { is_unstable: true, ..steady };
    assert_eq!(simulations(unstable, nodes(1000), Some([NOW, HOUR])), 1000);
    // Not beyond the hard deadline.
    assert_eq!(simulations(unstable, nodes(1000), Some([NOW, NOW])), BATCH);
}

#[test]
fn a_search_without_time_or_stopped_at_once_has_one_batch() {
    let search = Counter::default();
    assert_eq!(simulations(search, Budget::UNLIMITED, Some([NOW, NOW])), BATCH);
    assert_eq!(simulations(search, nodes(5), Some([NOW, NOW])), 5);
    let (canceller, stop) = Canceller::new(Instant::now());
    drop(canceller);
    let report =
        run(&mut Counter::default(), Budget::UNLIMITED, Hardware::detect(), &stop, &mut |_| {});
    assert_eq!(report.nodes, BATCH);
}

#[test]
fn a_settled_search_ends_with_the_simulation_that_settles_it() {
    for after in [1, 31, 32, 33, 100] {
        let search = Counter { settled_after: Some(after), ..Counter::default() };
        assert_eq!(simulations(search, nodes(1000), None), after);
    }
    let settled = Counter { settled_after: Some(0), ..Counter::default() };
    assert_eq!(simulations(settled, nodes(1000), None), 0);
}

#[test]
fn a_depth_limit_ends_a_search_by_its_line_or_its_simulations() {
    for (limit, depth, expected) in
        [(3, 3, BATCH), (3, 4, BATCH), (3, 2, 3 * SIMULATIONS_PER_PLY), (1, 0, SIMULATIONS_PER_PLY)]
    {
        let search = Counter { depth, ..Counter::default() };
        let depth = Budget { depth: Some(limit), ..Budget::UNLIMITED };
        assert_eq!(simulations(search, depth, None), expected);
        let mate = Budget { mate: Some(limit), ..Budget::UNLIMITED };
        assert_eq!(simulations(search, mate, None), expected);
    }
}
