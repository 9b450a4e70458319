//! How a search is stopped: by a channel of its own, by the clock, or by
//! having visited its nodes.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};

use super::courtesy::Courtesy;

/// A message that does not exist: the channel says something by being closed.
pub type Never = Infallible;

/// Keeps a search going: dropping it is the order to stop.
#[derive(Debug)]
pub struct Canceller {
    _keeps_open: Sender<Never>,
    timer: Arc<Timer>,
}

/// When a search began and when it has to end. Times are counted in
/// nanoseconds from the beginning; `u64::MAX` is never.
#[derive(Debug)]
pub struct Timer {
    started: Instant,
    soft: AtomicU64,
    hard: AtomicU64,
}

/// One thread's view of the order to stop.
#[derive(Clone, Debug)]
pub struct Stop {
    cancelled: Receiver<Never>,
    timer: Arc<Timer>,
    halted: Arc<AtomicBool>,
    /// A deadline of its own, counted like the timer's.
    slice_end: Duration,
    courtesy: Courtesy,
}

impl Timer {
    /// How long the search has been running.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn passed(&self, deadline: &AtomicU64) -> bool {
        let deadline = deadline.load(Ordering::Relaxed);
        deadline != u64::MAX && self.elapsed().as_nanos() >= u128::from(deadline)
    }
}

impl Canceller {
    /// A fresh channel for a search that began at `started` and has no
    /// deadline yet.
    pub fn new(started: Instant) -> (Canceller, Stop) {
        let (sender, cancelled) = bounded(0);
        let never = || AtomicU64::new(u64::MAX);
        let timer = Arc::new(Timer { started, soft: never(), hard: never() });
        let stop = Stop {
            cancelled,
            timer: Arc::clone(&timer),
            halted: Arc::default(),
            slice_end: Duration::MAX,
            courtesy: Courtesy::default(),
        };
        (Canceller { _keeps_open: sender, timer }, stop)
    }

    /// Sets the times after which no new work should be begun, and after
    /// which the search must end, counted from now.
    pub fn set_deadline(&self, soft: Duration, hard: Duration) {
        let now = self.timer.elapsed();
        let nanoseconds = |time: Duration| {
            u64::try_from((now.saturating_add(time)).as_nanos()).unwrap_or(u64::MAX)
        };
        self.timer.soft.store(nanoseconds(soft), Ordering::Relaxed);
        self.timer.hard.store(nanoseconds(hard), Ordering::Relaxed);
    }
}

impl Stop {
    /// The same order, and whoever asks for it makes way for others.
    pub fn with(self, courtesy: Courtesy) -> Stop {
        Stop { courtesy, ..self }
    }

    /// Whether to stop now. Costs some hundred nanoseconds: see [`Meter`].
    pub fn requested(&self) -> bool {
        if self.halted.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.cancelled()
            || self.timer.passed(&self.timer.hard)
            || self.slice_end != Duration::MAX && self.elapsed() >= self.slice_end;
        if over {
            self.halt();
        } else {
            self.courtesy.make_way();
        }
        over
    }

    /// Whether it is too late to begin something that cannot be cut short
    /// without losing it, like the next iteration.
    pub fn should_wind_up(&self) -> bool {
        self.requested() || self.timer.passed(&self.timer.soft)
    }

    /// The time until the soft limit, where ending before it saves time for
    /// later: on a clock, but not with a time for this search alone.
    pub fn time_to_save(&self) -> Option<Duration> {
        let [soft, hard] =
            [&self.timer.soft, &self.timer.hard].map(|deadline| deadline.load(Ordering::Relaxed));
        let left = Duration::from_nanos(soft).saturating_sub(self.elapsed());
        (soft < hard).then_some(left)
    }

    /// Whether the clock will end the search.
    pub fn has_deadline(&self) -> bool {
        self.timer.soft.load(Ordering::Relaxed) != u64::MAX
    }

    /// Whether this share of the time until the soft limit has passed.
    pub fn is_beyond(&self, share: f64) -> bool {
        let soft = self.timer.soft.load(Ordering::Relaxed);
        soft != u64::MAX && self.elapsed().as_nanos() as f64 > share * soft as f64
    }

    /// The same order for a group of threads that can be halted by itself.
    pub fn group(&self) -> Stop {
        Stop { halted: Arc::default(), ..self.clone() }
    }

    /// The same order for a part of the work that may take so long: a group
    /// of its own.
    pub fn within(&self, time: Duration) -> Stop {
        let slice_end = self.slice_end.min(self.elapsed().saturating_add(time));
        Stop { slice_end, ..self.group() }
    }

    /// The time until no new work should be begun; `None` when nobody has
    /// said.
    pub fn time_left(&self) -> Option<Duration> {
        let soft = self.timer.soft.load(Ordering::Relaxed);
        (soft != u64::MAX).then(|| Duration::from_nanos(soft).saturating_sub(self.elapsed()))
    }

    /// Stops all threads of this group.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Whether the order came from outside, not from the clock.
    pub fn cancelled(&self) -> bool {
        matches!(self.cancelled.try_recv(), Err(TryRecvError::Disconnected))
    }

