//! The terminal, as the runner uses it.

use indicatif::ProgressBar;
pub(crate) use noughts_terminal::{
    BAD, COMMAND, FAINT, HEADING, Unshown, choose_colors, complain, complain_error, show, styled,
    width, wrapped,
};

/// Writes lines above a bar, if there is one.
pub(crate) fn show_above(bar: Option<&ProgressBar>, text: &str) -> Result<(), Unshown> {
    let lines = format!("{text}\n");
    match bar {
        Some(bar) => bar.suspend(|| show(&lines)),
        None => show(&lines),
    }
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
