//! Runs a tuning from its first iteration to its last: the workers, the values
//! that they share, and the journal.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use noughts_client::time::{self, Instant};
use noughts_client::{Launch, StartError, threads};

use super::progress::{Iteration, Progress, TrialResult};
use super::spsa::Trial;
use super::trial_games::{NoResult, PLUS, Players, Table, settings};
use super::tuning_journal::{Past, TuningJournal};
use crate::game::referee::Referees;
use crate::journal::{
    ChangedProgram, ChangedSpeed, Doubt, Run, Speed, changed_programs, changed_speed,
};
use crate::machine::affinity::Processors;
use crate::machine::description::FileHasher;
use crate::model::config::Config;
use crate::model::tuning::Tuning;
use crate::run::logs::Logs;
use crate::run::tournament::fault_share::FaultShare;
use crate::run::tournament::summary::{POLL_INTERVAL, RunError, Unstarted};

/// The share of faults above which the run ends, if `max_faults` is not set.
const USUAL_FAULTS: f64 = 0.1;

/// Receives the events of a running tuning.
pub trait TuneObserver: Send {
    /// Called once if the journal has iterations of earlier runs.
    fn resumed(&mut self, _progress: &Progress) {}

    /// Called for a line of the journal that was changed, lost or moved.
    fn line_doubted(&mut self, _line: &Doubt) {}

    /// Called after an iteration has been written and counted.
    fn iteration_ended(&mut self, iteration: &Iteration, progress: &Progress);

    /// Called if the program of the engine differs from that of earlier
    /// iterations.
    fn program_changed(&mut self, _change: &ChangedProgram) {}

    /// Called if the speed of this machine differs from that in its previous
    /// run.
    fn speed_changed(&mut self, _change: &ChangedSpeed) {}
}

/// The result of a run.
#[derive(Debug)]
pub struct Tuned {
    /// The values, after the iterations of earlier runs as well.
    pub progress: Progress,
    /// The error that ended the run early.
    pub error: Option<RunError>,
}

/// The state that the workers share under a lock.
struct State<'a> {
    progress: Progress,
    journal: Option<TuningJournal>,
    observer: &'a mut dyn TuneObserver,
    /// The number of the iteration that was begun last.
    begun: usize,
    /// The games of this run, those that ended by a fault, and those that count.
    games: usize,
    faults: usize,
    scored: usize,
    error: Option<RunError>,
}

struct Workers<'a> {
    table: Table<'a>,
    processors: Option<Processors>,
    /// The share of faults above which the run ends.
    max_faults: f64,
    state: Mutex<State<'a>>,
}

/// Tunes the options of the one engine of a configuration; continues after the
/// iterations of the journal.
///
/// With several games at the same time every iteration begins with the values
/// that are current at that moment, and its result moves those that are current
/// at its end, as in fishtest.
///
/// The run ends early when `launch.stop` is set, when the engine does not
/// start, or when too many games end by a fault.
pub fn tune(
    config: &Config,
    tuning: &Tuning,
    launch: &Launch,
    speed: Option<Speed>,
    mut journal: Option<TuningJournal>,
    observer: &mut dyn TuneObserver,
) -> Tuned {
    let past = journal.as_mut().and_then(TuningJournal::take_past);
    let fresh = || Progress::new(tuning.clone(), config.seed);
    let progress = past.as_ref().map_or_else(fresh, Past::progress);
    if progress.finished() > 0 {
        observer.resumed(&progress);
    }
    past.iter().flat_map(|past| &past.doubts).for_each(|line| observer.line_doubted(line));
    let mut players = config.scaled();
    players.engines = ["plus", "minus"]
        .iter()
        .flat_map(|values| {
            let mut engine = players.engines.first().cloned();
            engine.iter_mut().for_each(|engine| engine.name += &format!(" {values}"));
            engine
        })
        .collect();
    let prepare = || {
        let processors = Processors::of(&players).map_err(RunError::Affinity)?;
        Ok::<_, RunError>((processors, config.book()?, Logs::open(&players)?))
    };
    let (processors, book, logs) = match prepare() {
        Ok(prepared) => prepared,
        Err(error) => return Tuned { progress, error: Some(error) },
    };
    let is_over = progress.next_after(0).is_none();
    let state = State {
        progress,
        journal,
        observer,
        begun: 0,
        games: 0,
        faults: 0,
        scored: 0,
        error: None,
    };
    let workers = Workers {
        table: Table {
            config: &players,
            tuning,
            launch,
            book: &book,
            referees: Referees::new(&players.game, players.max_plies),
            logs: &logs,
        },
        processors,
        max_faults: config.max_faults.unwrap_or(USUAL_FAULTS),
        state: Mutex::new(state),
    };
    if !is_over {
        let runs = past.map(|past| past.runs).unwrap_or_default();
        workers.run(config, runs, speed);
    }
    let state = workers.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let State { progress, journal, games, faults, scored, mut error, .. } = state;
    error = error.or((scored == 0 && faults < games).then_some(RunError::NoResult(games)));
    if let Some(Err(unsynced)) = journal.map(TuningJournal::finish) {
        error.get_or_insert(RunError::Journal(unsynced));
    }
    if let Some(failure) = logs.into_failure() {
        error.get_or_insert(RunError::Log(failure));
    }
    Tuned { progress, error }
}

impl<'a> Workers<'a> {
    fn run(&self, config: &Config, runs: Vec<Run>, speed: Option<Speed>) {
        let first = match self.begin(config, runs, speed) {
            Ok(players) => players,
            Err(reason) => return self.end(reason),
        };
        threads::scope(|scope| {
            let left = self.table.tuning.iterations - self.state().progress.finished();
            for number in 1..config.concurrency.min(left) {
                let worker = move || match self.bind(number) {
                    Ok(()) => self.work(Players::default()),
                    Err(reason) => self.end(reason),
                };
                if threads::spawn(scope, worker).is_err() {
                    // No more threads: play fewer games at the same time.
                    break;
                }
            }
            self.work(first);
        });
    }

