//! Why a file is not a proof.

use std::{fmt, io};

/// Why a file is not a proof, and the position that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The reason.
    pub reason: String,
    /// The position that fails, as the squares of X and those of O, or the
    /// malformed line.
    pub position: String,
}

impl Refused {
    /// The same with the number of the line.
    pub(super) fn at(self, line: usize) -> Refused {
        Refused { reason: format!("line {line}: {}", self.reason), ..self }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}: {}", self.reason, self.position)
    }
}

impl std::error::Error for Refused {}

/// Why a file is not accepted.
#[derive(Debug)]
pub enum Failure {
    /// It proves less than it claims, or is malformed.
    Refused(Refused),
    /// It cannot be read.
    Unreadable(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(refused) => refused.fmt(to),
            Failure::Unreadable(error) => error.fmt(to),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refused)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Unreadable(error)
    }
}

/// The refusal of a file from which something is missing.
pub(super) fn incomplete(reason: &str) -> Refused {
    Refused { reason: reason.to_string(), position: "no position".to_string() }
}

/// The refusal of a line that cannot be read.
pub(super) fn unreadable(line: &str) -> Refused {
    let line: String = line.chars().take(80).flat_map(char::escape_debug).collect();
    Refused { reason: "malformed line".to_string(), position: line }
}
