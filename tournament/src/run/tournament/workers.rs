//! The worker threads, which play games concurrently.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use noughts::protocol::OptionDeclaration;
use noughts_client::start::other_game;
use noughts_client::time::{self, Instant};
use noughts_client::{Engine, EngineConfig, Launch, StartError, threads};

use super::state::State;
use crate::game::play::Abandoned;
use crate::game::referee::Referees;
use crate::journal::Journal;
use crate::machine::affinity::Processors;
use crate::machine::description::{FileHasher, ProgramFile};
use crate::model::config::Config;
use crate::model::record::GameRecord;
use crate::plan::openings::{Book, TooManyPlies};
use crate::plan::schedule::pairing::Fixture;
use crate::run::logs::Logs;
use crate::run::tournament::summary::{POLL_INTERVAL, RunError, Unstarted};

/// The data shared by all workers.
pub(super) struct Workers<'a> {
    pub(super) config: &'a Config,
    pub(super) launch: &'a Launch,
    pub(super) processors: Option<Processors>,
    pub(super) book: &'a Book,
    pub(super) referees: Referees,
    pub(super) logs: Logs,
    pub(super) hasher: Mutex<FileHasher>,
    pub(super) state: Mutex<State<'a>>,
    /// Signalled when a pairing is over, for the workers that wait for results.
    pub(super) results: Condvar,
}

/// Why a worker has no record of its game.
pub(super) enum NoGame {
    Abandoned,
    Failed(RunError),
}

impl From<Abandoned> for NoGame {
    fn from(_: Abandoned) -> NoGame {
        NoGame::Abandoned
    }
}

impl From<RunError> for NoGame {
    fn from(error: RunError) -> NoGame {
        NoGame::Failed(error)
    }
}

impl From<TooManyPlies> for NoGame {
    fn from(error: TooManyPlies) -> NoGame {
        RunError::from(error).into()
    }
}

/// Running engines without a game, by their index in the configuration.
pub(super) type Idle = HashMap<usize, Engine>;

impl<'a> Workers<'a> {
    /// Plays the remaining games, of which there are `left`.
    pub(super) fn run(&self, left: usize) {
        threads::scope(|scope| match self.start_engines(scope) {
            Ok(idle) => {
                for number in 1..self.config.concurrency.min(left) {
                    let worker = move || match self.bind(number) {
                        Ok(()) => self.work(scope, HashMap::new()),
                        Err(reason) => self.end(reason),
                    };
                    if threads::spawn(scope, worker).is_err() {
                        // No more threads: play fewer games at the same time.
                        break;
                    }
                }
                self.work(scope, idle);
            }
            Err(reason) => self.end(reason),
        });
    }

