//! The load of the machine: whether more processes want to run than it has processors.

use std::fs;
use std::time::Duration;

use noughts_client::time::Instant;

/// How much the load may exceed the number of processors. A run that keeps all of them
/// busy has a load of about their number.
const SLACK: f64 = 0.5;

/// How often the load is read: the system averages it over a minute.
const INTERVAL: Duration = Duration::from_secs(2);

/// Returns the load average of the last minute, if it exceeds the number of processors;
/// `None` also on systems other than Linux.
pub(crate) fn excessive() -> Option<f64> {
    let average = average(&fs::read_to_string("/proc/loadavg").ok()?)?;
    let processors = processors(&fs::read_to_string("/proc/stat").ok()?);
    exceeds(average, processors).then_some(average)
}

/// Returns the first number of `/proc/loadavg`.
fn average(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok()
}

/// Counts the processors in `/proc/stat`: lines such as `cpu0 …`.
fn processors(text: &str) -> usize {
    let is_processor = |line: &&str| {
        line.strip_prefix("cpu").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    text.lines().filter(is_processor).count()
}

fn exceeds(average: f64, processors: usize) -> bool {
    processors > 0 && average > processors as f64 + SLACK
}

/// Reports once in a run that the load is too high.
#[derive(Debug, Default)]
pub(crate) struct LoadWatch {
    read: Option<Instant>,
    reported: bool,
}

impl LoadWatch {
    /// Returns the load, the first time that it is too high.
    pub(crate) fn report(&mut self) -> Option<f64> {
        if self.reported || self.read.is_some_and(|read| read.elapsed() < INTERVAL) {
            return None;
        }
        self.read = Some(Instant::now());
        let load = excessive()?;
        self.reported = true;
        Some(load)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_load_is_compared_with_the_processors() {
        let stat = "cpu  9 9\ncpu0 4 4\ncpu1 5 5\nintr 7\nctxt 1\ncpufreq 2\n";
        assert_eq!(processors(stat), 2);
        assert_eq!(average("3.41 2.00 1.00 2/300 12345\n"), Some(3.41));
        assert_eq!((average(""), average("x 1")), (None, None));
        assert!(exceeds(2.6, 2) && !exceeds(2.4, 2));
        assert!(!exceeds(9.0, 0), "an unreadable file says nothing");
    }
}
