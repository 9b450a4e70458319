//! Standard output of the commands, which may be full, or have nobody at its
//! other end any more.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process::exit;

/// The status of a program that a broken pipe has ended, as shells tell it.
const BROKEN_PIPE: i32 = 128 + 13;

/// Shows a line. If it cannot be shown the program ends: quietly where the
/// reader has seen enough, as `head` does, and with an error otherwise.
pub(super) fn line(line: fmt::Arguments<'_>) {
    match writeln!(io::stdout().lock(), "{line}") {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit(BROKEN_PIPE),
        Err(error) => {
            // Whether that can be told is not known either.
            let _ = writeln!(io::stderr(), "Error: standard output cannot be written: {error}");
            exit(1)
        }
    }
}

/// `println!` that does not panic.
macro_rules! show {
    ($($words:tt)*) => { $crate::cli::console::line(format_args!($($words)*)) };
}
pub(super) use show;
