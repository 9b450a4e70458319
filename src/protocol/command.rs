//! The commands to an engine, as values.

use std::fmt::Write;

use nom::Finish;

use super::commands::{COMMANDS, CommandRow};
use super::go::Go;
use super::words::{Dialect, Parsed, SyntaxError, word};

/// One line from a client.
///
/// ```
/// use noughts::protocol::{Command, Dialect, Go, Start};
///
/// # fn main() -> Result<(), noughts::protocol::SyntaxError> {
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
    /// Parses a line; `None` for a blank line.
    ///
    /// Skips the words before the first one that begins a command, as UCI
    /// demands.
    ///
    /// # Errors
    ///
    /// When no word begins a command, or when the words of the command are
    /// wrong.
    pub fn parse(line: &str) -> Result<Option<Command>, SyntaxError> {
        let Ok((_, first)) = word(line) else { return Ok(None) };
        match parse(line) {
            Some((_, read)) => read.finish().map(|(_, command)| Some(command)),
            None => Err(SyntaxError::UnknownCommand(first.to_string())),
        }
    }

    /// Returns the word that begins the command of a line, even if its other
    /// words are wrong.
    pub fn head(line: &str) -> Option<&str> {
        parse(line).map(|(head, _)| head)
    }

    /// Prints this command in the words of a dialect, without a line ending.
    /// [`parse`](Command::parse) turns the line back into this command.
    pub fn print(&self, dialect: Dialect) -> String {
        let mut line = String::new();
        // Writing into a string does not fail.
        let _ = self.write(&mut line, dialect);
        line
    }

    /// The row of this command in [`COMMANDS`].
    pub fn row(&self) -> &'static CommandRow {
        let word = self.word();
        COMMANDS.iter().find(|row| row.word == word).unwrap_or(&COMMANDS[0])
    }

    /// The word that begins this command.
    fn word(&self) -> &'static str {
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

/// Returns the command of a line and the word that begins it; `None` if no word
/// begins a command.
fn parse(line: &str) -> Option<(&str, Parsed<'_, Command>)> {
    let mut rest = line;
    while let Ok((after, head)) = word(rest) {
        match COMMANDS.iter().find(|row| row.word == head) {
            Some(row) => return Some((head, (row.parse)(after))),
            None => rest = after,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position_of(line: &str) -> Option<(Start, Vec<String>)> {
        match Command::parse(line) {
            Ok(Some(Command::Position { start, moves })) => Some((start, moves)),
            _ => None,
        }
    }

    #[test]
    fn positions_may_leave_out_startpos() {
        let moves = vec!["d4".to_string(), "d5".to_string()];
        assert_eq!(position_of("position moves d4 d5"), Some((Start::StartPos, moves.clone())));
        assert_eq!(position_of("position startpos moves d4 d5 "), Some((Start::StartPos, moves)));
        assert_eq!(position_of("position"), Some((Start::StartPos, vec![])));
        assert_eq!(
            position_of("position fen 3 3 3  3/1X1/3 o 1 moves a1"),
            Some((Start::Fen("3 3 3 3/1X1/3 o 1".to_string()), vec!["a1".to_string()]))
        );
    }

    #[test]
    fn words_before_a_command_are_skipped() {
        assert_eq!(Command::parse("joho debug on"), Ok(Some(Command::Debug(true))));
        assert_eq!(Command::parse("  \t isready  now\r"), Ok(Some(Command::IsReady)));
        assert_eq!(Command::parse(" \r"), Ok(None));
        let unknown = SyntaxError::UnknownCommand("xyzzy".to_string());
        assert_eq!(Command::parse("xyzzy plugh"), Err(unknown));
        for (line, head) in
            [("x go nodes y", Some("go")), ("gone", None), ("debug go", Some("debug")), ("", None)]
        {
            assert_eq!(Command::head(line), head, "{line}");
        }
    }

    #[test]
    fn go_reads_limits_in_any_order_and_skips_unknown_words() {
        let Ok(Some(Command::Go(go))) = Command::parse(
            "go binc 2 p1time -5 foo searchmoves d4 e4 nodes 99999999999999999999 depth 3 infinite",
        ) else {
            panic!("not a go")
        };
        assert_eq!(go.clock, [Some(-5), None]);
        assert_eq!(go.increment, [None, Some(2)]);
        assert_eq!(go.search_moves, ["d4", "e4"]);
        assert_eq!((go.nodes, go.depth, go.infinite), (Some(i64::MAX as u64), Some(3), true));
    }

    #[test]
    fn errors_quote_the_offending_word() {
        for (line, part) in [
            ("go nodes ten", "expected a whole number, found \"ten\""),
            ("go depth", "expected a whole number, found the end of the line"),
            ("go depth infinite", "\"infinite\""),
            ("go movetime 1.5", "\"1.5\""),
            ("go movetime -", "\"-\""),
            ("position startpos d4", "expected \"startpos\", \"fen\" or \"moves\", found \"d4\""),
            ("position fen moves d4", "expected the text of a position, found \"moves\""),
            ("setoption Hash 3", "expected \"name\", found \"Hash\""),
            ("setoption name value 3", "expected the name of an option, found \"value\""),
            ("query who", "\"who\""),
            ("query", "found the end of the line"),
            ("debug maybe", "\"maybe\""),
            ("perft x", "\"x\""),
        ] {
            let error = Command::parse(line).map_err(|e| e.to_string()).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn option_names_and_values_may_have_several_words() {
        assert_eq!(
            Command::parse("setoption name Clear  Hash"),
            Ok(Some(Command::SetOption { name: "Clear Hash".to_string(), value: None }))
        );
        assert_eq!(
            Command::parse("setoption name Game value tictactrains:(XA, OA, ...)"),
            Ok(Some(Command::SetOption {
                name: "Game".to_string(),
                value: Some("tictactrains:(XA, OA, ...)".to_string())
            }))
        );
    }
}
