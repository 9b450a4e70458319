//! The games in which the first complete line wins: tic-tac-toe on any board,
//! and Qubic on cubes.

mod geometry;
pub mod incremental;
pub mod renju;

use super::rules::check_counts;
use super::squares::set::hash;
use super::squares::symmetry;
use super::{
    Board, Game, GameSpec, Outcome, PlacementError, Side, Square, SquareSet, Squares, Symmetry,
    WideSet,
};

pub use super::spec::shape::{LineRule, Shape, ShapeError};
pub use geometry::Geometry;

/// The game on one board with one line length, with sets of squares as wide as
/// the board needs.
#[derive(Clone, Debug)]
pub struct Lines<S = SquareSet> {
    geometry: Geometry<S>,
}

/// A position: the stones of both sides, and whether the last stone completed a
/// line or was forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<S = SquareSet> {
    stones: [S; 2],
    hash: u64,
    ply: u32,
    won: bool,
    /// Whether the last stone, of X, was forbidden.
    forbidden: bool,
}

impl Position {
    /// The stones of a side.
    pub fn stones(&self, side: Side) -> u128 {
        self.stones[side.index()].0
    }
}

impl<S: Squares> Position<S> {
    /// The stones of a side as a set.
    #[inline]
    pub fn set(&self, side: Side) -> S {
        self.stones[side.index()]
    }
}

impl Lines {
    /// Creates the game on a board that is not [wide](Shape::is_wide).
    pub fn new(shape: Shape) -> Lines {
        debug_assert!(!shape.is_wide());
        Lines { geometry: Geometry::new(shape) }
    }
}

impl Lines<WideSet> {
    /// Creates the game on any flat board.
    pub fn wide(shape: Shape) -> Lines<WideSet> {
        Lines { geometry: Geometry::new(shape) }
    }
}

impl<S: Squares> Lines<S> {
    /// Whether a stone of X on this empty square is [forbidden](renju).
    #[inline]
    pub fn is_forbidden(&self, position: &Position<S>, square: Square) -> bool {
        self.geometry.shape().rule() == LineRule::Renju
            && renju::fault(self.board(), position.stones[0], position.stones[1], square).is_some()
    }

    /// The lines of the board.
    pub fn geometry(&self) -> &Geometry<S> {
        &self.geometry
    }
}

impl<S: Squares> Game for Lines<S> {
    type Position = Position<S>;
    type Set = S;

    fn spec(&self) -> GameSpec {
        GameSpec::Lines(self.geometry.shape())
    }

    fn board(&self) -> &Board {
        self.geometry.board()
    }

    fn start(&self) -> Position<S> {
        Position { stones: [S::EMPTY; 2], hash: 0, ply: 0, won: false, forbidden: false }
    }

    fn place(&self, x: S, o: S, side: Side) -> Result<Position<S>, PlacementError> {
        check_counts(self, x, o, side)?;
        // Finding lines takes most of the time of reading a position.
        let least = self.geometry.shape().line_length();
        let complete = |stones: [S; 2], side: Side| self.geometry.complete(stones, side);
        let has_line = Side::BOTH.map(|side| {
            [x, o][side.index()].len() >= least && complete([x, o], side).next().is_some()
        });
        if has_line == [true, true] {
            return Err(PlacementError::Impossible("both sides have a complete line".to_string()));
        }
        let last = !side;
        let not_by_the_last_ply = |side| {
            let reason = format!("{side}'s complete lines cannot have been made by the last ply");
            Err(PlacementError::Impossible(reason))
        };
        if has_line[side.index()] {
            return not_by_the_last_ply(side);
        }
        // The last ply completed all lines of the winner, so they share a
        // square, and there was no line before. With exact lines its stone may
        // also have joined two lines to a longer run.
        let was_last = |square| {
            let before = [x, o].map(|stones| stones - S::of(square));
            complete(before, last).next().is_none()
        };
        if has_line[last.index()] {
            let stones = [x, o][last.index()];
            let shared = complete([x, o], last).fold(stones, |shared, line| shared & line);
            if !shared.into_iter().any(was_last) {
                return not_by_the_last_ply(last);
            }
        }
        Ok(Position {
            stones: [x, o],
            hash: hash(x, o),
            ply: (x.len() + o.len()) as u32,
            won: has_line[last.index()],
            // The text of a position does not say which stone was the last.
            forbidden: false,
        })
    }

    #[inline]
    fn side_at(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) { Side::X } else { Side::O }
    }

    fn stones(&self, position: &Position<S>, side: Side) -> S {
        position.set(side)
    }

    #[inline]
    fn ply(&self, position: &Position<S>) -> usize {
        position.ply as usize
    }

    #[inline]
    fn outcome(&self, position: &Position<S>) -> Option<Outcome> {
        if position.won {
            Some(Outcome::Win(!self.side(position)))
        } else if position.forbidden {
            Some(Outcome::Win(self.side(position)))
        } else if position.ply as usize == self.board().len() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn legal(&self, position: &Position<S>) -> S {
        if position.won || position.forbidden {
            return S::EMPTY;
        }
        self.geometry.squares() & !(position.stones[0] | position.stones[1])
    }

    fn forbidden(&self, position: &Position<S>) -> S {
        if self.geometry.shape().rule() != LineRule::Renju || self.side(position) == Side::O {
            return S::EMPTY;
        }
        let legal = self.legal(position).into_iter();
        legal.filter(|&square| self.is_forbidden(position, square)).collect()
    }

    #[inline]
    fn play(&self, position: &mut Position<S>, square: Square) {
        let side = self.side(position);
        position.forbidden = side == Side::X && self.is_forbidden(position, square);
        position.stones[side.index()].insert(square);
        position.won = self.geometry.completes(position.stones, square, side);
        position.hash ^= S::key(side, square);
        position.ply += 1;
    }

    #[inline]
    fn undo(&self, position: &mut Position<S>, square: Square) {
        position.ply -= 1;
        (position.won, position.forbidden) = (false, false);
        let side = self.side(position);
        position.stones[side.index()].remove(square);
        position.hash ^= S::key(side, square);
    }

    #[inline]
    fn hash(&self, position: &Position<S>) -> u64 {
        position.hash
    }

    fn symmetries(&self, _: &Position<S>) -> Vec<Symmetry> {
        match self.geometry.shape() {
            Shape::Flat { .. } => symmetry::flat(self.board()),
            Shape::Cube { .. } => symmetry::cube(self.board()),
        }
    }

    fn text_prefix(&self) -> String {
        self.geometry.shape().position_prefix()
    }

    fn highlights(&self, position: &Position<S>) -> S {
        let of = |side: Side| self.geometry.complete(position.stones, side);
        let complete = Side::BOTH.into_iter().flat_map(of);
        complete.fold(S::EMPTY, |all, line| all | line)
    }
}

#[cfg(test)]
mod tests;
