//! The signals that end a run. The first Ctrl-C lets the running games end; a
//! second one, SIGTERM or SIGHUP abandons them at once.

use std::io;

use noughts_tournament::stop::Stop;

use super::complain;

/// Installs handlers of SIGINT, SIGTERM and SIGHUP that stop the run.
#[cfg(unix)]
pub(crate) fn obey(stop: &Stop) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let stop = stop.clone();
    let listen = move || {
        for signal in &mut signals {
            if signal == SIGINT { interrupted(&stop) } else { stop.abandon() }
        }
    };
    std::thread::Builder::new().name("signals".to_string()).spawn(listen).map(|_| ())
}

/// Installs a handler of Ctrl-C that stops the run.
#[cfg(not(unix))]
pub(crate) fn obey(stop: &Stop) -> io::Result<()> {
    let stop = stop.clone();
    ctrlc::set_handler(move || interrupted(&stop)).map_err(io::Error::other)
}

fn interrupted(stop: &Stop) {
    if !stop.asked() {
        complain("finishing the running games; press Ctrl-C again to stop at once");
    }
    stop.ask();
}
