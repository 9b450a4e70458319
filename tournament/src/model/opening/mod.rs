//! An opening: the beginning of a game.

pub mod swap2;

use std::fmt;
use std::str::FromStr;

use noughts::game::notation::PositionError;
use noughts::game::{GameSpec, GameState, MoveError, Square, new_game};
use noughts::pgn::unnumbered;
use noughts::protocol::drops::{self, DropError};
use noughts::protocol::{Command, Start, SyntaxError};
use noughts_client::serde_via_text;
use serde::{Deserialize, Serialize};

/// The beginning of a game: a position, and moves played from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Opening {
    /// The text of the position; `None` for the start position of the game.
    pub start: Option<String>,
    /// The moves from the position.
    pub moves: Vec<String>,
}

/// The error of a line that is not an opening of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The line is not an argument of the command `position`.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text is not a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The text is not a position in drop notation.
    #[error(transparent)]
    Drops(#[from] DropError),
    /// A move is illegal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The game is already over.
    #[error("the game is over after this opening")]
    Over,
}

/// Parses a line of a book: moves, with or without numbers (`1. d4 d5`); or an
/// argument of the command `position` (`fen F moves M…`); or the text of a
/// position alone, recognized by its slashes.
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

/// Parses an argument of the command `position`, such as `startpos moves e2e4`.
///
/// # Errors
///
/// When the text is not such an argument.
pub fn position(text: &str) -> Result<(Start, Vec<String>), SyntaxError> {
    let Some(Command::Position { start, moves }) = Command::parse(&format!("position {text}"))?
    else {
        return Err(SyntaxError::UnknownCommand(text.to_string()));
    };
    Ok((start, moves))
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

serde_via_text!(Opening);

impl Opening {
    /// Returns the game after this opening.
    ///
    /// # Errors
    ///
    /// When the opening is illegal, or the game is over after it.
    pub fn play(&self, spec: &GameSpec) -> Result<Box<dyn GameState>, OpeningError> {
        self.play_from(&*new_game(spec))
    }

    /// Plays the opening in a copy of a game state, whatever the state holds.
    /// Like [`Opening::play`], but does not compute the lines of the board
    /// anew.
    ///
    /// # Errors
    ///
    /// When the opening is illegal, or the game is over after it.
    pub fn play_from(&self, state: &dyn GameState) -> Result<Box<dyn GameState>, OpeningError> {
        let mut game = state.boxed_clone();
        self.play_on(&mut *game)?;
        if game.outcome().is_some() { Err(OpeningError::Over) } else { Ok(game) }
    }

    /// Plays the opening on a game state, whatever it held before. The game may
    /// be over afterwards. Positions and moves may also be written as drops.
    ///
    /// # Errors
    ///
    /// When the opening is illegal.
    pub fn play_on(&self, game: &mut dyn GameState) -> Result<(), OpeningError> {
        set_start(game, self.start.as_deref())?;
        for name in &self.moves {
            play_word(game, name)?;
        }
        Ok(())
    }

    /// Returns the opening as the game of a state writes positions and moves,
    /// for an opening in capitals, with drops, or with another move number.
    ///
    /// # Errors
    ///
    /// When the opening is illegal.
    pub fn canonical(&self, state: &dyn GameState) -> Result<Opening, OpeningError> {
        let mut game = state.boxed_clone();
        let start = set_start(&mut *game, self.start.as_deref())?;
        for name in &self.moves {
            play_word(&mut *game, name)?;
        }
        Ok(Opening { start, moves: names(&*game) })
    }
}

/// Sets the start position of a game; returns its text as the game writes it.
pub(crate) fn set_start(
    game: &mut dyn GameState,
    text: Option<&str>,
) -> Result<Option<String>, OpeningError> {
    let Some(text) = text else {
        game.set_start(None)?;
        return Ok(None);
    };
    match is_drops(&mut text.split_whitespace()) {
        true => game.set_start(Some(&drops::drop_to_position(text, &game.spec())?))?,
        false => game.set_start(Some(text))?,
    }
    Ok(Some(game.text()))
}

/// Returns whether the words of a position are those of drop notation, which
/// begin with the board and call the sides white and black.
pub(crate) fn is_drops(words: &mut dyn Iterator<Item = &str>) -> bool {
    let is_board = words.next().is_some_and(|board| board.contains('/'));
    is_board && matches!(words.next(), Some("w" | "b"))
}

/// Plays a move, which may be a drop.
pub(crate) fn play_word(game: &mut dyn GameState, name: &str) -> Result<Square, MoveError> {
    game.play(drops::drop_to_square(name))
}

/// Returns the names of the moves of a game.
pub(crate) fn names(game: &dyn GameState) -> Vec<String> {
    game.moves().iter().map(|&square| game.board().name(square)).collect()
}

/// The source of the openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// This number of random legal moves; with 0 every game begins at its start
    /// position.
    Random(usize),
    /// A list, which repeats from the front after its last opening.
    List(Vec<Opening>),
}

/// The order in which listed openings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The order of the list.
    #[default]
    Sequential,
    /// Shuffled by the seed, differently at each repetition.
    Random,
}

impl Order {
    /// Both orders with their names.
    pub const ALL: &'static [(&'static str, Order)] =
        &[("sequential", Order::Sequential), ("random", Order::Random)];

    /// Returns whether this is the default order.
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
    fn a_line_is_parsed_and_written() {
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
    fn an_unplayable_opening_is_refused() {
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
