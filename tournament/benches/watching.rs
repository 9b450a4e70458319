//! How many games per second the runner plays with engines that answer at once
//! while nobody, one reader or fifty readers follow the live page, and without a
//! page. Not a test: the figures are those of the machine, on which the readers
//! run, too.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use noughts_client::Limits;
use noughts_client::stop::Stop;
use noughts_client::{EngineConfig, Program};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::record::GameRecord;
use noughts_tournament::output::live::Live;
use noughts_tournament::output::report::Setting;
use noughts_tournament::run::logs::Logs;
use noughts_tournament::run::tournament;
use noughts_tournament::run::tournament::summary::{Observer, RunOptions};
use noughts_tournament::stats::Tally;

const ROUNDS: usize = 15;

/// Looks at nothing.
struct Blind;

impl Observer for Blind {
    fn game_ended(&mut self, _: &GameRecord, _: &Tally) {}
}

/// Follows the page, and counts the bytes.
fn read(host: &str, bytes: &AtomicU64) {
    let mut stream = TcpStream::connect(host).expect("the server");
    let request = format!("GET /events?from=0 HTTP/1.1\r\nHost: {host}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a connection");
    let mut buffer = [0; 65536];
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        bytes.fetch_add(read as u64, Ordering::Relaxed);
    }
}

fn main() {
    let pairings = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(2_000);
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
    let cases = [None, Some(0), Some(1), Some(50)];
    let mut speeds = vec![Vec::new(); cases.len()];
    for round in 0..ROUNDS * cases.len() {
        let readers = cases[round % cases.len()];
        let mut logs = Logs::open(&config).expect("nothing to write");
        let bytes = Arc::new(AtomicU64::new(0));
        let live = readers.map(|readers| {
            let live = Live::start(&config, &"0".parse().expect("a port"), Setting::default());
            let live = live.expect("a free port");
            let host = live.url().trim_start_matches("http://").trim_end_matches('/').to_string();
            for _ in 0..readers {
                let (host, bytes) = (host.clone(), Arc::clone(&bytes));
                std::thread::spawn(move || read(&host, &bytes));
            }
            live
        });
        if let Some(live) = &live {
            logs = logs.watched_by(Arc::clone(live.feed()) as _);
        }
        let began = Instant::now();
        let options = RunOptions::default();
        let summary = tournament::run(&config, &launch, options, None, logs, &mut Blind);
        let time = began.elapsed();
        if let Some(live) = live {
            live.end("finished");
        }
        let speed = summary.played as f64 / time.as_secs_f64();
        speeds[round % cases.len()].push(speed);
        let who = readers.map_or("no page".to_string(), |readers| format!("{readers} readers"));
        println!(
            "{who}: {speed:.0} games/s, {:.1} MB sent",
            bytes.load(Ordering::Relaxed) as f64 / 1e6
        );
    }
    for (readers, speeds) in cases.into_iter().zip(&mut speeds) {
        speeds.sort_by(f64::total_cmp);
        let [low, middle, high] = [1, 2, 3].map(|quarter| speeds[quarter * ROUNDS / 4]);
        let who = readers.map_or("no page".to_string(), |readers| format!("{readers} readers"));
        println!("{who}: median {middle:.0} games/s, half of the runs {low:.0} to {high:.0}");
    }
}
