//! The grammar of the protocol, without state: lines of text to values and
//! back. The engine decides when a command is allowed.
//!
//! The engine parses [`Command`]s and prints [`Reply`]s; a match runner prints
//! commands and parses replies. Both use this grammar. Parsing a printed value
//! returns the value.

mod chess;
mod command;
mod commands;
pub mod drops;
mod go;
mod gomocup;
mod info;
mod nearest;
mod option;
mod printable;
mod reply;
mod words;

pub use chess::chess_word;
pub use command::{Command, Query, Start};
pub use commands::{COMMANDS, CommandRow, DuringSearch};
pub use go::Go;
pub use gomocup::{Field, GomocupCommand, GomocupError, GomocupReply, Point, Setting};
pub use info::{Bound, Info, Score, ScoreValue};
pub use nearest::{did_you_mean, nearest};
pub use option::{OptionDeclaration, OptionKind};
pub use printable::printable;
pub use reply::{NO_MOVE, Reply, Response};
pub use words::{Dialect, SyntaxError};
