//! A game with a start position and moves, with its type known at compile time
//! or at run time only.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use super::{
    Board, Game, GameSpec, Outcome, PlacementError, PlayoutCounts, Side, Square, Squares, Symmetry,
    WideSet, movetext, notation, perft, playouts, with_game,
};
use crate::random::Random;
use notation::PositionError;

/// A game, a start position, and the plies played since.
///
/// Code that knows the game at compile time has direct access to the rules and
/// the position.
///
/// ```
/// use noughts_rules::game::lines::{Shape, ShapeError};
/// use noughts_rules::game::{GameState, Game, Lines, TypedState};
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
    /// The rules do not allow this ply on the square.
    #[error("\"{0}\" is not allowed for this ply")]
    NotAllowed(String),
    /// The game is over.
    #[error("\"{0}\" cannot be played: the game is over")]
    GameOver(String),
}

/// A [`TypedState`] of a game that is known at run time only.
///
/// ```
/// use noughts_rules::game::{Outcome, Side, new_game};
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
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// # Ok(())
/// # }
/// ```
pub trait GameState: Send + Sync + Debug {
    /// The spec that names the game.
    fn spec(&self) -> GameSpec;
    /// The board.
    fn board(&self) -> &Board;
    /// Clones the state.
    fn boxed_clone(&self) -> Box<dyn GameState>;
    /// Sets the start position and clears the moves. `None` stands for the
    /// start of the game.
    ///
    /// # Errors
    /// When the text is not a position of this game. The state is then
    /// unchanged.
    fn set_start(&mut self, text: Option<&str>) -> Result<(), PositionError>;
    /// Plays on the square with this name and returns the square.
    ///
    /// # Errors
    /// When the move is not legal. The state is then unchanged.
    fn play(&mut self, name: &str) -> Result<Square, MoveError>;
    /// Takes back the last move since the start position; `None` if there is none.
    fn undo(&mut self) -> Option<Square>;
    /// The moves since the start position.
    fn moves(&self) -> &[Square];
    /// The position as text, as [`notation::print`] writes it.
    fn text(&self) -> String;
    /// The moves since the start position with turn numbers, `1. d4 d5`.
    fn movetext(&self) -> String;
    /// The number of plies played since the empty board.
    fn ply(&self) -> usize;
    /// The side to move.
    fn side(&self) -> Side;
    /// The side that plays a ply (from 0).
    fn side_at(&self, ply: usize) -> Side;
    /// The result of the game, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves.
    fn legal(&self) -> WideSet;
    /// The squares a side occupies.
    fn stones(&self, side: Side) -> WideSet;
    /// The legal squares on which a move loses at once; see [`Game::forbidden`].
    fn forbidden(&self) -> WideSet;
    /// The squares that decide a finished game; see [`Game::highlights`].
    fn highlights(&self) -> WideSet;
    /// The squares of one longest train of each side; `None` in games without
    /// trains. See [`Game::longest_trains`].
    fn longest_trains(&self) -> Option<[Vec<Square>; 2]>;
    /// The hash of the position; see [`Game::hash`].
    fn hash(&self) -> u64;
    /// The symmetries that preserve the rules of every remaining ply, the
    /// identity included; see [`Game::symmetries`].
    fn symmetries(&self) -> Vec<Symmetry>;
    /// The position under a symmetry, as the text of a position.
    ///
    /// # Errors
    /// When no game leads to the image, because the rules of earlier plies
    /// exclude it.
    fn image(&self, symmetry: &Symmetry) -> Result<String, PlacementError>;
    /// Counts the games of `depth` plies from the position; see [`perft`].
    fn perft(&self, depth: usize, interrupted: &mut dyn FnMut() -> bool) -> Option<u64>;
    /// Plays random games from the position and counts how they end; see [`playouts`].
    fn playouts(&self, count: u64, random: &mut Random) -> PlayoutCounts;
}

// The derived implementation would require `G: Clone`.
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
    /// Creates the state at the start of a game.
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

/// Creates the state at the start of the named game.
///
/// All states of one game share its board and lines. Those of the games named
/// last are kept, so only the first call with a spec computes them: for 20x20
/// that takes as long as thousands of plies.
pub fn new_game(spec: &GameSpec) -> Box<dyn GameState> {
    // A panic in another thread leaves the list whole.
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).start(spec)
}

