//! A tournament from its first game to its last, whatever its engines do.

mod game;
mod state;
mod workers;

use std::io;
use std::sync::{Condvar, Mutex, PoisonError};

use crate::config::Config;
use crate::engine::{Launch, StartError};
use crate::file_kind::FileKindError;
use crate::game_queue::GameQueue;
use crate::journal::Journal;
use crate::logs::{Event, Logs};
pub use crate::notices::Notice;
use crate::notices::Notices;
use crate::openings::{Book, OpeningError, TooManyPlies};
use crate::record::GameRecord;
use crate::shard::Shard;
use crate::stats::Tally;
use crate::stats::sprt::Verdict;
use game::START_ATTEMPTS;
use state::State;
use workers::Workers;

/// Is told of every game as it ends.
pub trait Observer: Send {
    /// So many games were played in earlier runs, and are in the tally.
    fn resumed(&mut self, _played: usize) {}

    /// A game has ended and is in the journal and in the tally.
    fn game_ended(&mut self, record: &GameRecord, tally: &Tally);

    /// The game that has just ended teaches less than it might.
    fn noticed(&mut self, _record: &GameRecord, _notice: Notice) {}
}

/// An engine that could not be started before the first game.
#[derive(Debug, thiserror::Error)]
#[error("engine \"{name}\" cannot be started: {error}")]
pub struct Unstarted {
    /// Its name.
    pub name: String,
    /// What happened.
    pub error: StartError,
}

fn lines(unstarted: &[Unstarted]) -> String {
    let lines: Vec<String> = unstarted.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Why a tournament ended before its last game.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Engines could not be started before the first game.
    #[error("{}", lines(.0))]
    Start(Vec<Unstarted>),
    /// The journal cannot be written.
    #[error("the journal cannot be written: {0}")]
    Journal(io::Error),
    /// The games of the journal cannot be read.
    #[error("the journal cannot be read: {0}")]
    Past(io::Error),
    /// The journal has a game that this tournament does not have.
    #[error("the journal has a game {0} that is not one of this tournament's, or two of them")]
    Stray(usize),
    /// An engine does not start any more.
    #[error("engine \"{0}\" failed to start {START_ATTEMPTS} times in a row")]
    NotStarted(String),
    /// More games than allowed ended by a fault.
    #[error("{faults} of {played} games ended by a fault of an engine")]
    Faults {
        /// So many did.
        faults: u64,
        /// Of so many.
        played: usize,
    },
    /// A file besides the journal cannot be written.
    #[error(transparent)]
    Log(#[from] FileKindError),
    /// The engines cannot be bound to processors.
    #[error("the games cannot be bound to processors: {0}")]
    Affinity(io::Error),
    /// There are no random openings of this length.
    #[error(transparent)]
    Book(#[from] TooManyPlies),
    /// An opening is against the rules.
    #[error("the opening of round {round} cannot be played: {error}")]
    Opening {
        /// The round, from 1.
        round: usize,
        /// Why.
        error: OpeningError,
    },
}

/// What a tournament has come to.
#[derive(Debug)]
pub struct Summary {
    /// The standings.
    pub tally: Tally,
    /// How many games were played, those of earlier runs among them.
    pub played: usize,
    /// How many games there should have been.
    pub total: usize,
    /// What the test of the configuration has come to.
    pub verdict: Option<Verdict>,
    /// Why it ended early, unless it was told to.
    pub error: Option<RunError>,
}

/// Plays a tournament, or a share of it, going on behind the games of the
/// journal, and writes what else is wanted. It ends early when the stop of the launch is asked
/// for, when its test is decided, or when it makes no sense to go on: every
/// engine must start once before the first game and whenever it is needed
/// again, and not too many games may end by a fault.
pub fn run(
    config: &Config,
    launch: &Launch,
    shard: Option<Shard>,
    mut journal: Option<Journal>,
    logs: Logs,
    observer: &mut dyn Observer,
) -> Summary {
    let game_queue = GameQueue::of(config, shard);
    let total = game_queue.total();
    let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
    let mut tally = Tally::new(names.iter().copied());
    let book = match Book::new(&config.openings, config.game.spec(), config.seed) {
        Ok(book) => book.in_order(config.order, config.seed),
        Err(error) => {
            let error = Some(error.into());
            return Summary { tally, played: 0, total, verdict: None, error };
        }
    };
    let past = journal.as_mut().map(Journal::take_past).into_iter().flatten();
    let mut state = State {
        config,
        book: &book,
        game_queue,
        played: 0,
        notices: Notices::default(),
        journal,
        tally: &mut tally,
        observer,
        verdict: None,
        error: None,
    };
    state.error = state.recall(past).err();
    if state.played > 0 {
        state.observer.resumed(state.played);
    }
    let left = state.game_queue.total().saturating_sub(state.played);
    let is_over = state.error.is_some() || state.verdict.is_some() || left == 0;
    let workers = Workers {
        config,
        launch,
        book: &book,
        logs,
        state: Mutex::new(state),
        results: Condvar::new(),
    };
    if !is_over {
        workers.open(left);
    }
    let Workers { state, logs, .. } = workers;
    let State { game_queue, played, journal, verdict, mut error, .. } =
        state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let total = game_queue.total();
    if let Some(Err(unsynced)) = journal.map(Journal::finish) {
        error.get_or_insert(RunError::Journal(unsynced));
    }
    let why = match (&error, verdict) {
        (Some(error), _) => error.to_string(),
        (None, Some(verdict)) => verdict.to_string(),
        (None, None) => if played < total { "stopped" } else { "finished" }.to_string(),
    };
    logs.event(&Event::End { games: played, why });
    if let Some(failure) = logs.into_failure() {
        error.get_or_insert(RunError::Log(failure));
    }
    Summary { tally, played, total, verdict, error }
}
