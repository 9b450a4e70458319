//! The workers that play a tournament and survive its engines.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use noughts::game::Side;

use crate::agenda::Agenda;
use crate::config::Config;
use crate::engine::fault::{Fault, FaultKind, Trouble};
use crate::engine::{Engine, Launch, StartError};
use crate::journal::Journal;
use crate::openings::{Book, OpeningError, TooManyPlies};
use crate::play::{Abandoned, Conditions, Played, play};
use crate::record::{Ending, GameRecord};
use crate::schedule::{Fixture, Schedule};
use crate::seeds::{Purpose, derive};
use crate::shard::Shard;
use crate::stats::Tally;

/// Is told of every game as it ends.
pub trait Observer: Send {
    /// So many games were played in earlier runs, and are in the tally.
    fn resumed(&mut self, _played: usize) {}

    /// A game has ended and is in the journal and in the tally.
    fn game_ended(&mut self, record: &GameRecord, tally: &Tally);
}

/// Why a tournament ended before its last game.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An engine could not be started before the first game.
    #[error("engine \"{name}\" cannot be started: {error}")]
    Start {
        /// The engine.
        name: String,
        /// What happened.
        error: StartError,
    },
    /// The journal cannot be written.
    #[error("the journal cannot be written: {0}")]
    Journal(io::Error),
    /// The games of the journal cannot be read.
    #[error("the journal cannot be read: {0}")]
    Past(io::Error),
    /// The journal has a game that this tournament does not have.
    #[error("the journal has a game {0} that is not one of this tournament's, or has it twice")]
    Stray(usize),
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
    /// Why it ended early, unless it was told to.
    pub error: Option<RunError>,
}

/// So often an engine is started for a game before it has lost it.
const START_ATTEMPTS: u32 = 3;

/// Plays a tournament, or a share of it, going on behind the games of the
/// journal. It ends early when the stop of the launch is asked
/// for, or when it makes no sense to go on. What an engine does is no reason
/// to end it, except that every engine must start once before the first game.
pub fn run(
    config: &Config,
    launch: &Launch,
    shard: Option<Shard>,
    mut journal: Option<Journal>,
    observer: &mut dyn Observer,
) -> Summary {
    let schedule = config.format.schedule(config.engines.len(), config.pairings);
    let mut agenda = Agenda::new(shard);
    let total = agenda.total(&*schedule);
    let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
    let mut tally = Tally::new(names.iter().copied());
    let book = Book::new(&config.openings, config.game.spec(), config.seed);
    let book = match book {
        Ok(book) => book,
        Err(error) => return Summary { tally, played: 0, total, error: Some(error.into()) },
    };
    let mut played = 0;
    let past = journal.iter_mut().flat_map(Journal::take_past);
    for record in past {
        let error = match record {
            Ok(record) if agenda.note(&*schedule, &names, &record).is_some() => {
                played += 1;
                tally.add(&record);
                continue;
            }
            Ok(record) => RunError::Stray(record.game),
            Err(error) => RunError::Past(error),
        };
        return Summary { tally, played, total, error: Some(error) };
    }
    if played > 0 {
        observer.resumed(played);
    }
    if played == total {
        return Summary { tally, played, total, error: None };
    }
    let desk = Desk { agenda, played, journal, tally: &mut tally, observer, error: None };
    let hall = Hall { config, launch, schedule: &*schedule, book, desk: Mutex::new(desk) };
    thread::scope(|scope| match hall.muster(scope) {
        Ok(idle) => {
            for _ in 1..config.concurrency.min(total - played) {
                let worker = || hall.work(scope, HashMap::new());
                if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                    // The system has no more threads: fewer games at once.
                    break;
                }
            }
            hall.work(scope, idle);
        }
        Err(reason) => hall.end(reason),
    });
    let desk = hall.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Desk { played, journal, mut error, .. } = desk;
    if let Some(Err(unsynced)) = journal.map(Journal::finish) {
        error.get_or_insert(RunError::Journal(unsynced));
    }
    Summary { tally, played, total, error }
}

/// What all workers share without asking.
struct Hall<'a> {
    config: &'a Config,
    launch: &'a Launch,
    schedule: &'a dyn Schedule,
    book: Book,
    desk: Mutex<Desk<'a>>,
}

/// What the workers come to one by one: for the next game, and with the
/// record of the last.
struct Desk<'a> {
    agenda: Agenda,
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

impl From<TooManyPlies> for NoGame {
    fn from(error: TooManyPlies) -> NoGame {
        NoGame::Failed(error.into())
    }
}

/// Engines that wait for a game, by their places in the configuration.
type Idle = HashMap<usize, Engine>;

