//! What searches report: visits, distances, lines and depths.

use noughts::engine::Options;
use noughts::search::Hardware;

use super::pairs;

use crate::common::{Client, best, field, score};

/// The threads of `mcts` exchange their results; each simulation counts once.
#[test]
fn the_visits_of_all_moves_are_the_nodes() {
    for search in ["mcts", "puct"] {
        for threads in [1, 2, 4] {
            let client = Client::with(&["newgame tictactrains", "debug on"]);
            client.send(&format!("setoption name Search value {search}"));
            client.send(&format!("setoption name Threads value {threads}"));
            let nodes = if search == "mcts" { 60_000 } else { 600 };
            let lines = client.go(&format!("go nodes {nodes}"));
            let visits = |line: &String| -> Option<u64> {
                let (_, counts) = line.strip_prefix("info string move ")?.split_once(" visits ")?;
                counts.split(' ').next()?.parse().ok()
            };
            let sum: u64 = last_report(&lines).iter().filter_map(visits).sum();
            assert_eq!(sum, nodes, "{search} {threads}");
        }
    }
}

/// Returns the lines of the last report. On a busy machine there are reports in between.
fn last_report(lines: &[String]) -> &[String] {
    let begins = |line: &String| line.starts_with("info string tree ");
    &lines[lines.iter().rposition(begins).expect("a report")..]
}

/// Returns name, visits and mean of each move of the last report.
fn counts(lines: &[String]) -> Vec<(String, u64, Option<f64>)> {
    let moves = last_report(lines).iter().filter_map(|line| line.strip_prefix("info string move "));
    let number = |word: &str| word.parse().expect("a number");
    let read = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let (visits, mean) = match words[1..] {
            ["visits", visits] => (visits, None),
            ["visits", visits, "mean", mean] => (visits, Some(number(mean))),
            _ => panic!("{line}"),
        };
        (words[0].to_string(), visits.parse().expect("a number"), mean)
    };
    moves.map(read).collect()
}

#[test]
fn visits_and_means_of_all_moves_are_reported_after_debug_on() {
    for (search, threads) in [("uct", 1), ("mcts", 1), ("mcts", 3), ("puct", 1), ("puct", 3)] {
        for (game, squares) in [("tictactrains", 49), ("tictactoe:5x5:4", 25), ("qubic", 64)] {
            if search == "puct" && game != "tictactrains" {
                continue;
            }
            let client = Client::with(&[&format!("newgame {game}")]);
            for option in ["CentreReply value false", &format!("Threads value {threads}")] {
                client.send(&format!("setoption name {option}"));
            }
            client.send(&format!("setoption name Search value {search}"));
            assert!(counts(&client.go("go nodes 3000")).is_empty());
            client.send("ucinewgame");
            client.send("debug on");
            let lines = client.go("go nodes 3000");
            let moves = counts(&lines);
            let mut names: Vec<&String> = moves.iter().map(|(name, ..)| name).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), squares, "{search} {game}");
            assert!(moves.is_sorted_by(|a, b| a.1 >= b.1), "{search} {game}");
            for (name, visits, mean) in &moves {
                assert_eq!(mean.is_some(), *visits > 0, "{search} {game} {name}");
                assert!(mean.is_none_or(|mean| (0.0..=1.0).contains(&mean)), "{search} {game}");
            }
            // The first simulations of `uct` end at the root.
            let all = moves.iter().map(|(_, visits, _)| visits).sum::<u64>();
            assert!((2990..=3000).contains(&all), "{search} {game}: {all}");
            // The most visited move is played, and its mean is the score.
            assert_eq!(moves[0].0, best(&lines), "{search} {game}");
            let cp = field(&lines, "cp").and_then(|cp| cp.parse::<f64>().ok());
            let expected = moves[0].2.map(|mean| 1000.0 * (2.0 * mean - 1.0));
            let (cp, expected) = (cp.expect("an estimate"), expected.expect("a mean"));
            assert!((cp - expected).abs() <= 1.6, "{search} {game}: {cp} {expected}");
        }
    }
}

/// A search visits the same positions with and without the instructions of newer
/// processors.
#[test]
fn portable_searches_are_the_same() {
    for (search, game) in pairs() {
        let run = |hardware| {
            let mut options = Options::default();
            options.settings.hardware = hardware;
            let client = Client::with_options(options);
            client.send(&format!("newgame {game}"));
            client.send(&format!("setoption name Search value {search}"));
            let nodes = if search == "puct" { 100 } else { 700 };
            let lines = client.go(&format!("go nodes {nodes}"));
            let last = lines.iter().rfind(|line| line.contains(" pv ")).expect("a line").clone();
            let fields = ["depth", "seldepth", "nodes", "cp", "mate"];
            let numbers = fields.map(|name| field(&lines, name).map(str::to_string));
            (numbers, last.split_once(" pv ").map(|(_, pv)| pv.to_string()))
        };
        assert_eq!(run(Hardware::Portable), run(Hardware::detect()), "{search} {game}");
    }
}

