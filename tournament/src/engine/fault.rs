//! What an engine can do wrong in a game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::names::{name_of, named};
use crate::text::shown;

/// The kinds of faults; each costs the engine the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started, again and again.
    NotStarted,
    /// The process ended, or closed its output.
    Died,
    /// No `readyok` came in time.
    NotReady,
    /// The time for a ply was overstepped; a move came late, or after `stop`.
    Time,
    /// No move came, not even after `stop`.
    Hung,
    /// The move is against the rules.
    IllegalMove,
    /// An answer makes no sense, or comes twice.
    Garbage,
    /// A line is longer than any line should be.
    LongLine,
    /// Output without end, and no answer in it.
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

    /// Whether the engine can play its next game as it is. One that has merely
    /// been late can; of any other nothing is known, and it is started anew.
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
        named(FaultKind::ALL, name).ok_or_else(|| UnknownFault(shown(name, 40)))
    }
}

/// A text that names no fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a fault")]
pub struct UnknownFault(String);

/// One fault, with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// What happened, for people. Bounded and without control characters,
    /// for it may quote the engine.
    pub detail: String,
}

/// The longest detail, in characters.
const LONGEST_DETAIL: usize = 200;

impl Fault {
    /// A fault; the detail may quote anything.
    pub fn new(kind: FaultKind, detail: impl fmt::Display) -> Fault {
        Fault { kind, detail: shown(&detail.to_string(), LONGEST_DETAIL) }
    }
}

/// Why an engine did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It is to blame.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The tournament is being abandoned.
    #[error("the tournament was stopped")]
    Abandoned,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_journal() {
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
