//! Every claim of every search against brute force: results and distances,
//! margins, the order of lines, wins in one. Each session uses random
//! positions, options and limits.
//!
//! `NOUGHTS_FUZZ=1000` runs a thousand times as many sessions. A failure prints
//! its seed and all lines sent to the engine; `NOUGHTS_SEED=N` begins with the
//! session of seed N.

mod answer;
mod session;
mod truth;

use answer::Claims;
use session::Session;

use crate::common::fuzz;
use crate::fuzz::panics;

/// The number of failures that end the test.
const MOST_FAILURES: usize = 5;

/// Runs `sessions` sessions, times `NOUGHTS_FUZZ`. Each game has the greatest
/// number of empty squares of its positions.
fn run(games: &[(&str, usize)], sessions: u64) -> Claims {
    // A search goes on without a helper thread that has panicked.
    panics::watch();
    let seed = std::env::var("NOUGHTS_SEED").ok();
    let first = seed.map_or(0, |text| text.parse().expect("a number"));
    let sessions = sessions * fuzz() as u64;
    let (mut positions, mut skipped) = (0, 0);
    let mut claims = Claims::default();
    let mut failures = 0;
    for seed in first..first + sessions {
        let mut session = Session::new(seed, games);
        let mut failure = session.run().err();
        let panics = panics::seen();
        if !panics.is_empty() {
            failure = Some(format!("{panics:?}, perhaps in {}", session.transcript()));
        }
        if let Some(why) = failure {
            eprintln!("{why}\n");
            failures += 1;
        }
        positions += session.positions;
        skipped += session.skipped;
        claims.add(&session.claims);
        if failures >= MOST_FAILURES {
            break;
        }
    }
    println!("{positions} positions, {skipped} skipped, {claims:?}");
    assert_eq!(failures, 0, "sessions with false claims");
    assert!(skipped * 10 <= positions, "{skipped} positions were skipped");
    claims
}

#[test]
fn flat_boards() {
    const GAMES: &[(&str, usize)] = &[
        ("tictactoe", 9),
        ("tictactoe:3x2:2", 6),
        ("tictactoe:4x2:3", 8),
        ("tictactoe:4x3:3", 12),
        ("tictactoe:4x4:3", 14),
        ("tictactoe:4", 14),
        ("tictactoe:5x3:3", 13),
        ("tictactoe:5x4:4", 14),
        ("tictactoe:6x3:3", 14),
        ("tictactoe:7x3:3", 14),
        ("tictactoe:5x5:3", 16),
        ("tictactoe:5x5:4", 15),
        ("tictactoe:5", 14),
        ("tictactoe:6x5:4", 14),
        ("tictactoe:6x6:4", 14),
        ("tictactoe:6x6:5", 13),
        ("tictactoe:7x6:4", 14),
        ("tictactoe:8x8:4", 12),
        // With wide sets of squares.
        ("tictactoe:12x1:3", 12),
        ("tictactoe:2x12:4", 13),
        ("tictactoe:12x3:3", 12),
    ];
    let claims = run(GAMES, 100);
    let kinds = [claims.wins, claims.draws, claims.losses, claims.exact, claims.at_once];
    assert!(kinds.iter().chain([&claims.ranked]).all(|&count| count > 12), "{claims:?}");
}

#[test]
fn special_rules_of_lines() {
    const GAMES: &[(&str, usize)] = &[
        ("tictactoe:4x3:3=", 9),
        ("tictactoe:6x4:4=", 9),
        ("tictactoe:7x3:5=", 9),
        ("tictactoe:6x5:renju", 9),
        ("tictactoe:6x6:renju", 9),
        ("tictactoe:7x4:caro", 9),
        ("tictactoe:6x6:caro", 9),
        ("tictactoe:7x5:caro=", 9),
    ];
    let claims = run(GAMES, 60);
    let kinds = [claims.wins, claims.losses, claims.exact, claims.at_once];
    assert!(kinds.iter().all(|&count| count > 8), "{claims:?}");
}

#[test]
fn cubes() {
    const GAMES: &[(&str, usize)] = &[("qubic:2", 8), ("qubic:3", 22), ("qubic", 14)];
    let claims = run(GAMES, 50);
    let kinds = [claims.wins, claims.losses, claims.exact, claims.at_once, claims.ranked];
    assert!(kinds.iter().all(|&count| count > 8), "{claims:?}");
}

#[test]
fn trains() {
    const GAMES: &[(&str, usize)] = &[
        ("tictactrains", 8),
        ("tictactrains:modern", 8),
        ("tictactrains:postmodern", 8),
        ("tictactrains:spanish", 8),
        ("tictactrains:swiss", 8),
        ("tictactrains:viennese", 8),
        ("tictactrains:mallorcan", 8),
        ("tictactrains:3", 9),
        ("tictactrains:3:swiss", 9),
        ("tictactrains:4:spanish", 9),
        ("tictactrains:5:modern", 8),
        ("tictactrains:6", 8),
        ("tictactrains:(XA, OA, OA, XA, XA, OA, ...)", 8),
        // A ring excluded as late as possible, and two plies in a row.
        (
            "tictactrains:(XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, O23, XA, OA, ...)",
            10,
        ),
        (
            "tictactrains:(XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, XA, OA, OA, XA, XA, OA, OA, XA, XA)",
            8,
        ),
    ];
    let claims = run(GAMES, 100);
    let kinds = [claims.wins, claims.draws, claims.losses, claims.margins, claims.ranked];
    assert!(kinds.iter().all(|&count| count > 5), "{claims:?}");
}

/// Former false claims and wrong orders of lines.
#[test]
fn former_errors_stay_fixed() {
    const CASES: [(&str, &str, &str, &str); 6] = [
        // An unproven move was taken for one no better than a draw.
        (
            "tictactoe:5x4:4",
            "Search proof",
            "c3 a1 b3 d1 d3 a3 d4 e4",
            "nodes 985 searchmoves e2 d2 b2 e3 a4 c1 b4 c2 e1",
        ),
        (
            "tictactoe:5x4:4",
            "Search auto",
            "a1 b1 b2 c1 a4 c2 d2",
            "nodes 228 searchmoves e3 e4 d3 c3 a3",
        ),
        (
            "tictactoe:6x6:5",
            "Search auto",
            "c2 b5 d2 d3 e5 c5 b3 b1 c1 f1 e2 b2 e4 a3 c3 a2 c4 b6 a4 d4 f5 f6 c6 b4",
            "nodes 20 searchmoves f4 e6 f2 f3 e1 d6 e3 d1 a1 a5 a6",
        ),
        // Moves not searched at full depth were ranked by older scores.
        ("qubic:3", "Neighbors true, Threads 8, MultiPV 5", "1a1 2a2 2b2", "nodes 7412"),
        ("qubic:2", "Search minimax, MultiPV 8", "2b2", "nodes 54 depth 2"),
        (
            "tictactoe:4",
            "Search alphabeta, MultiPV 3",
            "b3 a3 c4 c3 d4 d3",
            "nodes 25 searchmoves d1 b2",
        ),
    ];
    for (game, options, played, go) in CASES {
        for seed in 0..4 {
            let mut session = Session::of(game, 0, seed);
            for option in options.split(", ") {
                let (name, value) = option.split_once(' ').expect("a name and a value");
                session.set(name, value);
            }
            session.ask_about(played, go).unwrap_or_else(|why| panic!("{why}"));
        }
    }
}
