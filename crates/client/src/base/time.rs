//! The time of the runner, which stands still while the runner does not run: after
//! Ctrl-Z, in a suspended machine, or in a virtual machine that was paused. In a
//! simulation it is virtual.
//!
//! A thread looks at the clock every `BEAT`. If nobody has looked for `GAP`, the
//! process was stopped in between, and that time is left out. Engines go on while the
//! runner is stopped, but it cannot read their answers; so the time is charged to
//! nobody.

use std::ops::Add;
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant as Real, SystemTime, UNIX_EPOCH};

use super::simulation;

/// How often the thread looks at the clock.
const BEAT: Duration = Duration::from_millis(20);

/// The time without a look after which the runner counts as stopped. A thread that
/// sleeps most of the time waits less for a processor, even on a busy machine, and if it
/// does not, the times of the engines are not to be trusted either.
const GAP: Duration = Duration::from_millis(100);

/// The moment at which simulations begin.
static START: OnceLock<Real> = OnceLock::new();

static WATCH: OnceLock<Mutex<Watch>> = OnceLock::new();

/// When somebody last looked at the clock, and for how long the runner was stopped.
#[derive(Clone, Copy, Debug)]
struct Watch {
    last: Real,
    stopped: Duration,
}

impl Watch {
    fn new(now: Real) -> Watch {
        Watch { last: now, stopped: Duration::ZERO }
    }

    /// Looks at the clock.
    fn look(&mut self, now: Real) {
        let gap = now.saturating_duration_since(self.last);
        if gap >= GAP {
            self.stopped += gap;
        }
        self.last = now;
    }
}

/// Begins to notice when the runner is stopped. Later calls do nothing.
pub fn watch() {
    if simulation::now().is_some() {
        return;
    }
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        let beat = || {
            loop {
                thread::sleep(BEAT);
                look();
            }
        };
        // Without the thread every long wait would look like a stop.
        if thread::Builder::new().name("clock".to_string()).spawn(beat).is_ok() {
            let _ = WATCH.set(Mutex::new(Watch::new(Real::now())));
        }
    });
}

/// Looks at the clock; returns the real time and how long the runner was stopped.
fn look() -> (Real, Duration) {
    let Some(watch) = WATCH.get() else { return (Real::now(), Duration::ZERO) };
    let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
    // Read under the lock, so that no thread sees the end of a stop before it is known.
    let now = Real::now();
    watch.look(now);
    (now, watch.stopped)
}

/// A moment of the runner's time. Differences of two are the time for which it ran, to
/// within `BEAT` for each stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Real);

impl Instant {
    /// Returns the current time.
    pub fn now() -> Instant {
        if let Some(time) = simulation::now() {
            return Instant(*START.get_or_init(Real::now) + time);
        }
        let (now, stopped) = look();
        Instant(now.checked_sub(stopped).unwrap_or(now))
    }

    /// Returns the time since this moment.
    pub fn elapsed(&self) -> Duration {
        Instant::now().saturating_duration_since(*self)
    }

    /// Returns the time since an earlier moment; zero if it is later.
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_duration_since(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

/// Waits.
pub fn sleep(time: Duration) {
    if !simulation::sleep(time) {
        thread::sleep(time);
    }
}

/// Returns the time of day as the time since the beginning of 1970 (UTC). A simulation
/// begins with 2026.
pub fn since_1970() -> Duration {
    match simulation::now() {
        Some(time) => Duration::from_secs(1_767_225_600) + time,
        None => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
    }
}

/// Returns how long the runner has been stopped, or the machine suspended, since some
/// moment before the first call. Differences of two values are the time in between.
pub fn stopped() -> Duration {
    if simulation::now().is_some() {
        return Duration::ZERO;
    }
    look().1 + suspended()
}

/// Returns for how long the system was suspended since its start. The clock of [`Real`]
/// stands still meanwhile.
#[cfg(target_os = "linux")]
fn suspended() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let of = |clock| {
        let time = clock_gettime(clock);
        Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
    };
    of(ClockId::Boottime).saturating_sub(of(ClockId::Monotonic))
}

/// Other systems do not tell.
#[cfg(not(target_os = "linux"))]
fn suspended() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_time_without_looks_is_a_stop() {
        let start = Real::now();
        let mut watch = Watch::new(start);
        let mut at = Duration::ZERO;
        let mut after = |milliseconds, watch: &mut Watch| {
            at += Duration::from_millis(milliseconds);
            watch.look(start + at);
            watch.stopped.as_millis()
        };
        assert_eq!(after(20, &mut watch), 0);
        assert_eq!(after(99, &mut watch), 0);
        assert_eq!(after(3000, &mut watch), 3000);
        assert_eq!(after(20, &mut watch), 3000);
        assert_eq!(after(100, &mut watch), 3100);
        // A clock that goes back is no stop.
        watch.look(start);
        assert_eq!(watch.stopped.as_millis(), 3100);
    }
}
