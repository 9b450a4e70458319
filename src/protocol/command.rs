//! What the other side can tell the engine.

use std::fmt::Write;

use nom::Finish;

use super::go::{Go, go};
use super::words::{Dialect, Parsed, SyntaxError, failure, small, word, words_until};

/// One line from a GUI, a runner or a person.
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
/// // The dialect chooses the words; all of them are understood.
/// let go = Command::Go(Go { clock: [Some(1000), Some(2000)], ..Go::default() });
/// assert_eq!(go.print(Dialect::Ugi), "go p1time 1000 p2time 2000");
/// assert_eq!(go.print(Dialect::Uci), "go wtime 1000 btime 2000");
/// assert_eq!(Command::parse("go btime 2000 p1time 1000")?, Some(go));
///
/// let error = Command::parse("go depth deep").unwrap_err();
/// assert_eq!(error.to_string(), "\"deep\" stands where a whole number was expected");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: introduce yourself, and speak UGI from now on.
    Ugi,
    /// `uci`: introduce yourself, and speak UCI from now on.
    Uci,
    /// `isready`: answer when everything before has been done.
    IsReady,
    /// `debug on|off`
    Debug(bool),
    /// `setoption name N [value V]`
    SetOption {
        /// The option; case does not matter.
        name: String,
        /// Its new value; none for a button.
        value: Option<String>,
    },
    /// `newgame [SPEC]`: another game begins, perhaps under another name.
    NewGame(Option<String>),
    /// `uginewgame`
    UgiNewGame,
    /// `ucinewgame`
    UciNewGame,
    /// `position [startpos | fen F] [moves M…]`
    Position {
        /// Where the moves begin.
        start: Start,
        /// The moves, by name.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Go),
    /// `stop`: end the search, answer now.
    Stop,
    /// `ponderhit`: the move you ponder on has been played.
    PonderHit,
    /// `quit`
    Quit,
    /// `query p1turn|gameover|result`
    Query(Query),
    /// `info`: say what state you are in.
    Info,
    /// `show`: draw the board.
    Show,
    /// `perft N`: count the games of N plies from here.
    Perft(u32),
    /// `bench`: search fixed positions and report the nodes.
    Bench,
    /// `help`
    Help,
}

/// Where the moves of a `position` begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start of the game.
    StartPos,
    /// The position of this text.
    Fen(String),
}

/// What a referee can ask about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether X is to move.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// How the game has ended.
    Result,
}

impl Query {
    const ALL: [(&'static str, Query); 3] =
        [("p1turn", Query::P1Turn), ("gameover", Query::GameOver), ("result", Query::Result)];
}

impl Command {
    /// The command a line stands for; `None` for a blank line.
    ///
    /// Words before the first one that begins a command are skipped, as UCI
    /// demands, if there is such a word.
    ///
    /// # Errors
    ///
    /// When there is no such word, or when a command's own words are wrong.
    pub fn parse(line: &str) -> Result<Option<Command>, SyntaxError> {
        let Ok((_, first)) = word(line) else { return Ok(None) };
        match parse(line) {
            Some((_, read)) => read.finish().map(|(_, command)| Some(command)),
            None => Err(SyntaxError::UnknownCommand(first.to_string())),
        }
    }

    /// The word with which the command of a line begins, even if its other
    /// words are wrong.
    pub fn head(line: &str) -> Option<&str> {
        parse(line).map(|(head, _)| head)
    }

    /// The line that [`parse`](Command::parse) turns into this command, in
    /// the words of a dialect, without the line's end.
    pub fn print(&self, dialect: Dialect) -> String {
        let mut line = String::new();
        // Writing into a string does not fail.
        let _ = self.write(&mut line, dialect);
        line
    }

    fn write(&self, f: &mut String, dialect: Dialect) -> std::fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::Uci => f.write_str("uci"),
            Command::IsReady => f.write_str("isready"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::SetOption { name, value } => {
                write!(f, "setoption name {name}")?;
                value.iter().try_for_each(|value| write!(f, " value {value}"))
            }
            Command::NewGame(spec) => {
                f.write_str("newgame")?;
                spec.iter().try_for_each(|spec| write!(f, " {spec}"))
            }
            Command::UgiNewGame => f.write_str("uginewgame"),
            Command::UciNewGame => f.write_str("ucinewgame"),
            Command::Position { start, moves } => {
                match start {
                    Start::StartPos => f.write_str("position startpos")?,
                    Start::Fen(text) => write!(f, "position fen {text}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Go(go) => go.print(f, dialect),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Query(query) => {
                let name = Query::ALL.iter().find(|(_, q)| q == query).map_or("", |(name, _)| name);
                write!(f, "query {name}")
            }
            Command::Info => f.write_str("info"),
            Command::Show => f.write_str("show"),
            Command::Perft(depth) => write!(f, "perft {depth}"),
            Command::Bench => f.write_str("bench"),
            Command::Help => f.write_str("help"),
        }
    }
}

/// The first word of a line that begins a command, and what becomes of it.
fn parse(line: &str) -> Option<(&str, Parsed<'_, Command>)> {
    let mut rest = line;
    while let Ok((after, head)) = word(rest) {
        match command(head, after) {
            Err(nom::Err::Error(_)) => rest = after,
            read => return Some((head, read)),
        }
    }
    None
}

/// The command that begins with `head` and goes on with `input`. An
/// unknown head is an error, a mistake behind a known one is a failure.
fn command<'a>(head: &str, input: &'a str) -> Parsed<'a, Command> {
    let plain = |command| Ok((input, command));
    match head {
        "ugi" => plain(Command::Ugi),
        "uci" => plain(Command::Uci),
        "isready" => plain(Command::IsReady),
        "debug" => debug(input),
        "setoption" => set_option(input),
        "newgame" => {
            let spec = input.trim();
            plain(Command::NewGame((!spec.is_empty()).then(|| spec.to_string())))
        }
        "uginewgame" => plain(Command::UgiNewGame),
        "ucinewgame" => plain(Command::UciNewGame),
        "position" => position(input),
        "go" => go(input).map(|(rest, go)| (rest, Command::Go(go))),
        "stop" => plain(Command::Stop),
        "ponderhit" => plain(Command::PonderHit),
        "quit" => plain(Command::Quit),
        "query" => query(input),
        "info" => plain(Command::Info),
        "show" => plain(Command::Show),
        "perft" => small(input).map(|(rest, depth)| (rest, Command::Perft(depth))),
        "bench" => plain(Command::Bench),
        "help" => plain(Command::Help),
        _ => Err(nom::Err::Error(SyntaxError::UnknownCommand(head.to_string()))),
    }
}

fn debug(input: &str) -> Parsed<'_, Command> {
    match word(input) {
        Ok((rest, "on")) => Ok((rest, Command::Debug(true))),
        Ok((rest, "off")) => Ok((rest, Command::Debug(false))),
        _ => failure(input, "\"on\" or \"off\""),
    }
}

