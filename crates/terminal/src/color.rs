//! The styles of text, and when to use them.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Display;

use anstyle::{AnsiColor, Style};
use clap::{ColorChoice, ValueEnum};

/// The style of the first line of a table.
pub const HEADING: Style = Style::new().bold();
/// The style of a fault or an error.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The style of a suggested command.
pub const COMMAND: Style = AnsiColor::Cyan.on_default();
/// The style of remarks.
pub const FAINT: Style = Style::new().dimmed();

/// Returns the text in a style.
pub fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Applies and returns the choice of colours in the words of the command line,
/// `--color WHEN`. It must be known before the words are parsed.
pub fn choose_colors(words: &[OsString]) -> ColorChoice {
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
