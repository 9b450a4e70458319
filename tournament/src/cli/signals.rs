//! The signals that end a run. Ctrl-C lets the running games end, and a second
//! one abandons them; to be told to terminate, or to lose the terminal,
//! abandons them at once.

use std::io;

use noughts_tournament::stop::Stop;

use super::complain;

/// From now on signals ask for a stop.
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

/// From now on Ctrl-C asks for a stop.
#[cfg(not(unix))]
pub(crate) fn obey(stop: &Stop) -> io::Result<()> {
    let stop = stop.clone();
    ctrlc::set_handler(move || interrupted(&stop)).map_err(io::Error::other)
}

fn interrupted(stop: &Stop) {
    if !stop.asked() {
        complain("finishing what is running; again to stop at once");
    }
    stop.ask();
}
