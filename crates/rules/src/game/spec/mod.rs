//! The specs of games: which family, on which board, under which rules.
//!
//! A new family of games needs a [`Family`] in [`FAMILIES`], a variant of
//! [`GameSpec`], and an arm of `with_game!` beside the games.

pub(crate) mod balance;
pub(crate) mod plies;
pub(crate) mod rings;
pub(crate) mod rules;
pub(crate) mod shape;

use std::fmt;
use std::str::FromStr;

use rules::{RuleSet, RulesError};
use shape::{CARO, LineRule, RENJU, Shape, ShapeError};

/// The families of games, in the order of the help.
pub const FAMILIES: &[Family] = &[TRAINS, TICTACTOE, QUBIC];

/// The name of a game. The option `Game`, `newgame`, tournament files and
/// records use its text. The shortest text is the canonical one.
///
/// ```
/// use noughts_rules::game::GameSpec;
///
/// # fn main() -> Result<(), noughts_rules::game::SpecError> {
/// let game: GameSpec = "TicTacToe:5x5:5".parse()?;
/// assert_eq!(game.to_string(), "tictactoe:5");
/// assert_eq!(game.rules(), "5 in a row on 5x5");
///
/// let error = "chess".parse::<GameSpec>().unwrap_err();
/// let known = "the games are tictactrains, tictactoe and qubic";
/// assert_eq!(error.to_string(), format!("unknown game \"chess\"; {known}"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameSpec {
    /// `tictactrains`, `tictactrains:modern`, `tictactrains:(XA, OA, ...)`,
    /// `tictactrains:5`, `tictactrains:5:modern`.
    Trains(RuleSet),
    /// `tictactoe`, `tictactoe:7x6:4`, `tictactoe:15x15:5=`,
    /// `tictactoe:15x15:renju`, `tictactoe:15x15:caro`, `qubic`, `qubic:3`.
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
    /// numbers with or without the mark of exact lines, or a rule such as `renju`; `None`
    /// if no position of this family can begin with them.
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
    /// The goal in one sentence.
    pub goal: String,
}

impl GameSpec {
    /// The rules in a few words: the list of plies, or the line length and the
    /// board.
    pub fn rules(&self) -> String {
        self.describe().map_or_else(String::new, |(_, description)| description.rules)
    }

    /// The goal in one sentence.
    ///
    /// ```
    /// use noughts_rules::game::GameSpec;
    ///
    /// let goal = |game: &str| game.parse::<GameSpec>().unwrap().goal();
    /// assert_eq!(goal("tictactoe:15x15:5="), "Exactly 5 in a row win: across, down or diagonally.");
    /// assert_eq!(goal("qubic"), "4 in a row win, in any direction through the cube.");
    /// ```
    pub fn goal(&self) -> String {
        self.describe().map_or_else(String::new, |(_, description)| description.goal)
    }

    fn describe(&self) -> Option<(&'static Family, Description)> {
        FAMILIES.iter().find_map(|family| Some((family, (family.describe)(self)?)))
    }

    /// Returns the game of a position text from the numbers before its board:
    /// rows, columns and line length, or the side of a cube. `None` if the text
    /// has no such numbers, as in TicTacTrains.
    ///
    /// ```
    /// use noughts_rules::game::GameSpec;
    /// let game = GameSpec::of_position("6 7 4 7/7/7/7/7/3X3 o 1");
    /// assert_eq!(game, Some("tictactoe:7x6:4".parse()));
    /// assert_eq!(GameSpec::of_position("7/7/7/3X3/7/7/7 o 1"), None);
    /// ```
    pub fn of_position(text: &str) -> Option<Result<GameSpec, SpecError>> {
        let is_size = |word: &&str| {
            let word = word.trim_end_matches('=');
            number(word).is_some() || [RENJU, CARO].contains(&word)
        };
        let words: Vec<&str> = text.split_whitespace().take_while(is_size).take(3).collect();
        FAMILIES.iter().find_map(|family| (family.of_words)(&words))
    }
}

