//! The signals that ask a program to end.

use std::io;

/// What asks the program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Ctrl-C.
    Interrupt,
    /// SIGTERM or SIGHUP, by its number.
    Signal(i32),
}

impl Ending {
    /// The exit status that shells report for a program ended by this.
    pub fn status(self) -> i32 {
        match self {
            Ending::Interrupt => 128 + 2,
            Ending::Signal(signal) => 128 + signal,
        }
    }
}

/// Calls `act` in a thread for every Ctrl-C, SIGTERM and SIGHUP. A SIGHUP that is ignored
/// when the program starts, as under `nohup`, stays ignored (on Linux).
///
/// # Errors
///
/// When the signals cannot be caught.
#[cfg(unix)]
pub fn on_ending(mut act: impl FnMut(Ending) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let hangup = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    let all = [SIGINT, SIGTERM].into_iter().chain(hangup);
    let mut signals = signal_hook::iterator::Signals::new(all)?;
    let listen = move || {
        for signal in signals.forever() {
            act(if signal == SIGINT { Ending::Interrupt } else { Ending::Signal(signal) });
        }
    };
    std::thread::Builder::new().name("signals".to_string()).spawn(listen).map(|_| ())
}

/// Calls `act` in a thread for every Ctrl-C.
///
/// # Errors
///
/// When Ctrl-C cannot be caught.
#[cfg(not(unix))]
pub fn on_ending(mut act: impl FnMut(Ending) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || act(Ending::Interrupt)).map_err(io::Error::other)
}

/// Whether this process ignores the signal; `false` where the system does not tell.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored_in(&status) >> (signal - 1) & 1 == 1
}

/// The ignored signals, by the text of Linux about a process: bit 0 is signal 1.
#[cfg(unix)]
fn ignored_in(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_ignored_signals_are_found() {
        assert_eq!(ignored_in("Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\tff\n"), 0x1001);
        assert_eq!(ignored_in("Name:\tx\n"), 0);
        assert_eq!(ignored_in("SigIgn:\tnonsense\n"), 0);
    }
}
