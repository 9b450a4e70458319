//! What a person sees while a command works: a bar or a line on standard
//! error, when that is a terminal, and Ctrl-C.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use noughts::search::{Canceller, Stop};

/// Shorter work needs no bar.
const PATIENCE: Duration = Duration::from_millis(700);
/// The time between two movements of the spinner.
const TICK: Duration = Duration::from_millis(120);

/// An order to stop that Ctrl-C gives, or the time when it is over. A second
/// Ctrl-C ends the program at once.
///
/// # Errors
///
/// When the signal cannot be caught.
pub(super) fn stop_on_interrupt(time: Option<Duration>) -> anyhow::Result<Stop> {
    let (canceller, stop) = Canceller::new(Instant::now());
    if let Some(time) = time {
        canceller.set_deadline(time, time);
    }
    let canceller = Mutex::new(Some(canceller));
    let interrupt = move || {
        let mut canceller = canceller.lock().unwrap_or_else(PoisonError::into_inner);
        if canceller.take().is_none() {
            std::process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(interrupt).context("Ctrl-C cannot be caught")?;
    Ok(stop)
}

/// What shells give a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// A bar that appears when the work takes long.
pub(super) struct Progress {
    started: Instant,
    /// How much work there is; `None` where nobody knows.
    total: Option<u64>,
    bar: Option<ProgressBar>,
    hidden: bool,
}

impl Progress {
    /// The beginning of some work.
    pub(super) fn new(total: Option<u64>) -> Progress {
        Progress { started: Instant::now(), total, bar: None, hidden: false }
    }

    /// The beginning of work of which nothing is to be seen.
    pub(super) fn hidden() -> Progress {
        Progress { hidden: true, ..Progress::new(None) }
    }

    /// So much has been done, and this can be said about it.
    pub(super) fn tell(&mut self, done: u64, message: impl FnOnce() -> String) {
        if self.hidden || self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| bar(self.total));
        bar.set_position(done);
        bar.set_message(message());
    }

    /// Takes the bar away.
    pub(super) fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// Drawn on standard error, and only on a terminal.
fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{wide_bar} {percent}% {msg} {eta}"),
        None => (ProgressBar::new_spinner(), "{spinner} {elapsed} {msg}"),
    };
    bar.set_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()));
    bar.enable_steady_tick(TICK);
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of the work is asked for only when it is to be seen.
    #[test]
    fn hidden_work_has_no_bar() {
        for (mut progress, shown) in [(Progress::new(Some(9)), true), (Progress::hidden(), false)] {
            progress.started -= PATIENCE;
            let mut asked = false;
            progress.tell(1, || {
                asked = true;
                String::new()
            });
            assert_eq!((asked, progress.bar.is_some()), (shown, shown));
            progress.end();
        }
    }
}
