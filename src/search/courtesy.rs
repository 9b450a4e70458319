//! Making way: threads that compute all the time let a thread that has to
//! listen to the client have a processor at once. The scheduler of the system
//! would let it wait until a time slice ends, some milliseconds later.

use std::fmt;
use std::sync::Arc;

/// Knows whether something that a client said waits to be heard.
#[derive(Clone)]
pub struct Courtesy(Arc<dyn Fn() -> bool + Send + Sync>);

impl Courtesy {
    /// Asks `is_waiting` whether something waits, some ten thousand times in a
    /// second: it should cost well under a microsecond.
    pub fn new(is_waiting: impl Fn() -> bool + Send + Sync + 'static) -> Courtesy {
        Courtesy(Arc::new(is_waiting))
    }

    /// Whether something waits.
    pub(crate) fn is_called_for(&self) -> bool {
        (self.0)()
    }

    /// Lets other threads have this processor if something waits.
    pub(super) fn make_way(&self) {
        if self.is_called_for() {
            std::thread::yield_now();
        }
    }
}

impl Default for Courtesy {
    /// Nothing ever waits.
    fn default() -> Courtesy {
        Courtesy::new(|| false)
    }
}

impl fmt::Debug for Courtesy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Courtesy")
    }
}
