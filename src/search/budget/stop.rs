//! The stop signal of a search, given by dropping its canceller or by the
//! clock.
//!
//! With a clock a search has two deadlines. At the soft deadline its planned
//! time is over, and it ends. Only a search with an unstable choice may go on,
//! by [`Stop::extend`], until the hard deadline at most.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};

use super::clock::{Clock, Deadlines};
use super::yield_hook::YieldHook;

/// The type of messages that are never sent: the signal is that the channel is
/// closed.
pub type Never = Infallible;

/// Stops a search when it is dropped, and sets its deadlines.
#[derive(Debug)]
pub struct Canceller {
    _keeps_open: Sender<Never>,
    deadlines: Arc<Deadlines>,
}

/// One thread's handle on the stop signal.
#[derive(Clone, Debug)]
pub struct Stop {
    cancelled: Receiver<Never>,
    deadlines: Arc<Deadlines>,
    group: Arc<ThreadGroup>,
    /// The end of this slice of the work, relative to the start of the search;
    /// `Duration::MAX` is never.
    slice_end: Duration,
    yield_hook: YieldHook,
    /// The maximum number of nodes between two polls of a meter.
    longest_interval: u64,
}

/// The maximum number of nodes between two polls if a node takes a few
/// microseconds at most.
const MAX_INTERVAL: u64 = 1 << 20;

/// The state that the threads of one piece of work share.
#[derive(Debug, Default)]
struct ThreadGroup {
    halted: AtomicBool,
    /// Whether the hard deadline applies instead of the soft one.
    extended: AtomicBool,
}

impl Canceller {
    /// A canceller and its stop signal, for a search without deadlines so far.
    /// `clock` is the instant at which the search began, for the system's
    /// clock, or a simulated clock.
    pub fn new(clock: impl Into<Clock>) -> (Canceller, Stop) {
        let (sender, cancelled) = bounded(0);
        let deadlines = Arc::new(Deadlines::new(clock.into()));
        let stop = Stop {
            cancelled,
            deadlines: Arc::clone(&deadlines),
            group: Arc::default(),
            slice_end: Duration::MAX,
            yield_hook: YieldHook::default(),
            longest_interval: MAX_INTERVAL,
        };
        (Canceller { _keeps_open: sender, deadlines }, stop)
    }

    /// Sets both deadlines, relative to now; they are stored relative to the
    /// start of the search.
    pub fn set_deadline(&self, soft: Duration, hard: Duration) {
        self.deadlines.set(soft, hard);
    }
}

impl Stop {
    /// Attaches a yield hook, which runs at each poll.
    pub fn with_yield_hook(self, yield_hook: YieldHook) -> Stop {
        Stop { yield_hook, ..self }
    }

    /// Makes meters poll at every node, for searches in which a single node can
    /// take most of a millisecond after many that took almost no time.
    pub fn with_slow_nodes(self) -> Stop {
        Stop { longest_interval: 1, ..self }
    }

    /// Whether meters poll at every node.
    pub fn has_slow_nodes(&self) -> bool {
        self.longest_interval == 1
    }

    /// The maximum number of nodes between two polls of a meter.
    pub(crate) fn longest_interval(&self) -> u64 {
        self.longest_interval
    }

    /// Polls: whether the search must stop now; once it must, so must the whole
    /// group from then on. Takes a few hundred nanoseconds, so searches poll
    /// through a [`Meter`](crate::search::Meter).
    pub fn requested(&self) -> bool {
        if self.group.halted.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.is_cancelled()
            || self.effective_deadline().is_some_and(|end| self.elapsed() >= end);
        if over {
            self.halt();
        } else {
            self.yield_hook.yield_if_needed();
        }
        over
    }

    /// The time at which the clock ends the work of this group.
    fn effective_deadline(&self) -> Option<Duration> {
        let extended = self.group.extended.load(Ordering::Relaxed);
        let deadline = if extended { self.deadlines.hard() } else { self.deadlines.soft() };
        let slice_end = (self.slice_end != Duration::MAX).then_some(self.slice_end);
        deadline.into_iter().chain(slice_end).min()
    }

    /// Sets whether this group may go on beyond the planned time, until the
    /// hard deadline at most. For searches with an unstable choice.
    pub fn extend(&self, extended: bool) {
        self.group.extended.store(extended, Ordering::Relaxed);
    }

    /// Polls: whether the planned time is over, even if the group may go on, or
    /// the search must stop.
    pub fn soft_deadline_passed(&self) -> bool {
        self.requested() || self.deadlines.soft().is_some_and(|soft| self.elapsed() >= soft)
    }

    /// The rest of the planned time, if stopping early benefits later plies;
    /// `None` under `movetime` or without a deadline.
    pub fn savable_time(&self) -> Option<Duration> {
        self.time_left().filter(|_| self.deadlines.soft() < self.deadlines.hard())
    }

