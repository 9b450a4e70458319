//! Progress bars on standard error if it is a terminal, and the signals to end.

use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use noughts::search::{Canceller, Stop};
use noughts_terminal::{Ending, PATIENCE, TICK, complain, on_ending};

/// Returns a stop that is triggered by Ctrl-C, SIGTERM or SIGHUP, or at the end of `time`.
/// A second signal exits the program at once.
///
/// # Errors
///
/// When the signals cannot be caught.
pub(crate) fn stop_on_interrupt(time: Option<Duration>) -> anyhow::Result<Stop> {
    let (canceller, stop) = Canceller::new(Instant::now());
    if let Some(time) = time {
        canceller.set_deadline(time, time);
    }
    let mut canceller = Some(canceller);
    let end = move |ending: Ending| {
        if canceller.take().is_none() {
            std::process::exit(ending.status());
        }
    };
    on_ending(end).context("the signals to end cannot be caught")?;
    Ok(stop)
}

/// The time between two lines of progress where no bar can be drawn.
const LINES: Duration = Duration::from_secs(10);

/// A bar that appears only if the work takes long; where standard error is no terminal,
/// a line now and then.
pub(crate) struct Progress {
    started: Instant,
    /// When the last line was written, or the start.
    last_line: Instant,
    /// The amount of work; `None` if it is unknown.
    total: Option<u64>,
    bar: Option<ProgressBar>,
    hidden: bool,
}

impl Progress {
    /// Starts the progress of some work.
    pub(crate) fn new(total: Option<u64>) -> Progress {
        let now = Instant::now();
        Progress { started: now, last_line: now, total, bar: None, hidden: false }
    }

    /// Starts the progress of work without a bar.
    pub(crate) fn hidden() -> Progress {
        Progress { hidden: true, ..Progress::new(None) }
    }

    /// Sets the amount of work done and the message. Calls `message` only if
    /// the bar is visible.
    pub(crate) fn update(&mut self, done: u64, message: impl FnOnce() -> String) {
        if self.hidden || self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| bar(self.total));
        bar.set_position(done);
        let message = message();
        if bar.is_hidden() && self.last_line.elapsed() >= LINES {
            self.last_line = Instant::now();
            let seconds = self.started.elapsed().as_secs();
            complain(format_args!("{seconds} s: {message}"));
        }
        bar.set_message(message);
    }

    /// Removes the bar.
    pub(crate) fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// Creates a bar, which draws on standard error if that is a terminal.
fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => {
            (ProgressBar::new(total), "{wide_bar} {percent} %, {msg}, about {eta} to go")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {elapsed}: {wide_msg}"),
    };
    bar.set_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()));
    bar.enable_steady_tick(TICK);
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_work_has_no_bar_and_no_message() {
        for (mut progress, shown) in [(Progress::new(Some(9)), true), (Progress::hidden(), false)] {
            progress.started -= PATIENCE;
            let mut asked = false;
            progress.update(1, || {
                asked = true;
                String::new()
            });
            assert_eq!((asked, progress.bar.is_some()), (shown, shown));
            progress.end();
        }
    }
}
