//! Output of the commands: lines that end the program if nobody can read them,
//! and progress.

mod progress;

use std::fmt;
use std::io::Write;
use std::process::exit;

use noughts_terminal::BAD;

use super::exit::BROKEN_PIPE;
pub(super) use progress::{Progress, stop_on_interrupt};

/// Prints a line. If that fails, the program exits: silently if the reader has
/// closed the pipe, as `head` does, and with an error otherwise.
pub(crate) fn line(line: fmt::Arguments<'_>) {
    match noughts_terminal::show(&format!("{line}\n")) {
        Ok(()) => {}
        Err(unshown) if unshown.reader_is_gone() => exit(BROKEN_PIPE),
        Err(unshown) => {
            complain(unshown);
            exit(1)
        }
    }
}

/// Prints an error. A failure of standard error is ignored, because there is
/// nowhere left to report it.
pub(super) fn complain(error: impl fmt::Display) {
    let _ = writeln!(anstream::stderr().lock(), "{BAD}error:{BAD:#} {error}");
}

/// A `println!` that does not panic.
macro_rules! show {
    ($($words:tt)*) => { $crate::cli::console::line(format_args!($($words)*)) };
}
pub(super) use show;
