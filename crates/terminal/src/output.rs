//! Writing to the terminal, with errors for a full disk and a closed pipe, and
//! its width.

use std::fmt::Display;
use std::io::{self, Write};

use crate::color::BAD;

/// A failed write to standard output.
#[derive(Debug, thiserror::Error)]
#[error("standard output cannot be written: {0}")]
pub struct Unshown(io::Error);

impl From<io::Error> for Unshown {
    fn from(error: io::Error) -> Unshown {
        Unshown(error)
    }
}

impl Unshown {
    /// Returns whether the reader has closed the pipe, as `head` does when it
    /// has read enough.
    pub fn reader_is_gone(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }
}

/// Writes the whole text and flushes it. Styles reach only a terminal, unless
/// the user has chosen otherwise.
///
/// # Errors
///
/// When standard output cannot be written.
pub fn show(text: &str) -> Result<(), Unshown> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Unshown)
}

/// Writes lines to standard error, wrapped at words if that is a terminal. A
/// closed pipe is ignored: it must not end the tournament.
pub fn complain(message: impl Display) {
    let text = message.to_string();
    let text = match columns(io::stderr()) {
        Some(width) => wrapped_to(&text, width, "    "),
        None => text,
    };
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Writes an error to standard error, with the place at the start of each line
/// in the style of errors.
pub fn complain_error(message: &str) {
    for line in message.lines() {
        match line.split_once(": ") {
            Some((place, reason)) => complain(format_args!("{BAD}{place}:{BAD:#} {reason}")),
            None => complain(line),
        }
    }
}

/// Returns the number of columns of the terminal, if standard output is one.
pub fn width() -> Option<usize> {
    columns(io::stdout())
}

#[cfg(unix)]
fn columns(terminal: impl std::os::fd::AsFd) -> Option<usize> {
    positive(terminal_size::terminal_size_of(terminal))
}

#[cfg(windows)]
fn columns(terminal: impl std::os::windows::io::AsHandle) -> Option<usize> {
    positive(terminal_size::terminal_size_of(terminal))
}

fn positive(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Option<usize> {
    let (terminal_size::Width(columns), _) = size?;
    Some(usize::from(columns)).filter(|&columns| columns > 0)
}

/// Returns prose whose lines fit the terminal; continuation lines are indented
/// like the values of a list.
pub fn wrapped(text: &str) -> String {
    width().map_or(text.to_string(), |width| wrapped_to(text, width, "             "))
}

/// Returns text wrapped at words; continuation lines are indented.
fn wrapped_to(text: &str, width: usize, indent: &str) -> String {
    let options = textwrap::Options::new(width).subsequent_indent(indent).break_words(false);
    let lines = text.split('\n').map(|line| textwrap::fill(line, &options));
    lines.collect::<Vec<_>>().join("\n")
}
