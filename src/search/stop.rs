//! How a search is stopped: by a channel of its own or by the clock.
//!
//! With a clock a search has two deadlines. At the soft one the time that was
//! planned for it is over, and it ends. Only a search whose choice is unstable
//! may go on, by [`Stop::extend`], and no longer than to the hard one.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};

use super::timer::{Clock, Timer};
use super::yield_hook::YieldHook;

/// A message that does not exist: the channel says something by being closed.
pub type Never = Infallible;

/// Keeps a search going: dropping it is the order to stop.
#[derive(Debug)]
pub struct Canceller {
    _keeps_open: Sender<Never>,
    timer: Arc<Timer>,
}

/// One thread's view of the order to stop.
#[derive(Clone, Debug)]
pub struct Stop {
    cancelled: Receiver<Never>,
    timer: Arc<Timer>,
    group: Arc<Group>,
    /// A deadline of its own, counted like the timer's.
    slice_end: Duration,
    yield_hook: YieldHook,
    /// The most nodes between two looks of a meter.
    longest_interval: u64,
}

/// The most nodes between two looks where a node takes a few microseconds at most.
const LONGEST_INTERVAL: u64 = 1 << 20;

/// What the threads share that work on the same thing.
#[derive(Debug, Default)]
struct Group {
    halted: AtomicBool,
    /// The hard deadline counts, not the soft one.
    extended: AtomicBool,
}

impl Canceller {
    /// A fresh channel for a search that has no deadline yet. Its clock is the
    /// system's, given by the instant at which the search began, or a simulated
    /// one.
    pub fn new(clock: impl Into<Clock>) -> (Canceller, Stop) {
        let (sender, cancelled) = bounded(0);
        let timer = Arc::new(Timer::new(clock.into()));
        let stop = Stop {
            cancelled,
            timer: Arc::clone(&timer),
            group: Arc::default(),
            slice_end: Duration::MAX,
            yield_hook: YieldHook::default(),
            longest_interval: LONGEST_INTERVAL,
        };
        (Canceller { _keeps_open: sender, timer }, stop)
    }

    /// Sets the time planned for the search, and the time after which it must
    /// end in any case, counted from now.
    pub fn set_deadline(&self, soft: Duration, hard: Duration) {
        self.timer.set(soft, hard);
    }
}

impl Stop {
    /// The same order, and whoever asks for it makes way for others.
    pub fn with(self, yield_hook: YieldHook) -> Stop {
        Stop { yield_hook, ..self }
    }

    /// The same order for a search of which a single node can take most of a
    /// millisecond, after many that took next to nothing: its meters look at
    /// every node.
    pub fn with_slow_nodes(self) -> Stop {
        Stop { longest_interval: 1, ..self }
    }

    /// Whether meters look at every node.
    pub fn has_slow_nodes(&self) -> bool {
        self.longest_interval == 1
    }

    /// The most nodes between two looks of a meter.
    pub(super) fn longest_interval(&self) -> u64 {
        self.longest_interval
    }

    /// Whether to stop now. Costs some hundred nanoseconds: see
    /// [`Meter`](super::Meter).
    pub fn requested(&self) -> bool {
        if self.group.halted.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.is_cancelled() || self.end().is_some_and(|end| self.elapsed() >= end);
        if over {
            self.halt();
        } else {
            self.yield_hook.yield_if_needed();
        }
        over
    }

    /// When the clock ends the work of this group.
    fn end(&self) -> Option<Duration> {
        let extended = self.group.extended.load(Ordering::Relaxed);
        let deadline = if extended { self.timer.hard() } else { self.timer.soft() };
        let slice_end = (self.slice_end != Duration::MAX).then_some(self.slice_end);
        deadline.into_iter().chain(slice_end).min()
    }

    /// Lets this group go on beyond the planned time, to the hard deadline at
    /// most, or no longer. For searches whose choice is unstable.
    pub fn extend(&self, extended: bool) {
        self.group.extended.store(extended, Ordering::Relaxed);
    }

    /// Whether the planned time is over, also where the group may go on.
    pub fn soft_limit_passed(&self) -> bool {
        self.requested() || self.timer.soft().is_some_and(|soft| self.elapsed() >= soft)
    }

    /// The rest of the planned time, where ending before it saves time for
    /// later: on a clock, but not with a time for this search alone.
    pub fn time_to_save(&self) -> Option<Duration> {
        self.time_left().filter(|_| self.timer.soft() < self.timer.hard())
    }

