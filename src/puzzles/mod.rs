//! Puzzles: their values, and the text file that holds them (`docs/puzzles.md`).

mod cube;
mod prover;

use std::fmt;

use crate::game::{GameSpec, GameState, Side, new_game};

pub use cube::{is_cube, must_block, soonest_win};
pub use prover::{MoveValue, Prover};

/// The first line of a file.
pub const HEADER: &str = "noughts puzzles 1";
/// The puzzles that come with the program.
pub const SHIPPED: &str = include_str!("shipped.txt");

/// The maximum size of a file in bytes, and of a line.
pub const MAX_FILE: usize = 4 << 20;
const MAX_LINE: usize = 2000;

/// What the side to move can reach with one move only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A win in exactly this number of plies.
    Win(u32),
    /// A draw.
    Draw,
}

/// A position with one move that reaches the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The game.
    pub spec: GameSpec,
    /// The position as text.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// What its only good move reaches.
    pub goal: Goal,
    /// The moves with best play of both sides; the first one is the solution.
    pub line: Vec<String>,
    /// The searches of levels 1 to 9 that find the solution, in per cent.
    pub found: u32,
}

/// Why a file is not one of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It is too large.
    #[error("the file has more than {MAX_FILE} bytes")]
    Large,
    /// Its first line is another one.
    #[error("line 1: the first line must be \"{HEADER}\"")]
    Header,
    /// A line is too long.
    #[error("line {0}: longer than {MAX_LINE} bytes")]
    Long(usize),
    /// A line has more or fewer fields.
    #[error("line {0}: seven fields are needed, with \" | \" between them")]
    Fields(usize),
    /// A field of a line has no such value.
    #[error("line {0}: the {1} is wrong")]
    Field(usize, &'static str),
}

impl Puzzle {
    /// The grade, from 1 (easy) to 5, which follows from the share of the levels
    /// that find the move.
    pub fn grade(&self) -> u32 {
        5 - (self.found / 20).min(4)
    }

    /// The goal in one line.
    pub fn goal_in_words(&self) -> String {
        match self.goal {
            Goal::Win(plies) => {
                format!("{} to move wins in {plies} plies: find the only winning move", self.side)
            }
            Goal::Draw => format!("{} to move: find the only move that does not lose", self.side),
        }
    }

    /// The position as a state.
    pub fn state(&self) -> Option<Box<dyn GameState>> {
        let mut state = new_game(&self.spec);
        state.set_start(Some(&self.position)).ok()?;
        Some(state)
    }

    /// A hint for a move: the column of its square, or the layer of a cube.
    pub fn hint(&self, ply: usize) -> Option<String> {
        let name = self.line.get(ply)?;
        let column: String = name.chars().take_while(|c| !c.is_ascii_digit()).collect();
        let layer: String = name.chars().take_while(char::is_ascii_digit).collect();
        let place = if column.is_empty() { ["layer", &layer] } else { ["column", &column] };
        Some(format!("a square in {}", place.join(" ")))
    }

    fn parse(line: &str, number: usize) -> Result<Puzzle, FileError> {
        let wrong = |what| FileError::Field(number, what);
        if line.len() > MAX_LINE {
            return Err(FileError::Long(number));
        }
        let fields: Vec<&str> = line.split(" | ").collect();
        let [spec, position, side, goal, moves, found, grade] = fields[..] else {
            return Err(FileError::Fields(number));
        };
        let side = Side::BOTH.into_iter().find(|s| s.to_string() == side);
        let goal = match goal.strip_prefix("win ").map(str::parse) {
            Some(Ok(plies @ 1..)) => Goal::Win(plies),
            None if goal == "draw" => Goal::Draw,
            _ => return Err(wrong("goal")),
        };
        let puzzle = Puzzle {
            spec: spec.parse().map_err(|_| wrong("game"))?,
            position: position.to_string(),
            side: side.ok_or(wrong("side"))?,
            goal,
            line: moves.split(' ').map(str::to_string).collect(),
            found: found.parse().ok().filter(|&f| f <= 100).ok_or(wrong("share"))?,
        };
        let mut state = puzzle.state().ok_or(wrong("position"))?;
        if state.side() != puzzle.side || state.outcome().is_some() {
            return Err(wrong("side"));
        }
        for name in &puzzle.line {
            state.play(name).map_err(|_| wrong("line of play"))?;
        }
        if grade != puzzle.grade().to_string() {
            return Err(wrong("grade"));
        }
        Ok(puzzle)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = match self.goal {
            Goal::Win(plies) => format!("win {plies}"),
            Goal::Draw => "draw".to_string(),
        };
        let (line, grade) = (self.line.join(" "), self.grade());
        write!(
            f,
            "{} | {} | {} | {goal} | {line} | {} | {grade}",
            self.spec, self.position, self.side, self.found
        )
    }
}

/// Returns the puzzles of a file. Empty lines and those that begin with `#` are
/// skipped.
///
/// # Errors
///
/// When the file is too large or a line is wrong; the error names the line.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, FileError> {
    if text.len() > MAX_FILE {
        return Err(FileError::Large);
    }
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, line)| line != HEADER) {
        return Err(FileError::Header);
    }
    let holds = |line: &&str| !line.is_empty() && !line.starts_with('#');
    lines.filter(|(_, l)| holds(l)).map(|(at, line)| Puzzle::parse(line, at + 1)).collect()
}

/// The index of the puzzle of a day, of so many: a prime step leads through all
/// grades. Days are counted from 1970, in universal time.
pub fn daily(count: usize, day: u64) -> usize {
    (day.wrapping_mul(197) % count.max(1) as u64) as usize
}

/// Returns the text that all images of a position under the symmetries of its game
/// share.
pub fn canonical(state: &dyn GameState) -> String {
    let images = state.symmetries().into_iter().filter_map(|s| state.image(&s).ok());
    images.min().unwrap_or_else(|| state.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_is_printed_is_the_file_that_is_read() {
        let puzzles = parse(SHIPPED).expect("the file of the program");
        for puzzle in puzzles {
            assert_eq!(Puzzle::parse(&puzzle.to_string(), 1), Ok(puzzle));
        }
    }

    #[test]
    fn each_day_of_a_year_has_its_own_puzzle() {
        let days: std::collections::BTreeSet<usize> = (0..365).map(|d| daily(500, d)).collect();
        assert_eq!(days.len(), 365);
    }

    #[test]
    fn a_wrong_line_is_named() {
        let good = "tictactoe | 3 3 3 OO1/XX1/3 x 5 | X | win 1 | c2 | 90 | 1";
        let of = |line: &str| parse(&format!("{HEADER}\n# note\n{line}\n"));
        assert_eq!(of(good).map(|found| found.len()), Ok(1));
        let cases = [
            ("X | win", "X | wins", "goal"),
            ("| X |", "| O |", "side"),
            ("c2", "b2", "line of play"),
            ("90 | 1", "101 | 1", "share"),
            ("90 | 1", "90 | 2", "grade"),
            ("OO1", "OO2", "position"),
            ("tictactoe", "chess", "game"),
        ];
        for (from, to, field) in cases {
            assert_eq!(of(&good.replace(from, to)), Err(FileError::Field(3, field)));
        }
        assert_eq!(of("x"), Err(FileError::Fields(3)));
        assert_eq!(of(&"x".repeat(MAX_LINE + 1)), Err(FileError::Long(3)));
        assert_eq!(parse(""), Err(FileError::Header));
        assert_eq!(parse(&" ".repeat(MAX_FILE + 1)), Err(FileError::Large));
    }
}
