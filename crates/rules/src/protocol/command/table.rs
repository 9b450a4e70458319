//! The table of commands: word, grammar, help, and behaviour during a search.
//! Lines are parsed by it. The engine implements the commands.

use nom::Finish;

use super::go::go;
use super::{Command, Query, Start};
use crate::protocol::words::{Parsed, SyntaxError, failure, small, word, words_until};

/// A row of the table of commands.
#[derive(Debug)]
pub struct CommandRow {
    /// The word that begins the command.
    pub word: &'static str,
    /// The syntax, for help.
    pub usage: &'static str,
    /// A short description, for help.
    pub help: &'static str,
    /// When the command runs if it arrives during a search.
    pub during_search: DuringSearch,
    /// Parses the rest of the line.
    pub(super) parse: fn(&str) -> Parsed<'_, Command>,
}

/// When a command runs that arrives during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuringSearch {
    /// At once, even if commands are queued.
    AtOnce,
    /// At once if no command is queued. Otherwise after the queued commands, as
    /// it may be meant for a queued search; a queued `stop` also ends the
    /// running search.
    ForSearch,
    /// At once if no command is queued, otherwise after the queued commands.
    /// Only reads the state.
    Reads,
    /// After the search. Refused during an endless search.
    Waits,
}

/// Declares the rows: the word that begins a command, the usage if other words
/// follow, when the command runs during a search, the parser of the other words
/// or the command itself, and the help.
macro_rules! rows {
    (@parser = $command:ident) => {
        |rest| Ok((rest, Command::$command))
    };
    (@parser $parser:ident) => {
        $parser
    };
    (@usage $word:literal $usage:literal) => {
        $usage
    };
    (@usage $word:literal) => {
        $word
    };
    ($($word:literal $($usage:literal)?, $when:ident, $(= $command:ident)? $($parser:ident)?: $help:literal;)*) => {
        &[$(CommandRow {
            word: $word,
            usage: rows!(@usage $word $($usage)?),
            help: $help,
            during_search: DuringSearch::$when,
            parse: rows!(@parser $(= $command)? $($parser)?),
        }),*]
    };
}

/// All commands, in the order of the help.
pub const COMMANDS: &[CommandRow] = rows! {
    "ugi", Waits, = Ugi: "identify the engine and switch to UGI";
    "uci", Waits, = Uci: "identify the engine and switch to UCI";
    "isready", AtOnce, = IsReady: "reply readyok: earlier commands are done or wait for a search";
    "debug" "debug on|off", AtOnce, debug: "report more about the searches, or no longer";
    "setoption" "setoption name N value V", Waits, set_option: "set an option; info lists them";
    "newgame" "newgame [SPEC]", Waits, new_game: "begin a new game, of SPEC if given";
    "uginewgame", Waits, = UgiNewGame: "begin a new game of the same spec";
    "ucinewgame", Waits, = UciNewGame: "begin a new game of the same spec";
    "position" "position [startpos | fen F] [moves M…]", Waits, position: "set the position";
    "go" "go [nodes N] [depth N] [movetime MS] …", Waits, go_or_perft:
        "search; without limits until stop";
    "stop", ForSearch, = Stop: "end the search and play its best move";
    "ponderhit", ForSearch, = PonderHit: "the expected move was played: search on under the clock";
    "quit", AtOnce, = Quit: "end the engine";
    "query" "query p1turn|gameover|result", Reads, query: "query the position";
    "info", Reads, = Info: "show the state of the engine and its options";
    "show", Reads, = Show: "draw the board";
    "perft" "[go] perft N", Waits, perft: "count the games of N plies from the position";
    "bench", Waits, = Bench: "search fixed positions and count the nodes";
    "help", Reads, = Help: "list commands, games and searches";
};

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

    /// The row of this command in [`COMMANDS`].
    pub fn row(&self) -> &'static CommandRow {
        let word = self.word();
        COMMANDS.iter().find(|row| row.word == word).unwrap_or(&COMMANDS[0])
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

/// Parses the limits of a search, or `perft N`, with which chess programs count.
fn go_or_perft(input: &str) -> Parsed<'_, Command> {
    match word(input) {
        Ok((rest, "perft")) => perft(rest),
        _ => go(input).map(|(rest, go)| (rest, Command::Go(go))),
    }
}

fn perft(input: &str) -> Parsed<'_, Command> {
    small(input).map(|(rest, depth)| (rest, Command::Perft(depth)))
}

fn debug(input: &str) -> Parsed<'_, Command> {
    match word(input) {
        Ok((rest, "on")) => Ok((rest, Command::Debug(true))),
        Ok((rest, "off")) => Ok((rest, Command::Debug(false))),
        _ => failure(input, "\"on\" or \"off\""),
    }
}

/// Parses `newgame [SPEC]`: the rest of the line is the spec.
fn new_game(input: &str) -> Parsed<'_, Command> {
    let spec = input.trim();
    Ok((input, Command::NewGame((!spec.is_empty()).then(|| spec.to_string()))))
}

/// Parses `name N [value V]`; both may have several words.
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
