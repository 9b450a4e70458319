//! Decides for iterative deepening whether to begin the next iteration, and
//! when the best move is in doubt.

use std::time::Duration;

use crate::search::budget::Stop;

/// The times and values of the last iterations of a search.
#[derive(Debug)]
pub(crate) struct Iterations {
    /// The time at which the last iteration ended.
    ended: Duration,
    /// The times that the last three took, the latest last.
    times: [Duration; 3],
    /// The values of the last two, the latest last.
    values: [Option<i32>; 2],
}

/// The best move is in doubt if its value drops by more than this, in
/// centipoints.
const DROP: i32 = 50;

/// An iteration is not begun if it is expected to take more than this many
/// times the time left.
const UNLIKELY: f64 = 2.0;

impl Iterations {
    /// Starts before the first iteration.
    pub(crate) fn new(stop: &Stop) -> Iterations {
        Iterations { ended: stop.elapsed(), times: [Duration::ZERO; 3], values: [None; 2] }
    }

    /// Records an iteration that has just ended with this value.
    pub(crate) fn add(&mut self, value: i32, stop: &Stop) {
        let now = stop.elapsed();
        self.times = [self.times[1], self.times[2], now.saturating_sub(self.ended)];
        self.values = [self.values[1], Some(value)];
        self.ended = now;
    }

    /// Whether to begin the next iteration: not if it is unlikely to end in
    /// time and the time can be saved for later plies.
    pub(crate) fn is_next_worthwhile(&self, stop: &Stop) -> bool {
        let left = stop.savable_time().and_then(|_| stop.time_left());
        left.is_none_or(|left| self.expected() <= left.as_secs_f64() * UNLIKELY)
    }

    /// The expected time of the next iteration in seconds; 0 with fewer than
    /// three iterations. Even and odd depths differ, so it is compared with the
    /// one two plies before: its time is expected to grow by the same factor as
    /// from the third last to the last.
    fn expected(&self) -> f64 {
        let [before, previous, last] = self.times.map(|time| time.as_secs_f64());
        if before > 0.0 { previous * (last / before) } else { 0.0 }
    }

    /// The value below which the best move of the last iteration is in doubt.
    /// It is below the values of both last iterations, because values swing
    /// from one depth to the next. `None` with fewer than two iterations.
    pub(crate) fn floor(&self) -> Option<i32> {
        Some(self.values[0]?.min(self.values[1]?) - DROP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::budget::{Canceller, Clock};

    const SECOND: Duration = Duration::from_secs(1);

    /// Iterations that took these seconds and found these values. A second
    /// passes with each reading of the clock.
    fn after(times: &[u32], values: &[i32]) -> (Iterations, Canceller, Stop) {
        let (canceller, stop) = Canceller::new(Clock::simulated(SECOND));
        let mut iterations = Iterations::new(&stop);
        for (i, &time) in times.iter().enumerate() {
            for _ in 1..time {
                stop.elapsed();
            }
            iterations.add(values.get(i).copied().unwrap_or(0), &stop);
        }
        (iterations, canceller, stop)
    }

    #[test]
    fn an_iteration_that_is_unlikely_to_end_is_not_begun() {
        // The next one is expected to take 6 x (20 / 2) = 60 seconds.
        for (left, worthwhile) in [(100, true), (62, true), (32, true), (29, false), (1, false)] {
            let (iterations, canceller, stop) = after(&[2, 6, 20], &[]);
            canceller.set_deadline(SECOND * left, SECOND * 1000);
            assert_eq!(iterations.is_next_worthwhile(&stop), worthwhile, "{left} seconds left");
        }
    }

    #[test]
    fn time_that_cannot_be_saved_is_used() {
        let (iterations, canceller, stop) = after(&[2, 6, 20], &[]);
        assert!(iterations.is_next_worthwhile(&stop), "without a deadline");
        canceller.set_deadline(SECOND * 5, SECOND * 5);
        assert!(iterations.is_next_worthwhile(&stop), "with a time for this search alone");
        canceller.set_deadline(SECOND * 5, SECOND * 1000);
        assert!(!iterations.is_next_worthwhile(&stop));
    }

    #[test]
    fn in_a_slice_the_time_of_the_slice_counts() {
        let (iterations, canceller, stop) = after(&[2, 6, 20], &[]);
        canceller.set_deadline(SECOND * 900, SECOND * 1000);
        assert!(iterations.is_next_worthwhile(&stop));
        assert!(!iterations.is_next_worthwhile(&stop.slice(SECOND * 20)));
    }

    #[test]
    fn the_third_iteration_is_always_begun() {
        let (iterations, canceller, stop) = after(&[5, 500], &[]);
        canceller.set_deadline(SECOND * 3, SECOND * 1000);
        assert!(iterations.is_next_worthwhile(&stop));
    }

    #[test]
    fn a_move_is_in_doubt_below_both_last_values() {
        let floor = |values: &[i32]| after(&[1, 1, 1][..values.len()], values).0.floor();
        assert_eq!(floor(&[]), None);
        assert_eq!(floor(&[100]), None);
        assert_eq!(floor(&[100, 300]), Some(100 - DROP));
        assert_eq!(floor(&[0, 300, 200]), Some(200 - DROP));
    }
}