/// `name N [value V]`; both may be several words.
fn set_option(input: &str) -> Parsed<'_, Command> {
    let Ok((rest, "name")) = word(input) else { return failure(input, "\"name\"") };
    let (rest, name) = words_until(rest, |word| word == "value");
    if name.is_empty() {
        return failure(rest, "the name of an option");
    }
    let value = word(rest).ok().map(|(value, _)| value.trim().to_string());
    Ok(("", Command::SetOption { name: name.join(" "), value }))
}

fn position(input: &str) -> Parsed<'_, Command> {
    let is_moves = |word: &str| word == "moves";
    let (rest, start) = match word(input) {
        Ok((rest, "startpos")) => (rest, Start::StartPos),
        Ok((rest, "fen")) => {
            let (rest, words) = words_until(rest, is_moves);
            if words.is_empty() {
                return failure(rest, "the text of a position");
            }
            (rest, Start::Fen(words.join(" ")))
        }
        _ => (input, Start::StartPos),
    };
    match word(rest) {
        Ok((rest, "moves")) => {
            let (rest, moves) = words_until(rest, |_| false);
            let moves = moves.into_iter().map(str::to_string).collect();
            Ok((rest, Command::Position { start, moves }))
        }
        Ok(_) => failure(rest, "\"startpos\", \"fen\" or \"moves\""),
        Err(_) => Ok((rest, Command::Position { start, moves: Vec::new() })),
    }
}

fn query(input: &str) -> Parsed<'_, Command> {
    let known = |name: &str| Query::ALL.iter().find(|(known, _)| *known == name);
    match word(input).ok().and_then(|(rest, name)| known(name).map(|&(_, query)| (rest, query))) {
        Some((rest, query)) => Ok((rest, Command::Query(query))),
        None => failure(input, "\"p1turn\", \"gameover\" or \"result\""),
    }
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
    fn go_reads_limits_in_any_order_and_skips_what_it_does_not_know() {
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
    fn mistakes_quote_the_word() {
        for (line, part) in [
            ("go nodes ten", "\"ten\" stands where a whole number"),
            ("go depth", "the line ends where a whole number"),
            ("go depth infinite", "\"infinite\""),
            ("go movetime 1.5", "\"1.5\""),
            ("go movetime -", "\"-\""),
            ("position startpos d4", "\"d4\" stands where \"startpos\""),
            ("position fen moves d4", "\"moves\" stands where the text"),
            ("setoption Hash 3", "\"Hash\" stands where \"name\""),
            ("setoption name value 3", "\"value\" stands where the name"),
            ("query who", "\"who\""),
            ("query", "the line ends"),
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
