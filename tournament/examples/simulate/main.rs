//! Plays whole tournaments in virtual time, against engines that crash, hang and lie, on
//! disks that fail, with kills and resumption; and checks what must always hold.
//!
//! ```text
//! cargo run --release --example simulate -- 100000        # from a new seed on
//! cargo run --release --example simulate -- 1 --seed 7    # one story, and its failure
//! ```
//!
//! With `SIMULATE_DEBUG` in the environment all lines to and from the engines are shown.

mod disk;
mod engine;
mod host;
mod judge;
mod play;
mod story;
mod tuning;

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;
use judge::Counts;
use story::Story;

/// Plays simulated tournaments and checks what must always hold.
#[derive(Parser)]
struct Arguments {
    /// The number of stories
    #[arg(default_value_t = 1000)]
    count: u64,
    /// The first seed; a new one each time if it is not set
    #[arg(long)]
    seed: Option<u64>,
    /// Ends after this time, in seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// Plays tournaments of 20 games in which nothing happens, to measure the speed
    #[arg(long)]
    quiet: bool,
    /// The number of stories at the same time
    #[arg(long, default_value_t = thread::available_parallelism().map_or(1, usize::from))]
    threads: usize,
}

/// A story that takes longer than this, in real time, waits for ever.
const PATIENCE: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let new_seed = || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.as_secs() * 1_000_000
    };
    let first = arguments.seed.unwrap_or_else(new_seed);
    println!("seeds from {first} on");
    // A panic is a failure of its story, which says so.
    panic::set_hook(Box::new(|_| {}));
    let (next, games, tournaments) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let (failures, ended) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let began = Instant::now();
    let is_over = || {
        let seconds = arguments.seconds.map(Duration::from_secs);
        seconds.is_some_and(|seconds| began.elapsed() >= seconds)
    };
    let running = Mutex::new(vec![None; arguments.threads]);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.threads)
            .map(|worker| {
                let (next, games, tournaments) = (&next, &games, &tournaments);
                let (failures, running, is_over) = (&failures, &running, &is_over);
                let arguments = &arguments;
                scope.spawn(move || {
                    let folder = folder();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= arguments.count || is_over() {
                            return;
                        }
                        let seed = first.wrapping_add(number);
                        running.lock().expect("no panic here")[worker] =
                            Some((seed, Instant::now()));
                        let story =
                            if arguments.quiet { Story::quiet(seed) } else { Story::of(seed) };
                        match verdict(&story, folder.path()) {
                            Ok(played) => {
                                games.fetch_add(played.games as u64, Ordering::Relaxed);
                                tournaments.fetch_add(played.tournaments as u64, Ordering::Relaxed);
                            }
                            Err(why) => {
                                println!("seed {seed} fails: {why}");
                                failures.lock().expect("no panic here").push((seed, why));
                            }
                        }
                        running.lock().expect("no panic here")[worker] = None;
                    }
                })
            })
            .collect();
        scope.spawn(|| {
            while !ended.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(50));
                for (seed, since) in running.lock().expect("no panic here").iter().flatten() {
                    if since.elapsed() > PATIENCE {
                        println!("seed {seed} waits for ever");
                        std::process::exit(1);
                    }
                }
            }
        });
        workers.into_iter().for_each(|worker| drop(worker.join()));
        ended.store(true, Ordering::Relaxed);
    });
    let (time, count) = (began.elapsed().as_secs_f64(), tournaments.into_inner());
    let games = games.into_inner();
    println!(
        "{count} tournaments, {games} games in {time:.1} s: {:.0} tournaments a second",
        count as f64 / time
    );
    let failures = failures.into_inner().expect("no panic here");
    let Some((seed, _)) = failures.first() else { return ExitCode::SUCCESS };
    println!("{} stories fail; the simplest form of {seed}:", failures.len());
    let (story, why) = simplest(Story::of(*seed), folder().path());
    println!("{story:#?}\n{why}");
    ExitCode::FAILURE
}

/// Returns a new folder for journals, in memory where the system has such a place.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a temporary folder")
}

/// Plays a story; returns what it has played, or why it fails.
fn verdict(story: &Story, folder: &Path) -> Result<Counts, String> {
    panic::catch_unwind(AssertUnwindSafe(|| judge::judge(story, folder))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        Err(format!("panic: {text}"))
    })
}

/// Leaves out of a story that fails what it fails without.
fn simplest(mut story: Story, folder: &Path) -> (Story, String) {
    let mut why = verdict(&story, folder).err().unwrap_or_default();
    while let Some((simpler, reason)) = story.simpler().into_iter().find_map(|simpler| {
        let reason = verdict(&simpler, folder).err()?;
        Some((simpler, reason))
    }) {
        (story, why) = (simpler, reason);
    }
    (story, why)
}
