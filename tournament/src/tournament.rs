//! The workers that play a tournament and survive its engines.

use std::collections::HashMap;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use noughts::game::Side;

use crate::affinity;
use crate::agenda::Agenda;
use crate::config::Config;
use crate::engine::fault::{Fault, FaultKind, Trouble};
use crate::engine::{Engine, Launch, StartError};
use crate::journal::Journal;
use crate::logs::{Event, LogError, Logs};
use crate::openings::{Book, OpeningError, TooManyPlies};
use crate::play::{Abandoned, Conditions, Played, play};
use crate::record::{Ending, GameRecord, Termination};
use crate::schedule::{Fixture, Schedule};
pub use crate::scoreboard::Notice;
use crate::scoreboard::Scoreboard;
use crate::seeds::{Purpose, derive};
use crate::shard::Shard;
use crate::stats::Tally;
use crate::stats::sprt::Verdict;

/// Is told of every game as it ends.
pub trait Observer: Send {
    /// So many games were played in earlier runs, and are in the tally.
    fn resumed(&mut self, _played: usize) {}

    /// A game has ended and is in the journal and in the tally.
    fn game_ended(&mut self, record: &GameRecord, tally: &Tally);

    /// The game that has just ended teaches less than it might.
    fn noticed(&mut self, _record: &GameRecord, _notice: Notice) {}
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
    Log(#[from] LogError),
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

/// So often in a row an engine may fail to start before it has lost the game,
/// and the tournament makes no sense any more.
const START_ATTEMPTS: u32 = 3;

/// So many games are played before the share of faults is looked at.
const FIRST_GAMES: usize = 20;

/// How often a worker that waits for results looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Plays a tournament, or a share of it, going on behind the games of the
/// journal. It ends early when the stop of the launch is asked
/// for, when its test is decided, or when it makes no sense to go on: every
/// engine must start once before the first game and whenever it is needed
/// again, and not too many games may end by a fault.
pub fn run(
    config: &Config,
    launch: &Launch,
    shard: Option<Shard>,
    mut journal: Option<Journal>,
    observer: &mut dyn Observer,
) -> Summary {
    let schedule = config.schedule();
    let agenda = Agenda::new(shard);
    let total = agenda.total(&*schedule);
    let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
    let mut tally = Tally::new(names.iter().copied());
    let prepared = prepare(config);
    let (book, logs) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => {
            return Summary { tally, played: 0, total, verdict: None, error: Some(error) };
        }
    };
    let past = journal.as_mut().map(Journal::take_past).into_iter().flatten();
    let mut desk = Desk {
        schedule,
        agenda,
        played: 0,
        scoreboard: Scoreboard::default(),
        journal,
        tally: &mut tally,
        observer,
        verdict: None,
        error: None,
    };
    desk.error = desk.recall(past, config, &book).err();
    if desk.played > 0 {
        desk.observer.resumed(desk.played);
    }
    let left = desk.agenda.total(&*desk.schedule).saturating_sub(desk.played);
    let is_over = desk.error.is_some() || desk.verdict.is_some() || left == 0;
    let hall = Hall { config, launch, book, logs, desk: Mutex::new(desk), results: Condvar::new() };
    if !is_over {
        hall.open(left);
    }
    let Hall { desk, logs, .. } = hall;
    let Desk { schedule, agenda, played, journal, verdict, mut error, .. } =
        desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    let total = agenda.total(&*schedule);
    if let Some(Err(unsynced)) = journal.map(Journal::finish) {
        error.get_or_insert(RunError::Journal(unsynced));
    }
    let why = match (&error, verdict) {
        (Some(error), _) => error.to_string(),
        (None, Some(verdict)) => verdict.to_string(),
        (None, None) => if played < total { "stopped" } else { "finished" }.to_string(),
    };
    logs.event(&Event::End { games: played, why });
    Summary { tally, played, total, verdict, error }
}

/// What a tournament needs besides its engines.
fn prepare(config: &Config) -> Result<(Book, Logs), RunError> {
    let book = Book::new(&config.openings, config.game.spec(), config.seed)?;
    Ok((book.in_order(config.order, config.seed), Logs::open(config)?))
}

/// What all workers share without asking.
struct Hall<'a> {
    config: &'a Config,
    launch: &'a Launch,
    book: Book,
    logs: Logs,
    desk: Mutex<Desk<'a>>,
    /// Rung when a pairing is over, for those who wait for its result.
    results: Condvar,
}

