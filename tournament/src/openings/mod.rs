//! How games begin: openings from a list, or random ones from a seed.

mod book;

use std::fmt;
use std::str::FromStr;

use noughts::game::{GameSpec, GameState, MoveError, new_game, notation::PositionError};
use noughts::protocol::{Command, Start, SyntaxError};
use serde::{Deserialize, Serialize};

pub use book::{Book, TooManyPlies};

use crate::as_text::kept_as_text;

/// The beginning of a game: a position, and moves already played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Opening {
    /// The text of the position; none for the start of the game.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// Why a line is no opening of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The words are not what follows `position` in the protocol.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// There is no such position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// There would be nothing to play.
    #[error("the game is over after this opening")]
    Over,
}

/// A line of a book: moves as they are, or in a numbered record (`1. d4 d5`),
/// or the words that may follow `position` in the protocol (`fen F moves M…`),
/// or such a position alone, which has slashes in it as no move has.
impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(line: &str) -> Result<Opening, OpeningError> {
        let first = line.split_whitespace().next();
        let is_command = matches!(first, Some("startpos" | "fen" | "moves"));
        let is_position = !is_command && line.contains('/');
        if !is_command && !is_position {
            let moves =
                line.split_whitespace().filter_map(unnumbered).map(str::to_string).collect();
            return Ok(Opening { start: None, moves });
        }
        let fen = if is_position { "fen " } else { "" };
        let (start, moves) = position(&format!("{fen}{line}"))?;
        let moves = moves.iter().filter_map(|word| unnumbered(word)).map(str::to_string).collect();
        let start = match start {
            Start::StartPos => None,
            Start::Fen(text) => Some(text),
        };
        Ok(Opening { start, moves })
    }
}

/// The words that follow `position` in the protocol: `startpos moves e2e4`.
///
/// # Errors
///
/// When they describe no position.
pub fn position(text: &str) -> Result<(Start, Vec<String>), SyntaxError> {
    let Some(Command::Position { start, moves }) = Command::parse(&format!("position {text}"))?
    else {
        return Err(SyntaxError::UnknownCommand(text.to_string()));
    };
    Ok((start, moves))
}

/// A word of a record without the number of its turn, which may stand alone
/// (`1.`, `1...`) or at the move (`1.d4`); none when there is no more to it.
fn unnumbered(word: &str) -> Option<&str> {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = behind.trim_start_matches('.');
    match (name.len() < behind.len(), name) {
        (false, _) => Some(word),
        (true, "") => None,
        (true, name) => Some(name),
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = &self.start {
            write!(f, "fen {text}")?;
            if !self.moves.is_empty() {
                f.write_str(" moves ")?;
            }
        }
        f.write_str(&self.moves.join(" "))
    }
}

kept_as_text!(Opening);

impl Opening {
    /// The game after this opening.
    ///
    /// # Errors
    ///
    /// When it cannot be played, or leaves nothing to play.
    pub fn play(&self, spec: &GameSpec) -> Result<Box<dyn GameState>, OpeningError> {
        let mut game = new_game(spec);
        game.set_start(self.start.as_deref())?;
        for name in &self.moves {
            game.play(name)?;
        }
        if game.outcome().is_some() { Err(OpeningError::Over) } else { Ok(game) }
    }
}

/// Where the openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Random legal moves, so many; a game's start for 0.
    Random(usize),
    /// These, in this order, from the front again behind the last.
    List(Vec<Opening>),
}

/// In which order listed openings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As they are listed.
    #[default]
    Sequential,
    /// Shuffled by the seed, each time anew.
    Random,
}

impl Order {
    /// Both with their names.
    pub const ALL: &'static [(&'static str, Order)] =
        &[("sequential", Order::Sequential), ("random", Order::Random)];

    /// Whether it is the usual one.
    pub fn is_sequential(&self) -> bool {
        *self == Order::Sequential
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> GameSpec {
        text.parse().unwrap()
    }

    #[test]
    fn lines_are_read_and_lead_back() {
        for (line, text) in [
            ("d4 d5", "d4 d5"),
            (" 1. d4 d5  2. e4", "d4 d5 e4"),
            ("1.d4 d5 2...e4", "d4 d5 e4"),
            ("1.2b3 1a1", "2b3 1a1"),
            ("", ""),
            ("moves a1 b2", "a1 b2"),
            ("startpos moves a1", "a1"),
            ("startpos", ""),
            ("fen 3 3 3 3/1X1/3 o 1 moves 1... a1", "fen 3 3 3 3/1X1/3 o 1 moves a1"),
            ("3 3 3 3/1X1/3 o 1", "fen 3 3 3 3/1X1/3 o 1"),
            ("7/7/7/3X3/7/7/7 o 1 moves a1", "fen 7/7/7/3X3/7/7/7 o 1 moves a1"),
        ] {
            let opening: Opening = line.parse().unwrap();
            assert_eq!(opening.to_string(), text);
            assert_eq!(text.parse(), Ok(opening));
        }
    }

    #[test]
    fn openings_that_cannot_be_played_are_refused() {
        let played = |line: &str| {
            let opening: Opening = line.parse().unwrap();
            opening.play(&spec("tictactoe")).map(|g| g.ply()).map_err(|e| e.to_string())
        };
        assert_eq!(played("a1 b2"), Ok(2));
        assert_eq!(played("fen 3 3 3 3/1X1/3 o 1 moves a1"), Ok(2));
        assert!(played("a1 a1").unwrap_err().contains("\"a1\" is occupied"));
        assert!(played("a4").unwrap_err().contains("\"a4\""));
        assert!(played("a1 b1 a2 b2 a3").unwrap_err().contains("over"));
        assert!(played("fen 3/3/3 x 1").unwrap_err().contains("3 3 3"));
    }
}