impl<'a> Hall<'a> {
    /// Starts every engine once: a mistake in the configuration of the last
    /// one is to be known before the first one has played. Those that play
    /// first remain.
    fn muster<'scope>(&self, scope: &'scope Scope<'scope, '_>) -> Result<Idle, NoGame> {
        let first = self.desk().agenda.peek(self.schedule);
        let mut idle = Idle::new();
        for (player, config) in self.config.engines.iter().enumerate() {
            if self.launch.stop.asked() {
                return Err(NoGame::Abandoned);
            }
            let engine = self.launch.start(config).map_err(|error| match error {
                StartError::Abandoned => NoGame::Abandoned,
                error => NoGame::Failed(RunError::Start { name: config.name.clone(), error }),
            })?;
            if first.is_some_and(|first| first.players.contains(&player)) {
                idle.insert(player, engine);
            } else {
                dismiss(scope, [engine]);
            }
        }
        Ok(idle)
    }

    /// Plays games until there are no more.
    fn work<'scope>(&self, scope: &'scope Scope<'scope, '_>, mut idle: Idle) {
        while let Some(fixture) = self.take() {
            // Engines that do not play now would only take up memory.
            let leaving = idle.extract_if(|player, _| !fixture.players.contains(player));
            dismiss(scope, leaving.map(|(_, engine)| engine));
            match self.play(fixture, &mut idle) {
                Ok(record) => self.hand_in(&record),
                Err(reason) => self.end(reason),
            }
        }
        dismiss(scope, idle.into_values());
    }

    fn desk(&self) -> MutexGuard<'_, Desk<'a>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<Fixture> {
        if self.launch.stop.asked() {
            return None;
        }
        self.desk().agenda.next(self.schedule)
    }

    fn hand_in(&self, record: &GameRecord) {
        // Before anyone has to wait for the desk.
        let line = Journal::line(record);
        let mut desk = self.desk();
        let written = desk.journal.as_mut().map(|journal| journal.add(&line?));
        if let Some(Err(error)) = written {
            desk.error.get_or_insert(RunError::Journal(error));
            // Games that cannot be written down are played for nothing.
            return self.launch.stop.abandon();
        }
        desk.played += 1;
        desk.tally.add(record);
        let Desk { observer, tally, .. } = &mut *desk;
        observer.game_ended(record, tally);
    }

    /// Ends the tournament after the running games; the first error is the
    /// one to be told.
    fn end(&self, reason: NoGame) {
        if let NoGame::Failed(error) = reason {
            self.desk().error.get_or_insert(error);
        }
        self.launch.stop.finish();
    }

    /// Plays a game with engines that are idle or newly started, and leaves
    /// those idle that can play another.
    fn play(&self, fixture: Fixture, idle: &mut Idle) -> Result<GameRecord, NoGame> {
        let opening = self.book.opening(fixture.round)?;
        let mut referee =
            self.config.game.referee(&opening, self.config.max_plies).map_err(|error| {
                NoGame::Failed(RunError::Opening { round: fixture.round + 1, error })
            })?;
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
        let played = match self.seat(fixture.players, idle) {
            Ok(mut engines) => {
                let played = play(&mut engines, &mut *referee, &conditions)?;
                let players = Side::BOTH.into_iter().zip(fixture.players);
                for ((side, player), engine) in players.zip(engines) {
                    match &played.ending {
                        // Dropped, and so killed; the next game starts it anew.
                        Ending::Fault(culprit, fault)
                            if *culprit == side && !fault.kind.leaves_engine_usable() => {}
                        _ => drop(idle.insert(player, engine)),
                    }
                }
                played
            }
            Err((side, Trouble::Fault(fault))) => {
                Played { plies: Vec::new(), ending: Ending::Fault(side, fault), seeds: [None; 2] }
            }
            Err((_, Trouble::Abandoned)) => return Err(NoGame::Abandoned),
        };
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
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

    /// Brings the engines of a game together, X first: idle ones, or newly
    /// started ones. When one does not come, it is named, and the other one
    /// waits for its next game.
    fn seat(&self, [x, o]: [usize; 2], idle: &mut Idle) -> Result<[Engine; 2], (Side, Trouble)> {
        let mut engine = |player| idle.remove(&player).map_or_else(|| self.start(player), Ok);
        let (absent, present) = match (engine(x), engine(o)) {
            (Ok(x), Ok(o)) => return Ok([x, o]),
            (Err(trouble), other) => ((Side::X, trouble), other.ok().map(|engine| (o, engine))),
            (Ok(engine), Err(trouble)) => ((Side::O, trouble), Some((x, engine))),
        };
        idle.extend(present);
        Err(absent)
    }

    /// Starts an engine, with some patience.
    fn start(&self, player: usize) -> Result<Engine, Trouble> {
        let mut attempt = 1;
        loop {
            match self.launch.start(&self.config.engines[player]) {
                Ok(engine) => return Ok(engine),
                Err(StartError::Abandoned) => return Err(Trouble::Abandoned),
                Err(_) if attempt < START_ATTEMPTS => attempt += 1,
                Err(error) => return Err(Fault::new(FaultKind::NotStarted, error).into()),
            }
        }
    }
}

/// Lets engines end, while the games go on.
fn dismiss<'scope>(scope: &'scope Scope<'scope, '_>, engines: impl IntoIterator<Item = Engine>) {
    for engine in engines {
        // Without a thread the engine is dropped, which ends it too.
        let _ = thread::Builder::new().spawn_scoped(scope, || engine.quit());
    }
}
