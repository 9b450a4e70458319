//! The stones that a manager has sent in a list.

use super::refusal::GomocupRefusal;
use crate::game::Square;

/// The stones of a `BOARD` or a `SWAP2BOARD`, as far as they were sent.
pub(super) struct Stones {
    pub(super) list: List,
    /// The first error, which is the answer to `DONE`.
    pub(super) error: Option<GomocupRefusal>,
}

/// What the manager has sent.
pub(super) enum List {
    /// After `BOARD`: the stones of the engine and of the opponent.
    Board([Vec<Square>; 2]),
    /// After `YXBOARD`: the same, for a position in which no move is asked for.
    Position([Vec<Square>; 2]),
    /// After `SWAP2BOARD`: the stones in the order of play.
    Opening(Vec<Square>),
}

impl Stones {
    pub(super) fn of_board() -> Stones {
        Stones { list: List::Board([Vec::new(), Vec::new()]), error: None }
    }

    pub(super) fn of_position() -> Stones {
        Stones { list: List::Position([Vec::new(), Vec::new()]), error: None }
    }

    pub(super) fn of_opening() -> Stones {
        Stones { list: List::Opening(Vec::new()), error: None }
    }
}
