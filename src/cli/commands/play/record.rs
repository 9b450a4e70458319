//! Records of games in files, in PGN with the tags that the match runner writes.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use noughts::files::{self, text_of};
use noughts::game::notation::PositionError;
use noughts::game::{GameSpec, MoveError, SpecError};
use noughts::pgn::{PgnWriter, first_game};

use crate::cli::history::History;

/// The maximum number of bytes read from a file.
const MAX_BYTES: u64 = 1 << 24;

/// Why a record cannot be saved or loaded.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordError {
    /// The file exists.
    #[error("{0} exists: choose another name")]
    Exists(String),
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// The tag `Game` is missing.
    #[error("{0} has no record of a game: no line [Game \"…\"]")]
    NoGame(String),
    /// The value of the tag `Game` is not a known game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// The start position is not a position of the game.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move is not legal.
    #[error("move {0} of the record: {1}")]
    Move(usize, MoveError),
}

/// Returns the record of a game between these players, X first.
pub(super) fn print(history: &History, players: [&str; 2]) -> String {
    let state = history.state();
    let names = ["noughts play", "????.??.??"];
    let mut record = PgnWriter::of_game(state, history.start(), state.outcome(), names, players);
    record.movetext(&state.movetext());
    record.finish(state.outcome())
}

/// Parses the first game of a text, in the form that [`print`] and the match
/// runner write. `name` is the name of the text in errors.
pub(super) fn parse(text: &str, name: &str) -> Result<History, RecordError> {
    let game = first_game(text).unwrap_or_default();
    let no_game = || RecordError::NoGame(name.to_string());
    let spec: GameSpec = game.tag("Game").ok_or_else(no_game)?.parse()?;
    let mut history = History::new(&spec, game.tag("FEN"))?;
    for (i, word) in game.moves.iter().enumerate() {
        history.play(word).map_err(|error| RecordError::Move(i + 1, error))?;
    }
    Ok(history)
}

/// Writes a record to a new file.
///
/// # Errors
///
/// When the file exists or cannot be written.
pub(super) fn save(file: &Path, text: &str) -> Result<(), RecordError> {
    let fail = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => RecordError::Exists(display(file)),
        _ => RecordError::File(display(file), error),
    };
    files::create(file, text).map_err(fail)
}

/// Reads the first game of a file.
///
/// # Errors
///
/// When the file cannot be read or its game is not valid.
pub(super) fn load(file: &Path) -> Result<History, RecordError> {
    let fail = |error| RecordError::File(display(file), error);
    let mut bytes = Vec::new();
    File::open(file).map_err(fail)?.take(MAX_BYTES).read_to_end(&mut bytes).map_err(fail)?;
    parse(&text_of(bytes), &display(file))
}

fn display(file: &Path) -> String {
    file.display().to_string()
}

/// Returns a name for a new file in the working folder: `qubic.pgn`,
/// `qubic-2.pgn`.
pub(super) fn unused_name(spec: &GameSpec) -> String {
    let game = spec.to_string();
    let game: String = game.chars().take_while(char::is_ascii_alphanumeric).collect();
    let names = (2..1000).map(|i| format!("{game}-{i}.pgn"));
    let mut names = [format!("{game}.pgn")].into_iter().chain(names);
    names.find(|name| !PathBuf::from(name).exists()).unwrap_or(format!("{game}.pgn"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(spec: &str, start: Option<&str>, moves: &str) -> History {
        let spec: GameSpec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
        let mut history = History::new(&spec, start).unwrap_or_else(|error| panic!("{error}"));
        for name in moves.split_whitespace() {
            history.play(name).unwrap_or_else(|error| panic!("{error}"));
        }
        history
    }

    #[test]
    fn records_survive_a_round_trip() {
        for (spec, start, moves) in [
            ("tictactoe", None, "b2 a1 c3 b1 c1 a2 c2"),
            ("tictactoe", Some("3 3 3 3/1X1/3 o 1"), "a1"),
            ("qubic", None, "1a1 2b2 3c3"),
            ("tictactrains:modern", None, "d4 d5 a1 e5 a2 g7 b7 b6 b5 b4 b3 b2 b1 c1 c2 c3 c4"),
            ("tictactoe:11x11:5", None, ""),
        ] {
            let played = game(spec, start, moves);
            let text = print(&played, ["you", "a \"b\\"]);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            let tags = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Game"];
            for (line, tag) in text.lines().zip(tags) {
                assert!(line.starts_with(&format!("[{tag} ")), "{text}");
            }
            assert_eq!(text.contains("[SetUp \"1\"]\n[FEN "), start.is_some(), "{text}");
            let read = parse(&text, "it").unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(read.state().spec(), played.state().spec());
            assert_eq!(read.names(), played.names());
            assert_eq!(read.state().text(), played.state().text());
        }
    }

    #[test]
    fn the_first_game_of_a_runner_is_read() {
        let text = "[Event \"x\"]\n[Game \"tictactoe\"]\n[X \"a\"]\n\n\
                    1. b2 {book} a1 {+1.00/3 0.002s,\n5 nodes} 2. a3 {x} c3 0-1\n\n\
                    [Game \"qubic\"]\n\n1. 1a1 *\n";
        let read = parse(text, "it").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.names(), ["b2", "a1", "a3", "c3"]);
    }

    #[test]
    fn other_texts_are_refused_with_the_reason() {
        let error = |text: &str| parse(text, "it").map(|_| ()).map_err(|error| error.to_string());
        let refused = |text: &str, part: &str| {
            let error = error(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        };
        refused("", "it has no record");
        refused("b2 a1", "it has no record");
        refused("[Game \"chess\"]\n\n1. e4", "\"chess\" is not a game");
        refused("[Game \"tictactoe\"]\n\n1. b2 b2", "move 2 of the record: \"b2\" is occupied");
        refused("[Game \"tictactoe\"]\n[FEN \"x\"]\n\n1. b2", "must begin with");
        refused("[Game \"tictactoe\"]\n\n1. \u{1b}[2J", "not a square");
    }
}
