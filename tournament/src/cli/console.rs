//! The terminal: its width, its colours, and writing to it with errors for a
//! full disk and a closed pipe.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clap::{ColorChoice, ValueEnum};
use indicatif::ProgressBar;

/// The style of the first line of a table.
pub(crate) const HEADING: Style = Style::new().bold();
/// The style of a fault or an error.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// The style of a suggested command.
pub(crate) const COMMAND: Style = AnsiColor::Cyan.on_default();
/// The style of remarks.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// A failed write to standard output.
#[derive(Debug, thiserror::Error)]
#[error("standard output cannot be written: {0}")]
pub(crate) struct Unshown(io::Error);

impl From<io::Error> for Unshown {
    fn from(error: io::Error) -> Unshown {
        Unshown(error)
    }
}

impl Unshown {
    /// Returns whether the reader has closed the pipe, as `head` does when it
    /// has read enough.
    pub(crate) fn reader_is_gone(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }
}

/// Writes the whole text and flushes it. Styles reach only a terminal, unless
/// the user has chosen otherwise.
pub(crate) fn show(text: &str) -> Result<(), Unshown> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Unshown)
}

/// Writes lines above a bar, if there is one.
pub(crate) fn show_above(bar: Option<&ProgressBar>, text: &str) -> Result<(), Unshown> {
    let lines = format!("{text}\n");
    match bar {
        Some(bar) => bar.suspend(|| show(&lines)),
        None => show(&lines),
    }
}

/// Writes lines to standard error, wrapped at words if that is a terminal. A
/// closed pipe is ignored: it must not end the tournament.
pub(crate) fn complain(message: impl Display) {
    let text = message.to_string();
    let text = match columns(io::stderr()) {
        Some(width) => wrapped_to(&text, width, "    "),
        None => text,
    };
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Writes an error to standard error, with the place at the start of each line
/// in the style of errors.
pub(crate) fn complain_error(message: &str) {
    for line in message.lines() {
        match line.split_once(": ") {
            Some((place, reason)) => complain(format_args!("{BAD}{place}:{BAD:#} {reason}")),
            None => complain(line),
        }
    }
}

/// Returns the text in a style.
pub(crate) fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Returns a word as a shell reads it. A word is quoted only where necessary:
/// `cmd=./a` is easier to read than `'cmd=./a'`.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-+=./:,%@".contains(c);
    match shlex::try_quote(word) {
        Ok(quoted) if word.is_empty() || !word.chars().all(is_plain) => quoted.into_owned(),
        _ => word.to_string(),
    }
}

/// Returns the number of columns of the terminal, if standard output is one.
pub(crate) fn width() -> Option<usize> {
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
pub(crate) fn wrapped(text: &str) -> String {
    width().map_or(text.to_string(), |width| wrapped_to(text, width, "             "))
}

/// Returns text wrapped at words; continuation lines are indented.
fn wrapped_to(text: &str, width: usize, indent: &str) -> String {
    let options = textwrap::Options::new(width).subsequent_indent(indent).break_words(false);
    let lines = text.split('\n').map(|line| textwrap::fill(line, &options));
    lines.collect::<Vec<_>>().join("\n")
}

/// Applies and returns the choice of colours on the command line, which must be
/// known before the command line is parsed.
pub(crate) fn choose_colors(words: &[OsString]) -> ColorChoice {
    let mut words = words.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    let mut choice = ColorChoice::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color=") {
            Some(value) => Some(value.to_string()),
            None if word == "--color" => words.next().map(Cow::into_owned),
            None => None,
        };
        // The parser refuses a wrong value later.
        if let Some(value) = value.and_then(|value| ColorChoice::from_str(&value, false).ok()) {
            choice = value;
        }
    }
    match choice {
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
        ColorChoice::Auto => anstream::ColorChoice::Auto,
    }
    .write_global();
    choice
}
