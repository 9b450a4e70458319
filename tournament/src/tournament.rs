//! The workers that play a tournament and survive its engines.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use noughts::game::Side;

use crate::config::Config;
use crate::engine::{Engine, Launch, StartError};
use crate::journal::Journal;
use crate::openings::{Book, OpeningError, TooManyPlies};
use crate::play::{Abandoned, Conditions, play};
use crate::record::{Ending, GameRecord};
use crate::schedule::{Fixture, Schedule, fixture};
use crate::seeds::{Purpose, derive};
use crate::stats::Tally;

/// Is told of every game as it ends.
pub trait Observer: Send {
    /// A game has ended and is in the journal and in the tally.
    fn game_ended(&mut self, record: &GameRecord, tally: &Tally);
}

/// Why a tournament ended before its last game.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An engine could not be started, again and again.
    #[error("engine \"{name}\" cannot be started: {error}")]
    Start {
        /// The engine.
        name: String,
        /// What happened the last time.
        error: StartError,
    },
    /// The journal cannot be written.
    #[error("the journal cannot be written: {0}")]
    Journal(io::Error),
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
    /// How many games were played.
    pub played: usize,
    /// How many games there should have been.
    pub total: usize,
    /// Why it ended early, unless it was told to.
    pub error: Option<RunError>,
}

/// So many times in a row an engine may fail to start.
const START_ATTEMPTS: u32 = 3;

/// Plays a tournament. It ends early when the stop of the launch is asked
/// for, or when it makes no sense to go on.
pub fn run(
    config: &Config,
    launch: &Launch,
    journal: Option<Journal>,
    observer: &mut dyn Observer,
) -> Summary {
    let schedule = config.format.schedule(config.engines.len(), config.pairings);
    let total = 2 * schedule.total();
    let mut tally = Tally::new(config.engines.iter().map(|engine| engine.name.as_str()));
    let book = Book::new(&config.openings, config.game.spec(), config.pairings, config.seed);
    let book = match book {
        Ok(book) => book,
        Err(error) => return Summary { tally, played: 0, total, error: Some(error.into()) },
    };
    let desk = Desk { next: 0, played: 0, journal, tally: &mut tally, observer, error: None };
    let hall = Hall {
        config,
        launch,
        schedule: &*schedule,
        book,
        failed_starts: config.engines.iter().map(|_| AtomicU32::new(0)).collect(),
        desk: Mutex::new(desk),
    };
    thread::scope(|scope| {
        for _ in 1..config.concurrency.min(total) {
            scope.spawn(|| hall.work());
        }
        hall.work();
    });
    let Desk { played, error, .. } = hall.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    Summary { tally, played, total, error }
}

/// What all workers share without asking.
struct Hall<'a> {
    config: &'a Config,
    launch: &'a Launch,
    schedule: &'a dyn Schedule,
    book: Book,
    /// How often in a row each engine could not be started.
    failed_starts: Vec<AtomicU32>,
    desk: Mutex<Desk<'a>>,
}

/// What the workers come to one by one: for the next game, and with the
/// record of the last.
struct Desk<'a> {
    next: usize,
    played: usize,
    journal: Option<Journal>,
    tally: &'a mut Tally,
    observer: &'a mut dyn Observer,
    error: Option<RunError>,
}

/// Why a worker has no game to hand in.
enum NoGame {
    Abandoned,
    Failed(RunError),
}

impl From<Abandoned> for NoGame {
    fn from(_: Abandoned) -> NoGame {
        NoGame::Abandoned
    }
}

impl<'a> Hall<'a> {
    /// Plays games until there are no more.
    fn work(&self) {
        let mut idle = HashMap::new();
        while let Some(fixture) = self.take() {
            // Engines that do not play now would only take up memory.
            let (playing, leaving) =
                idle.into_iter().partition(|(player, _)| fixture.players.contains(player));
            idle = playing;
            dismiss(leaving);
            match self.play(fixture, &mut idle) {
                Ok(record) => self.hand_in(&record),
                Err(NoGame::Abandoned) => break,
                Err(NoGame::Failed(error)) => self.fail(error),
            }
        }
        dismiss(idle);
    }

