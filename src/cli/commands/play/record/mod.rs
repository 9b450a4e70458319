//! Records of games in files, in PGN with the tags that the match runner writes.

mod date;
mod ending;
mod lines;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use noughts::files::{self, text_of};
use noughts::game::notation::PositionError;
use noughts::game::{GameSpec, MoveError, Outcome, Side, SpecError};
use noughts::pgn::{PgnGame, PgnWriter, first_game};

use super::clock::{Clock, TimeControl};
use crate::cli::history::History;
pub(super) use date::today;
pub(super) use ending::Ending;

/// The maximum number of bytes read from a file.
const MAX_BYTES: u64 = 1 << 26;

/// Why a record cannot be saved or loaded.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordError {
    /// The file exists.
    #[error("{0} exists: choose another name")]
    Exists(String),
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// The file is too large, in MiB.
    #[error("{0} is larger than {1} MiB")]
    TooLarge(String, u64),
    /// The list of games has no such number.
    #[error("there is no game {0}: the games are 1 to {1}")]
    Number(usize, usize),
    /// The tag `Game` is missing.
    #[error("{0} has no record of a game: no line [Game \"…\"]")]
    NoGame(String),
    /// The value of the tag `Game` is not a known game.
    #[error("{0}: {1}")]
    Game(String, SpecError),
    /// The start position is not a position of the game.
    #[error("{0}: {1}")]
    Start(String, PositionError),
    /// A move is not legal.
    #[error("{0}: move {1}: {2}")]
    Move(String, usize, MoveError),
}

/// What a record says besides the moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Details<'a> {
    /// The names of the players, X first, and whether they are people, if that is known.
    pub(super) players: [&'a str; 2],
    pub(super) are_people: Option<[bool; 2]>,
    /// The level of the engines.
    pub(super) level: Option<i64>,
    pub(super) clock: Option<&'a Clock>,
    /// How the game ended, if not on the board.
    pub(super) ended: Option<Ending>,
    /// The day when it began.
    pub(super) date: &'a str,
}

/// A game from a record.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) history: History,
    pub(super) ended: Option<Ending>,
    /// Which sides people played; `None` if the record does not say it.
    pub(super) are_people: Option<[bool; 2]>,
    pub(super) level: Option<i64>,
    pub(super) clock: Option<TimeControl>,
    /// The time that was left of the sides.
    pub(super) left: [Option<Duration>; 2],
    pub(super) date: Option<String>,
    /// The names of the players, X first, if the record has one.
    pub(super) players: Option<[String; 2]>,
}

/// The words of the tags `WhiteType` and `BlackType` for people and for programs.
const KINDS: [&str; 2] = ["human", "program"];

/// Returns the outcome of a whole game, also of one with plies taken back.
fn outcome(history: &History, ended: Option<Ending>) -> Option<Outcome> {
    history.end().outcome().or(ended.map(Ending::outcome))
}

/// Returns the record of a game, with the plies taken back.
pub(super) fn print(history: &History, details: Details<'_>) -> String {
    let result = outcome(history, details.ended);
    let heading = ["noughts play", details.date];
    let end = history.end();
    let mut record = PgnWriter::of_game(&*end, history.start(), result, heading, details.players);
    let kinds = ["WhiteType", "BlackType"].iter().zip(details.are_people.into_iter().flatten());
    for (name, is_person) in kinds {
        record.tag(name, KINDS[usize::from(!is_person)]);
    }
    if let Some(level) = details.level {
        record.tag("Level", &level.to_string());
    }
    if let Some(clock) = details.clock {
        record.tag("TimeControl", &clock.control().tag());
        for (name, side) in ["WhiteClock", "BlackClock"].iter().zip(Side::BOTH) {
            let left = clock.left(side, Instant::now());
            record.tag(name, &format!("{:.1}", left.as_secs_f64()));
        }
    }
    let termination = match (details.ended, result) {
        (Some(ended), Some(_)) => ended.tag(),
        (None, Some(_)) => "normal",
        (_, None) => "unterminated",
    };
    record.tag("Termination", termination);
    record.movetext(&lines::print(history));
    record.finish(result)
}

