//! The lines to a manager.

use std::fmt;

use super::Point;

/// One line to a manager. Texts must have no line breaks.
///
/// ```
/// use noughts_rules::protocol::{GomocupReply, Point};
///
/// let reply = GomocupReply::Move(Point { column: 7, row: 8 });
/// assert_eq!(reply.to_string(), "7,8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GomocupReply {
    /// `OK`: the board is ready.
    Ok,
    /// `X,Y`: the engine's move.
    Move(Point),
    /// `X,Y X,Y X,Y`: the first three stones of a game by the rule swap2, of X, O and
    /// X.
    Opening([Point; 3]),
    /// `SWAP`: the engine changes sides.
    Swap,
    /// `FORBID 0708….`: the forbidden moves, each as two digits of the column and of the
    /// row.
    Forbidden(Vec<Point>),
    /// `name="…", version="…", author="…"`
    About {
        /// The name of the engine.
        name: &'static str,
        /// The version.
        version: &'static str,
        /// The authors.
        author: &'static str,
    },
    /// `ERROR …`: the command cannot be obeyed.
    Error(String),
    /// `UNKNOWN …`: the command is not known.
    Unknown(String),
    /// `MESSAGE …`: a text for the user.
    Message(String),
}

impl fmt::Display for GomocupReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GomocupReply::Ok => f.write_str("OK"),
            GomocupReply::Move(point) => write!(f, "{point}"),
            GomocupReply::Opening([a, b, c]) => write!(f, "{a} {b} {c}"),
            GomocupReply::Swap => f.write_str("SWAP"),
            GomocupReply::Forbidden(points) => {
                f.write_str("FORBID ")?;
                points.iter().try_for_each(|at| write!(f, "{:02}{:02}", at.column, at.row))?;
                f.write_str(".")
            }
            GomocupReply::About { name, version, author } => {
                write!(f, "name=\"{name}\", version=\"{version}\", author=\"{author}\"")
            }
            GomocupReply::Error(text) => write!(f, "ERROR {text}"),
            GomocupReply::Unknown(text) => write!(f, "UNKNOWN {text}"),
            GomocupReply::Message(text) => write!(f, "MESSAGE {text}"),
        }
    }
}