    fn desk(&self) -> MutexGuard<'_, Desk<'a>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<Fixture> {
        if self.launch.stop.asked() {
            return None;
        }
        let mut desk = self.desk();
        let fixture = fixture(self.schedule, desk.next)?;
        desk.next += 1;
        Some(fixture)
    }

    fn hand_in(&self, record: &GameRecord) {
        let mut desk = self.desk();
        if let Some(Err(error)) = desk.journal.as_mut().map(|journal| journal.add(record)) {
            drop(desk);
            return self.fail(RunError::Journal(error));
        }
        desk.played += 1;
        desk.tally.add(record);
        let Desk { observer, tally, .. } = &mut *desk;
        observer.game_ended(record, tally);
    }

    /// Ends the tournament; the first reason is the one to be told.
    fn fail(&self, error: RunError) {
        self.desk().error.get_or_insert(error);
        self.launch.stop.abandon();
    }

    /// Plays a game with engines that are idle or newly started, and leaves
    /// those idle that can play another.
    fn play(
        &self,
        fixture: Fixture,
        idle: &mut HashMap<usize, Engine>,
    ) -> Result<GameRecord, NoGame> {
        let opening = self.book.opening(fixture.round);
        let mut referee =
            self.config.game.referee(&opening, self.config.max_plies).map_err(|error| {
                NoGame::Failed(RunError::Opening { round: fixture.round + 1, error })
            })?;
        let [x, o] = fixture.players;
        let mut engine = |player| idle.remove(&player).map_or_else(|| self.start(player), Ok);
        let mut engines = [engine(x)?, engine(o)?];

        let seeds = Side::BOTH
            .map(|side| derive(self.config.seed, Purpose::Engine { game: fixture.number, side }));
        let players = fixture.players.map(|player| &self.config.engines[player]);
        let conditions = Conditions {
            opening: &opening,
            limits: players.map(|player| &player.limits),
            margin: self.config.margin,
            seeds,
        };
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let began = Instant::now();
        let played = play(&mut engines, &mut *referee, &conditions)?;

        for (side, (engine, player)) in
            Side::BOTH.into_iter().zip(engines.into_iter().zip(fixture.players))
        {
            match &played.ending {
                // Dropped, and so killed; the next game starts it anew.
                Ending::Fault(culprit, fault)
                    if *culprit == side && !fault.kind.leaves_engine_usable() => {}
                _ => drop(idle.insert(player, engine)),
            }
        }
        let millis =
            |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Ok(GameRecord {
            game: fixture.number + 1,
            pairing: fixture.pairing + 1,
            round: fixture.round + 1,
            players: players.map(|player| player.name.clone()),
            opening,
            seeds: played.seeds,
            result: played.ending.result(),
            termination: played.ending.termination(),
            culprit: played.ending.culprit(),
            dispute: played.ending.dispute(),
            plies: played.plies,
            started: millis(started),
            millis: millis(began.elapsed()),
        })
    }

    /// Starts an engine, with some patience.
    fn start(&self, player: usize) -> Result<Engine, NoGame> {
        let config = &self.config.engines[player];
        let failed = &self.failed_starts[player];
        loop {
            let error = match self.launch.start(config) {
                Ok(engine) => {
                    failed.store(0, Ordering::Relaxed);
                    return Ok(engine);
                }
                Err(StartError::Abandoned) => return Err(NoGame::Abandoned),
                Err(error) => error,
            };
            let failures = 1 + failed.fetch_add(1, Ordering::Relaxed);
            if failures >= START_ATTEMPTS || matches!(error, StartError::Option(_)) {
                let name = config.name.clone();
                return Err(NoGame::Failed(RunError::Start { name, error }));
            }
        }
    }
}

/// Lets engines end, all at the same time.
fn dismiss(engines: HashMap<usize, Engine>) {
    thread::scope(|scope| {
        for engine in engines.into_values() {
            scope.spawn(|| engine.quit());
        }
    });
}
