//! Runs a tournament from its first game to its last.

pub(crate) mod fault_share;
mod game;
mod state;
pub mod summary;
mod workers;

use std::sync::{Condvar, Mutex, PoisonError};

use crate::game::referee::Referees;
use crate::journal::{EarlierGames, Journal, changed_programs};
use crate::machine::affinity::Processors;
use crate::machine::load::LoadWatch;
use crate::model::config::Config;
use crate::plan::queue::GameQueue;
use crate::run::logs::{Event, Logs};
pub use crate::run::notices::Notice;
use crate::run::notices::Notices;
use crate::run::tournament::summary::{Observer, RunError, RunOptions, Summary};
use crate::stats::Tally;
use crate::stats::in_order::InOrder;
use crate::stats::performance::Performance;
use noughts_client::Launch;
use state::State;
use workers::Workers;

/// Plays a tournament, or a share of it, continues after the games of the
/// journal, and writes the logs.
///
/// The tournament ends early when `launch.stop` is set, when the SPRT is
/// decided, when an engine fails to start before the first game or repeatedly
/// later, or when too many games end by a fault.
pub fn run(
    config: &Config,
    launch: &Launch,
    options: RunOptions,
    mut journal: Option<Journal>,
    logs: Logs,
    observer: &mut dyn Observer,
) -> Summary {
    let performance = Performance::new(config);
    // The journal keeps the times before they are scaled.
    let mut config = config.scaled();
    config.settle_symmetric(journal.as_ref().map(Journal::config));
    let config = &config;
    let mut game_queue = GameQueue::of(config, options.shard.clone());
    game_queue.leave_out(options.elsewhere.iter().copied());
    let total = game_queue.total();
    let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
    let mut tally = Tally::new(names.iter().copied());
    let book = match config.book() {
        Ok(book) => book,
        Err(error) => {
            let error = Some(error.into());
            return Summary {
                tally,
                played: 0,
                earlier: 0,
                total,
                changed: Vec::new(),
                unequal: Vec::new(),
                performance,
                verdict: None,
                test: None,
                error,
            };
        }
    };
    let mut earlier_games = journal.as_mut().map(Journal::take_earlier_games);
    // A share alone does not decide the test.
    let sprt = config.sprt.filter(|_| !game_queue.is_share());
    let mut state = State {
        config,
        book: &book,
        game_queue,
        total: 0,
        played: 0,
        notices: Notices::new(config.game.spec()),
        load: LoadWatch::default(),
        journal,
        tally: &mut tally,
        performance,
        observer,
        runs: Vec::new(),
        options,
        order: InOrder::new(config, sprt),
        error: None,
    };
    state.error = state.count_earlier_games(earlier_games.iter_mut().flatten()).err();
    let (runs, doubts) = earlier_games.map(EarlierGames::finish).unwrap_or_default();
    state.runs = runs;
    doubts.iter().for_each(|line| state.observer.line_doubted(line));
    let pairings = state.runs.iter().map(|run| run.pairings).max().unwrap_or(0);
    if pairings > config.pairings && config.format.is_fixed() {
        let found = config.pairings;
        state.error = Some(RunError::FewerPairings { journal: pairings, found });
    }
    state.report_total();
    let processors = Processors::of(config).unwrap_or_else(|error| {
        state.error.get_or_insert(RunError::Affinity(error));
        None
    });
    let earlier = state.played;
    let left = state.game_queue.total().saturating_sub(state.played);
    let is_over = state.error.is_some() || state.verdict().is_some() || left == 0;
    if is_over && state.error.is_none() {
        state.error = state.compare_programs(launch).err();
    }
    if state.played > 0 {
        state.observer.resumed(state.played, is_over && state.error.is_none());
    }
    let workers = Workers {
        config,
        launch,
        processors,
        book: &book,
        referees: Referees::new(&config.game, config.max_plies),
        logs,
        hasher: Mutex::default(),
        state: Mutex::new(state),
        results: Condvar::new(),
    };
    if !is_over {
        workers.run(left);
    }
    let Workers { state, logs, .. } = workers;
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let faults = state.deciding_faults();
    let changed = changed_programs(&state.runs);
    let unequal = state.performance.unequal();
    let test = state.order.state(state.tally);
    let verdict = state.verdict();
    let State { game_queue, played, journal, performance, mut error, .. } = state;
    error = error.or(faults);
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
    Summary { tally, played, earlier, total, changed, unequal, performance, verdict, test, error }
}
