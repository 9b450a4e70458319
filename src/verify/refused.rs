//! Why a certificate is not a proof.

use std::fmt;

use super::board::{Board, O, X};

/// Why a certificate is not a proof, and the position that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The reason.
    pub reason: String,
    /// The position that fails, as the squares of X and those of O, or the
    /// malformed line.
    pub position: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}: {}", self.reason, self.position)
    }
}

impl std::error::Error for Refused {}

pub(super) fn refuse(reason: &str, board: &Board<'_>) -> Refused {
    Refused { reason: reason.to_string(), position: position(board) }
}

/// Returns a position as text: the squares of X and those of O.
fn position(board: &Board<'_>) -> String {
    let squares = |side| {
        let own = (0..64).filter(|&square| board.squares[square] == side);
        let names: String = own.map(name).collect();
        if names.is_empty() { "-".to_string() } else { names }
    };
    format!("{} {}", squares(X), squares(O))
}

/// The name of a square: level from 1, column letter, and row from 1 at the
/// bottom.
fn name(square: usize) -> String {
    let column = char::from(b'a' + (square % 4) as u8);
    format!("{}{column}{}", square / 16 + 1, 4 - square / 4 % 4)
}
