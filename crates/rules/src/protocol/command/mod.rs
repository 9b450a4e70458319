//! The commands to an engine, as values.

mod go;
mod table;

use std::fmt::Write;

use super::words::Dialect;
pub use go::Go;
pub use table::{COMMANDS, CommandRow, DuringSearch};

/// One line from a client.
///
/// ```
/// use noughts_rules::protocol::{Command, Dialect, Go, Start};
///
/// # fn main() -> Result<(), noughts_rules::protocol::SyntaxError> {
/// let position = Command::Position {
///     start: Start::StartPos,
///     moves: vec!["d4".to_string(), "d5".to_string()],
/// };
/// assert_eq!(position.print(Dialect::Ugi), "position startpos moves d4 d5");
/// assert_eq!(Command::parse("position moves d4 d5")?, Some(position));
///
/// // The dialect chooses the printed words; `parse` accepts all words.
/// let go = Command::Go(Go { clock: [Some(1000), Some(2000)], ..Go::default() });
/// assert_eq!(go.print(Dialect::Ugi), "go p1time 1000 p2time 2000");
/// assert_eq!(go.print(Dialect::Uci), "go wtime 1000 btime 2000");
/// assert_eq!(Command::parse("go btime 2000 p1time 1000")?, Some(go));
///
/// let error = Command::parse("go depth deep").unwrap_err();
/// assert_eq!(error.to_string(), "expected a whole number, found \"deep\"");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: identify the engine and switch to UGI.
    Ugi,
    /// `uci`: identify the engine and switch to UCI.
    Uci,
    /// `isready`: reply `readyok`, which confirms that earlier commands are
    /// done or wait for a search.
    IsReady,
    /// `debug on|off`
    Debug(bool),
    /// `setoption name N [value V]`
    SetOption {
        /// The name of the option; case does not matter.
        name: String,
        /// The new value; `None` for a button.
        value: Option<String>,
    },
    /// `newgame [SPEC]`: begin a new game, of the given spec if there is one.
    NewGame(Option<String>),
    /// `uginewgame`
    UgiNewGame,
    /// `ucinewgame`
    UciNewGame,
    /// `position [startpos | fen F] [moves M…]`
    Position {
        /// The position before the moves.
        start: Start,
        /// The moves, by name.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Go),
    /// `stop`: end the search and send `bestmove`.
    Stop,
    /// `ponderhit`: the opponent has played the expected move.
    PonderHit,
    /// `quit`
    Quit,
    /// `query p1turn|gameover|result`
    Query(Query),
    /// `info`: print the state of the engine.
    Info,
    /// `show`: draw the board.
    Show,
    /// `perft N` or `go perft N`: count the games of N plies from the position.
    Perft(u32),
    /// `bench`: search fixed positions and report the nodes.
    Bench,
    /// `help`
    Help,
}

/// The position before the moves of a `position` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start of the game.
    StartPos,
    /// The position that this text describes.
    Fen(String),
}

/// A query about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether X is to move.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// The result of the game.
    Result,
}

impl Query {
    pub(super) const ALL: [(&'static str, Query); 3] =
        [("p1turn", Query::P1Turn), ("gameover", Query::GameOver), ("result", Query::Result)];
}

impl Command {
    /// Prints this command in the words of a dialect, without a line ending.
    /// [`parse`](Command::parse) turns the line back into this command.
    pub fn print(&self, dialect: Dialect) -> String {
        let mut line = String::new();
        // Writing into a string does not fail.
        let _ = self.write(&mut line, dialect);
        line
    }

    /// The word that begins this command.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Command::Ugi => "ugi",
            Command::Uci => "uci",
            Command::IsReady => "isready",
            Command::Debug(_) => "debug",
            Command::SetOption { .. } => "setoption",
            Command::NewGame(_) => "newgame",
            Command::UgiNewGame => "uginewgame",
            Command::UciNewGame => "ucinewgame",
            Command::Position { .. } => "position",
            Command::Go(_) => "go",
            Command::Stop => "stop",
            Command::PonderHit => "ponderhit",
            Command::Quit => "quit",
            Command::Query(_) => "query",
            Command::Info => "info",
            Command::Show => "show",
            Command::Perft(_) => "perft",
            Command::Bench => "bench",
            Command::Help => "help",
        }
    }

    fn write(&self, f: &mut String, dialect: Dialect) -> std::fmt::Result {
        f.write_str(self.word())?;
        match self {
            Command::Debug(on) => write!(f, " {}", if *on { "on" } else { "off" }),
            Command::SetOption { name, value } => {
                write!(f, " name {name}")?;
                value.iter().try_for_each(|value| write!(f, " value {value}"))
            }
            Command::NewGame(spec) => spec.iter().try_for_each(|spec| write!(f, " {spec}")),
            Command::Position { start, moves } => {
                match start {
                    Start::StartPos => f.write_str(" startpos")?,
                    Start::Fen(text) => write!(f, " fen {text}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Go(go) => go.print(f, dialect),
            Command::Query(query) => {
                let name = Query::ALL.iter().find(|(_, q)| q == query).map_or("", |(name, _)| name);
                write!(f, " {name}")
            }
            Command::Perft(depth) => write!(f, " {depth}"),
            Command::Ugi
            | Command::Uci
            | Command::IsReady
            | Command::UgiNewGame
            | Command::UciNewGame
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Info
            | Command::Show
            | Command::Bench
            | Command::Help => Ok(()),
        }
    }
}
