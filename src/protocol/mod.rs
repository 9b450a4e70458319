//! The text of the protocol and the values it stands for, in both directions.
//! No state: what may be said when is the engine's business.
//!
//! The engine reads [`Command`]s and writes [`Reply`]s; a match runner writes
//! commands and reads replies. Both use this one grammar, and printing a
//! value and parsing it gives the value back.

mod chess;
mod command;
mod commands;
pub mod drops;
mod go;
mod info;
mod option;
mod reply;
mod words;

pub use chess::chess_word;
pub use command::{Command, Query, Start};
pub use commands::{COMMANDS, CommandRow, DuringSearch};
pub use go::Go;
pub use info::{Bound, Info, Score, ScoreValue};
pub use option::{OptionDeclaration, OptionKind};
pub use reply::{Reply, Response};
pub use words::{Dialect, SyntaxError};
