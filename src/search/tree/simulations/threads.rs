//! The threads of a tree search: each runs simulations within its share of the
//! budget, and the one that must end the search ends it for all.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{Builder, ScopedJoinHandle};

use super::{Simulation, run};
use crate::search::budget::Stop;
use crate::search::hardware::Hardware;
use crate::search::task::{Budget, Report};

/// The limits and the counts of the threads of one search.
pub(crate) struct Threads {
    stop: Stop,
    budget: Budget,
    hardware: Hardware,
    /// The simulations of each thread.
    counts: Vec<AtomicU64>,
}

impl Threads {
    /// The given number of threads with one budget. `stop` is a group of these
    /// threads alone.
    pub(crate) fn new(count: usize, budget: Budget, hardware: Hardware, stop: Stop) -> Threads {
        // Allows the time until the hard deadline; `run` decides whether to use
        // it.
        stop.extend(true);
        let counts = (0..count).map(|_| AtomicU64::new(0)).collect();
        Threads { stop, budget, hardware, counts }
    }

    /// The signal that ends the search of all threads.
    pub(crate) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The simulations of a thread, which its search keeps up to date.
    pub(crate) fn count(&self, id: usize) -> &AtomicU64 {
        &self.counts[id]
    }

    /// The simulations of all threads.
    pub(crate) fn total(&self) -> u64 {
        self.counts.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    /// Runs the simulations of one thread.
    pub(crate) fn run(
        &self,
        id: usize,
        search: &mut impl Simulation,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        let budget = share(self.budget, self.counts.len() as u64, id as u64);
        let report = run(search, budget, self.hardware, &self.stop, report);
        self.counts[id].store(report.nodes, Ordering::Relaxed);
        // Without a node limit the first thread ends the search for all. With
        // one, each thread searches its own share of the nodes. A settled result
        // ends the search in any case.
        let keeps_time = id == 0 && budget.max_simulations() == u64::MAX;
        if keeps_time || search.settled() {
            self.stop.halt();
        }
        report
    }
}

/// Does the work of every thread, with its number, its part of the data, and a
/// function for reports: only those of the first thread, which is this one, reach
/// `report`. Returns the results, the first thread's first. If a thread cannot be
/// started, its result is missing: the others are enough.
pub(crate) fn on_threads<T: Send, R: Send>(
    parts: impl IntoIterator<Item = T>,
    work: impl Fn(usize, T, &mut dyn FnMut(&Report)) -> R + Sync,
    report: &mut dyn FnMut(&Report),
) -> Vec<R> {
    let mut parts = parts.into_iter().enumerate();
    let Some((_, first)) = parts.next() else { return Vec::new() };
    let work = &work;
    std::thread::scope(|scope| {
        let start = |(id, part)| {
            let builder = Builder::new().name(format!("searcher {id}"));
            builder.spawn_scoped(scope, move || work(id, part, &mut |_| {})).ok()
        };
        let helpers: Vec<_> = parts.filter_map(start).collect();
        let mut results = vec![work(0, first, report)];
        // A panic of one thread is a panic of the search.
        let join = |helper: ScopedJoinHandle<'_, R>| {
            helper.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        results.extend(helpers.into_iter().map(join));
        results
    })
}

/// One thread's part of a node limit.
fn share(budget: Budget, threads: u64, id: u64) -> Budget {
    if threads == 1 {
        return budget;
    }
    let simulations = budget.max_simulations();
    let nodes = match simulations {
        u64::MAX => u64::MAX,
        limit => limit / threads + u64::from(id < limit % threads),
    };
    Budget { nodes, ..budget }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_all_threads_are_the_whole_limit() {
        for threads in 1..=9 {
            for limit in [1, 2, 9, 10, 999, 1000, 1001, u64::MAX - 1] {
                let budget = Budget { nodes: limit, ..Budget::UNLIMITED };
                let shares = (0..threads).map(|id| share(budget, threads, id).nodes);
                assert_eq!(shares.clone().sum::<u64>(), limit, "{threads} threads");
                // The shares differ by at most one.
                let (least, most) = (shares.clone().min(), shares.max());
                assert!(most <= least.map(|least| least + 1), "{threads} threads");
            }
        }
    }

    #[test]
    fn a_depth_limit_is_divided_by_its_simulations_and_no_limit_stays_none() {
        let depth = Budget { depth: Some(3), ..Budget::UNLIMITED };
        let shares = [0, 1, 2, 3].map(|id| share(depth, 4, id));
        assert_eq!(shares, [Budget { nodes: 7_500, ..depth }; 4]);
        assert_eq!(share(depth, 1, 0), depth);
        for id in 0..3 {
            assert_eq!(share(Budget::UNLIMITED, 3, id), Budget::UNLIMITED);
        }
    }

    #[test]
    fn results_are_in_order_and_only_the_first_thread_reports() {
        let mut reports = 0;
        let double = |id: usize, part: u64, report: &mut dyn FnMut(&Report)| {
            report(&Report::default());
            (id, 2 * part)
        };
        let results = on_threads([5, 6, 7], double, &mut |_| reports += 1);
        assert_eq!((results, reports), (vec![(0, 10), (1, 12), (2, 14)], 1));
        assert!(on_threads([], double, &mut |_| {}).is_empty());
    }
}
