//! The two sides and the results of a game.

use std::fmt;
use std::ops::Not;

/// One of the two sides. X moves first; UGI calls the sides p1 and p2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that moves first.
    X,
    /// The side that moves second.
    O,
}

impl Side {
    /// Both sides, X first.
    pub const BOTH: [Side; 2] = [Side::X, Side::O];

    /// The index of this side in an array of two: 0 for X, 1 for O.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the side that a letter names, in either case.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'x' | 'X' => Some(Side::X),
            'o' | 'O' => Some(Side::O),
            _ => None,
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::X => Side::O,
            Side::O => Side::X,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::X => "X",
            Side::O => "O",
        })
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Neither side has won.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(side) => write!(f, "{side} wins"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}