/// Why a text is not the spec of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No family has this name.
    #[error("unknown game \"{0}\"; the games are {names}", names = names())]
    Unknown(String),
    /// The part after the colon has none of the forms of the family.
    #[error("cannot read \"{0}\"; write {1}")]
    Form(String, &'static str),
    /// The board is not supported.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The rule set is not valid.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// Parses digits only; the parser of `usize` also accepts a sign.
fn number(text: &str) -> Option<usize> {
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

/// TicTacTrains under any rule set.
const TRAINS: Family = Family {
    name: "tictactrains",
    forms: &[
        ("tictactrains", "TicTacTrains with the classical rules"),
        ("tictactrains:RULES", "with a named rule set, or a list like (XA, O1, O3, XA, OA, ...)"),
        ("tictactrains:N[:RULES]", "on NxN squares, from 3x3 to 7x7"),
    ],
    parse: |detail| {
        let rules = detail.map_or_else(|| Ok(RuleSet::default()), str::parse)?;
        Ok(GameSpec::Trains(rules))
    },
    of_words: |_| None,
    describe: |spec| {
        let GameSpec::Trains(rules) = spec else { return None };
        let is_default = *rules == RuleSet::default();
        let detail = if is_default { String::new() } else { rules.to_string() };
        let goal = "The longer train of connected stones wins.".to_string();
        let size = rules.size();
        let board =
            if rules.is_usual_size() { String::new() } else { format!(" on {size}x{size}") };
        Some(Description { detail, rules: rules.list() + &board, goal })
    },
};

/// Tic-tac-toe on any board.
const TICTACTOE: Family = Family {
    name: "tictactoe",
    forms: &[
        ("tictactoe[:N]", "N in a row on NxN squares; 3 without a number, at most 22"),
        ("tictactoe:CxR:K", "K in a row on C columns and R rows; 15:5 is short for 15x15:5"),
        ("tictactoe:…=", "either of these, but longer rows do not win: tictactoe:15x15:5="),
        ("tictactoe:CxR:renju", "five in a row with the forbidden moves of renju for X"),
        ("tictactoe:CxR:caro", "five in a row with an open end; with = longer rows do not win"),
    ],
    parse: |detail| {
        let detail = detail.unwrap_or("3");
        let form = || {
            SpecError::Form(
                format!("tictactoe:{detail}"),
                "tictactoe:N or tictactoe:CxR:K, with or without = at the end, or \
                 tictactoe:CxR:renju, tictactoe:CxR:caro or tictactoe:CxR:caro=, such as \
                 tictactoe:15x15:renju",
            )
        };
        let (columns, rows, line) = flat_words(detail).ok_or_else(form)?;
        let shape = flat(columns, rows, line).ok_or_else(form)?;
        Ok(GameSpec::Lines(shape?))
    },
    of_words: |words| {
        let &[rows, columns, line] = words else { return None };
        let shape = flat(number(columns)?, number(rows)?, line)?;
        Some(shape.map(GameSpec::Lines).map_err(SpecError::from))
    },
    describe: |spec| {
        let &GameSpec::Lines(Shape::Flat { columns, rows, line, rule }) = spec else {
            return None;
        };
        let text = rule.text(line);
        let detail = match (columns == rows && rows == line, rule) {
            (true, LineRule::Free) if line == 3 => String::new(),
            (true, LineRule::Free | LineRule::Exact) => text,
            _ => format!("{columns}x{rows}:{text}"),
        };
        let [rules, goal] = match rule {
            LineRule::Free => [format!("{line} in a row"), format!("{line} in a row win")],
            LineRule::Exact => {
                [format!("exactly {line} in a row"), format!("Exactly {line} in a row win")]
            }
            LineRule::Renju => {
                ["renju".to_string(), "X has forbidden moves. Five in a row win".to_string()]
            }
            LineRule::Caro => [
                CARO.to_string(),
                "More than five in a row win, or five not closed at both ends by the other side"
                    .to_string(),
            ],
            LineRule::ExactCaro => [
                "exact caro".to_string(),
                "Exactly five in a row win if the other side has not closed both ends".to_string(),
            ],
        };
        Some(Description {
            detail,
            rules: format!("{rules} on {columns}x{rows}"),
            goal: format!("{goal}: across, down or diagonally."),
        })
    },
};

/// Lines in a cube.
const QUBIC: Family = Family {
    name: "qubic",
    forms: &[("qubic[:N]", "a line of N in the N-cube; 4 without a number, 2 to 5")],
    parse: |detail| {
        let detail = detail.unwrap_or("4");
        let form = || SpecError::Form(format!("qubic:{detail}"), "qubic:N");
        Ok(GameSpec::Lines(Shape::cube(number(detail).ok_or_else(form)?)?))
    },
    of_words: |words| {
        let &[side] = words else { return None };
        Some(Shape::cube(number(side)?).map(GameSpec::Lines).map_err(SpecError::from))
    },
    describe: |spec| {
        let &GameSpec::Lines(Shape::Cube { side }) = spec else { return None };
        let detail = if side == 4 { String::new() } else { side.to_string() };
        Some(Description {
            detail,
            rules: format!("{side} in a row in the {side}x{side}x{side} cube"),
            goal: format!("{side} in a row win, in any direction through the cube."),
        })
    },
};

/// Parses `N`, `N:K` or `CxR:K` into columns, rows and the text of the lines.
fn flat_words(text: &str) -> Option<(usize, usize, &str)> {
    let Some((board, line)) = text.split_once(':') else {
        let side = number(text.strip_suffix('=').unwrap_or(text))?;
        return Some((side, side, text));
    };
    let (columns, rows) = board.split_once(['x', 'X']).unwrap_or((board, board));
    Some((number(columns)?, number(rows)?, line))
}

/// Returns the shape of a flat board with these lines: `K`, `K=` or the word of a rule;
/// `None` if the text is none of them.
fn flat(columns: usize, rows: usize, line: &str) -> Option<Result<Shape, ShapeError>> {
    let mut rules = [LineRule::Renju, LineRule::Caro, LineRule::ExactCaro].into_iter();
    if let Some(rule) = rules.find(|rule| line.eq_ignore_ascii_case(&rule.text(0))) {
        return Some(Shape::five(columns, rows, rule));
    }
    Some(match line.strip_suffix('=') {
        Some(line) => Shape::exact(columns, rows, number(line)?),
        None => Shape::flat(columns, rows, number(line)?),
    })
}

#[cfg(test)]
mod tests;
