//! The specs of games: which family, on which board, under which rules.
//!
//! Each family of games defines one [`Family`] beside its rules. A new family
//! needs an entry in [`FAMILIES`], a variant of [`GameSpec`] and an arm of
//! `with_game!`.

use std::fmt;
use std::str::FromStr;

use super::lines::{self, Shape, ShapeError};
use super::trains::{self, RuleSet, RulesError};

/// The families of games, in the order of the help.
pub const FAMILIES: &[Family] = &[trains::FAMILY, lines::TICTACTOE, lines::QUBIC];

/// The name of a game. The option `Game`, `newgame`, tournament files and
/// records use its text. The shortest text is the canonical one.
///
/// ```
/// use noughts::game::GameSpec;
///
/// # fn main() -> Result<(), noughts::game::SpecError> {
/// let game: GameSpec = "TicTacToe:5x5:5".parse()?;
/// assert_eq!(game.to_string(), "tictactoe:5");
/// assert_eq!(game.rules(), "5 in a row on 5x5");
///
/// let error = "chess".parse::<GameSpec>().unwrap_err();
/// assert_eq!(error.to_string(), "\"chess\" is not a game: tictactrains, tictactoe and qubic are");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameSpec {
    /// `tictactrains`, `tictactrains:modern`, `tictactrains:(XA, OA, ...)`.
    Trains(RuleSet),
    /// `tictactoe`, `tictactoe:7x6:4`, `tictactoe:15x15:5=`, `qubic`, `qubic:3`.
    Lines(Shape),
}

/// A family of games: all games whose specs begin with the same name.
#[derive(Debug)]
pub struct Family {
    /// The name: the part of a spec before the colon.
    pub name: &'static str,
    /// The forms of a spec and their meanings, for help and errors.
    pub forms: &'static [(&'static str, &'static str)],
    /// Parses the part of a spec after the colon; `None` if there is no colon.
    pub parse: fn(Option<&str>) -> Result<GameSpec, SpecError>,
    /// Returns the game whose positions begin with these words, which are
    /// numbers with or without the mark of exact lines; `None` if no position
    /// of this family can begin with them.
    pub of_words: fn(&[&str]) -> Option<Result<GameSpec, SpecError>>,
    /// Describes a game; `None` if it is of another family.
    pub describe: fn(&GameSpec) -> Option<Description>,
}

/// A game in words, without the name of its family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The part of the shortest spec after the colon; empty for the default
    /// game of the family.
    pub detail: String,
    /// The rules in a few words.
    pub rules: String,
}

