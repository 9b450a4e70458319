//! Helpers of the tests that start engines.

#[cfg(unix)]
pub(crate) mod browser;
#[path = "../../../tests/common/pattern.rs"]
pub(crate) mod pattern;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use noughts_client::stop::Stop;
use noughts_client::{EngineConfig, Program};
use noughts_client::{Launch, Limits, ThisMachine};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::record::GameRecord;
use noughts_tournament::run::logs::Logs;
use noughts_tournament::run::notices::Notice;
use noughts_tournament::run::tournament;
use noughts_tournament::run::tournament::summary::{Observer, RunOptions, Summary};
use noughts_tournament::stats::Tally;

/// Returns the path of the mock engine, whose first argument selects a
/// misbehaviour.
pub(crate) fn mock_path() -> PathBuf {
    example("mock-engine")
}

/// Returns the path of an engine of the tests. It is an example of this
/// package, so that `cargo test` builds it; `cargo test --test all` alone does
/// not, and an outdated one panics.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.parent().unwrap().parent().unwrap().join("examples").join(name);
    let path = path.with_extension(std::env::consts::EXE_EXTENSION);
    let source = match name {
        "mock-engine" => "engine.rs",
        "mock-gomocup" => "gomocup.rs",
        "spoilt-engine" => "spoilt.rs",
        _ => "instant.rs",
    };
    let source = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mock")).join(source);
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let fresh = time(&path).is_some_and(|built| Some(built) >= time(&source));
    assert!(
        fresh,
        "outdated; run cargo build -p noughts-tournament --examples (--release for a bench)"
    );
    path
}

/// Returns a mock engine limited by nodes and named after its behaviour.
pub(crate) fn mock(behaviour: &str) -> EngineConfig {
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let program = Program::Command { path: mock_path(), args: vec![behaviour.to_string()] };
    EngineConfig { program, ..EngineConfig::builtin(behaviour, &[], limits) }
}

/// Returns a mock engine that logs its starts and options to a file.
pub(crate) fn logged(behaviour: &str, log: &Path) -> EngineConfig {
    let mut engine = mock(behaviour);
    let Program::Command { args, .. } = &mut engine.program else { unreachable!() };
    args.push(log.display().to_string());
    engine
}

/// Returns the engine under another name.
pub(crate) fn named(mut engine: EngineConfig, name: &str) -> EngineConfig {
    engine.name = name.to_string();
    engine
}

/// Clears the fields of a record that may differ between two runs.
pub(crate) fn timeless(record: &mut GameRecord) {
    (record.started, record.millis, record.usage, record.scale) = (0, 0, None, None);
    (record.stopped, record.load) = (None, None);
    record.plies.iter_mut().for_each(|ply| ply.us = 0);
}

/// Returns the settings that start the engines of a tournament without a
/// built-in engine.
pub(crate) fn launch(config: &Config, stop: &Stop) -> Launch {
    Launch {
        builtin: (PathBuf::from("no-builtin-engine-here"), Vec::new()),
        rules: config.game.clone(),
        deadlines: config.deadlines.clone(),
        stop: stop.clone(),
        host: Arc::new(ThisMachine::default()),
        on_wait: None,
        debug: false,
    }
}

/// Returns a journal without check values, as earlier versions wrote it, which a test
/// may edit.
pub(crate) fn unchecked(journal: &str) -> String {
    let line = |line: &str| match line.rsplit_once(",\"after\":\"") {
        Some((body, _)) => format!("{body}}}\n"),
        None => format!("{line}\n"),
    };
    journal.lines().map(line).collect()
}

/// Returns a tournament of one pairing of tic-tac-toe.
pub(crate) fn config(engines: Vec<EngineConfig>) -> Config {
    let mut config = Config::new("tictactoe".parse().unwrap(), engines);
    config.pairings = 1;
    config
}

/// Collects all records, in the order of their numbers, and all notices.
#[derive(Default)]
pub(crate) struct Records(pub(crate) Vec<GameRecord>, pub(crate) Vec<(usize, Notice)>);

impl Observer for Records {
    fn game_ended(&mut self, record: &GameRecord, _: &Tally) {
        self.0.push(record.clone());
        self.0.sort_by_key(|record| record.game);
    }

    fn noticed(&mut self, record: &GameRecord, notice: Notice) {
        self.1.push((record.game, notice));
    }
}

/// Plays a tournament.
pub(crate) fn run(config: &Config) -> (Summary, Vec<GameRecord>) {
    run_until(config, &Stop::default())
}

/// Plays a tournament that can be stopped.
pub(crate) fn run_until(config: &Config, stop: &Stop) -> (Summary, Vec<GameRecord>) {
    let (summary, records) = run_noticing(config, stop);
    (summary, records.0)
}

/// Plays a tournament and returns its notices, too.
pub(crate) fn run_noticing(config: &Config, stop: &Stop) -> (Summary, Records) {
    let launch = launch(config, stop);
    let mut records = Records::default();
    let logs = Logs::open(config).unwrap();
    let summary = tournament::run(config, &launch, RunOptions::default(), None, logs, &mut records);
    (summary, records)
}

/// Returns the lines of a log that begin with a word, without the word.
pub(crate) fn noted(log: &Path, word: &str) -> Vec<String> {
    let text = fs::read_to_string(log).unwrap_or_default();
    text.lines().filter_map(|line| line.strip_prefix(word)).map(|s| s.trim().to_string()).collect()
}

/// Waits until a log has a line that begins with a word.
pub(crate) fn await_note(log: &Path, word: &str) {
    for _ in 0..6000 {
        if !noted(log, word).is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no \"{word}\" in a minute");
}

/// Asserts that no process of a log is running any more, within 10 seconds: the
/// system takes a moment to end processes that are not children.
#[cfg(target_os = "linux")]
pub(crate) fn assert_all_gone(log: &Path) {
    let pids = noted(log, "start");
    assert!(!pids.is_empty());
    let running = |pid: &&String| match fs::read_to_string(format!("/proc/{pid}/stat")) {
        // A zombie that has not been reaped has ended.
        Ok(stat) => !stat.contains(") Z ") && stat.contains("mock-"),
        Err(_) => false,
    };
    for _ in 0..200 {
        if !pids.iter().any(|pid| running(&pid)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("still running: {:?}", pids.iter().filter(running).collect::<Vec<_>>());
}

/// Processes cannot be listed on other systems.
#[cfg(not(target_os = "linux"))]
pub(crate) fn assert_all_gone(_: &Path) {}
