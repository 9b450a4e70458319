//! Signals that end the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Returns a flag that is set by a signal to end. If the terminal is gone,
/// crossterm reads it in an endless loop, in which nothing checks the flag. So
/// the program exits a few seconds after the signal in any case; its engines
/// end at the end of their input.
#[cfg(unix)]
pub(super) fn ending() -> io::Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    /// The time for an orderly end after a signal.
    const GRACE: Duration = Duration::from_secs(3);
    let ended = Arc::new(AtomicBool::new(false));
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let flag = Arc::clone(&ended);
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            flag.store(true, Ordering::Relaxed);
            std::thread::sleep(GRACE);
            let _ = ratatui::try_restore();
            std::process::exit(128 + signal);
        }
    });
    Ok(ended)
}

/// Without Unix signals, only the user ends the program.
#[cfg(not(unix))]
pub(super) fn ending() -> io::Result<Arc<AtomicBool>> {
    Ok(Arc::new(AtomicBool::new(false)))
}
