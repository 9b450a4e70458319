//! How a running tournament is told to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A request to end, shared by everyone who may make or must obey it. Asking
/// once lets the running games end; asking twice abandons them.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    /// Asks once more.
    pub fn ask(&self) {
        // Saturating: a thousandth Ctrl-C must not start the run again.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_add(1));
    }

    /// Lets the running games end, however often it is called.
    pub fn finish(&self) {
        self.0.fetch_max(1, Ordering::Relaxed);
    }

    /// Abandons the running games at once.
    pub fn abandon(&self) {
        self.0.fetch_max(2, Ordering::Relaxed);
    }

    /// Whether no more games should begin.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Whether the running games should be abandoned.
    pub fn abandoned(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_twice_abandons() {
        let stop = Stop::default();
        assert!(!stop.asked() && !stop.abandoned());
        stop.clone().ask();
        assert!(stop.asked() && !stop.abandoned());
        for _ in 0..1000 {
            stop.ask();
            assert!(stop.abandoned());
        }
    }

    #[test]
    fn finishing_twice_abandons_nothing() {
        let stop = Stop::default();
        stop.finish();
        stop.finish();
        assert!(stop.asked() && !stop.abandoned());
        stop.abandon();
        stop.finish();
        assert!(stop.abandoned());
    }
}
