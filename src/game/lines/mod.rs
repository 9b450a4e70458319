//! The games in which the first complete line wins: tic-tac-toe on any board,
//! and Qubic on cubes.

mod family;
mod geometry;
pub mod incremental;

use super::{
    Board, Game, GameSpec, Outcome, PlacementError, Side, Square, SquareSet, Symmetry,
    check_counts, symmetry, zobrist,
};

pub use family::{QUBIC, TICTACTOE};
pub use geometry::{Geometry, Shape, ShapeError};

/// The game on one board with one line length.
#[derive(Clone, Debug)]
pub struct Lines {
    geometry: Geometry,
}

/// A position: the stones of both sides, and whether the last stone completed a
/// line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    stones: [u128; 2],
    hash: u64,
    ply: u8,
    won: bool,
}

impl Position {
    /// The stones of a side.
    pub fn stones(&self, side: Side) -> u128 {
        self.stones[side.index()]
    }
}

impl Lines {
    /// Creates the game on this board.
    pub fn new(shape: Shape) -> Lines {
        Lines { geometry: Geometry::new(shape) }
    }

    /// The lines of the board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Iterates over the complete lines in a set of stones.
    fn complete(&self, stones: u128) -> impl Iterator<Item = u128> + '_ {
        self.geometry.lines().iter().copied().filter(move |line| line & stones == *line)
    }
}

impl Game for Lines {
    type Position = Position;

    fn spec(&self) -> GameSpec {
        GameSpec::Lines(self.geometry.shape())
    }

    fn board(&self) -> &Board {
        self.geometry.board()
    }

    fn start(&self) -> Position {
        Position { stones: [0; 2], hash: 0, ply: 0, won: false }
    }

    fn place(&self, x: SquareSet, o: SquareSet, side: Side) -> Result<Position, PlacementError> {
        check_counts(self, x, o, side)?;
        let has_line = [x, o].map(|stones| self.complete(stones.0).next().is_some());
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
        // square.
        let stones = [x, o][last.index()].0;
        if self.complete(stones).fold(stones, |shared, line| shared & line) == 0 && stones != 0 {
            return not_by_the_last_ply(last);
        }
        Ok(Position {
            stones: [x.0, o.0],
            hash: zobrist::hash(x, o),
            ply: (x.len() + o.len()) as u8,
            won: has_line[last.index()],
        })
    }

    #[inline]
    fn side_at(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) { Side::X } else { Side::O }
    }

    fn stones(&self, position: &Position, side: Side) -> SquareSet {
        SquareSet(position.stones(side))
    }

    #[inline]
    fn ply(&self, position: &Position) -> usize {
        usize::from(position.ply)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.won {
            Some(Outcome::Win(!self.side(position)))
        } else if usize::from(position.ply) == self.board().len() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn legal(&self, position: &Position) -> SquareSet {
        if position.won {
            return SquareSet::EMPTY;
        }
        SquareSet(self.geometry.squares() & !(position.stones[0] | position.stones[1]))
    }

    #[inline]
    fn play(&self, position: &mut Position, square: Square) {
        let side = self.side(position);
        let stones = &mut position.stones[side.index()];
        *stones |= 1 << square.index();
        position.won = self.geometry.completes(*stones, square);
        position.hash ^= zobrist::key(side, square);
        position.ply += 1;
    }

    #[inline]
    fn undo(&self, position: &mut Position, square: Square) {
        position.ply -= 1;
        position.won = false;
        let side = self.side(position);
        position.stones[side.index()] &= !(1 << square.index());
        position.hash ^= zobrist::key(side, square);
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.hash
    }

    fn symmetries(&self, _: &Position) -> Vec<Symmetry> {
        match self.geometry.shape() {
            Shape::Flat { .. } => symmetry::flat(self.board()),
            Shape::Cube { .. } => symmetry::cube(self.board()),
        }
    }

    fn text_prefix(&self) -> String {
        match self.geometry.shape() {
            Shape::Flat { columns, rows, line } => format!("{rows} {columns} {line} "),
            Shape::Cube { side } => format!("{side} "),
        }
    }

    fn highlights(&self, position: &Position) -> SquareSet {
        let complete = position.stones.iter().flat_map(|&stones| self.complete(stones));
        SquareSet(complete.fold(0, |all, line| all | line))
    }
}
