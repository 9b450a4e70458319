//! A spinner on standard error during long work, if standard error is a
//! terminal.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The time before a spinner or a bar appears.
pub const PATIENCE: Duration = Duration::from_millis(700);
/// The time between two steps of a spinner.
pub const TICK: Duration = Duration::from_millis(120);

/// Shows a spinner until it is dropped.
pub struct Busy(Option<(Sender<()>, JoinHandle<()>)>);

/// Shows a spinner with a description of the work, after a moment.
pub fn busy(work: &'static str) -> Busy {
    let (end, ended) = channel::<()>();
    let show = move || {
        if ended.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let bar = ProgressBar::new_spinner().with_message(work);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed} so far") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        // The other end is dropped when the work is done.
        let _ = ended.recv();
        bar.finish_and_clear();
    };
    Busy(thread::Builder::new().spawn(show).ok().map(|thread| (end, thread)))
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            let _ = thread.join();
        }
    }
}
