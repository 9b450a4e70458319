//! A limit for the searches that a person begins without one.

use noughts::protocol::{Command, Go};

/// The time limit of a `go` that a person typed without limits, in
/// milliseconds. A program would end such a search with `stop`; a person waits
/// for its end.
const THINKING: u64 = 5000;

/// Returns a `go` with a limit for one that has none.
pub(super) fn limited(command: &Command) -> Option<Command> {
    let Command::Go(go) = command else { return None };
    let is_meant = go.infinite || go.ponder || !go.is_endless();
    (!is_meant).then(|| Command::Go(Go { movetime: Some(THINKING), ..go.clone() }))
}

/// The message about the limit of such a `go`.
pub(super) const LIMITED: &str = "searching for 5 s; \"go infinite\" searches until \"stop\"";
