//! The engine stays within its limits of memory, time, threads and stack.

#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader, Write};
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use noughts::engine::player;
use noughts::game::{GameSpec, new_game};
use noughts::search::{Budget, Canceller, SearchKind, Settings};

#[cfg(target_os = "linux")]
use crate::common::alone;
use crate::common::{Client, best};

/// The largest boards, the boards with special searches, and a rule set that
/// gives one side nearly all squares.
const GAMES: [&str; 9] = [
    "tictactrains",
    "tictactrains:(XA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, \
     OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, OA, \
     OA, OA, OA, OA, XA, OA)",
    "tictactoe",
    "tictactoe:8",
    "tictactoe:11x11:5",
    "tictactoe:15x15:5",
    "tictactoe:20",
    "qubic",
    "qubic:5",
];

/// Returns every game with every search that supports it.
fn games_and_searches() -> Vec<(&'static str, SearchKind)> {
    let plays = |game: &str, search: &SearchKind| {
        search.supports(&game.parse().expect("the name of a game"))
    };
    let searches = |game| SearchKind::all().filter(move |search| plays(game, search));
    GAMES.iter().flat_map(|&game| searches(game).map(move |search| (game, search))).collect()
}

/// The memory besides `Hash` and 2 MiB for each thread, in KiB, according to
/// PROTOCOL.md.
#[cfg(target_os = "linux")]
const OVERHEAD_KIB: u64 = 16 * 1024;

/// Returns the peak memory of an engine, in KiB, when it has answered every
/// search.
#[cfg(target_os = "linux")]
fn peak(commands: &str) -> u64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_noughts"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut input = child.stdin.take().expect("it is a pipe");
    input.write_all(commands.as_bytes()).expect("the engine reads");
    let output = BufReader::new(child.stdout.take().expect("it is a pipe"));
    let searches = commands.lines().filter(|line| line.starts_with("go ")).count();
    let mut answers = output.lines().map(|line| line.expect("text"));
    let answered = (0..searches).all(|_| answers.any(|line| line.starts_with("bestmove")));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
    drop(input);
    child.wait().expect("it is our child");
    assert!(answered, "{commands}");
    let status = status.expect("it is still there");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.expect("the system reports it")
}

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_within_hash_and_a_constant() {
    for (game, search) in games_and_searches() {
        for (hash, threads) in [(0, 1), (4, 8), (8, 1)] {
            let used = peak(&format!(
                "newgame {game}\nsetoption name Search value {}\nsetoption name Hash value {hash}\n\
                 setoption name Threads value {threads}\nsetoption name MultiPV value 3\n\
                 go movetime 60\n",
                search.name()
            ));
            let allowed = (hash + 2 * threads) * 1024 + OVERHEAD_KIB;
            assert!(used <= allowed, "{game} {}: {used} KiB, Hash {hash} MiB", search.name());
        }
    }
}

/// Late in the game the threads of `puct` also use their solvers.
#[test]
#[cfg(target_os = "linux")]
fn memory_stays_within_the_limit_with_many_threads_late_in_the_game() {
    let used = peak(
        "setoption name Search value puct\nsetoption name Hash value 0\n\
         setoption name Threads value 32\n\
         position startpos moves f7 d1 a6 g5 b5 c5 d4 c4 c3 d3 e5 e6 b4 e3 f4 d2 f3 f5 c2 b3 e4 f2 \
         d5 g3 d6 e2 g2 c1 b1 f1\ngo movetime 1000\n",
    );
    assert!(used <= 2 * 32 * 1024 + OVERHEAD_KIB, "{used} KiB");
}

/// A search with a depth limit and one to the end of the game have different
/// tables, of which only the last one is kept.
#[test]
#[cfg(target_os = "linux")]
fn minimax_keeps_the_memory_of_one_table() {
    let used = peak(
        "newgame tictactoe:6x6:5\nsetoption name Search value minimax\n\
         setoption name Hash value 64\nposition startpos moves c3\n\
         go depth 20 nodes 4000000\ngo nodes 4000000\ngo depth 20 nodes 100000\n",
    );
    assert!(used <= 66 * 1024 + OVERHEAD_KIB, "{used} KiB");
}

