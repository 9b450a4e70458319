//! The signals that end a run. The first Ctrl-C lets the running games end; a
//! second one, SIGTERM or SIGHUP abandons them at once.

use std::io;

use noughts_client::stop::Stop;

use super::console::complain;

/// Installs handlers of SIGINT, SIGTERM and SIGHUP that stop the run. `ends` is
/// the message after the first Ctrl-C.
#[cfg(unix)]
pub(crate) fn obey(stop: &Stop, ends: &'static str) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let stop = stop.clone();
    let listen = move || {
        for signal in &mut signals {
            if signal == SIGINT { interrupted(&stop, ends) } else { stop.abandon() }
        }
    };
    std::thread::Builder::new().name("signals".to_string()).spawn(listen).map(|_| ())
}

/// Installs a handler of Ctrl-C that stops the run. `ends` is the message after
/// the first one.
#[cfg(not(unix))]
pub(crate) fn obey(stop: &Stop, ends: &'static str) -> io::Result<()> {
    let stop = stop.clone();
    ctrlc::set_handler(move || interrupted(&stop, ends)).map_err(io::Error::other)
}

fn interrupted(stop: &Stop, ends: &str) {
    if !stop.asked() {
        complain(ends);
    }
    stop.ask();
}
