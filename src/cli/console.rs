//! The terminal: colours, standard output with errors for a full disk and a
//! closed pipe, and error messages.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::io::{ErrorKind, Write};
use std::process::exit;

use anstyle::{AnsiColor, Style};
use clap::{ColorChoice, ValueEnum};

/// The style of the result of a command.
pub(super) const RESULT: Style = Style::new().bold();
/// The style of the word `error`.
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// The exit status that shells report for a program ended by a broken pipe.
const BROKEN_PIPE: i32 = 128 + 13;

/// Prints a line, with styles only on a terminal, unless the user has chosen
/// otherwise. If that fails, the program exits: silently if the reader has
/// closed the pipe, as `head` does, and with an error otherwise.
pub(super) fn line(line: fmt::Arguments<'_>) {
    match writeln!(anstream::stdout().lock(), "{line}") {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit(BROKEN_PIPE),
        Err(error) => {
            complain(format_args!("standard output cannot be written: {error}"));
            exit(1)
        }
    }
}

/// Prints an error. A failure of standard error is ignored, because there is
/// nowhere left to report it.
pub(super) fn complain(error: impl fmt::Display) {
    let _ = writeln!(anstream::stderr().lock(), "{ERROR}error:{ERROR:#} {error}");
}

/// Finds the choice of colours in the words of the command line, applies it and
/// returns it. It must be known before the words are parsed.
pub(super) fn choose_colors(words: &[OsString]) -> ColorChoice {
    let mut words = words.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    let mut choice = ColorChoice::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color=") {
            Some(value) => Some(value.to_string()),
            None if word == "--color" => words.next().map(Cow::into_owned),
            None => None,
        };
        // A wrong value is refused when the words are parsed.
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

/// A `println!` that does not panic.
macro_rules! show {
    ($($words:tt)*) => { $crate::cli::console::line(format_args!($($words)*)) };
}
pub(super) use show;
