//! The player: a game state and a searcher of any game behind one trait.

use std::sync::{Arc, Mutex, PoisonError};

use crate::game::notation::PositionError;
use crate::game::{
    Game, GameSpec, GameState, MoveError, Square, Squares, TypedState, WideSet, with_game,
};
use crate::search::{
    Budget, Players, Report, SearchKind, Searcher, Settings, Stop, Task, candidates,
};

/// A game state and a searcher of any game. The searcher keeps its tables and
/// trees from one search to the next. Created by [`player`].
///
/// Two searches play a game of four in a row:
///
/// ```
/// use std::time::Instant;
///
/// use noughts::engine::player;
/// use noughts::game::{GameSpec, Outcome, Side};
/// use noughts::search::{Budget, Canceller, SearchKind, Settings};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game: GameSpec = "tictactoe:5x5:4".parse()?;
/// let mut players = [SearchKind::AlphaBeta, SearchKind::Random].map(|kind| player(&game, kind));
/// let budget = Budget { nodes: 5_000, ..Budget::UNLIMITED };
/// let settings = Settings { hash: 1, seed: 7, ..Settings::default() };
///
/// let outcome = loop {
///     let state = players[0].state();
///     if let Some(outcome) = state.outcome() {
///         break outcome;
///     }
///     let (mover, moves) = (state.side().index(), state.legal());
///     // The search runs as long as its canceller lives.
///     let (_canceller, stop) = Canceller::new(Instant::now());
///     let report = players[mover].search(moves, budget, &settings, &stop, &mut |_| {});
///     let best = report.lines[0].pv[0];
///     for player in &mut players {
///         player.play(best)?;
///     }
/// };
/// println!("{}", players[0].state().movetext());
/// assert_eq!(outcome, Outcome::Win(Side::X));
/// # Ok(())
/// # }
/// ```
pub trait Player: Send {
    /// The game state.
    fn state(&self) -> &dyn GameState;

    /// Sets the position to the one after `moves` from `start`, a position
    /// text, or from the start of the game.
    ///
    /// # Errors
    ///
    /// When the text or a move is refused. The position is then unchanged.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), SetError>;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// When the move is not legal. The position is then unchanged.
    fn play(&mut self, square: Square) -> Result<(), MoveError>;

    /// Replaces the searcher.
    fn set_search(&mut self, kind: SearchKind);

    /// Clears the tables and trees of the searcher.
    fn clear(&mut self);

    /// Gets the memory of the searcher ready for its next search with these settings,
    /// unless a search is running.
    fn warm_up(&mut self, settings: &Settings);

    /// Prepares a search of these moves of the position, which can run on any
    /// thread. Without moves the search returns an empty report.
    fn prepare(&self, moves: WideSet, budget: Budget, settings: Settings) -> SearchWork;

    /// Searches these moves of the position and returns the last report.
    fn search(
        &mut self,
        moves: WideSet,
        budget: Budget,
        settings: &Settings,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        self.prepare(moves, budget, settings.clone())(stop, report)
    }
}

/// A search, ready to run.
pub type SearchWork = Box<dyn FnOnce(&Stop, &mut dyn FnMut(&Report)) -> Report + Send>;

/// Why a position was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// The text is not a position of the game.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Creates a player at the start of a game.
pub fn player(spec: &GameSpec, search: SearchKind) -> Box<dyn Player> {
    with_game!(spec, game => {
        let searcher = search.searcher(&game);
        Box::new(TypedPlayer { state: TypedState::new(game), searcher: Arc::new(Mutex::new(searcher)) })
    })
}

struct TypedPlayer<G: Game> {
    state: TypedState<G>,
    /// One job runs at a time, and only the job and this player hold the
    /// searcher: the lock is never contended.
    searcher: Arc<Mutex<Box<dyn Searcher<G>>>>,
}

impl<G: Players> Player for TypedPlayer<G> {
    fn state(&self) -> &dyn GameState {
        &self.state
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), SetError> {
        let mut state = self.state.clone();
        state.set_start(start)?;
        for name in moves {
            state.play(name)?;
        }
        self.state = state;
        Ok(())
    }

    fn play(&mut self, square: Square) -> Result<(), MoveError> {
        let name = self.state.board().name(square);
        self.state.play(&name).map(|_| ())
    }

    fn set_search(&mut self, kind: SearchKind) {
        self.searcher = Arc::new(Mutex::new(kind.searcher(&**self.state.game())));
    }

    fn clear(&mut self) {
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn warm_up(&mut self, settings: &Settings) {
        if let Ok(mut searcher) = self.searcher.try_lock() {
            searcher.warm_up(settings);
        }
    }

    fn prepare(&self, moves: WideSet, budget: Budget, settings: Settings) -> SearchWork {
        let game = Arc::clone(self.state.game());
        let root = self.state.position().clone();
        let searcher = Arc::clone(&self.searcher);
        let moves = G::Set::from_wide(moves);
        Box::new(move |stop, report| {
            if moves.is_empty() {
                return Report::default();
            }
            let stop = stop.clone();
            let stop = &if game.has_slow_nodes() { stop.with_slow_nodes() } else { stop };
            let near = moves & candidates(&*game, &root, settings.neighbors);
            let mut task = Task {
                game: &*game,
                root: &root,
                // The moves of `searchmoves` are searched even if none is a
                // candidate.
                moves: if near.is_empty() { moves } else { near },
                budget,
                settings: &settings,
                stop,
                report,
            };
            searcher.lock().unwrap_or_else(PoisonError::into_inner).search(&mut task)
        })
    }
}