    /// How long the search has been running.
    pub fn elapsed(&self) -> Duration {
        self.timer.elapsed()
    }
}

/// Counts one thread's nodes, and looks at the order to stop often enough to
/// answer it at once but seldom enough to cost nothing.
#[derive(Debug)]
pub struct Meter<'a> {
    stop: &'a Stop,
    nodes: u64,
    limit: u64,
    next_look: u64,
    interval: u64,
    looked: Instant,
    stopped: bool,
}

/// The time between two looks that a meter aims at.
const LOOK_EVERY: Duration = Duration::from_micros(100);

impl<'a> Meter<'a> {
    /// A meter that allows `limit` nodes.
    pub fn new(stop: &'a Stop, limit: u64) -> Meter<'a> {
        Meter {
            stop,
            nodes: 0,
            limit,
            next_look: 0,
            interval: 1,
            looked: Instant::now(),
            stopped: false,
        }
    }

    /// Lets so many nodes pass before the first look, as far as the limit
    /// allows them.
    #[must_use]
    pub fn granting(self, nodes: u64) -> Meter<'a> {
        Meter { next_look: nodes.min(self.limit), ..self }
    }

    /// Counts a node, unless the search is to stop: then it is `false`, and
    /// stays so.
    #[inline]
    pub fn count(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Counts nodes that another meter has allowed, whatever this one's limit.
    pub fn add(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
        self.next_look = 0;
    }

    /// The order that this meter looks at.
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

    /// Whether [`count`](Meter::count) has said so.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Looks at the order now, outside the rhythm and whatever nodes are left,
    /// because of work that takes long without being a node: `false` is to
    /// stop.
    #[cold]
    pub fn look_after_work(&mut self) -> bool {
        if self.stop.requested() {
            self.stopped = true;
            self.next_look = 0;
        }
        !self.stopped
    }

    /// Looks at the order now, outside the rhythm: `false` is to stop.
    #[cold]
    pub fn look(&mut self) -> bool {
        self.stopped = self.stopped || self.nodes >= self.limit || self.stop.requested();
        if self.stopped {
            self.next_look = 0;
            return false;
        }
        let now = Instant::now();
        let since = now.duration_since(self.looked);
        self.looked = now;
        if since < LOOK_EVERY / 2 {
            self.interval = (self.interval * 2).min(1 << 20);
        } else if since > LOOK_EVERY {
            // As many nodes as would have taken the time aimed at.
            let slower = since.as_nanos() / LOOK_EVERY.as_nanos() + 1;
            self.interval = (self.interval / u64::try_from(slower).unwrap_or(u64::MAX)).max(1);
        }
        self.next_look = self.limit.min(self.nodes + self.interval);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_look_after_work_sees_the_order_and_not_the_limit() {
        let (canceller, stop) = Canceller::new(Instant::now());
        let mut meter = Meter::new(&stop, 1);
        assert!(meter.count() && meter.look_after_work() && !meter.count());
        let mut meter = Meter::new(&stop, u64::MAX).granting(100);
        assert!(meter.count() && meter.look_after_work());
        drop(canceller);
        assert!(!meter.look_after_work() && meter.stopped() && !meter.count());
    }

    #[test]
    fn dropping_the_canceller_stops_every_view() {
        let (canceller, stop) = Canceller::new(Instant::now());
        let other = stop.clone();
        assert!(!stop.requested() && !other.requested());
        drop(canceller);
        assert!(stop.requested() && other.requested() && stop.cancelled());
    }

    #[test]
    fn a_deadline_stops_and_is_not_a_cancellation() {
        let (canceller, stop) = Canceller::new(Instant::now());
        canceller.set_deadline(Duration::ZERO, Duration::from_secs(3600));
        assert!(stop.should_wind_up() && !stop.requested());
        canceller.set_deadline(Duration::ZERO, Duration::ZERO);
        assert!(stop.requested() && !stop.cancelled());
        canceller.set_deadline(Duration::MAX, Duration::MAX);
    }

    #[test]
    fn a_slice_ends_before_the_whole() {
        let (canceller, stop) = Canceller::new(Instant::now());
        assert_eq!(stop.time_left(), None);
        let slice = stop.within(Duration::ZERO);
        assert!(slice.requested() && slice.group().requested() && !stop.requested());
        let hour = Duration::from_secs(3600);
        let slice = stop.within(hour);
        assert!(!slice.requested());
        canceller.set_deadline(hour, hour);
        assert!(stop.time_left().is_some_and(|left| left <= hour));
        canceller.set_deadline(Duration::ZERO, Duration::ZERO);
        assert!(slice.requested());
        drop(canceller);
    }

    #[test]
    fn halting_stops_a_group_and_nothing_else() {
        let (canceller, stop) = Canceller::new(Instant::now());
        let group = stop.group();
        let member = group.clone();
        group.halt();
        assert!(member.requested() && !member.cancelled() && !stop.requested());
        drop(canceller);
        assert!(stop.group().requested());
    }
}
