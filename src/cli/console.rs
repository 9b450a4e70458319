//! Standard output of the commands, with errors for a full disk and a closed
//! pipe.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process::exit;

/// The exit status that shells report for a program ended by a broken pipe.
const BROKEN_PIPE: i32 = 128 + 13;

/// Prints a line. If that fails, the program exits: silently if the reader has
/// closed the pipe, as `head` does, and with an error otherwise.
pub(super) fn line(line: fmt::Arguments<'_>) {
    match writeln!(io::stdout().lock(), "{line}") {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit(BROKEN_PIPE),
        Err(error) => {
            // Standard error may fail as well; nothing is left to report to.
            let _ = writeln!(io::stderr(), "Error: standard output cannot be written: {error}");
            exit(1)
        }
    }
}

/// A `println!` that does not panic.
macro_rules! show {
    ($($words:tt)*) => { $crate::cli::console::line(format_args!($($words)*)) };
}
pub(super) use show;
