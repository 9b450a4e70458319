//! The table of commands: word, grammar, help, and behaviour during a search.
//! The engine implements them.

use super::command::{Command, Query, Start};
use super::go::go;
use super::words::{Parsed, failure, small, word, words_until};

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

/// All commands, in the order of the help.
pub const COMMANDS: &[CommandRow] = &[
    CommandRow {
        word: "ugi",
        usage: "ugi",
        help: "identify the engine and switch to UGI",
        during_search: DuringSearch::Waits,
        parse: |rest| Ok((rest, Command::Ugi)),
    },
    CommandRow {
        word: "uci",
        usage: "uci",
        help: "identify the engine and switch to UCI",
        during_search: DuringSearch::Waits,
        parse: |rest| Ok((rest, Command::Uci)),
    },
    CommandRow {
        word: "isready",
        usage: "isready",
        help: "reply readyok: earlier commands are done or wait for a search",
        during_search: DuringSearch::AtOnce,
        parse: |rest| Ok((rest, Command::IsReady)),
    },
    CommandRow {
        word: "debug",
        usage: "debug on|off",
        help: "report more about the searches, or no longer",
        during_search: DuringSearch::AtOnce,
        parse: debug,
    },
    CommandRow {
        word: "setoption",
        usage: "setoption name N value V",
        help: "set an option; info lists them",
        during_search: DuringSearch::Waits,
        parse: set_option,
    },
    CommandRow {
        word: "newgame",
        usage: "newgame [SPEC]",
        help: "begin a new game, of SPEC if given",
        during_search: DuringSearch::Waits,
        parse: new_game,
    },
    CommandRow {
        word: "uginewgame",
        usage: "uginewgame",
        help: "begin a new game of the same spec",
        during_search: DuringSearch::Waits,
        parse: |rest| Ok((rest, Command::UgiNewGame)),
    },
    CommandRow {
        word: "ucinewgame",
        usage: "ucinewgame",
        help: "begin a new game of the same spec",
        during_search: DuringSearch::Waits,
        parse: |rest| Ok((rest, Command::UciNewGame)),
    },
    CommandRow {
        word: "position",
        usage: "position [startpos | fen F] [moves M…]",
        help: "set the position",
        during_search: DuringSearch::Waits,
        parse: position,
    },
    CommandRow {
        word: "go",
        usage: "go [nodes N] [depth N] [movetime MS] …",
        help: "search; without limits until stop",
        during_search: DuringSearch::Waits,
        // Chess programs count with `go perft`.
        parse: |rest| match word(rest) {
            Ok((rest, "perft")) => perft(rest),
            _ => go(rest).map(|(rest, go)| (rest, Command::Go(go))),
        },
    },
    CommandRow {
        word: "stop",
        usage: "stop",
        help: "end the search and play its best move",
        during_search: DuringSearch::ForSearch,
        parse: |rest| Ok((rest, Command::Stop)),
    },
    CommandRow {
        word: "ponderhit",
        usage: "ponderhit",
        help: "the expected move was played: search on under the clock",
        during_search: DuringSearch::ForSearch,
        parse: |rest| Ok((rest, Command::PonderHit)),
    },
    CommandRow {
        word: "quit",
        usage: "quit",
        help: "end the engine",
        during_search: DuringSearch::AtOnce,
        parse: |rest| Ok((rest, Command::Quit)),
    },
    CommandRow {
        word: "query",
        usage: "query p1turn|gameover|result",
        help: "query the position",
        during_search: DuringSearch::Reads,
        parse: query,
    },
    CommandRow {
        word: "info",
        usage: "info",
        help: "show the state of the engine and its options",
        during_search: DuringSearch::Reads,
        parse: |rest| Ok((rest, Command::Info)),
    },
    CommandRow {
        word: "show",
        usage: "show",
        help: "draw the board",
        during_search: DuringSearch::Reads,
        parse: |rest| Ok((rest, Command::Show)),
    },
    CommandRow {
        word: "perft",
        usage: "[go] perft N",
        help: "count the games of N plies from the position",
        during_search: DuringSearch::Waits,
        parse: perft,
    },
    CommandRow {
        word: "bench",
        usage: "bench",
        help: "search fixed positions and count the nodes",
        during_search: DuringSearch::Waits,
        parse: |rest| Ok((rest, Command::Bench)),
    },
    CommandRow {
        word: "help",
        usage: "help",
        help: "list commands, games and searches",
        during_search: DuringSearch::Reads,
        parse: |rest| Ok((rest, Command::Help)),
    },
];

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
