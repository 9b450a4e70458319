//! Standard output, which may be full, or have nobody at its other end any more.

use std::io::{self, Write};

/// What was to be shown could not be.
#[derive(Debug, thiserror::Error)]
#[error("standard output cannot be written: {0}")]
pub(crate) struct Unshown(io::Error);

impl Unshown {
    /// Whether the reader has gone away: it has seen enough, as `head` does.
    pub(crate) fn reader_is_gone(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }
}

/// Shows text, all of it at once.
pub(crate) fn show(text: &str) -> Result<(), Unshown> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Unshown)
}
