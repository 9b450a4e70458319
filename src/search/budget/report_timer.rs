//! Decides when a search sends its interim reports.

use std::time::Duration;

/// The time between two reports.
const INTERVAL: Duration = Duration::from_millis(1000);

/// Limits the reports of a search to one in each interval.
#[derive(Debug)]
pub(crate) struct ReportTimer {
    next: Duration,
}

impl ReportTimer {
    /// For work that begins at this time of the search.
    pub(crate) fn new(elapsed: Duration) -> ReportTimer {
        ReportTimer { next: elapsed + INTERVAL }
    }

    /// Whether a report is due at this time of the search. If so, the next is
    /// due an interval later.
    pub(crate) fn is_due(&mut self, elapsed: Duration) -> bool {
        let is_due = elapsed >= self.next;
        if is_due {
            self.next = elapsed + INTERVAL;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_due_once_in_each_interval() {
        let [mut early, mut late] = [0, 500].map(Duration::from_millis).map(ReportTimer::new);
        let times = [0, 999, 1000, 1001, 1999, 2700, 3699, 3700].map(Duration::from_millis);
        let [f, t] = [false, true];
        assert_eq!(times.map(|time| early.is_due(time)), [f, f, t, f, f, t, f, t]);
        assert_eq!(times.map(|time| late.is_due(time)), [f, f, f, f, t, f, t, f]);
    }
}
