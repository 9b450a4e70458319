//! A game and a position together, for code that only knows at run time which
//! game it is.

use std::fmt::Debug;
use std::sync::Arc;

use super::{
    Board, Game, GameSpec, Outcome, Side, Square, SquareSet, movetext, notation, perft, with_game,
};
use notation::PositionError;

/// A game, a starting position, and the plies played since.
///
/// Where the game is known at compile time, nothing is hidden: the rules and
/// the position are there for a search.
///
/// ```
/// use noughts::game::lines::{Shape, ShapeError};
/// use noughts::game::{GameState, Game, Lines, TypedState};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut state = TypedState::new(Lines::new(Shape::flat(7, 6, 4)?));
/// state.play("d1")?;
/// state.play("d2")?;
///
/// let (game, mut position) = (state.game(), *state.position());
/// let square = game.board().parse("e1").expect("the board has seven columns");
/// game.play(&mut position, square);
/// assert_eq!((game.ply(&position), state.ply()), (3, 2));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct TypedState<G: Game> {
    game: Arc<G>,
    start: G::Position,
    position: G::Position,
    moves: Vec<Square>,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The board has no square of this name.
    #[error("\"{0}\" is not a square of this board")]
    NoSquare(String),
    /// The square is taken.
    #[error("\"{0}\" is occupied")]
    Occupied(String),
    /// The rules keep this ply from the square.
    #[error("\"{0}\" is not allowed for this ply")]
    NotAllowed(String),
    /// The game is over.
    #[error("\"{0}\" cannot be played: the game is over")]
    GameOver(String),
}

/// What can be done with a [`TypedState`] without knowing its game.
///
/// ```
/// use noughts::game::{Outcome, Side, new_game};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = new_game(&"tictactoe".parse()?);
/// for name in ["b2", "a1", "c3", "b1"] {
///     game.play(name)?;
/// }
/// assert_eq!((game.side(), game.outcome()), (Side::X, None));
/// assert_eq!(game.text(), "3 3 3 2X/1X1/OO1 x 3");
///
/// // An illegal move changes nothing.
/// let error = game.play("b2").unwrap_err();
/// assert_eq!(error.to_string(), "\"b2\" is occupied");
///
/// game.play("c1")?;
/// game.play("a2")?;
/// game.play("c2")?;
/// assert_eq!(game.outcome(), Some(Outcome::Win(Side::X)));
/// assert_eq!(game.movetext(), "1. b2 a1 2. c3 b1 3. c1 a2 4. c2");
/// assert!(game.legal().is_empty());
/// # Ok(())
/// # }
/// ```
pub trait GameState: Send + Debug {
    /// The name of the game.
    fn spec(&self) -> GameSpec;
    /// The board.
    fn board(&self) -> &Board;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn GameState>;
    /// Goes to the position a text describes, or to the start of the game.
    ///
    /// # Errors
    ///
    /// When the text is no position of this game; nothing has changed then.
    fn set_start(&mut self, text: Option<&str>) -> Result<(), PositionError>;
    /// Plays a move by its name.
    ///
    /// # Errors
    ///
    /// When it is not legal; nothing has changed then.
    fn play(&mut self, name: &str) -> Result<Square, MoveError>;
    /// The moves since the starting position.
    fn moves(&self) -> &[Square];
    /// The position as text.
    fn text(&self) -> String;
    /// The moves since the starting position as a record, `1. d4 d5`.
    fn movetext(&self) -> String;
    /// Plies played since the empty board.
    fn ply(&self) -> usize;
    /// The side to move.
    fn side(&self) -> Side;
    /// The side that moves at a ply (from 0).
    fn side_at(&self, ply: usize) -> Side;
    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The squares that may be taken.
    fn legal(&self) -> SquareSet;
    /// The squares a side occupies.
    fn stones(&self, side: Side) -> SquareSet;
    /// The squares that make the result visible.
    fn highlights(&self) -> SquareSet;
    /// The squares of one longest train of each side; `None` in games without
    /// trains.
    fn longest_trains(&self) -> Option<[Vec<Square>; 2]>;
    /// A hash of the position.
    fn hash(&self) -> u64;
    /// See [`perft`].
    fn perft(&self, depth: usize, interrupted: &mut dyn FnMut() -> bool) -> Option<u64>;
}

// Derived, it would ask for `G: Clone`, which the shared game need not be.
impl<G: Game> Clone for TypedState<G> {
    fn clone(&self) -> TypedState<G> {
        TypedState {
            game: Arc::clone(&self.game),
            start: self.start.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
        }
    }
}

impl<G: Game> TypedState<G> {
    /// A game at its start.
    pub fn new(game: G) -> TypedState<G> {
        let start = game.start();
        TypedState { game: Arc::new(game), position: start.clone(), start, moves: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }
}

/// A game at its start.
pub fn new_game(spec: &GameSpec) -> Box<dyn GameState> {
    with_game!(spec, game => Box::new(TypedState::new(game)))
}

impl<G: Game> GameState for TypedState<G> {
    fn spec(&self) -> GameSpec {
        self.game.spec()
    }

    fn board(&self) -> &Board {
        self.game.board()
    }

    fn boxed_clone(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }

    fn set_start(&mut self, text: Option<&str>) -> Result<(), PositionError> {
        self.start = match text {
            Some(text) => notation::parse(&*self.game, text)?,
            None => self.game.start(),
        };
        self.position = self.start.clone();
        self.moves.clear();
        Ok(())
    }

    fn play(&mut self, name: &str) -> Result<Square, MoveError> {
        let quoted = || name.to_string();
        let square = self.board().parse(name).ok_or_else(|| MoveError::NoSquare(quoted()))?;
        if !self.legal().contains(square) {
            return Err(if self.outcome().is_some() {
                MoveError::GameOver(quoted())
            } else if !self.game.empty(&self.position).contains(square) {
                MoveError::Occupied(quoted())
            } else {
                MoveError::NotAllowed(quoted())
            });
        }
        self.game.play(&mut self.position, square);
        self.moves.push(square);
        Ok(square)
    }

    fn moves(&self) -> &[Square] {
        &self.moves
    }

    fn text(&self) -> String {
        notation::print(&*self.game, &self.position)
    }

    fn movetext(&self) -> String {
        let names: Vec<String> = self.moves.iter().map(|&s| self.board().name(s)).collect();
        movetext(&names, self.game.ply(&self.start), |ply| self.game.side_at(ply))
    }

    fn ply(&self) -> usize {
        self.game.ply(&self.position)
    }

    fn side(&self) -> Side {
        self.game.side(&self.position)
    }

    fn side_at(&self, ply: usize) -> Side {
        self.game.side_at(ply)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn legal(&self) -> SquareSet {
        self.game.legal(&self.position)
    }

    fn stones(&self, side: Side) -> SquareSet {
        self.game.stones(&self.position, side)
    }

    fn highlights(&self) -> SquareSet {
        self.game.highlights(&self.position)
    }

    fn longest_trains(&self) -> Option<[Vec<Square>; 2]> {
        self.game.longest_trains(&self.position)
    }

    fn hash(&self) -> u64 {
        self.game.hash(&self.position)
    }

    fn perft(&self, depth: usize, mut interrupted: &mut dyn FnMut() -> bool) -> Option<u64> {
        perft(&*self.game, &mut self.position.clone(), depth, &mut interrupted)
    }
}
