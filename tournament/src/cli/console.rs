//! Writing to standard output, with errors for a full disk and a closed pipe.

use std::io::{self, Write};

/// A failed write to standard output.
#[derive(Debug, thiserror::Error)]
#[error("standard output cannot be written: {0}")]
pub(crate) struct Unshown(io::Error);

impl Unshown {
    /// Returns whether the reader has closed the pipe, as `head` does when it
    /// has read enough.
    pub(crate) fn reader_is_gone(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }
}

/// Writes the whole text and flushes it.
pub(crate) fn show(text: &str) -> Result<(), Unshown> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Unshown)
}
