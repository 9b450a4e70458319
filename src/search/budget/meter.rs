//! Counts the nodes of a thread and polls the stop signal at intervals.

use std::time::Duration;

use super::stop::Stop;

/// Counts one thread's nodes, and polls the stop signal often enough to answer
/// it at once but seldom enough to take almost no time.
#[derive(Debug)]
pub struct Meter<'a> {
    stop: &'a Stop,
    nodes: u64,
    limit: u64,
    next_poll: u64,
    interval: u64,
    last_poll: Duration,
    stopped: bool,
}

/// The time between two polls that a meter aims at.
const POLL_INTERVAL: Duration = Duration::from_micros(100);

impl<'a> Meter<'a> {
    /// A meter that allows `limit` nodes.
    pub fn new(stop: &'a Stop, limit: u64) -> Meter<'a> {
        Meter {
            stop,
            nodes: 0,
            limit,
            next_poll: 0,
            interval: 1,
            last_poll: stop.elapsed(),
            stopped: false,
        }
    }

    /// Allows `nodes` nodes before the first poll, or fewer if the limit is
    /// lower; only one if nodes are slow.
    #[must_use]
    pub fn with_min_nodes(self, nodes: u64) -> Meter<'a> {
        Meter { next_poll: nodes.min(self.limit).min(self.stop.longest_interval()), ..self }
    }

    /// Counts a node and returns `true`, or returns `false` from now on because
    /// the search must stop.
    #[inline]
    pub fn count(&mut self) -> bool {
        if self.nodes >= self.next_poll && !self.poll() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Adds nodes that another meter has allowed, regardless of this limit.
    pub fn add(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
        self.next_poll = 0;
    }

    /// The stop signal that this meter polls.
    pub fn stop(&self) -> &'a Stop {
        self.stop
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes that the limit still allows.
    pub fn nodes_left(&self) -> u64 {
        self.limit.saturating_sub(self.nodes)
    }

    /// The node limit.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// A slice of the remaining time and nodes, in hundredths.
    pub fn slice(&self, hundredths: u32) -> (Stop, u64) {
        let stop = match self.stop.time_left() {
            Some(left) if hundredths < 100 => self.stop.slice(left * hundredths / 100),
            _ => self.stop.new_group(),
        };
        let nodes = match hundredths {
            100.. => self.nodes_left(),
            _ => (u128::from(self.nodes_left()) * u128::from(hundredths) / 100) as u64,
        };
        (stop, nodes)
    }

    /// Whether the meter has stopped the search.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Polls now, after long work that is not a node, without checking the node
    /// limit. Returns `false` if the search must stop.
    #[cold]
    pub fn poll_after_work(&mut self) -> bool {
        if self.stop.requested() {
            self.stopped = true;
            self.next_poll = 0;
        }
        !self.stopped
    }

    /// Polls within a node if nodes are slow. Returns `false` if the search
    /// must stop.
    #[inline]
    pub fn poll_within_node(&mut self) -> bool {
        !self.stop.has_slow_nodes() || self.poll_after_work()
    }

    /// Polls now, and plans the next poll. Returns `false` if the search must
    /// stop or the node limit is reached.
    #[cold]
    pub fn poll(&mut self) -> bool {
        self.stopped = self.stopped || self.nodes >= self.limit || self.stop.requested();
        if self.stopped {
            self.next_poll = 0;
            return false;
        }
        let now = self.stop.elapsed();
        let since = now.saturating_sub(self.last_poll);
        self.last_poll = now;
        if since < POLL_INTERVAL / 2 {
            self.interval = (self.interval * 2).min(self.stop.longest_interval());
        } else if since > POLL_INTERVAL {
            // The number of nodes that would have taken the time aimed at.
            let slower = since.as_nanos() / POLL_INTERVAL.as_nanos() + 1;
            self.interval = (self.interval / u64::try_from(slower).unwrap_or(u64::MAX)).max(1);
        }
        self.next_poll = self.limit.min(self.nodes + self.interval);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::search::budget::stop::Canceller;

    #[test]
    fn a_meter_allows_exactly_its_nodes() {
        let (_canceller, stop) = Canceller::new(Instant::now());
        for limit in [1, 2, 3, 1000, 12_345] {
            let mut meter = Meter::new(&stop, limit);
            let mut counted = 0;
            while meter.count() {
                counted += 1;
            }
            assert_eq!((counted, meter.nodes()), (limit, limit));
            assert!(meter.stopped() && !meter.count());
        }
    }

    #[test]
    fn nodes_of_another_meter_count_against_the_limit() {
        let (_canceller, stop) = Canceller::new(Instant::now());
        let mut meter = Meter::new(&stop, 10);
        meter.add(9);
        assert!(meter.count() && !meter.count() && meter.nodes() == 10);
        meter.add(5);
        assert_eq!(meter.nodes(), 15);
    }

    #[test]
    fn parts_are_of_the_remaining_time_and_nodes() {
        let (canceller, stop) = Canceller::new(Instant::now());
        let mut meter = Meter::new(&stop, 1000);
        meter.add(600);
        for (hundredths, nodes) in [(0, 0), (10, 40), (99, 396), (100, 400)] {
            let (part, allowed) = meter.slice(hundredths);
            assert_eq!((allowed, part.time_left()), (nodes, None));
        }
        assert_eq!(Meter::new(&stop, u64::MAX).slice(50).1, u64::MAX / 2);
        let hour = Duration::from_secs(3600);
        canceller.set_deadline(hour, hour);
        let left = |hundredths| meter.slice(hundredths).0.time_left();
        assert!(left(25).is_some_and(|left| left > hour / 5 && left <= hour / 4));
        assert!(left(100).is_some_and(|left| left > hour / 2));
        // Beyond the limit no nodes are left.
        meter.add(1000);
        assert_eq!(meter.slice(100).1, 0);
    }

    #[test]
    fn a_poll_after_work_ignores_the_node_limit() {
        let (canceller, stop) = Canceller::new(Instant::now());
        let mut meter = Meter::new(&stop, 1);
        assert!(meter.count() && meter.poll_after_work() && !meter.count());
        let mut meter = Meter::new(&stop, u64::MAX).with_min_nodes(100);
        assert!(meter.count() && meter.poll_after_work());
        drop(canceller);
        assert!(!meter.poll_after_work() && meter.stopped() && !meter.count());
    }

    #[test]
    fn a_meter_of_slow_nodes_polls_at_every_node() {
        for slow in [false, true] {
            let (canceller, stop) = Canceller::new(Instant::now());
            let stop = if slow { stop.with_slow_nodes().new_group() } else { stop };
            let mut meter = Meter::new(&stop, u64::MAX).with_min_nodes(100);
            (0..1000).for_each(|_| assert!(meter.count()));
            drop(canceller);
            assert!(!slow || !meter.count());
            assert_eq!(meter.poll_within_node(), !slow);
            let mut meter = Meter::new(&stop, u64::MAX).with_min_nodes(100);
            assert!(meter.count(), "the first node is always allowed");
            assert_eq!(meter.count(), !slow);
        }
    }
}