/// The engine skips a very long line without storing it.
#[test]
#[cfg(target_os = "linux")]
fn an_endless_line_takes_no_memory() {
    let line = "position startpos moves ".to_string() + &"a1 ".repeat(20 << 20);
    let used = peak(&format!("setoption name Hash value 0\n{line}\ngo nodes 1\n"));
    assert!(used <= OVERHEAD_KIB, "{used} KiB");
}

/// Queued lines are stored as text, although their parsed commands are much
/// larger. A `stop` after them still ends the search.
#[test]
#[cfg(target_os = "linux")]
fn waiting_lines_take_little_memory() {
    let line = format!("position startpos moves {}\n", "a1 ".repeat(21_000));
    let used = peak(&format!(
        "setoption name Hash value 0\nsetoption name Search value uct\n\
         setoption name CentreReply value false\ngo nodes 1000000000000\n{}stop\n",
        line.repeat(1000)
    ));
    assert!(used <= OVERHEAD_KIB, "{used} KiB");
}

#[test]
fn a_hash_beyond_the_memory_is_refused() {
    let client = Client::with(&["setoption name Hash value 3"]);
    let lines = client.ask("setoption name Hash value 1048576");
    // A machine with 1 TiB of memory accepts it.
    if !lines.is_empty() {
        assert!(lines[0].contains("option Hash cannot be 1048576: there are "), "{lines:?}");
        let reported = client.ask("info");
        assert!(reported.iter().any(|line| line.contains("option Hash = 3 ")), "{reported:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_of_the_shell_counts() {
    let engine = env!("CARGO_BIN_EXE_noughts");
    let script = format!("ulimit -v 500000 && exec '{engine}' setoption name Hash value 499");
    let output = Command::new("sh").args(["-c", &script]).output().expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("there are 488 MiB of memory"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_answer_comes_with_ten_milliseconds_left() {
    for (game, search) in games_and_searches() {
        let client = Client::with(&[&format!("newgame {game}")]);
        client.send(&format!("setoption name Search value {}", search.name()));
        let mut moves = String::new();
        let mut board = new_game(&game.parse().expect("the name of a game"));
        for clock in ["p1time 10 p2time 10", "p1time 1 p2time 1", "p1time -50 p2time -50"] {
            client.send(&format!("position startpos moves{moves}"));
            let begin = Instant::now();
            let answer = best(&client.go(&format!("go {clock} p1inc 0 p2inc 0")));
            // Only detects a hang; the benchmark `stop` measures the delay.
            assert!(begin.elapsed() < Duration::from_secs(60), "{game} {}", search.name());
            board.play(&answer).unwrap_or_else(|error| panic!("{game} {}: {error}", search.name()));
            moves += &format!(" {answer}");
        }
    }
}

#[test]
fn the_move_overhead_is_kept_in_reserve() {
    let client = Client::with(&["debug on", "setoption name MoveOverhead value 200"]);
    for (go, most) in [
        ("go p1time 1000 p2time 1000 nodes 1", 800),
        ("go p1time 1000 p2time 1000 movestogo 1 nodes 1", 800),
        ("go p1time 150 p2time 150 nodes 1", 0),
        ("go movetime 1000 nodes 1", 800),
    ] {
        let lines = client.go(go);
        let reported =
            lines.iter().find_map(|line| line.split_once("time soft ")?.1.split_once(" ms hard "));
        let (soft, hard) = reported.expect("a time");
        let hard: u64 = hard.trim_end_matches(" ms").parse().expect("a number");
        let soft: u64 = soft.parse().expect("a number");
        assert!(soft <= hard && hard <= most, "{go}: {soft} {hard}");
    }
}

/// The names of the threads of this process that search.
#[cfg(target_os = "linux")]
fn searchers() -> Vec<String> {
    let tasks = std::fs::read_dir("/proc/self/task").expect("the system lists them");
    let names = tasks.flatten().map(|task| std::fs::read_to_string(task.path().join("comm")));
    names.flatten().filter(|name| name.starts_with("searcher")).collect()
}

/// In a process of its own, as the other tests run engines at the same time.
#[test]
#[cfg(target_os = "linux")]
fn the_engine_ends_all_its_threads() {
    if !alone("limits::the_engine_ends_all_its_threads") {
        return;
    }
    for search in ["mcts", "alphabeta", "proof"] {
        let client = Client::with(&["newgame qubic", "setoption name Threads value 3"]);
        client.send(&format!("setoption name Search value {search}"));
        client.send("go infinite");
        client.ask("isready");
        client.end();
    }
    let deadline = Instant::now() + Duration::from_secs(100);
    while !searchers().is_empty() {
        assert!(Instant::now() < deadline, "{:?} are left", searchers());
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Searches recurse once for each ply, of which there are at most 400. The test
/// runs them on a fraction of the stack of the searcher thread, from the start,
/// from positions with forced wins and from late positions.
#[test]
fn searches_need_little_stack() {
    const FRACTION: usize = 256 << 10;
    let full = |spec: &GameSpec, left: usize| {
        let mut board = new_game(spec);
        let mut moves = Vec::new();
        while board.outcome().is_none() && board.board().len() - board.ply() > left {
            // Scattered squares, so that lines come late.
            let open: Vec<_> = board.legal().into_iter().collect();
            let square = open[(moves.len() * 7 + moves.len() / 3) % open.len()];
            let name = board.board().name(square);
            board.play(&name).expect("it is legal");
            moves.push(name);
        }
        // Undo a move that ended the game.
        if board.outcome().is_some() {
            moves.pop();
        }
        moves
    };
    for (game, search) in games_and_searches() {
        let spec: GameSpec = game.parse().expect("the name of a game");
        for left in [400, 125, 30, 12] {
            let (spec, moves) = (spec.clone(), full(&spec, left));
            let run = move || {
                let mut player = player(&spec, search);
                player.set_position(None, &moves).expect("it is legal");
                let settings = Settings { hash: 1, ..Settings::default() };
                let (canceller, stop) = Canceller::new(Instant::now());
                canceller.set_deadline(Duration::from_millis(40), Duration::from_millis(40));
                let legal = player.state().legal();
                player.search(legal, Budget::UNLIMITED, &settings, &stop, &mut |_| {});
            };
            let thread = std::thread::Builder::new().stack_size(FRACTION).spawn(run);
            thread.expect("it starts").join().expect("the stack is enough");
        }
    }
}

/// A search for a mate ends, even if some moves are not considered.
#[test]
fn a_search_for_a_mate_ends() {
    for game in ["tictactoe:9x9:5", "qubic:3", "tictactrains"] {
        for search in SearchKind::all().filter(|search| search.supports(&game.parse().unwrap())) {
            for (setting, rest) in
                [("Neighbors value true", ""), ("Hash value 1", " searchmoves d4 1b2")]
            {
                let client = Client::with(&[
                    &format!("newgame {game}"),
                    &format!("setoption name Search value {}", search.name()),
                    &format!("setoption name {setting}"),
                ]);
                let centre = if game.starts_with("qubic") { "2b2" } else { "e5" };
                client.send(&format!("position moves {centre}"));
                let rest = if game.starts_with("qubic") {
                    rest.replace(" d4", "")
                } else {
                    rest.replace(" 1b2", "")
                };
                let lines = client.go(&format!("go mate 1{rest}"));
                assert_ne!(best(&lines), "0000", "{search:?} {game} {setting}");
            }
        }
    }
}
