//! The grammar of the protocol, without state: lines of text to values and
//! back. The engine decides when a command is allowed.
//!
//! The engine parses [`Command`]s and prints [`Reply`]s; a match runner prints
//! commands and parses replies. Both use this grammar. Parsing a printed value
//! returns the value.

mod command;
mod gomocup;
mod reply;
mod text;
mod uci;
mod words;

pub use command::{COMMANDS, Command, CommandRow, DuringSearch, Go, Query, Start};
pub use gomocup::{
    Field, GomocupCommand, GomocupError, GomocupReply, Point, Setting, number_of_rule,
    rule_of_number,
};
pub use reply::{
    Bound, Info, NO_MOVE, OptionDeclaration, OptionKind, Reply, Response, Score, ScoreValue,
};
pub use text::{did_you_mean, nearest, printable};
pub use uci::{chess_word, drops};
pub use words::{Dialect, SyntaxError};
