//! The clock of a search and its deadlines.

use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use crate::instant::Instant;

/// The source of the time since the start of a search.
pub enum Clock {
    /// The system's clock, with the instant at which the search began.
    System(Instant),
    /// Any other source, for tests and measurements.
    Custom(Box<dyn Fn() -> Duration + Send + Sync>),
}

impl Clock {
    /// A clock that advances by `step` with each reading, whatever the machine.
    pub fn simulated(step: Duration) -> Clock {
        let readings = AtomicU32::new(0);
        let read = move || {
            let readings = readings.fetch_add(1, Ordering::Relaxed).saturating_add(1);
            step.saturating_mul(readings)
        };
        Clock::Custom(Box::new(read))
    }

    fn read(&self) -> Duration {
        match self {
            Clock::System(started) => started.elapsed(),
            Clock::Custom(read) => read(),
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::System(started) => f.debug_tuple("System").field(started).finish(),
            Clock::Custom(_) => f.write_str("Custom"),
        }
    }
}

impl From<Instant> for Clock {
    fn from(started: Instant) -> Clock {
        Clock::System(started)
    }
}

/// The clock of a search and its two deadlines, in nanoseconds from the start
/// of the search; `u64::MAX` is never.
#[derive(Debug)]
pub(crate) struct Deadlines {
    clock: Clock,
    soft: AtomicU64,
    hard: AtomicU64,
}

impl Deadlines {
    /// A clock without deadlines.
    pub(crate) fn new(clock: Clock) -> Deadlines {
        Deadlines { clock, soft: AtomicU64::new(u64::MAX), hard: AtomicU64::new(u64::MAX) }
    }

    /// The time since the start of the search.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.read()
    }

    /// Sets both deadlines, relative to now.
    pub(crate) fn set(&self, soft: Duration, hard: Duration) {
        let now = self.elapsed();
        let nanoseconds =
            |time: Duration| u64::try_from(now.saturating_add(time).as_nanos()).unwrap_or(u64::MAX);
        self.soft.store(nanoseconds(soft), Ordering::Relaxed);
        self.hard.store(nanoseconds(hard), Ordering::Relaxed);
    }

    /// The end of the planned time; `None` is never.
    pub(crate) fn soft(&self) -> Option<Duration> {
        deadline(&self.soft)
    }

    /// The time at which the search must end; `None` is never.
    pub(crate) fn hard(&self) -> Option<Duration> {
        deadline(&self.hard)
    }
}

fn deadline(nanoseconds: &AtomicU64) -> Option<Duration> {
    let nanoseconds = nanoseconds.load(Ordering::Relaxed);
    (nanoseconds != u64::MAX).then(|| Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simulated_clock_advances_with_every_reading() {
        let step = Duration::from_micros(30);
        let deadlines = Deadlines::new(Clock::simulated(step));
        assert_eq!(
            [deadlines.elapsed(), deadlines.elapsed(), deadlines.elapsed()],
            [step, step * 2, step * 3]
        );
        assert_eq!((deadlines.soft(), deadlines.hard()), (None, None));
        deadlines.set(step, Duration::MAX);
        assert_eq!((deadlines.soft(), deadlines.hard()), (Some(step * 5), None));
    }
}
