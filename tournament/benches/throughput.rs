//! How many games per second the runner plays with engines that answer at
//! once, with a journal, and what the runner itself takes of the processor.
//! The issue is the time between an engine's `bestmove` and the next
//! engine's `go`. Not a test: the figures are those of the machine.

#[path = "../../tests/common/cpu.rs"]
mod cpu;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use noughts_client::Limits;
use noughts_client::stop::Stop;
use noughts_client::{EngineConfig, Program};
use noughts_tournament::journal::Journal;
use noughts_tournament::model::config::Config;
use noughts_tournament::model::record::GameRecord;
use noughts_tournament::run::logs::Logs;
use noughts_tournament::run::tournament;
use noughts_tournament::run::tournament::summary::Observer;
use noughts_tournament::stats::Tally;

/// Counts games and plies.
#[derive(Default)]
struct Count(usize, usize);

impl Observer for Count {
    fn game_ended(&mut self, record: &GameRecord, _: &Tally) {
        self.0 += 1;
        self.1 += record.plies.len();
    }
}

fn main() {
    let pairings = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(5_000);
    let engines = ["one", "two"].map(|name| {
        let mut engine = EngineConfig::builtin(name, &[], Limits::default());
        engine.limits.nodes = Some(1);
        engine.program =
            Program::Command { path: support::example("instant-engine"), args: vec![] };
        engine
    });
    let mut config = Config::new("tictactoe".parse().expect("a game"), engines.to_vec());
    config.pairings = pairings;
    config.openings = noughts_tournament::model::opening::Source::Random(0);
    let launch = support::launch(&config, &Stop::default());
    for concurrency in [1, 2, 1, 2, 1, 2] {
        config.concurrency = concurrency;
        let folder = tempfile::tempdir().expect("a folder");
        let journal = Journal::open(&folder.path().join("journal"), &config, None);
        let logs = Logs::open(&config).expect("nothing to write");
        let mut count = Count::default();
        let (began, used) = (Instant::now(), cpu::of_process());
        let journal = Some(journal.expect("a journal"));
        let summary = tournament::run(
            &config,
            &launch,
            noughts_tournament::run::tournament::summary::RunOptions::default(),
            journal,
            logs,
            &mut count,
        );
        let (time, used) = (began.elapsed(), cpu::of_process() - used);
        assert_eq!((summary.played, count.0), (2 * pairings, 2 * pairings));
        let games = count.0 as f64;
        println!(
            "{concurrency} at a time: {:.0} games/s, {:.1} plies a game; the runner itself: \
             {:.0} µs of processor time a game",
            games / time.as_secs_f64(),
            count.1 as f64 / games,
            used.as_secs_f64() * 1e6 / games,
        );
    }
}
