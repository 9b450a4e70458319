//! The answer of an engine to a search, and the faults of wrong ones.

use std::time::Duration;

use crate::base::text::rounded;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::evaluation::Evaluation;

/// The engine's answer to a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move; `NO_MOVE` only in an answer that is discarded.
    pub best: String,
    /// The opponent's reply that the engine expects, to ponder on.
    pub expected: Option<String>,
    /// The time from writing `go` to reading `bestmove`.
    pub time: Duration,
    /// The last evaluation that the engine reported.
    pub evaluation: Evaluation,
    /// Whether the engine reported a proven draw.
    pub is_drawn: bool,
}

pub(crate) fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or("")
}

/// Returns the fault of a move that took longer than allowed.
pub(crate) fn late(time: Duration, allowance: Duration) -> RequestError {
    let over = rounded(time.saturating_sub(allowance));
    let detail = format!("{} used, {over} more than allowed", rounded(time));
    Fault::new(FaultKind::Time, detail).into()
}

pub(crate) fn unsolicited(line: &str) -> RequestError {
    Fault::new(FaultKind::Garbage, format!("unsolicited \"{line}\"")).into()
}
