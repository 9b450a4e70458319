//! Signals that end the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use noughts_terminal::on_ending;

/// The time for an orderly end after a signal.
const GRACE: Duration = Duration::from_secs(3);

/// Returns a flag that is set by a signal to end. If the terminal is gone,
/// crossterm reads it in an endless loop, in which nothing checks the flag. So
/// the program exits a few seconds after the signal in any case; its engines
/// end at the end of their input.
pub(super) fn ending() -> io::Result<Arc<AtomicBool>> {
    let ended = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ended);
    on_ending(move |ending| {
        flag.store(true, Ordering::Relaxed);
        std::thread::sleep(GRACE);
        let _ = ratatui::try_restore();
        std::process::exit(ending.status());
    })?;
    Ok(ended)
}
