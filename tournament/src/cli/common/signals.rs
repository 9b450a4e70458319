//! The signals that end a run. The first Ctrl-C lets the running games end; a
//! second one, SIGTERM or SIGHUP abandons them at once.

use std::io;

use noughts_client::stop::Stop;
use noughts_terminal::{Ending, on_ending};

use super::console::complain;

/// Lets the signals stop the run. `ends` is the message after the first Ctrl-C.
pub(crate) fn obey(stop: &Stop, ends: &'static str) -> io::Result<()> {
    let stop = stop.clone();
    on_ending(move |ending| match ending {
        Ending::Interrupt => {
            if !stop.asked() {
                complain(ends);
            }
            stop.ask();
        }
        Ending::Signal(_) => stop.abandon(),
    })
}
