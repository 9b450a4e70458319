//! Ends of games that are not on the board: resigning, a draw by agreement, and time.

use std::fmt;

use noughts::game::{Outcome, Side};

/// How a game ended that could go on by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli::commands::play) enum Ending {
    Resigned(Side),
    TimeOver(Side),
    DrawAgreed,
    /// A record says so, without the reason.
    Recorded(Outcome),
}

impl Ending {
    pub(in crate::cli::commands::play) fn outcome(self) -> Outcome {
        match self {
            Ending::Resigned(side) | Ending::TimeOver(side) => Outcome::Win(!side),
            Ending::DrawAgreed => Outcome::Draw,
            Ending::Recorded(outcome) => outcome,
        }
    }

    /// The value of the tag `Termination` of PGN.
    pub(super) fn tag(self) -> &'static str {
        match self {
            Ending::Resigned(_) => "resignation",
            Ending::TimeOver(_) => "time forfeit",
            Ending::DrawAgreed => "agreement",
            Ending::Recorded(_) => "normal",
        }
    }

    /// The ending of a record with this outcome and this tag.
    pub(super) fn of_tag(outcome: Outcome, tag: Option<&str>) -> Ending {
        match (outcome, tag) {
            (Outcome::Win(side), Some("resignation")) => Ending::Resigned(!side),
            (Outcome::Win(side), Some("time forfeit")) => Ending::TimeOver(!side),
            (Outcome::Draw, Some("agreement")) => Ending::DrawAgreed,
            _ => Ending::Recorded(outcome),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Resigned(side) => write!(f, "{}; {side} resigned", self.outcome()),
            Ending::TimeOver(side) => write!(f, "{}; {side} ran out of time", self.outcome()),
            Ending::DrawAgreed => f.write_str("draw by agreement"),
            Ending::Recorded(outcome) => write!(f, "{outcome}, as recorded"),
        }
    }
}
