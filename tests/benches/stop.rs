//! How soon `stop` is answered: `cargo bench --bench stop`.
//!
//! For every search and game, the time from writing `stop` to reading
//! `bestmove`, with a search that has been running for a few milliseconds.

use std::time::{Duration, Instant};

use crossbeam_channel::unbounded;
use noughts::engine::{self, Line};
use noughts::protocol::Reply;
use noughts::search::SearchKind;

const GAMES: [&str; 6] =
    ["tictactrains", "tictactoe", "tictactoe:7x6:4", "tictactoe:11x11:5", "qubic", "qubic:5"];
const ROUNDS: usize = 100;

fn main() {
    println!("{:<12} {:<18} {:>9} {:>9} {:>9}", "search", "game", "median", "p99", "max");
    for search in SearchKind::all().map(SearchKind::name) {
        for game in GAMES {
            let mut times = measure(search, game);
            times.sort();
            let [median, p99, max] = [50, 99, 100].map(|p| times[(times.len() - 1) * p / 100]);
            println!("{search:<12} {game:<18} {median:>9.2?} {p99:>9.2?} {max:>9.2?}");
        }
    }
}

fn measure(search: &str, game: &str) -> Vec<Duration> {
    let (lines, line_receiver) = unbounded();
    let (reply_sender, replies) = unbounded();
    let engine = std::thread::spawn(move || {
        engine::run(&line_receiver, &mut |reply| {
            let _ = reply_sender.send(reply.clone());
            Ok(())
        })
    });
    let send = |line: &str| lines.send(Line::now(line)).is_ok();
    send(&format!("newgame {game}"));
    send(&format!("setoption name Search value {search}"));
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        send("go infinite");
        std::thread::sleep(Duration::from_millis(8));
        let begin = Instant::now();
        send("stop");
        while !matches!(replies.recv(), Ok(Reply::BestMove { .. }) | Err(_)) {}
        times.push(begin.elapsed());
    }
    send("quit");
    let _ = engine.join();
    times
}
