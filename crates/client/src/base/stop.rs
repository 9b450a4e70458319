//! The signal that ends a running tournament.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A shared request to end the tournament. The first request lets the running
/// games finish; the second one abandons them.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    /// Makes one more request.
    pub fn ask(&self) {
        // Saturates, so that many requests do not wrap around to none.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_add(1));
    }

    /// Ends the tournament after the running games. Repeated calls do not
    /// abandon them.
    pub fn finish(&self) {
        self.0.fetch_max(1, Ordering::Relaxed);
    }

    /// Abandons the running games at once.
    pub fn abandon(&self) {
        self.0.fetch_max(2, Ordering::Relaxed);
    }

    /// Returns whether no more games should begin.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Returns whether the running games should be abandoned.
    pub fn abandoned(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_request_abandons_the_games() {
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
    fn finishing_twice_does_not_abandon_the_games() {
        let stop = Stop::default();
        stop.finish();
        stop.finish();
        assert!(stop.asked() && !stop.abandoned());
        stop.abandon();
        stop.finish();
        assert!(stop.abandoned());
    }
}
