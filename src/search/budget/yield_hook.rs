//! Lets search threads yield the processor to the thread that reads commands.
//! The scheduler of the system would let that thread wait until a time slice
//! ends, some milliseconds later.

use std::fmt;
use std::sync::Arc;

/// A function that searches call at intervals to ask whether a command of the
/// client is waiting to be read.
#[derive(Clone)]
pub struct YieldHook(Arc<dyn Fn() -> bool + Send + Sync>);

impl YieldHook {
    /// A hook that calls `is_waiting` some ten thousand times per second; a
    /// call should take well under a microsecond.
    pub fn new(is_waiting: impl Fn() -> bool + Send + Sync + 'static) -> YieldHook {
        YieldHook(Arc::new(is_waiting))
    }

    /// A hook that runs `work` at each poll: that of a host without threads,
    /// which has to read commands itself.
    pub fn running(work: impl Fn() + Send + Sync + 'static) -> YieldHook {
        YieldHook::new(move || {
            work();
            false
        })
    }

    /// Whether a command is waiting.
    pub(crate) fn is_needed(&self) -> bool {
        (self.0)()
    }

    /// Yields this processor to other threads if a command is waiting.
    pub(crate) fn yield_if_needed(&self) {
        if self.is_needed() {
            std::thread::yield_now();
        }
    }
}

impl Default for YieldHook {
    /// A hook that never yields.
    fn default() -> YieldHook {
        YieldHook::new(|| false)
    }
}

impl fmt::Debug for YieldHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("YieldHook")
    }
}
