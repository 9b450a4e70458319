//! The delay of the engine's answers: `cargo bench --bench stop`.
//!
//! For every search and game, with as many search threads as processors,
//! measures the time from `stop` to `bestmove`, after a search of a few
//! milliseconds, and from a `go` with 10 ms on the clock and no increment to
//! `bestmove`. With `-- busy`, one busy process for each processor runs at the
//! same time. On a busy machine, the processor time of all threads until the
//! answer is the engine's own part of the delay. Names of searches and games
//! select rows.

#[path = "../common/cpu.rs"]
mod cpu;

use std::process::{Child, Command, Stdio};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use noughts::engine::{self, Line, Options};
use noughts::game::GameSpec;
use noughts::protocol::Reply;
use noughts::search::{Budget, Canceller, Clock, SearchKind, Settings};

/// Games with moves: from the start, and from the middle, where proofs are
/// deep.
const POSITIONS: [(&str, &str); 13] = [
    ("tictactrains", ""),
    ("tictactrains", "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5 a6 e2"),
    (LOPSIDED, ""),
    ("tictactoe", ""),
    ("tictactoe:7x6:4", ""),
    ("tictactoe:8x8:5", "d4 e5 e4 c4"),
    ("tictactoe:11x11:5", ""),
    ("tictactoe:11x11:5", "f6 g7 f8 e5 h6 d7"),
    ("tictactoe:15x15:5", "h8 i9 j7 h10"),
    ("tictactoe:20x20:5=", "j10 k11 l9 j12"),
    ("qubic", ""),
    ("qubic", "1a1 4d4 2b2 1b1 3c3 1d1"),
    ("qubic:5", "3c3 1a1"),
];
/// O has 47 of the 49 squares, which makes the longest train hard to find.
const LOPSIDED: &str = "tictactrains:(XA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, \
                        OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, \
                        OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, XA, OA)";
const ROUNDS: usize = 100;

fn main() {
    let threads = available_parallelism().map_or(1, usize::from);
    let busy = std::env::args().any(|word| word == "busy");
    if std::env::args().any(|word| word == "spin") {
        loop {
            std::hint::spin_loop();
        }
    }
    let others: Vec<Other> = (0..if busy { threads } else { 0 }).map(|_| Other::start()).collect();
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let chooses = |names: &[&str]| {
        let mut known = chosen.iter().filter(|word| names.contains(&word.as_str()));
        known.next().is_some()
    };
    let searches: Vec<&str> = SearchKind::all().map(SearchKind::name).collect();
    let games = POSITIONS.map(|(game, _)| game);
    println!("{threads} threads, {} busy processes beside them", others.len());
    println!(
        "milliseconds to bestmove   after stop              with 10 ms left    after stop, processor   beyond deadline, processor"
    );
    println!(
        "search     game                median   p99    max    median   p99    max    median   p99    max    median   p99    max"
    );
    let mut worst = [Duration::ZERO; 3];
    for search in SearchKind::all() {
        for (game, moves) in POSITIONS {
            let spec: Option<GameSpec> = game.parse().ok();
            if !spec.is_some_and(|spec| search.supports(&spec))
                || chooses(&searches) && !chooses(&[search.name()])
                || chooses(&games) && !chooses(&[game])
            {
                continue;
            }
            let engine = Engine::start(game, moves, search.name(), threads);
            let (stops, processor) = engine.stops();
            let [stops, processor] = [stops, processor].map(figures);
            let clocks = figures(engine.clocks());
            let beyond = figures(beyond_deadline(game, moves, search));
            for (worst, figures) in worst.iter_mut().zip([stops, processor, beyond]) {
                *worst = figures[1].max(*worst);
            }
            let game = if game == LOPSIDED { "lopsided trains" } else { game };
            let name = format!("{game}{}", if moves.is_empty() { "" } else { " +" });
            let cells = [stops, clocks, processor, beyond].map(|times| {
                times.map(|time| format!("{:>6.2}", time.as_secs_f64() * 1e3)).join(" ")
            });
            println!("{:<10} {name:<19} {}", search.name(), cells.join("   "));
            engine.send("quit");
        }
    }
    let [passed, computed, beyond] = worst;
    println!(
        "worst p99 after stop: {passed:.2?}, processor time {computed:.2?}; \
         beyond a deadline: {beyond:.2?}"
    );
}

/// Measures the processor time of searches beyond a deadline.
fn beyond_deadline(game: &str, moves: &str, search: SearchKind) -> Vec<Duration> {
    let Ok(spec) = game.parse::<GameSpec>() else { return Vec::new() };
    let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
    let settings = Settings::default();
    let mut player = engine::player(&spec, search);
    let beyond = |round: usize| {
        if round.is_multiple_of(10) {
            player = engine::player(&spec, search);
            let _ = player.set_position(None, &moves);
        }
        let begin = cpu::of_thread();
        let passed = move || cpu::of_thread().saturating_sub(begin);
        let deadline = Duration::from_micros(200 * (1 + round as u64 * 7 % 50));
        let (canceller, stop) = Canceller::new(Clock::Custom(Box::new(passed)));
        canceller.set_deadline(deadline, deadline);
        let legal = player.state().legal();
        player.search(legal, Budget::UNLIMITED, &settings, &stop, &mut |_| {});
        passed().saturating_sub(deadline)
    };
    (0..ROUNDS).map(beyond).collect()
}

/// A copy of this program that keeps a processor busy.
struct Other(Option<Child>);

impl Other {
    fn start() -> Other {
        let program = std::env::current_exe();
        let start = |program| Command::new(program).arg("spin").stdout(Stdio::null()).spawn();
        Other(program.and_then(start).ok())
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns the median, the 99th percentile and the maximum.
fn figures(mut times: Vec<Duration>) -> [Duration; 3] {
    times.sort();
    [50, 99, 100].map(|percent| times[(times.len() - 1) * percent / 100])
}

struct Engine {
    lines: Sender<Line>,
    replies: Receiver<Reply>,
}

impl Engine {
    fn start(game: &str, moves: &str, search: &str, threads: usize) -> Engine {
        let (lines, line_receiver) = unbounded();
        let (reply_sender, replies) = unbounded();
        std::thread::spawn(move || {
            engine::run(Options::default(), &line_receiver, &mut |reply| {
                let _ = reply_sender.send(reply.clone());
                Ok(())
            })
        });
        let engine = Engine { lines, replies };
        engine.send(&format!("newgame {game}"));
        engine.send(&format!("setoption name Search value {search}"));
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send(&format!("position startpos moves {moves}"));
        engine
    }

    fn send(&self, line: &str) {
        let _ = self.lines.send(Line::now(line));
    }

    /// Measures the time from this line to the next `bestmove`.
    fn answer_to(&self, line: &str) -> Duration {
        let begin = Instant::now();
        self.send(line);
        while !matches!(self.replies.recv(), Ok(Reply::BestMove { .. }) | Err(_)) {}
        begin.elapsed()
    }

    /// Measures the times and processor times from `stop` to `bestmove`.
    fn stops(&self) -> (Vec<Duration>, Vec<Duration>) {
        let stop = |round: usize| {
            self.send("go infinite");
            // Vary the place in the search.
            std::thread::sleep(Duration::from_millis(4 + round as u64 % 9));
            let before = cpu::of_process();
            (self.answer_to("stop"), cpu::of_process() - before)
        };
        (0..ROUNDS).map(stop).unzip()
    }

    fn clocks(&self) -> Vec<Duration> {
        let go = "go p1time 10 p2time 10 p1inc 0 p2inc 0";
        (0..ROUNDS).map(|_| self.answer_to(go)).collect()
    }
}
