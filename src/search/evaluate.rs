//! Static judgement of positions that are not over, and of squares.

use super::score::MAX_ESTIMATE;
use crate::game::lines::Shape;
use crate::game::{Game, Lines, Side, Square, Trains};

/// A game whose positions can be judged without searching.
pub trait Evaluate: Game {
    /// What the position is worth to the side to move, in centipoints.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// How promising a square is before anything is known: higher is better.
    fn weight(&self, square: Square) -> u32;

    /// The depth of `minimax` when nothing else is asked for; `None` is to
    /// the end of the game.
    fn default_depth(&self) -> Option<u32>;
}

/// Lines that the other side has no stone in count by what they lack: this is
/// the heuristic of the first 4x4x4 program (Bogenschutz 2010).
fn open_line(missing: usize) -> i32 {
    match missing {
        0 | 1 => 10_000,
        2 => 100,
        3 => 10,
        _ => 1,
    }
}

impl Evaluate for Lines {
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let side = self.side(position);
        let (own, other) = (position.stones(side), position.stones(!side));
        let length = self.geometry().shape().line_length();
        let mut value = 0;
        for &line in self.geometry().lines() {
            let (a, b) = (line & own, line & other);
            if b == 0 {
                value += open_line(length - a.count_ones() as usize);
            }
            if a == 0 {
                value -= open_line(length - b.count_ones() as usize);
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
