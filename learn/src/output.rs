//! Lines on the standard output, also while a progress bar is drawn.

use std::io::{self, Write};

use anyhow::Context;
use indicatif::ProgressBar;

/// Prints a line, above the progress bar if there is one.
///
/// # Errors
///
/// When the output is closed.
pub(crate) fn print_line(bar: Option<&ProgressBar>, line: &str) -> anyhow::Result<()> {
    let print = || writeln!(io::stdout(), "{line}");
    bar.map_or_else(print, |bar| bar.suspend(print)).context("cannot write to the output")
}