/// Evaluates an expression with the concrete game of a [`GameSpec`]: the only
/// place where a game chosen at run time becomes a static type.
macro_rules! with_game {
    ($spec:expr, $game:ident => $body:expr) => {
        match $spec {
            $crate::game::GameSpec::Trains(rules) => {
                let $game = $crate::game::Trains::new(rules.clone());
                $body
            }
            $crate::game::GameSpec::Lines(shape) if shape.is_wide() => {
                let $game = $crate::game::Lines::wide(*shape);
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
    /// The rules in a few words: the list of plies, or the line length and the
    /// board.
    pub fn rules(&self) -> String {
        self.describe().map_or_else(String::new, |(_, description)| description.rules)
    }

    fn describe(&self) -> Option<(&'static Family, Description)> {
        FAMILIES.iter().find_map(|family| Some((family, (family.describe)(self)?)))
    }

    /// Returns the game of a position text from the numbers before its board:
    /// rows, columns and line length, or the side of a cube. `None` if the text
    /// has no such numbers, as in TicTacTrains.
    ///
    /// ```
    /// use noughts::game::GameSpec;
    /// let game = GameSpec::of_position("6 7 4 7/7/7/7/7/3X3 o 1");
    /// assert_eq!(game, Some("tictactoe:7x6:4".parse()));
    /// assert_eq!(GameSpec::of_position("7/7/7/3X3/7/7/7 o 1"), None);
    /// ```
    pub fn of_position(text: &str) -> Option<Result<GameSpec, SpecError>> {
        let is_number = |word: &&str| number(word.trim_end_matches('=')).is_some();
        let words: Vec<&str> = text.split_whitespace().take_while(is_number).take(3).collect();
        FAMILIES.iter().find_map(|family| (family.of_words)(&words))
    }
}

/// Why a text is not the spec of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No family has this name.
    #[error("\"{0}\" is not a game: {names} are", names = names())]
    Unknown(String),
    /// The part after the colon has none of the forms of the family.
    #[error("\"{0}\" is not of the form {1}")]
    Form(String, &'static str),
    /// The board is not supported.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The rule set is not valid.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// Parses digits only; the parser of `usize` also accepts a sign.
pub(super) fn number(text: &str) -> Option<usize> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// The names of the families: `a, b and c`.
fn names() -> String {
    let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

impl FromStr for GameSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<GameSpec, SpecError> {
        let text = text.trim();
        let (name, detail) = match text.split_once(':') {
            Some((name, detail)) => (name.trim_end(), Some(detail.trim())),
            None => (text, None),
        };
        let family = FAMILIES.iter().find(|family| family.name.eq_ignore_ascii_case(name));
        let family = family.ok_or_else(|| SpecError::Unknown(text.to_string()))?;
        (family.parse)(detail)
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.describe() {
            Some((family, Description { detail, .. })) if detail.is_empty() => {
                f.write_str(family.name)
            }
            Some((family, Description { detail, .. })) => write!(f, "{}:{detail}", family.name),
            // Unreachable: a test checks that every variant belongs to a
            // family.
            None => Err(fmt::Error),
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
    fn the_shortest_text_is_canonical() {
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
            ("tictactoe:15X15:5", "tictactoe:15x15:5"),
            ("tictactoe:15x15:5=", "tictactoe:15x15:5="),
            ("tictactoe:3x3:3=", "tictactoe:3="),
            ("qubic:4", "qubic"),
            ("QUBIC:5", "qubic:5"),
        ] {
            assert_eq!(canonical(text), Ok(short.to_string()));
            assert_eq!(canonical(short), Ok(short.to_string()));
        }
    }

    #[test]
    fn the_text_of_a_position_names_its_board() {
        let of = |text: &str| {
            let named = GameSpec::of_position(text)?;
            Some(named.map(|game| game.to_string()).map_err(|error| error.to_string()))
        };
        let mut games: Vec<String> = (2..=5).map(|side| format!("qubic:{side}")).collect();
        let sides = || (1..=11).chain([15, 20]);
        for (columns, rows) in sides().flat_map(|columns| sides().map(move |rows| (columns, rows)))
        {
            for line in 1..=usize::max(columns, rows) {
                games.push(format!("tictactoe:{columns}x{rows}:{line}"));
                games.extend((line > 1).then(|| format!("tictactoe:{columns}x{rows}:{line}=")));
            }
        }
        for game in games {
            let game: GameSpec = game.parse().expect("a game");
            let text = crate::game::new_game(&game).text();
            assert_eq!(of(&text), Some(Ok(game.to_string())), "{text}");
        }
        for text in [
            "",
            "7/7/7/7/7/7/7 x 1",
            "3/3/3[PPPPPpppp] w - - 0 1",
            "3 3 3/3/3 x",
            "3 3= 3 3/3/3 x",
            "3 3 3== 3/3/3 x",
            "4= 4/4 x",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
        for (text, part) in [
            ("21 21 5 21/21 x", "21x21 is not a board"),
            ("3 3 4 3/3/3 x", "lines of 4 do not fit"),
            ("6 6/6|6/6 x", "6 is not the side of a cube"),
            ("1 1 1= 1 x", "lines of 1 cannot be exact"),
        ] {
            let error = of(text).and_then(Result::err).expect(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn every_family_describes_its_own_games_and_no_others() {
        for family in FAMILIES {
            let spec = (family.parse)(None).unwrap_or_else(|e| panic!("{}: {e}", family.name));
            assert_eq!(spec.to_string(), family.name);
            let owners = FAMILIES.iter().filter(|other| (other.describe)(&spec).is_some());
            assert_eq!(owners.map(|other| other.name).collect::<Vec<_>>(), [family.name]);
        }
    }

    #[test]
    fn errors_name_the_cause() {
        for (text, part) in [
            ("chess", "\"chess\" is not a game"),
            ("", "is not a game"),
            ("tictactoe:x", "tictactoe:CxR:K"),
            ("tictactoe:5x5", "tictactoe:CxR:K"),
            ("tictactoe:", "tictactoe:CxR:K"),
            ("tictactoe:+3", "tictactoe:CxR:K"),
            ("tictactoe:=", "tictactoe:CxR:K"),
            ("tictactoe:15x15:5==", "tictactoe:CxR:K"),
            ("tictactoe:15x15=:5", "tictactoe:CxR:K"),
            ("tictactoe:1=", "lines of 1 cannot be exact"),
            ("tictactoe:21", "21x21 is not a board"),
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