static RECENT: Mutex<RecentGames> = Mutex::new(RecentGames(Vec::new()));

/// The games named last, the latest first, at their starts.
struct RecentGames(Vec<(GameSpec, Box<dyn GameState>)>);

impl RecentGames {
    /// The number of games that are kept. A program plays one game at a time, or
    /// a few; the lines of the largest board take half a megabyte.
    const MAX: usize = 4;

    fn start(&mut self, spec: &GameSpec) -> Box<dyn GameState> {
        if let Some(at) = self.0.iter().position(|(known, _)| known == spec) {
            self.0[..=at].rotate_right(1);
            return self.0[0].1.boxed_clone();
        }
        let made: Box<dyn GameState> = with_game!(spec, game => Box::new(TypedState::new(game)));
        self.0.truncate(RecentGames::MAX - 1);
        self.0.insert(0, (spec.clone(), made.boxed_clone()));
        made
    }
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

    fn undo(&mut self) -> Option<Square> {
        let square = self.moves.pop()?;
        self.game.undo(&mut self.position, square);
        Some(square)
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

    fn legal(&self) -> WideSet {
        self.game.legal(&self.position).into()
    }

    fn stones(&self, side: Side) -> WideSet {
        self.game.stones(&self.position, side).into()
    }

    fn forbidden(&self) -> WideSet {
        self.game.forbidden(&self.position).into()
    }

    fn highlights(&self) -> WideSet {
        self.game.highlights(&self.position).into()
    }

    fn longest_trains(&self) -> Option<[Vec<Square>; 2]> {
        self.game.longest_trains(&self.position)
    }

    fn hash(&self) -> u64 {
        self.game.hash(&self.position)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        self.game.symmetries(&self.position)
    }

    fn image(&self, symmetry: &Symmetry) -> Result<String, PlacementError> {
        let [x, o] = Side::BOTH.map(|side| symmetry.set(self.game.stones(&self.position, side)));
        let position = self.game.place(x, o, self.side())?;
        Ok(notation::print(&*self.game, &position))
    }

    fn perft(&self, depth: usize, mut interrupted: &mut dyn FnMut() -> bool) -> Option<u64> {
        perft(&*self.game, &mut self.position.clone(), depth, &mut interrupted)
    }

    fn playouts(&self, count: u64, random: &mut Random) -> PlayoutCounts {
        playouts(&*self.game, &self.position, count, random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_of_one_game_share_its_lines() {
        let mut recent = RecentGames(Vec::new());
        let mut start = |text: &str| recent.start(&text.parse().unwrap());
        let [mut first, second] = ["tictactoe:20x20:5"; 2].map(&mut start);
        assert!(std::ptr::eq(first.board(), second.board()));
        first.play("a1").unwrap();
        assert_eq!((first.ply(), second.ply()), (1, 0));
        for other in ["tictactoe", "qubic", "tictactrains"] {
            assert_eq!(start(other).spec().to_string(), other);
        }
        assert!(std::ptr::eq(first.board(), start("tictactoe:20x20:5").board()), "used again");
        for other in ["tictactoe", "qubic", "tictactrains", "tictactoe:5"] {
            assert_eq!(start(other).ply(), 0);
        }
        assert!(!std::ptr::eq(first.board(), start("tictactoe:20x20:5").board()), "forgotten");
    }

    #[test]
    fn an_image_is_a_position_of_the_game() {
        let mut game = new_game(&"tictactoe".parse().unwrap());
        game.play("a1").unwrap();
        game.play("b1").unwrap();
        let images = game.symmetries().iter().map(|s| game.image(s).unwrap()).collect::<Vec<_>>();
        assert_eq!(images.len(), 8);
        assert_eq!(images[0], game.text());
        assert!(images.contains(&"3 3 3 3/O2/X2 x 2".to_string()), "{images:?}");
        // After O's restricted ply, every symmetry preserves the remaining
        // rules, but some images cannot arise in a game.
        let mut game = new_game(&"tictactrains:(XA, OA-a1, XA, OA, ...)".parse().unwrap());
        game.play("d4").unwrap();
        game.play("a7").unwrap();
        let images = game.symmetries().iter().map(|s| game.image(s).is_ok()).collect::<Vec<_>>();
        assert_eq!(images.len(), 8);
        assert_eq!(images.iter().filter(|is_legal| **is_legal).count(), 6);
    }
}
