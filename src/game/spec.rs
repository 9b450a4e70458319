//! The one table of games and their texts.

use std::fmt;
use std::str::FromStr;

use super::lines::{Shape, ShapeError};
use super::trains::{RuleSet, RulesError};

/// The name of a game: which one, on which board, under which rules. Its text
/// is used everywhere; the shortest text is the canonical one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameSpec {
    /// `tictactrains`, `tictactrains:modern`, `tictactrains:(XA, OA, ...)`.
    Trains(RuleSet),
    /// `tictactoe`, `tictactoe:5`, `tictactoe:7x6:4`, `qubic`, `qubic:3`.
    Lines(Shape),
}

/// The forms of the text of a game with what they mean, for help and errors.
pub const FORMS: [(&str, &str); 5] = [
    ("tictactrains", "TicTacTrains with the classical rules"),
    ("tictactrains:RULES", "with a named rule set, or a list like (XA, O1, O3, XA, OA, ...)"),
    ("tictactoe[:N]", "N in a row on NxN squares; 3 without a number, at most 11"),
    ("tictactoe:CxR:K", "K in a row on C columns and R rows"),
    ("qubic[:N]", "a line of N in the N-cube; 4 without a number, 2 to 5"),
];

/// Runs an expression with the concrete game of a [`GameSpec`]. This is where
/// a game is chosen at run time; what follows is generic and static.
macro_rules! with_game {
    ($spec:expr, $game:ident => $body:expr) => {
        match $spec {
            $crate::game::GameSpec::Trains(rules) => {
                let $game = $crate::game::Trains::new(rules.clone());
                $body
            }
            $crate::game::GameSpec::Lines(shape) => {
                let $game = $crate::game::Lines::new(*shape);
                $body
            }
        }
    };
}
pub(crate) use with_game;

impl GameSpec {
    /// The rules in a few words: the list of plies, or what wins where.
    pub fn rules(&self) -> String {
        match self {
            GameSpec::Trains(rules) => rules.list(),
            GameSpec::Lines(Shape::Flat { columns, rows, line }) => {
                format!("{line} in a row on {columns}x{rows}")
            }
            GameSpec::Lines(Shape::Cube { side }) => {
                format!("{side} in a row in the {side}x{side}x{side} cube")
            }
        }
    }

    /// The game that the text of a position names by the numbers before its
    /// board: rows, columns and line length, or the side of a cube. `None` if
    /// it has none, as that of TicTacTrains.
    ///
    /// ```
    /// use noughts::game::GameSpec;
    /// let game = GameSpec::of_position("6 7 4 7/7/7/7/7/3X3 o 1");
    /// assert_eq!(game, Some("tictactoe:7x6:4".parse()));
    /// assert_eq!(GameSpec::of_position("7/7/7/3X3/7/7/7 o 1"), None);
    /// ```
    pub fn of_position(text: &str) -> Option<Result<GameSpec, SpecError>> {
        let numbers: Vec<usize> = text.split_whitespace().map_while(number).take(3).collect();
        let shape = match numbers[..] {
            [side] => Shape::cube(side),
            [rows, columns, line] => Shape::flat(columns, rows, line),
            _ => return None,
        };
        Some(shape.map(GameSpec::Lines).map_err(SpecError::from))
    }
}

/// Why a text names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No game has this name.
    #[error("\"{0}\" is not a game: tictactrains, tictactoe and qubic are")]
    Unknown(String),
    /// What follows the name is not of its form.
    #[error("\"{0}\" is not of the form {1}")]
    Form(String, &'static str),
    /// The board is not supported.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The rule set is not valid.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl FromStr for GameSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<GameSpec, SpecError> {
        let text = text.trim();
        let (name, detail) = match text.split_once(':') {
            Some((name, detail)) => (name.trim_end(), Some(detail.trim())),
            None => (text, None),
        };
        let form = |form| SpecError::Form(text.to_string(), form);
        match (name.to_ascii_lowercase().as_str(), detail) {
            ("tictactrains", None) => Ok(GameSpec::Trains(RuleSet::default())),
            ("tictactrains", Some(rules)) => Ok(GameSpec::Trains(rules.parse()?)),
            ("tictactoe", detail) => {
                let shape = || flat_numbers(detail.unwrap_or("3"));
                let (columns, rows, line) =
                    shape().ok_or(form("tictactoe:N or tictactoe:CxR:K"))?;
                Ok(GameSpec::Lines(Shape::flat(columns, rows, line)?))
            }
            ("qubic", detail) => {
                let side = number(detail.unwrap_or("4")).ok_or(form("qubic:N"))?;
                Ok(GameSpec::Lines(Shape::cube(side)?))
            }
            _ => Err(SpecError::Unknown(text.to_string())),
        }
    }
}

