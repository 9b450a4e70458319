//! The trait of the rules of a game.

use std::fmt::Debug;

use super::side::{Outcome, Side};
use super::spec::GameSpec;
use super::squares::board::Board;
use super::squares::set::Squares;
use super::squares::square::Square;
use super::squares::symmetry::Symmetry;

/// The rules of one game on one board.
///
/// Sides alternate in most games but not in all: the side to move comes from
/// the position, never from the parity of the ply.
pub trait Game: Debug + Send + Sync + Sized + 'static {
    /// A position: small, plain, cheap to copy.
    type Position: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// A set of squares of the board: [`SquareSet`](crate::game::SquareSet) up to 128 squares.
    type Set: Squares;

    /// The spec that names this game.
    fn spec(&self) -> GameSpec;

    /// The board.
    fn board(&self) -> &Board;

    /// The position before the first ply.
    fn start(&self) -> Self::Position;

    /// Returns the position with these stones and this side to move.
    ///
    /// # Errors
    /// When no sequence of legal plies leads to the position.
    fn place(
        &self,
        x: Self::Set,
        o: Self::Set,
        side: Side,
    ) -> Result<Self::Position, PlacementError>;

    /// The side that plays ply `ply` (from 0), if the game lasts that long.
    fn side_at(&self, ply: usize) -> Side;

    /// The squares this side occupies.
    fn stones(&self, position: &Self::Position, side: Side) -> Self::Set;

    /// The number of plies played, which is the number of stones on the board.
    fn ply(&self, position: &Self::Position) -> usize;

    /// The result of the game, or `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The legal moves; empty once the game has ended.
    fn legal(&self, position: &Self::Position) -> Self::Set;

    /// Plays a ply. The square must be [`legal`](Game::legal).
    fn play(&self, position: &mut Self::Position, square: Square);

    /// Takes back the last ply, which was played on this square.
    fn undo(&self, position: &mut Self::Position, square: Square);

    /// A hash of the stones, updated by `play` and `undo`. Equal positions of
    /// one game have equal hashes.
    fn hash(&self, position: &Self::Position) -> u64;

    /// The symmetries of the board, the identity included, that preserve the
    /// rules of every remaining ply.
    fn symmetries(&self, position: &Self::Position) -> Vec<Symmetry>;

    /// The words before the placement in the text of a position, each followed
    /// by a space.
    fn text_prefix(&self) -> String;

    /// The side to move; after the end of a game, the side that would move
    /// next.
    fn side(&self, position: &Self::Position) -> Side {
        self.side_at(self.ply(position))
    }

    /// Whether the side to move wins at once on this square, which must be
    /// [`legal`](Game::legal). Plays and undoes the ply; the position is
    /// unchanged afterwards.
    fn wins_with(&self, position: &mut Self::Position, square: Square) -> bool {
        let side = self.side(position);
        self.play(position, square);
        let outcome = self.outcome(position);
        self.undo(position, square);
        outcome == Some(Outcome::Win(side))
    }

    /// The squares without a stone.
    fn empty(&self, position: &Self::Position) -> Self::Set {
        Self::Set::all(self.board())
            - self.stones(position, Side::X)
            - self.stones(position, Side::O)
    }

    /// The legal squares on which a move loses at once, because it is forbidden (in renju).
    fn forbidden(&self, _position: &Self::Position) -> Self::Set {
        Self::Set::EMPTY
    }

    /// The squares that decide a finished game: the winning lines, or the
    /// longest trains. Empty while the game goes on.
    fn highlights(&self, position: &Self::Position) -> Self::Set;

    /// The squares of one longest train of each side, X's first, from one end
    /// of the train to the other; `None` in games without trains.
    fn longest_trains(&self, _position: &Self::Position) -> Option<[Vec<Square>; 2]> {
        None
    }
}

/// Why no game can lead to a placement of stones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// The numbers of stones contradict the order of the sides.
    #[error("{x} X and {o} O stones cannot arise: after {plies} plies there are {expected} X")]
    StoneCount {
        /// The number of X stones found.
        x: usize,
        /// The number of O stones found.
        o: usize,
        /// The number of all stones.
        plies: usize,
        /// The number of X stones after `plies` plies.
        expected: usize,
    },
    /// The number of stones implies that the other side is to move.
    #[error("{0} is not to move after {1} plies")]
    SideToMove(Side, usize),
    /// The rules of the game exclude the placement for this reason.
    #[error("no game leads to these stones: {0}")]
    Impossible(String),
}

/// Checks the number of stones and the side to move against the order of the
/// sides. All games share this check.
pub(crate) fn check_counts<G: Game>(
    game: &G,
    x: G::Set,
    o: G::Set,
    side: Side,
) -> Result<(), PlacementError> {
    let plies = x.len() + o.len();
    let expected = (0..plies).filter(|&ply| game.side_at(ply) == Side::X).count();
    if x.len() != expected {
        return Err(PlacementError::StoneCount { x: x.len(), o: o.len(), plies, expected });
    }
    if game.side_at(plies) != side {
        return Err(PlacementError::SideToMove(side, plies));
    }
    Ok(())
}