/// Without `debug on`, only the exact distance of the best move is reported.
#[test]
fn moves_with_exact_distances_are_reported_after_debug_on() {
    for (debug, expected) in [("off", false), ("on", true)] {
        let client = Client::with(&["newgame tictactoe", "setoption name Search value proof"]);
        client.send("setoption name MultiPV value 9");
        client.send(&format!("debug {debug}"));
        client.send("position startpos moves a1 b1 a3 a2");
        let lines = client.go("go depth 9");
        let told = lines.iter().find(|line| line.starts_with("info string exact distances "));
        assert_eq!(told.is_some(), expected, "{lines:?}");
        // X wins with b2 and c3 in three plies, and loses with c1 in four.
        let told = told.map_or("", |line| line.as_str());
        assert_eq!(["b2", "c3", "c1"].iter().all(|name| told.contains(name)), expected, "{told}");
    }
}

/// In tic-tac-toe, after a corner, the centre and the opposite corner, only the
/// edges draw.
#[test]
fn moves_that_are_proven_draws_are_reported_after_debug_on() {
    for (debug, expected) in [("off", None), ("on", Some(["a2", "b1", "b3", "c2"]))] {
        for search in ["proof", "alphabeta", "minimax", "mcts", "auto"] {
            let client = Client::with(&["newgame tictactoe", &format!("debug {debug}")]);
            client.send(&format!("setoption name Search value {search}"));
            client.send("setoption name MultiPV value 9");
            client.send("position startpos moves a1 b2 c3");
            let lines = client.go("go nodes 100000");
            let told = lines.iter().rev().find_map(|l| l.strip_prefix("info string proven draws "));
            let mut draws: Vec<&str> = told.unwrap_or_default().split_whitespace().collect();
            draws.sort_unstable();
            let expected = expected.map_or(Vec::new(), |names| names.to_vec());
            assert_eq!(draws, expected, "{search}: {lines:?}");
        }
    }
}

#[test]
fn alphabeta_and_minimax_report_exact_distances() {
    for (search, limit) in
        [("alphabeta", "depth 9"), ("minimax", "depth 4"), ("minimax", "depth 15")]
    {
        let client = Client::with(&["newgame tictactoe:4x4:3"]);
        client.send(&format!("setoption name Search value {search}"));
        client.send("position moves c2");
        let lines = client.go(&format!("go {limit}"));
        assert_eq!(score(&lines), "mate -4", "{search} {limit}");
        assert!(lines.contains(&"info string exact distance".to_string()), "{search} {limit}");
    }
}

/// The line has more than one move, also if the distance is only a bound, so
/// that a client can show it and ponder.
#[test]
fn decided_positions_come_with_a_line() {
    for (search, game, moves) in [
        ("auto", "tictactoe:6x6:4", ""),
        ("auto", "tictactoe:5x5:4", "d5 e5"),
        ("auto", "tictactoe:5x5:4", "a5"),
        ("proof", "tictactoe:6x6:4", "e2 b3 e6"),
        ("proof", "tictactoe:6x6:4", "d6 c4 e6 a4 b3"),
        ("auto", "qubic", "3d4 2d4 1c2 2c3 1c1 2b1 4c2 2c2 2c1 4a4"),
        ("auto", "qubic:3", "3c3 3a2 3c2"),
    ] {
        let client = Client::with(&[&format!("newgame {game}")]);
        client.send(&format!("setoption name Search value {search}"));
        client.send(&format!("position moves {moves}"));
        let lines = client.go("go nodes 200000");
        let drawn = lines.contains(&"info string proven draw".to_string());
        assert!(drawn || score(&lines).starts_with("mate "), "{search} {game} {moves}: {lines:?}");
        let line = lines[lines.len() - 2].split_once(" pv ").expect("a line").1;
        assert!(line.split(' ').count() >= 2, "{search} {game} {moves}: {lines:?}");
        let nodes: u64 = field(&lines, "nodes").and_then(|n| n.parse().ok()).expect("a number");
        assert!(nodes <= 200_000, "{search} {game} {moves}: {lines:?}");
    }
}

/// A proven draw is reported, also if a depth limit makes alpha-beta choose the
/// move.
#[test]
fn a_depth_limit_does_not_hide_a_proven_draw() {
    let client = Client::with(&["newgame tictactoe:5x5:4", "setoption name Hash value 32"]);
    for limit in ["go nodes 240000", "go nodes 240000 depth 25"] {
        let lines = client.go(limit);
        assert!(lines.iter().any(|line| line.contains("proven draw")), "{limit}: {lines:?}");
    }
}

/// A win that the short proof of `auto` has found stays, although alpha-beta, which
/// values the other moves, does not see it.
#[test]
fn several_lines_do_not_hide_a_proven_win() {
    let moves = "position startpos moves f1 e6 f6 b6 e2";
    let client = Client::with(&["newgame tictactoe:6x6:4", "setoption name MultiPV value 3"]);
    client.send(moves);
    let lines = client.go("go nodes 8000");
    let first = lines.iter().rfind(|line| line.contains(" multipv 1 ")).expect("a first line");
    assert!(first.contains(" score mate ") && !first.contains("mate -"), "{first}");
}
