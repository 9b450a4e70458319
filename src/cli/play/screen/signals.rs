//! Signals that end the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Returns a flag that is set by a signal to end. crossterm reads a terminal
/// that is gone in an endless loop, where nobody looks at the flag: then the
/// program ends all the same, and its engines with it, at the end of their
/// input.
#[cfg(unix)]
pub(super) fn ending() -> io::Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    /// The time in which the program may end in order.
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

/// Without signals, only the user ends the program.
#[cfg(not(unix))]
pub(super) fn ending() -> io::Result<Arc<AtomicBool>> {
    Ok(Arc::new(AtomicBool::new(false)))
}