    /// Whether the clock will end the search.
    pub fn has_deadline(&self) -> bool {
        self.timer.soft().is_some()
    }

    /// Whether this share of the planned time has passed.
    pub fn has_used(&self, share: f64) -> bool {
        self.timer.soft().is_some_and(|soft| self.elapsed() > soft.mul_f64(share))
    }

    /// The same order for a group of threads that can be halted by itself.
    pub fn group(&self) -> Stop {
        Stop { group: Arc::default(), ..self.clone() }
    }

    /// The same order for a part of the work that may take so long: a group
    /// of its own.
    pub fn within(&self, time: Duration) -> Stop {
        let slice_end = self.slice_end.min(self.elapsed().saturating_add(time));
        Stop { slice_end, ..self.group() }
    }

    /// The rest of the planned time, or of the part of it that this work may
    /// take; `None` without a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        let soft = self.timer.soft()?;
        Some(soft.min(self.slice_end).saturating_sub(self.elapsed()))
    }

    /// Stops all threads of this group.
    pub fn halt(&self) {
        self.group.halted.store(true, Ordering::Relaxed);
    }

    /// Whether the order came from outside, not from the clock.
    pub fn is_cancelled(&self) -> bool {
        matches!(self.cancelled.try_recv(), Err(TryRecvError::Disconnected))
    }

    /// How long the search has been running.
    pub fn elapsed(&self) -> Duration {
        self.timer.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn dropping_the_canceller_stops_every_view() {
        let (canceller, stop) = Canceller::new(Instant::now());
        let other = stop.clone();
        assert!(!stop.requested() && !other.requested());
        drop(canceller);
        assert!(stop.requested() && other.requested() && stop.is_cancelled());
    }

    #[test]
    fn a_deadline_stops_and_is_not_a_cancellation() {
        let (canceller, stop) = Canceller::new(Instant::now());
        canceller.set_deadline(Duration::from_secs(3600), Duration::from_secs(3600));
        assert!(!stop.soft_limit_passed() && !stop.requested());
        canceller.set_deadline(Duration::ZERO, Duration::ZERO);
        assert!(stop.soft_limit_passed() && stop.requested() && !stop.is_cancelled());
        canceller.set_deadline(Duration::MAX, Duration::MAX);
    }

    #[test]
    fn only_an_extended_group_goes_on_after_the_planned_time() {
        let (canceller, stop) = Canceller::new(Instant::now());
        canceller.set_deadline(Duration::ZERO, Duration::from_secs(3600));
        let group = stop.group();
        group.extend(true);
        assert!(group.soft_limit_passed() && !group.requested());
        assert!(stop.requested() && group.group().requested());
        // A part of the work has its own end all the same.
        let part = group.within(Duration::ZERO);
        part.extend(true);
        assert!(part.requested() && !group.requested());
        group.extend(false);
        assert!(group.requested());
        group.extend(true);
        assert!(group.requested(), "what has been stopped stays so");
        let group = stop.group();
        group.extend(true);
        canceller.set_deadline(Duration::ZERO, Duration::ZERO);
        assert!(group.requested());
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
        assert!(member.requested() && !member.is_cancelled() && !stop.requested());
        drop(canceller);
        assert!(stop.group().requested());
    }

    #[test]
    fn time_is_saved_on_a_clock_and_not_with_a_time_for_this_search_alone() {
        let [hour, day] = [3600, 86_400].map(Duration::from_secs);
        let (canceller, stop) = Canceller::new(Instant::now());
        assert_eq!(stop.time_to_save(), None);
        canceller.set_deadline(hour, day);
        assert!(stop.time_to_save().is_some_and(|left| left > hour / 2 && left <= hour));
        canceller.set_deadline(hour, hour);
        assert_eq!(stop.time_to_save(), None);
    }

    #[test]
    fn shares_of_the_time_count_from_the_start_of_the_search() {
        let [second, hour] = [1, 3600].map(Duration::from_secs);
        let (canceller, stop) = Canceller::new(Instant::now() - second);
        assert!(stop.elapsed() >= second);
        assert!(!stop.has_deadline() && !stop.has_used(0.0));
        canceller.set_deadline(hour, hour);
        // A ten thousandth is less than the second that has passed.
        assert!(stop.has_deadline() && stop.has_used(1e-4) && !stop.has_used(0.5));
        // The deadline itself counts from when it was set.
        assert!(stop.time_left().is_some_and(|left| left > hour / 2 && left <= hour));
        assert!(!stop.soft_limit_passed());
    }
}