/// `N` or `CxR:K`.
fn flat_numbers(text: &str) -> Option<(usize, usize, usize)> {
    if let Some(side) = number(text) {
        return Some((side, side, side));
    }
    let (board, line) = text.split_once(':')?;
    let (columns, rows) = board.split_once(['x', 'X'])?;
    Some((number(columns)?, number(rows)?, number(line)?))
}

/// Digits alone; `usize`'s own parser would take a sign too.
fn number(text: &str) -> Option<usize> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameSpec::Trains(rules) if *rules == RuleSet::default() => f.write_str("tictactrains"),
            GameSpec::Trains(rules) => write!(f, "tictactrains:{rules}"),
            GameSpec::Lines(Shape::Flat { columns: 3, rows: 3, line: 3 }) => {
                f.write_str("tictactoe")
            }
            GameSpec::Lines(Shape::Flat { columns, rows, line }) => {
                if columns == rows && rows == line {
                    write!(f, "tictactoe:{columns}")
                } else {
                    write!(f, "tictactoe:{columns}x{rows}:{line}")
                }
            }
            GameSpec::Lines(Shape::Cube { side: 4 }) => f.write_str("qubic"),
            GameSpec::Lines(Shape::Cube { side }) => write!(f, "qubic:{side}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> Result<String, String> {
        text.parse::<GameSpec>().map(|s| s.to_string()).map_err(|e| e.to_string())
    }

    #[test]
    fn the_shortest_text_is_canonical_and_leads_back() {
        for (text, short) in [
            ("tictactrains", "tictactrains"),
            ("TicTacTrains:Classical", "tictactrains"),
            ("tictactrains:(XA, OA, ...)", "tictactrains"),
            ("tictactrains: (xa,o1,o3,xa,oa,...)", "tictactrains:modern"),
            ("tictactrains:(XA,O1-d4,XA,OA,...)", "tictactrains:(XA, O1-d4, XA, OA, ...)"),
            ("tictactoe:3", "tictactoe"),
            ("tictactoe:3x3:3", "tictactoe"),
            ("tictactoe:5x5:5", "tictactoe:5"),
            ("tictactoe:05X5:4", "tictactoe:5x5:4"),
            ("tictactoe:7x6:4", "tictactoe:7x6:4"),
            ("qubic:4", "qubic"),
            ("QUBIC:5", "qubic:5"),
        ] {
            assert_eq!(canonical(text), Ok(short.to_string()));
            assert_eq!(canonical(short), Ok(short.to_string()));
        }
    }

    /// The texts of positions of every board name its game.
    #[test]
    fn positions_name_their_boards() {
        let of = |text: &str| {
            let named = GameSpec::of_position(text)?;
            Some(named.map(|game| game.to_string()).map_err(|error| error.to_string()))
        };
        let mut games: Vec<String> = (2..=5).map(|side| format!("qubic:{side}")).collect();
        for (columns, rows) in
            (1..=11).flat_map(|columns| (1..=11).map(move |rows| (columns, rows)))
        {
            let lines = 1..=usize::max(columns, rows);
            games.extend(lines.map(|line| format!("tictactoe:{columns}x{rows}:{line}")));
        }
        for game in games {
            let game: GameSpec = game.parse().expect("a game");
            let text = crate::game::setup(&game).text();
            assert_eq!(of(&text), Some(Ok(game.to_string())), "{text}");
        }
        for text in ["", "7/7/7/7/7/7/7 x 1", "3/3/3[PPPPPpppp] w - - 0 1", "3 3 3/3/3 x"] {
            assert_eq!(of(text), None, "{text}");
        }
        for (text, part) in [
            ("12 12 5 12/12 x", "12x12 is not a board"),
            ("3 3 4 3/3/3 x", "lines of 4 do not fit"),
            ("6 6/6|6/6 x", "6 is not the side of a cube"),
        ] {
            let error = of(text).and_then(Result::err).expect(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn errors_tell_what_is_wrong() {
        for (text, part) in [
            ("chess", "\"chess\" is not a game"),
            ("", "is not a game"),
            ("tictactoe:x", "tictactoe:CxR:K"),
            ("tictactoe:5x5", "tictactoe:CxR:K"),
            ("tictactoe:", "tictactoe:CxR:K"),
            ("tictactoe:+3", "tictactoe:CxR:K"),
            ("tictactoe:12", "12x12 is not a board"),
            ("tictactoe:99999999999999999999", "tictactoe:CxR:K"),
            ("tictactoe:4x3:5", "lines of 5 do not fit"),
            ("qubic:6", "6 is not the side of a cube"),
            ("qubic:four", "qubic:N"),
            ("tictactrains:gothic", "\"gothic\" is not a rule set"),
        ] {
            let error = canonical(text).unwrap_err();
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }
}
