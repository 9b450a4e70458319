//! The faults of engines.

use std::fmt;
use std::process::ExitStatus;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::base::names::{name_of, value_of};
use crate::base::text::printable;

/// The kind of a fault. Every fault loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The engine repeatedly failed to start.
    NotStarted,
    /// The process ended, or closed its output.
    Died,
    /// No `readyok` came in time.
    NotReady,
    /// The move came after its time, perhaps only after `stop`.
    Time,
    /// No move came, not even after `stop`.
    Hung,
    /// The move is illegal.
    IllegalMove,
    /// A reply is malformed or unsolicited.
    Garbage,
    /// A line exceeds the maximum length.
    LongLine,
    /// The output exceeds the maximum number of bytes without a reply.
    Flood,
    /// No answer to a `query` came in time.
    NoAnswer,
    /// The engine stopped reading its input.
    Deaf,
}

impl FaultKind {
    /// Every kind with its name in the journal.
    pub const ALL: &'static [(&'static str, FaultKind)] = &[
        ("not-started", FaultKind::NotStarted),
        ("died", FaultKind::Died),
        ("not-ready", FaultKind::NotReady),
        ("time", FaultKind::Time),
        ("hung", FaultKind::Hung),
        ("illegal-move", FaultKind::IllegalMove),
        ("garbage", FaultKind::Garbage),
        ("long-line", FaultKind::LongLine),
        ("flood", FaultKind::Flood),
        ("no-answer", FaultKind::NoAnswer),
        ("deaf", FaultKind::Deaf),
    ];

    /// Returns whether the engine can play another game without a restart. Only
    /// a late engine can; after any other fault its state is unknown.
    pub fn leaves_engine_usable(self) -> bool {
        self == FaultKind::Time
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(FaultKind::ALL, self))
    }
}

impl FromStr for FaultKind {
    type Err = UnknownFault;

    fn from_str(name: &str) -> Result<FaultKind, UnknownFault> {
        value_of(FaultKind::ALL, name).ok_or_else(|| UnknownFault(printable(name, 40)))
    }
}

/// The error for a text that names no fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a fault")]
pub struct UnknownFault(String);

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// A description. Its length is bounded and control characters are escaped,
    /// because it may quote the engine.
    pub detail: String,
    /// How the process ended, if that is the fault.
    pub end: Option<End>,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Its exit status; `None` if it still runs, but has closed a pipe.
    pub status: Option<ExitStatus>,
    /// The last line of its standard error, of any length and content; empty if
    /// there is none.
    pub last_line: String,
}

/// The maximum length of a detail, in characters.
const MAX_DETAIL: usize = 200;

impl Fault {
    /// Makes a fault; `detail` is shortened and escaped.
    pub fn new(kind: FaultKind, detail: impl fmt::Display) -> Fault {
        Fault { kind, detail: printable(&detail.to_string(), MAX_DETAIL), end: None }
    }
}

/// Why a request to an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The engine is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The tournament was abandoned.
    #[error("the tournament was stopped")]
    Abandoned,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_the_journal() {
        for &(name, kind) in FaultKind::ALL {
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{name}\""));
            assert_eq!(name.parse(), Ok(kind));
        }
        assert!("".parse::<FaultKind>().is_err());
    }

    #[test]
    fn details_are_bounded() {
        let fault = Fault::new(FaultKind::Garbage, "x\u{1b}".repeat(100_000));
        assert!(fault.detail.len() < 2000 && !fault.detail.contains(char::is_control));
    }
}