    /// Whether the clock will end the search.
    pub fn has_deadline(&self) -> bool {
        self.deadlines.soft().is_some()
    }

    /// Whether this part of the planned time has passed.
    pub fn has_used_part(&self, part: f64) -> bool {
        self.deadlines.soft().is_some_and(|soft| self.elapsed() > soft.mul_f64(part))
    }

    /// The same signal for a new group of threads, which can be halted without
    /// stopping the others. The new group is neither halted nor extended, even
    /// if this one is.
    pub fn new_group(&self) -> Stop {
        Stop { group: Arc::default(), ..self.clone() }
    }

    /// The same signal for a slice of the work that may take at most `time`, as
    /// a group of its own.
    pub fn slice(&self, time: Duration) -> Stop {
        let slice_end = self.slice_end.min(self.elapsed().saturating_add(time));
        Stop { slice_end, ..self.new_group() }
    }

    /// The rest of the planned time, or of the time of the slice if that is
    /// less; `None` without a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        let soft = self.deadlines.soft()?;
        Some(soft.min(self.slice_end).saturating_sub(self.elapsed()))
    }

    /// Stops all threads of this group.
    pub fn halt(&self) {
        self.group.halted.store(true, Ordering::Relaxed);
    }

    /// Whether the canceller was dropped, whatever the clock says.
    pub fn is_cancelled(&self) -> bool {
        matches!(self.cancelled.try_recv(), Err(TryRecvError::Disconnected))
    }

    /// The time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.deadlines.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn dropping_the_canceller_stops_every_clone() {
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
        assert!(!stop.soft_deadline_passed() && !stop.requested());
        canceller.set_deadline(Duration::ZERO, Duration::ZERO);
        assert!(stop.soft_deadline_passed() && stop.requested() && !stop.is_cancelled());
        canceller.set_deadline(Duration::MAX, Duration::MAX);
    }

    #[test]
    fn only_an_extended_group_goes_on_after_the_planned_time() {
        let (canceller, stop) = Canceller::new(Instant::now());
        canceller.set_deadline(Duration::ZERO, Duration::from_secs(3600));
        let group = stop.new_group();
        group.extend(true);
        assert!(group.soft_deadline_passed() && !group.requested());
        assert!(stop.requested() && group.new_group().requested());
        // A slice still has its own end.
        let slice = group.slice(Duration::ZERO);
        slice.extend(true);
        assert!(slice.requested() && !group.requested());
        group.extend(false);
        assert!(group.requested());
        group.extend(true);
        assert!(group.requested(), "a stopped group stays stopped");
        let group = stop.new_group();
        group.extend(true);
        canceller.set_deadline(Duration::ZERO, Duration::ZERO);
        assert!(group.requested());
    }

    #[test]
    fn a_slice_ends_before_the_whole() {
        let (canceller, stop) = Canceller::new(Instant::now());
        assert_eq!(stop.time_left(), None);
        let slice = stop.slice(Duration::ZERO);
        assert!(slice.requested() && slice.new_group().requested() && !stop.requested());
        let hour = Duration::from_secs(3600);
        let slice = stop.slice(hour);
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
        let group = stop.new_group();
        let member = group.clone();
        group.halt();
        assert!(member.requested() && !member.is_cancelled() && !stop.requested());
        drop(canceller);
        assert!(stop.new_group().requested());
    }

    #[test]
    fn time_is_saved_on_a_clock_but_not_with_a_time_for_the_ply() {
        let [hour, day] = [3600, 86_400].map(Duration::from_secs);
        let (canceller, stop) = Canceller::new(Instant::now());
        assert_eq!(stop.savable_time(), None);
        canceller.set_deadline(hour, day);
        assert!(stop.savable_time().is_some_and(|left| left > hour / 2 && left <= hour));
        canceller.set_deadline(hour, hour);
        assert_eq!(stop.savable_time(), None);
    }

    #[test]
    fn parts_of_the_time_count_from_the_start_of_the_search() {
        let [second, hour] = [1, 3600].map(Duration::from_secs);
        let (canceller, stop) = Canceller::new(Instant::now() - second);
        assert!(stop.elapsed() >= second);
        assert!(!stop.has_deadline() && !stop.has_used_part(0.0));
        canceller.set_deadline(hour, hour);
        // A ten thousandth is less than the second that has passed.
        assert!(stop.has_deadline() && stop.has_used_part(1e-4) && !stop.has_used_part(0.5));
        // The deadline itself is relative to the call that set it.
        assert!(stop.time_left().is_some_and(|left| left > hour / 2 && left <= hour));
        assert!(!stop.soft_deadline_passed());
    }
}
