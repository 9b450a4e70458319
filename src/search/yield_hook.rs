//! Making way: threads that compute all the time let a thread that has to
//! listen to the client have a processor at once. The scheduler of the system
//! would let it wait until a time slice ends, some milliseconds later.

use std::fmt;
use std::sync::Arc;

/// Knows whether something that a client said waits to be heard.
#[derive(Clone)]
pub struct YieldHook(Arc<dyn Fn() -> bool + Send + Sync>);

impl YieldHook {
    /// Asks `is_waiting` whether something waits, some ten thousand times in a
    /// second: it should cost well under a microsecond.
    pub fn new(is_waiting: impl Fn() -> bool + Send + Sync + 'static) -> YieldHook {
        YieldHook(Arc::new(is_waiting))
    }

    /// Whether something waits.
    pub(crate) fn is_needed(&self) -> bool {
        (self.0)()
    }

    /// Lets other threads have this processor if something waits.
    pub(super) fn yield_if_needed(&self) {
        if self.is_needed() {
            std::thread::yield_now();
        }
    }
}

impl Default for YieldHook {
    /// Nothing ever waits.
    fn default() -> YieldHook {
        YieldHook::new(|| false)
    }
}

impl fmt::Debug for YieldHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("YieldHook")
    }
}
