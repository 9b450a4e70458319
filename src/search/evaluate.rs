//! Static judgement of positions that are not over, and of squares.

use super::score::MAX_ESTIMATE;
use crate::game::lines::Shape;
use crate::game::{Game, Lines, Side, Square, Trains};

/// A game whose positions can be judged without searching.
pub trait Evaluate: Game {
    /// What the position is worth to the side to move, in centipoints.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// The same for `minimax`: on lines, the sum of what the first 4x4x4
    /// program gave each. That program scored empty squares by the lines
    /// through them, and not positions.
    fn seed_evaluate(&self, position: &Self::Position) -> i32 {
        self.evaluate(position)
    }

    /// How promising a square is before anything is known: higher is better.
    fn weight(&self, square: Square) -> u32;

    /// The depth of `minimax` when nothing else is asked for; `None` is to
    /// the end of the game.
    fn default_depth(&self) -> Option<u32>;
}

/// What a line without a stone of the other side is worth in the first 4x4x4
/// program, by what it lacks (Bogenschutz 2010).
fn seed_line(missing: usize) -> i32 {
    match missing {
        0 | 1 => 10_000,
        2 => 100,
        3 => 10,
        _ => 1,
    }
}

/// What an open line is worth beside the threats to complete one at once.
fn quiet_line(missing: usize) -> i32 {
    match missing {
        0 | 1 => 0,
        2 => 16,
        3 => 4,
        _ => 1,
    }
}

/// The side to move can complete a line.
const WINS_NEXT: i32 = 2000;
/// The other side can complete a line in two ways: one cannot be stopped.
const LOSES_NEXT: i32 = 1500;
/// The other side can complete a line in one way: the ply is forced.
const MUST_BLOCK: i32 = 20;

impl Evaluate for Lines {
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let side = self.side(position);
        let (own, other) = (position.stones(side), position.stones(!side));
        let length = self.geometry().shape().line_length();
        let mut value = 0;
        let mut threats: u128 = 0;
        for &line in self.geometry().lines() {
            let (a, b) = (line & own, line & other);
            if b == 0 {
                let missing = length - a.count_ones() as usize;
                if missing == 1 {
                    return WINS_NEXT;
                }
                value += quiet_line(missing);
            }
            if a == 0 {
                let missing = length - b.count_ones() as usize;
                if missing == 1 {
                    threats |= line & !other;
                }
                value -= quiet_line(missing);
            }
        }
        match threats.count_ones() {
            0 => value,
            1 => value - MUST_BLOCK,
            _ => value - LOSES_NEXT,
        }
    }

    fn seed_evaluate(&self, position: &Self::Position) -> i32 {
        let side = self.side(position);
        let (own, other) = (position.stones(side), position.stones(!side));
        let length = self.geometry().shape().line_length();
        let mut value = 0;
        for &line in self.geometry().lines() {
            let (a, b) = (line & own, line & other);
            if b == 0 {
                value += seed_line(length - a.count_ones() as usize);
            }
            if a == 0 {
                value -= seed_line(length - b.count_ones() as usize);
            }
        }
        value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    fn weight(&self, square: Square) -> u32 {
        match self.geometry().shape() {
            // The centre, then the diagonals and what touches the centre.
            Shape::Flat { columns, rows, .. } => {
                let (column, row, _) = self.board().coordinates(square);
                // Doubled, so that the centre of an even board is a number.
                let from_middle = |at: usize, side: usize| (2 * at + 1).abs_diff(side) / 2;
                let distance = from_middle(column, columns) + from_middle(row, rows);
                let diagonal = columns == rows && (column == row || column + row + 1 == rows);
                match distance {
                    0 => 4,
                    1 => 3,
                    _ if diagonal => 3,
                    _ => 2,
                }
            }
            Shape::Cube { .. } => self.geometry().through(square).len() as u32,
        }
    }

    fn default_depth(&self) -> Option<u32> {
        match self.geometry().shape() {
            Shape::Flat { .. } => None,
            Shape::Cube { .. } => Some(4),
        }
    }
}

impl Evaluate for Trains {
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let margin = self.margin(position) * 100;
        if self.side(position) == Side::X { margin } else { -margin }
    }

    fn weight(&self, square: Square) -> u32 {
        let (column, row, _) = self.board().coordinates(square);
        6 - (column.abs_diff(3) + row.abs_diff(3)) as u32
    }

    fn default_depth(&self) -> Option<u32> {
        Some(4)
    }
}