/// What the workers come to one by one: for the next game, and with the
/// record of the last.
struct Desk<'a> {
    schedule: Box<dyn Schedule>,
    agenda: Agenda,
    played: usize,
    scoreboard: Scoreboard,
    journal: Option<Journal>,
    tally: &'a mut Tally,
    observer: &'a mut dyn Observer,
    verdict: Option<Verdict>,
    error: Option<RunError>,
}

impl Desk<'_> {
    /// Takes in the games of earlier runs in the order in which they ended, so
    /// that all that followed from them follows again.
    fn recall(
        &mut self,
        past: impl Iterator<Item = io::Result<GameRecord>>,
        config: &Config,
        book: &Book,
    ) -> Result<(), RunError> {
        let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
        for record in past {
            let record = &record.map_err(RunError::Past)?;
            let fixture = self.agenda.note(&*self.schedule, &names, record);
            let fixture = fixture.ok_or(RunError::Stray(record.game))?;
            self.played += 1;
            self.tally.add(record);
            let pairing_is_over = self.scoreboard.learn(&mut *self.schedule, fixture, record);
            if pairing_is_over && self.verdict.is_none() {
                self.verdict = self.judge(config);
            }
            // What there was to tell has been told.
            let exhausted = book.is_exhausted(fixture.round).unwrap_or(false);
            self.scoreboard.notice(record, exhausted);
        }
        Ok(())
    }

    fn peek(&self) -> Option<Fixture> {
        self.agenda.peek(&*self.schedule)
    }

    /// Tells what there is to tell of a game.
    fn notice(&mut self, record: &GameRecord, exhausted: bool, logs: &Logs) {
        for notice in self.scoreboard.notice(record, exhausted) {
            self.observer.noticed(record, notice);
            logs.notice(record.game, notice);
        }
    }

    /// The logarithm of the likelihood ratio of the test, if there is one.
    fn llr(&self, config: &Config) -> Option<f64> {
        // A share alone proves nothing.
        if self.agenda.is_share() {
            return None;
        }
        let (sprt, first) = (config.sprt.as_ref()?, self.tally.standings().first()?);
        Some(sprt.llr(&first.games, &first.pairs))
    }

    /// The verdict of the test on what has been played.
    fn judge(&self, config: &Config) -> Option<Verdict> {
        config.sprt.as_ref()?.verdict(self.llr(config)?)
    }

    /// Whether the engines fail too often.
    fn complain(&self, config: &Config, record: &GameRecord) -> Option<RunError> {
        if record.termination == Termination::Fault(FaultKind::NotStarted) {
            let name = record.culprit.as_ref().and_then(|c| record.players.get(c.player));
            return Some(RunError::NotStarted(name.cloned().unwrap_or_default()));
        }
        let (faults, played) = (self.tally.faults(), self.played);
        let most = config.max_faults? * played as f64;
        (played >= FIRST_GAMES && faults as f64 > most)
            .then_some(RunError::Faults { faults, played })
    }
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
    /// Plays what is left, so many games.
    fn open(&self, left: usize) {
        thread::scope(|scope| match self.muster(scope) {
            Ok(idle) => {
                for number in 1..self.config.concurrency.min(left) {
                    let worker = move || match self.bind(number) {
                        Ok(()) => self.work(scope, HashMap::new()),
                        Err(reason) => self.end(reason),
                    };
                    if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                        // The system has no more threads: fewer games at once.
                        break;
                    }
                }
                self.work(scope, idle);
            }
            Err(reason) => self.end(reason),
        });
    }

    /// Starts every engine once: a mistake in the configuration of the last
    /// one is to be known before the first one has played. Those that play
    /// first remain.
    fn muster<'scope>(&self, scope: &'scope Scope<'scope, '_>) -> Result<Idle, NoGame> {
        self.bind(0)?;
        let first = self.desk().peek();
        let mut idle = Idle::new();
        let judge = self.config.adjudication.proof.as_deref();
        for (player, config) in self.config.engines.iter().chain(judge).enumerate() {
            if self.launch.stop.asked() {
                return Err(NoGame::Abandoned);
            }
            let engine = self.launch.start(config).map_err(|error| match error {
                StartError::Abandoned => NoGame::Abandoned,
                error => NoGame::Failed(RunError::Start { name: config.name.clone(), error }),
            })?;
            let is_judge = player == self.judges_place();
            if is_judge || first.is_some_and(|first| first.players.contains(&player)) {
                idle.insert(player, engine);
            } else {
                dismiss(scope, [engine]);
            }
        }
        Ok(idle)
    }

    /// Binds the calling thread, and so the engines that it starts.
    fn bind(&self, worker: usize) -> Result<(), NoGame> {
        let Some(processors) = &self.config.affinity else { return Ok(()) };
        affinity::bind(processors, worker)
            .map_err(|error| NoGame::Failed(RunError::Affinity(error)))
    }

    /// Plays games until there are no more.
    fn work<'scope>(&self, scope: &'scope Scope<'scope, '_>, mut idle: Idle) {
        while let Some(fixture) = self.take() {
            // Engines that do not play now would only take up memory.
            let leaving = idle.extract_if(|player, _| {
                !fixture.players.contains(player) && *player != self.judges_place()
            });
            dismiss(scope, leaving.map(|(_, engine)| engine));
            match self.play(fixture, &mut idle) {
                Ok(record) => self.hand_in(fixture, &record),
                Err(reason) => self.end(reason),
            }
        }
        dismiss(scope, idle.into_values());
    }

    fn desk(&self) -> MutexGuard<'_, Desk<'a>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next game; waits when it depends on the results of running ones.
    fn take(&self) -> Option<Fixture> {
        let mut desk = self.desk();
        loop {
            if self.launch.stop.asked() {
                return None;
            }
            let Desk { agenda, schedule, .. } = &mut *desk;
            if let Some(fixture) = agenda.next(&**schedule) {
                return Some(fixture);
            }
            if schedule.known() >= schedule.total() {
                return None;
            }
            let waited = self.results.wait_timeout(desk, LOOK);
            desk = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn hand_in(&self, fixture: Fixture, record: &GameRecord) {
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
        let Desk { scoreboard, schedule, observer, tally, .. } = &mut *desk;
        let pairing_is_over = scoreboard.learn(&mut **schedule, fixture, record);
        observer.game_ended(record, tally);
        let llr = if self.logs.has_events() { desk.llr(self.config) } else { None };
        self.logs.game(record, desk.tally, llr);
        // The book has been asked for this round before.
        let exhausted = self.book.is_exhausted(fixture.round).unwrap_or(false);
        desk.notice(record, exhausted, &self.logs);
        if let Some(error) = desk.complain(self.config, record) {
            desk.error.get_or_insert(error);
            self.launch.stop.finish();
        }
        if pairing_is_over {
            self.results.notify_all();
            // The games that still run change nothing of a verdict.
            if desk.verdict.is_none() {
                desk.verdict = desk.judge(self.config);
                if desk.verdict.is_some() {
                    self.launch.stop.finish();
                }
            }
        }
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
            margins: players.map(|player| player.limits.margin.unwrap_or(self.config.margin)),
            adjudication: &self.config.adjudication,
            seeds,
            logs: self.logs.has_events().then_some((&self.logs, fixture.number + 1)),
            ponder: players.map(|player| player.ponder),
            names: players.map(|player| player.name.as_str()),
        };
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        if self.logs.has_events() {
            let (game, players) = (fixture.number + 1, conditions.names);
            self.logs.event(&Event::GameStart { game, players, opening: &opening });
        }
        let began = Instant::now();
        let played = match self.seat(fixture, idle) {
            Ok(mut engines) => {
                let mut judge = self.judge(idle)?;
                let played = play(&mut engines, &mut *referee, &conditions, &mut judge);
                idle.extend(judge.map(|judge| (self.judges_place(), judge)));
                let played = played?;
                self.keep(fixture, &engines, &played.ending);
                let players = Side::BOTH.into_iter().zip(fixture.players);
                for ((side, player), engine) in players.zip(engines) {
                    match &played.ending {
                        // Dropped, and so killed; the next game starts it anew.
                        Ending::Fault(culprit, fault)
                            if *culprit == side && !fault.kind.leaves_engine_usable() => {}
                        _ if self.config.engines[player].restart => engine.quit(),
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
    fn seat(&self, fixture: Fixture, idle: &mut Idle) -> Result<[Engine; 2], (Side, Trouble)> {
        let [x, o] = fixture.players;
        let start = |player| self.start(player, fixture.number + 1);
        let mut engine = |player| idle.remove(&player).map_or_else(|| start(player), Ok);
        let (absent, present) = match (engine(x), engine(o)) {
            (Ok(x), Ok(o)) => return Ok([x, o]),
            (Err(trouble), other) => ((Side::X, trouble), other.ok().map(|engine| (o, engine))),
            (Ok(engine), Err(trouble)) => ((Side::O, trouble), Some((x, engine))),
        };
        idle.extend(present);
        Err(absent)
    }

    /// Keeps the transcripts of a game if they are wanted.
    fn keep(&self, fixture: Fixture, engines: &[Engine; 2], ending: &Ending) {
        let fault = match ending {
            Ending::Fault(side, fault) => Some((*side, fault.to_string())),
            _ => None,
        };
        if !self.logs.keeps(fault.is_some()) {
            return;
        }
        for side in Side::BOTH {
            let own = fault.as_ref().filter(|(culprit, _)| *culprit == side);
            let config = &self.config.engines[fixture.players[side.index()]];
            let said = engines[side.index()].transcript();
            self.logs.keep(fixture.number + 1, config, &said, own.map(|(_, fault)| &**fault));
        }
    }

    /// The place of the engine that is asked for proofs: behind all players.
    fn judges_place(&self) -> usize {
        self.config.engines.len()
    }

    /// The engine that is asked for proofs, if one is wanted. When it does not
    /// start, the game is played without.
    fn judge(&self, idle: &mut Idle) -> Result<Option<Engine>, NoGame> {
        let Some(config) = &self.config.adjudication.proof else { return Ok(None) };
        if let Some(engine) = idle.remove(&self.judges_place()) {
            return Ok(Some(engine));
        }
        match self.launch.start(config) {
            Err(StartError::Abandoned) => Err(NoGame::Abandoned),
            started => Ok(started.ok()),
        }
    }

    /// Starts an engine for a game, with some patience.
    fn start(&self, player: usize, game: usize) -> Result<Engine, Trouble> {
        let config = &self.config.engines[player];
        let mut attempt = 1;
        let error = loop {
            match self.launch.start(config) {
                Ok(engine) => return Ok(engine),
                Err(StartError::Abandoned) => return Err(Trouble::Abandoned),
                Err(_) if attempt < START_ATTEMPTS => attempt += 1,
                Err(error) => break error,
            }
        };
        let fault = Fault::new(FaultKind::NotStarted, &error);
        if let StartError::Handshake { said, .. } = error {
            self.logs.keep(game, config, &said, Some(&fault.to_string()));
        }
        Err(fault.into())
    }
}

/// Lets engines end, while the games go on.
fn dismiss<'scope>(scope: &'scope Scope<'scope, '_>, engines: impl IntoIterator<Item = Engine>) {
    for engine in engines {
        // Without a thread the engine is dropped, which ends it too.
        let _ = thread::Builder::new().spawn_scoped(scope, || engine.quit());
    }
}
