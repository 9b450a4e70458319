//! The resource usage of an engine from game to game, read rarely enough to
//! cost nothing.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::resources::{Total, total};
use crate::base::time::Instant;

/// The shortest time between two readings. Reading takes microseconds, but so
/// do the shortest games, and the system counts in hundredths of a second.
const INTERVAL: Duration = Duration::from_millis(100);

/// The resource usage of an engine in a game, and in the games before it that
/// were too short for a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// The processor time, in microseconds.
    pub cpu_us: u64,
    /// The time in which the engine prepared for games and moved, or, if it
    /// ponders, the whole time, in microseconds.
    pub us: u64,
    /// The largest resident memory so far, in KiB.
    pub peak_kib: u64,
}

/// The meter of an engine process.
#[derive(Debug, Default)]
pub(crate) struct UsageMeter {
    /// The last reading and its time; `None` before the first game, and if the
    /// system does not report the usage.
    last: Option<(Total, Instant)>,
    /// The time since then in which the engine worked.
    worked: Duration,
}

impl UsageMeter {
    /// Begins before the first game of the process; later calls do nothing.
    pub(crate) fn begin(&mut self, process: Option<u32>) {
        if self.last.is_none() {
            self.last = process.and_then(total).map(|total| (total, Instant::now()));
        }
    }

    /// Ends a game in which the engine worked for some time. Returns the usage
    /// since the last reading, if that is long enough ago.
    pub(crate) fn end(&mut self, process: Option<u32>, worked: Duration) -> Option<Usage> {
        self.worked += worked;
        let (before, when) = self.last?;
        if when.elapsed() < INTERVAL {
            return None;
        }
        let now = total(process?)?;
        self.last = Some((now, Instant::now()));
        let worked = std::mem::take(&mut self.worked);
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Some(Usage {
            cpu_us: micros(now.cpu.saturating_sub(before.cpu)),
            us: micros(worked),
            peak_kib: now.peak,
        })
    }
}
