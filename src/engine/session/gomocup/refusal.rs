//! Why the engine refuses a command of a manager of the Gomocup protocol.

use crate::protocol::Point;

/// Why a command of a manager is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum GomocupRefusal {
    #[error("no board yet: send START first")]
    NotStarted,
    #[error("the board is not empty: send RESTART, or TURN with a move")]
    NotEmpty,
    #[error("{0},{1} is not a square of this board")]
    NoSquare(u32, u32),
    #[error("the game is over")]
    GameOver,
    #[error("no BOARD, YXBOARD or SWAP2BOARD before this line")]
    NoBoard,
    #[error("there is no stone of the side that moved last")]
    NotLast,
    #[error(
        "{own} own stones and {other} of the opponent are not a position with the engine to move"
    )]
    Counts { own: usize, other: usize },
    #[error("stones of field 3 are not supported")]
    OtherStones,
    #[error("not a stone: {0}")]
    Stone(String),
    #[error("{0} after BOARD needs a field: 1 or 2")]
    NoField(Point),
    #[error("{0} after SWAP2BOARD must have no field")]
    Field(Point),
    #[error("SWAP2BOARD takes no stone, three or five, not {0}")]
    OpeningLength(usize),
    #[error("SWAP2BOARD needs at least {0} columns and rows")]
    TooSmall(usize),
}
