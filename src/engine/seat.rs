//! A game, a position and a searcher together, whatever the game is.

use std::sync::{Arc, Mutex, PoisonError};

use crate::game::notation::PositionError;
use crate::game::{AnySetup, Game, GameSpec, MoveError, Setup, SquareSet, with_game};
use crate::search::{
    Budget, Heuristics, Report, SearchKind, Searcher, Settings, Stop, Task, candidates,
};

/// What the session needs of a game without knowing which it is.
pub(super) trait Seat: Send {
    /// The game and the position.
    fn setup(&self) -> &dyn AnySetup;

    /// Goes to a position.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), SetError>;

    /// Plays a move from where it is.
    fn play(&mut self, name: &str) -> Result<(), MoveError>;

    /// Takes another search in place of the one that is there.
    fn set_search(&mut self, kind: SearchKind);

    /// Makes the searcher forget everything.
    fn clear(&mut self);

    /// The search of the position, to be run on the searcher thread. A
    /// finished game gives an empty report.
    fn search(&self, moves: SquareSet, budget: Budget, settings: Settings) -> SearchWork;
}

/// A search, ready to run.
pub(super) type SearchWork = Box<dyn FnOnce(&Stop, &mut dyn FnMut(&Report)) -> Report + Send>;

/// Why a position was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// The text is no position of the game.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// A seat at the start of a game.
pub(super) fn seat(spec: &GameSpec, search: SearchKind) -> Box<dyn Seat> {
    with_game!(spec, game => {
        let searcher = search.searcher(&game);
        Box::new(TypedSeat { setup: Setup::new(game), searcher: Arc::new(Mutex::new(searcher)) })
    })
}

struct TypedSeat<G: Game> {
    setup: Setup<G>,
    /// Only one job runs at a time, and only it and this seat hold the
    /// searcher: the lock is never waited for.
    searcher: Arc<Mutex<Box<dyn Searcher<G>>>>,
}

impl<G: Heuristics> Seat for TypedSeat<G> {
    fn setup(&self) -> &dyn AnySetup {
        &self.setup
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), SetError> {
        let mut setup = self.setup.clone();
        setup.set_start(start)?;
        for name in moves {
            setup.play(name)?;
        }
        self.setup = setup;
        Ok(())
    }

    fn play(&mut self, name: &str) -> Result<(), MoveError> {
        self.setup.play(name).map(|_| ())
    }

    fn set_search(&mut self, kind: SearchKind) {
        self.searcher = Arc::new(Mutex::new(kind.searcher(&**self.setup.game())));
    }

    fn clear(&mut self) {
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn search(&self, moves: SquareSet, budget: Budget, settings: Settings) -> SearchWork {
        let game = Arc::clone(self.setup.game());
        let root = self.setup.position().clone();
        let searcher = Arc::clone(&self.searcher);
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
                // Moves that were asked for are searched wherever they are.
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