    /// Starts every engine once, so that all mistakes in their configurations
    /// are reported before the first game. Returns the engines of the first
    /// game.
    fn start_engines<'scope>(&self, scope: &'scope Scope<'scope, '_>) -> Result<Idle, NoGame> {
        self.bind(0)?;
        let first = self.state().game_queue.peek();
        let (mut idle, mut unstarted, mut programs) = (Idle::new(), Vec::new(), Vec::new());
        // The options of the engines that have started, to compare them with
        // the referee.
        let mut options = Vec::new();
        let judge = self.config.adjudication.proof.as_deref();
        let judge = judge.map(|config| (self.judge_index(), config));
        let arbiter = self.config.referee.as_deref();
        let arbiter = arbiter.map(|config| (self.arbiter_index(), config));
        let players = self.config.engines.iter().enumerate();
        for (player, config) in players.chain(judge).chain(arbiter) {
            if self.launch.stop.asked() {
                return Err(NoGame::Abandoned);
            }
            let engine = match self.launch.start_first(config) {
                Ok(engine) => engine,
                Err(StartError::Abandoned) => return Err(NoGame::Abandoned),
                Err(error) => {
                    unstarted.push(Unstarted { name: config.name.clone(), error });
                    continue;
                }
            };
            if arbiter.is_some() {
                options.push((player, config, engine.declared().to_vec()));
            }
            programs.push(self.program(config, &engine));
            let is_player = player < self.judge_index();
            if !is_player || first.is_some_and(|first| first.players.contains(&player)) {
                idle.insert(player, engine);
            } else {
                quit_engines(scope, [engine]);
            }
        }
        unstarted.extend(self.unlike_referee(&options));
        if !unstarted.is_empty() {
            return Err(RunError::Start(unstarted).into());
        }
        let mut state = self.state();
        state.begin_run(programs)?;
        self.logs.runs(&state.runs);
        drop(state);
        Ok(idle)
    }

    /// Describes the program of an engine that has just started.
    fn program(&self, config: &EngineConfig, engine: &Engine) -> ProgramFile {
        let files = self.launch.files(config);
        let mut hasher = self.hasher.lock().unwrap_or_else(PoisonError::into_inner);
        hasher.program(&config.name, engine, &files)
    }

    /// Compares the program of an engine that has started for a game with that of
    /// its last start. In a strict run another program ends the tournament.
    pub(super) fn identify(
        &self,
        config: &EngineConfig,
        engine: Engine,
        game: usize,
    ) -> Result<Engine, Abandoned> {
        let program = self.program(config, &engine);
        let identified = self.state().identify(program, game);
        match identified {
            Ok(()) => Ok(engine),
            Err(error) => {
                engine.quit();
                self.end(error.into());
                Err(Abandoned)
            }
        }
    }

    /// Returns the referee as an engine that could not be started, if it is set
    /// up for another game than a player. The players are not at fault.
    fn unlike_referee(
        &self,
        options: &[(usize, &EngineConfig, Vec<OptionDeclaration>)],
    ) -> Option<Unstarted> {
        let is_referee = |(player, ..): &&(usize, _, _)| *player == self.arbiter_index();
        let (_, referee, declared) = options.iter().find(is_referee)?;
        let players = options.iter().filter(|(player, ..)| *player < self.judge_index());
        let other = |(_, config, own): &(_, &EngineConfig, Vec<_>)| {
            other_game((referee, declared), (config, own))
        };
        let error = players.map(other).find_map(|found| found)?;
        Some(Unstarted { name: referee.name.clone(), error })
    }

    /// Binds the calling thread, and the engines that it starts, to the
    /// processors of a game.
    fn bind(&self, worker: usize) -> Result<(), NoGame> {
        let Some(processors) = &self.processors else { return Ok(()) };
        processors.bind(worker).map_err(|error| RunError::Affinity(error).into())
    }

    /// Plays games until none is left or the tournament stops.
    fn work<'scope>(&self, scope: &'scope Scope<'scope, '_>, mut idle: Idle) {
        let mut is_first = true;
        while let Some(fixture) = self.next_fixture() {
            if !std::mem::take(&mut is_first) && !self.pause() {
                break;
            }
            // Quit engines that do not play this game, to free their memory.
            let leaving = idle.extract_if(|player, _| {
                !fixture.players.contains(player) && *player < self.judge_index()
            });
            quit_engines(scope, leaving.map(|(_, engine)| engine));
            match self.play(fixture, &mut idle) {
                Ok(record) => self.finish_game(fixture, &record),
                Err(reason) => self.end(reason),
            }
        }
        Engine::quit_all(idle.into_values());
    }

    /// Waits between two games; returns whether to play the next one.
    fn pause(&self) -> bool {
        let until = Instant::now() + Duration::from_millis(self.config.wait);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.launch.stop.asked() {
                return left.is_zero();
            }
            time::sleep(left.min(POLL_INTERVAL));
        }
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next game; waits if it depends on the results of running
    /// games. Returns `None` at the end of the tournament.
    fn next_fixture(&self) -> Option<Fixture> {
        let mut state = self.state();
        loop {
            if self.launch.stop.asked() {
                return None;
            }
            if let Some(fixture) = state.game_queue.take() {
                return Some(fixture);
            }
            if state.game_queue.is_complete() {
                return None;
            }
            state = threads::wait_timeout(&self.results, &self.state, state, POLL_INTERVAL);
        }
    }

    fn finish_game(&self, fixture: Fixture, record: &GameRecord) {
        // Serialized before the lock is taken.
        let line = Journal::line(record);
        let mut state = self.state();
        let written = state.journal.as_mut().map(|journal| journal.add(&line?));
        if let Some(Err(error)) = written {
            // Worse than any error before: this game is lost. Later games are useless.
            state.error = Some(RunError::Journal(error));
            return self.launch.stop.abandon();
        }
        let pairing_is_over = state.count(fixture, record);
        let State { observer, tally, .. } = &mut *state;
        observer.game_ended(record, tally);
        let llr = if self.logs.has_event_file() { state.llr() } else { None };
        self.logs.game(record, state.tally, llr);
        state.notice(fixture, record, &self.logs);
        if let Some(error) = state.failure_after(record) {
            state.error.get_or_insert(error);
            self.launch.stop.finish();
        }
        if pairing_is_over {
            state.count_released(&self.logs);
            self.results.notify_all();
        }
        if state.verdict().is_some() || state.error.is_some() {
            self.launch.stop.finish();
        }
    }

    /// Ends the tournament after the running games; keeps the first error.
    fn end(&self, reason: NoGame) {
        if let NoGame::Failed(error) = reason {
            self.state().error.get_or_insert(error);
        }
        self.launch.stop.finish();
    }
}

/// Quits engines in a thread of their own.
fn quit_engines<'scope>(
    scope: &'scope Scope<'scope, '_>,
    engines: impl IntoIterator<Item = Engine>,
) {
    let engines: Vec<Engine> = engines.into_iter().collect();
    if !engines.is_empty() {
        // If there is no thread, the engines are dropped, which kills them.
        let _ = threads::spawn(scope, || Engine::quit_all(engines));
    }
}