    /// Starts the engine once, so that mistakes in its options and in the
    /// ranges are reported before the first game, and adds the run to the
    /// journal. Returns the engines of the first worker.
    fn begin(
        &self,
        config: &Config,
        mut runs: Vec<Run>,
        speed: Option<Speed>,
    ) -> Result<Players, NoResult> {
        self.bind(0)?;
        let Table { tuning, launch, .. } = self.table;
        let Some(engine) = config.engines.first() else { return Err(NoResult::Abandoned) };
        let unstarted = |error| match error {
            StartError::Abandoned => NoResult::Abandoned,
            error => RunError::Start(vec![Unstarted { name: engine.name.clone(), error }]).into(),
        };
        let mut started = self.table.config.engines[PLUS].clone();
        started.options.extend(settings(tuning, &tuning.start()));
        let running = launch.start_first(&started).map_err(unstarted)?;
        // The last value is one with a fraction, which some options do not take.
        let sent = [
            settings(tuning, &of(tuning, |o| o.min)),
            settings(tuning, &of(tuning, |o| o.max)),
            settings(tuning, &of(tuning, |o| o.min + (o.max - o.min) * 0.382)),
        ];
        let wrong = sent.iter().flatten();
        let wrong = wrong.filter_map(|(name, value)| running.check_option(name, value).err());
        let wrong: Vec<_> = wrong.collect();
        if !wrong.is_empty() {
            running.quit();
            return Err(unstarted(StartError::Options(wrong)));
        }
        let mut state = self.state();
        if let Some(journal) = &mut state.journal {
            let files = launch.files(engine);
            let program = FileHasher::default().program(&engine.name, &running, &files);
            let pairings = tuning.iterations * tuning.pairs;
            let run = Run::now(config.scale.factor(), speed, pairings, vec![program]);
            journal.add_run(&run).map_err(RunError::Journal)?;
            runs.push(run);
            for change in &changed_programs(&runs) {
                state.observer.program_changed(change);
            }
            if let Some(change) = changed_speed(&runs) {
                state.observer.speed_changed(&change);
            }
        }
        let mut players = Players::default();
        players.engines[PLUS] = Some(running);
        Ok(players)
    }

    /// Binds the calling thread, and the engines that it starts, to a
    /// processor.
    fn bind(&self, worker: usize) -> Result<(), NoResult> {
        let Some(processors) = &self.processors else { return Ok(()) };
        processors.bind(worker).map_err(|error| RunError::Affinity(error).into())
    }

    /// Plays iterations until none is left or the run stops.
    fn work(&self, mut players: Players) {
        while let Some((iteration, trial)) = self.next() {
            match self.table.iterate(iteration, trial, &mut players) {
                Ok(iteration) => self.finish(&iteration),
                Err(reason) => self.end(reason),
            }
            self.pause();
        }
        players.quit();
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the next iteration and its values.
    fn next(&self) -> Option<(usize, Trial)> {
        let mut state = self.state();
        if self.table.launch.stop.asked() {
            return None;
        }
        let iteration = state.progress.next_after(state.begun)?;
        state.begun = iteration;
        let Table { tuning, config, .. } = self.table;
        Some((iteration, tuning.trial(config.seed, iteration, state.progress.values())))
    }

    /// Waits between two iterations, unless none is left.
    fn pause(&self) {
        let until = Instant::now() + Duration::from_millis(self.table.config.wait);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let is_last = {
                let state = self.state();
                state.progress.next_after(state.begun).is_none()
            };
            if left.is_zero() || is_last || self.table.launch.stop.asked() {
                return;
            }
            time::sleep(left.min(POLL_INTERVAL));
        }
    }

    /// Writes an iteration and moves the values.
    fn finish(&self, iteration: &Iteration) {
        let mut state = self.state();
        let written = state.journal.as_mut().map(|journal| journal.add(iteration));
        if let Some(Err(error)) = written {
            // Worse than any error before: this iteration is lost. Later ones are useless.
            state.error = Some(RunError::Journal(error));
            return self.table.launch.stop.abandon();
        }
        state.progress.count(iteration);
        let State { observer, progress, .. } = &mut *state;
        observer.iteration_ended(iteration, progress);
        state.games += iteration.games.len();
        state.faults += iteration.games.iter().filter(|game| **game == TrialResult::Fault).count();
        state.scored += iteration.games.iter().filter(|game| game.points().is_some()).count();
        // Faults of earlier runs may have been repaired since.
        let (faults, played) = (state.faults, state.games);
        let Tuning { iterations, pairs, .. } = self.table.tuning;
        let left = iterations - state.progress.finished();
        let total = left.saturating_mul(2 * pairs).saturating_add(played);
        if (FaultShare { faults, played, total, most: self.max_faults }).ends_run() {
            let faults = u64::try_from(faults).unwrap_or(u64::MAX);
            state.error.get_or_insert(RunError::Faults { faults, played });
            self.table.launch.stop.finish();
        }
    }

    /// Ends the run after the running iterations; keeps the first error.
    fn end(&self, reason: NoResult) {
        if let NoResult::Failed(error) = reason {
            self.state().error.get_or_insert(error);
        }
        self.table.launch.stop.finish();
    }
}

/// Returns a value of each option.
fn of(tuning: &Tuning, value: impl Fn(&crate::model::tuning::TunedOption) -> f64) -> Vec<f64> {
    tuning.options.iter().map(value).collect()
}
