//! Wins at once, forced wins and necessary blocks.

use noughts::game::{GameSpec, Outcome};
use noughts::random::Random;
use noughts::search::SearchKind;

use super::DEPTH_FIRST;
use super::slow::random_position;

use crate::common::{Client, best, field, score};

/// It is played even with a time limit of 0.
#[test]
fn an_immediate_win_is_always_played() {
    let mut random = Random::new(12);
    for (game, plies) in
        [("tictactoe:6x6:4", 18), ("tictactoe:9x9:5", 50), ("qubic", 36), ("qubic:3", 8)]
    {
        let spec: GameSpec = game.parse().expect("a game");
        let supported = |search: &SearchKind| search.supports(&spec);
        for search in SearchKind::all().filter(supported).map(SearchKind::name) {
            if search == "random" {
                continue;
            }
            let client = Client::with(&[&format!("newgame {game}")]);
            client.send("setoption name ImmediateWins value false");
            client.send("setoption name Hash value 1");
            client.send(&format!("setoption name Search value {search}"));
            let mut won = 0;
            while won < 20 {
                let state = random_position(game, plies, &mut random);
                let after = |name: &str| {
                    let mut next = state.boxed_clone();
                    next.play(name).expect("it is legal");
                    next.outcome()
                };
                let wins = Some(Outcome::Win(state.side()));
                let mut names = state.legal().into_iter().map(|at| state.board().name(at));
                if !names.any(|name| after(&name) == wins) {
                    continue;
                }
                client.send(&format!("position fen {}", state.text()));
                let answer = best(&client.go("go movetime 0"));
                assert_eq!(after(&answer), wins, "{search} {answer} in {}", state.text());
                won += 1;
            }
        }
    }
}

/// On a large board too, `mcts` plays an immediate win and reports the exact
/// distance of a forced win.
#[test]
fn simulations_do_not_delay_a_win() {
    let client = Client::with(&["newgame tictactoe:9x9:5", "setoption name Search value mcts"]);
    client.send("position moves d5 a1 e5 i9 f5 a9 g5 c5");
    for nodes in [1, 50, 5000] {
        let lines = client.go(&format!("go nodes {nodes}"));
        assert_eq!((best(&lines), score(&lines)), ("h5".to_string(), "mate 1".to_string()));
        assert!(lines.contains(&"info string exact distance".to_string()));
    }
    // c5 and g5 make an open four; elsewhere a win takes longer.
    client.send("position moves d5 a1 e5 i9 f5 a9");
    let lines = client.go("go nodes 400000");
    if score(&lines).starts_with("mate ") {
        assert_eq!(score(&lines), "mate 3");
        assert!(["c5", "g5"].contains(&&*best(&lines)), "{lines:?}");
    }
}

/// Obvious moves are immediate wins and necessary blocks.
#[test]
fn obvious_moves_are_found() {
    for search in ["minimax", "alphabeta", "uct", "mcts"] {
        for (game, moves, answer) in [
            ("tictactoe", "a1 b1 a2 b2", "a3"),
            ("tictactoe", "a1 b2 a2", "a3"),
            ("tictactoe:7x6:4", "d1 d2 e1 e2 f1 a6 b6 a5", "c1 g1"),
            ("qubic", "1a1 2a1 1b1 2b1 1c1 3a1", "1d1"),
        ] {
            let client = Client::with(&[&format!("newgame {game}")]);
            client.send(&format!("setoption name Search value {search}"));
            client.send(&format!("position moves {moves}"));
            let limit = if DEPTH_FIRST.contains(&search) { "depth 2" } else { "nodes 20000" };
            let found = best(&client.go(&format!("go {limit}")));
            assert!(answer.split(' ').any(|a| a == found), "{search} {game} {moves}: {found}");
        }
    }
}

/// An open three wins unless it is stopped at once, and only next to it.
#[test]
fn forced_wins_are_found_and_parried() {
    for search in ["auto", "proof"] {
        let client = Client::with(&["newgame tictactoe:9x9:5"]);
        client.send(&format!("setoption name Search value {search}"));
        client.send("position moves d5 a1 e5 i9 f5 a9");
        let lines = client.go("go nodes 5000");
        assert_eq!(score(&lines), "mate 3", "{search}");
        assert!(["c5", "g5"].contains(&&*best(&lines)), "{search}: {lines:?}");
    }
    let client = Client::with(&["newgame tictactoe:9x9:5", "position moves d5 a1 e5 i9 f5"]);
    for nodes in [1000, 20_000] {
        let answer = best(&client.go(&format!("go nodes {nodes}")));
        assert!(["c5", "g5"].contains(&&*answer), "{answer}");
    }
}

/// A win is reported with the nodes that its search took, because no limit
/// leaves them over for other questions.
#[test]
fn a_proof_does_not_lose_a_win_to_its_node_limit() {
    // X has an open three.
    let moves = "position startpos moves d4 a1 e4 a6 f4 h1";
    let client = Client::with(&["newgame tictactoe:9x9:5", "setoption name Search value proof"]);
    client.send(moves);
    let found = client.go("go nodes 10000");
    assert_eq!(score(&found), "mate 3");
    let nodes = field(&found, "nodes").expect("nodes").to_string();
    client.send("ucinewgame");
    client.send(moves);
    assert_eq!(score(&client.go(&format!("go nodes {nodes}"))), "mate 3");
    // The search is short, so nothing else was searched.
    assert!(nodes.parse::<u64>().is_ok_and(|nodes| nodes < 500), "{nodes}");
    // `go mate` and `searchmoves` report as many lines as `MultiPV` asks for.
    client.send("setoption name MultiPV value 2");
    let lines = client.go("go mate 5");
    for rank in ["multipv 1 score mate 3", "multipv 2 score mate 3"] {
        assert!(lines.iter().any(|line| line.contains(rank)), "{lines:?}");
    }
}

#[test]
fn threads_find_what_one_thread_finds() {
    for threads in [1, 2, 4] {
        let client = Client::with(&[
            "newgame tictactoe:4x4:3",
            &format!("setoption name Threads value {threads}"),
            "setoption name Search value alphabeta",
        ]);
        assert_eq!(score(&client.go("go depth 5")), "mate 5", "{threads} threads");
    }
}