/// Reads a game of a text that begins at this offset. `name` is that of the text in
/// errors.
///
/// # Errors
///
/// When the game is not valid.
pub(super) fn read(
    game: &PgnGame,
    text: &str,
    begin: usize,
    name: &str,
) -> Result<Loaded, RecordError> {
    let line =
        |at: usize| text.get(..begin + at).map_or(1, |before| before.matches('\n').count() + 1);
    let place = |at: usize| format!("{name}, line {}", line(at));
    let spec = game.tag("Game").ok_or_else(|| match game.tags.is_empty() {
        true => RecordError::NoGame(name.to_string()),
        false => RecordError::NoGame(place(game.at)),
    })?;
    let spec: GameSpec = spec.parse().map_err(|error| RecordError::Game(place(game.at), error))?;
    let mut history = History::new(&spec, game.tag("FEN"))
        .map_err(|error| RecordError::Start(place(game.fen_at), error))?;
    for (i, word) in game.moves.iter().enumerate() {
        let place = || place(game.places.get(i).copied().unwrap_or(game.at));
        history.play(word).map_err(|error| RecordError::Move(place(), i + 1, error))?;
    }
    lines::variations(game, text.get(begin..).unwrap_or_default())
        .into_iter()
        .for_each(|line| history.add_other(line));
    let ended = match (history.state().outcome(), game.result) {
        (None, Some(outcome)) => Some(Ending::of_tag(outcome, game.tag("Termination"))),
        _ => None,
    };
    let is_person = |name: &str| game.tag(name).map(|kind| kind == KINDS[0]);
    let left = |name: &str| {
        let seconds: f64 = game.tag(name)?.parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    Ok(Loaded {
        ended,
        history,
        are_people: is_person("WhiteType").zip(is_person("BlackType")).map(<[bool; 2]>::from),
        level: game.tag("Level").and_then(|level| level.parse().ok()),
        clock: game.tag("TimeControl").and_then(TimeControl::of_tag),
        left: ["WhiteClock", "BlackClock"].map(left),
        date: game.tag("Date").map(str::to_string),
        players: players(game),
    })
}

/// The names of the players of a record, X first; `None` if it has none.
fn players(game: &PgnGame) -> Option<[String; 2]> {
    let name = |tags: [&str; 2]| {
        let mut values = tags.iter().filter_map(|tag| game.tag(tag));
        values.find(|name| !["", "?"].contains(&name.trim())).map(str::to_string)
    };
    let names = [name(["White", "X"]), name(["Black", "O"])];
    let is_known = names.iter().any(Option::is_some);
    is_known.then(|| names.map(|name| name.unwrap_or_else(|| "?".to_string())))
}

/// Reads the first game of a text.
fn parse(text: &str, name: &str) -> Result<Loaded, RecordError> {
    read(&first_game(text).unwrap_or_default(), text, 0, name)
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
pub(super) fn load(file: &Path) -> Result<Loaded, RecordError> {
    parse(&text(file)?, &display(file))
}

/// Reads the text of a file.
///
/// # Errors
///
/// When it cannot be read or is too large for games that people look at.
pub(super) fn text(file: &Path) -> Result<String, RecordError> {
    let fail = |error| RecordError::File(display(file), error);
    let mut bytes = Vec::new();
    let read = File::open(file).map_err(fail)?.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    if read.map_err(fail)? as u64 > MAX_BYTES {
        return Err(RecordError::TooLarge(display(file), MAX_BYTES >> 20));
    }
    Ok(text_of(bytes))
}

pub(super) fn display(file: &Path) -> String {
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

    fn details() -> Details<'static> {
        let players = ["anna", "a \"b\\"];
        Details {
            players,
            are_people: Some([true, false]),
            level: Some(3),
            date: "2026.01.31",
            ..Details::default()
        }
    }

    #[test]
    fn all_that_was_played_survives() {
        let mut played = game("tictactoe", None, "b2 a1 c3 a3");
        for (undone, moves) in [(2, "a3 c3"), (1, "b1"), (3, "b1 c1 a2 c2 b3")] {
            (0..undone).for_each(|_| assert!(played.undo()));
            for name in moves.split_whitespace() {
                played.play(name).unwrap_or_else(|error| panic!("{error}"));
            }
        }
        // Plies taken back belong to the game.
        assert!(played.undo() && played.undo());
        let ended = Some(Ending::Resigned(Side::O));
        let text = print(&played, Details { ended, ..details() });
        let moves = "1. b2 b1 (1... a1 2. c3 (2. a3 c3 (2... b1)) 2... a3) 2. c1 a2 3. c2 b3 1-0";
        assert!(text.replace('\n', " ").contains(moves), "{text}");
        let read = parse(&text, "it").unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.history.names(), played.all_names());
        let sorted = |history: &History| {
            let mut lines = history.others().to_vec();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&read.history), sorted(&played));
        assert_eq!((read.ended, read.level), (ended, Some(3)));
        assert_eq!(
            (read.are_people, read.date.as_deref()),
            (Some([true, false]), Some("2026.01.31"))
        );
    }

    #[test]
    fn the_clock_is_recorded() {
        let clock = "3+2".parse().unwrap_or_else(|error| panic!("{error}"));
        let text = print(
            &game("tictactoe", None, "b2"),
            Details { clock: Some(&Clock::new(clock, 1)), ..details() },
        );
        let read = parse(&text, "it").unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((read.clock, read.left), (Some(clock), [Some(clock.base); 2]));
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
            let text = print(&played, details());
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            let tags = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Game"];
            for (line, tag) in text.lines().zip(tags) {
                assert!(line.starts_with(&format!("[{tag} ")), "{text}");
            }
            assert_eq!(text.contains("[SetUp \"1\"]\n[FEN "), start.is_some(), "{text}");
            let read = parse(&text, "it").unwrap_or_else(|error| panic!("{error}\n{text}")).history;
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
        assert_eq!(read.history.names(), ["b2", "a1", "a3", "c3"]);
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
        refused("[Game \"chess\"]\n\n1. e4", "it, line 1: unknown game \"chess\"");
        refused("[Game \"tictactoe\"]\n\n1. b2 b2", "it, line 3: move 2: \"b2\" is occupied");
        refused("[Game \"tictactoe\"]\n[FEN \"x\"]\n\n1. b2", "must begin with");
        refused("[Game \"tictactoe\"]\n\n1. \u{1b}[2J", "not a square");
    }
}
