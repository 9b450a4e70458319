//! Limits of nodes, depth and time, which every search keeps.

use noughts::game;

use super::{DEPTH_FIRST, pairs};

use crate::common::{Client, best, field};

#[test]
fn every_search_ends_at_every_limit_in_every_game() {
    let limits = [
        "nodes 1",
        "nodes 777",
        "depth 1",
        "depth 2",
        "movetime 1",
        "movetime 20",
        "mate 1",
        "p1time 40 p2time 40",
        "wtime 60 btime 60 winc 1 binc 1 movestogo 2",
        "p1time 0 p2time 0",
        "wtime -50 btime -50",
        "nodes 50 depth 1 movetime 1000",
    ];
    for (search, game) in pairs() {
        let client = Client::with(&[&format!("newgame {game}"), "setoption name Hash value 2"]);
        client.send(&format!("setoption name Search value {search}"));
        for limit in limits {
            let answer = best(&client.go(&format!("go {limit}")));
            assert_ne!(answer, "0000", "{search} {game} {limit}");
        }
        for endless in ["go", "go infinite", "go ponder"] {
            client.send(endless);
            assert_ne!(best(&client.go("stop")), "0000", "{search} {game} {endless}");
        }
        client.send("go ponder nodes 5");
        assert_ne!(best(&client.go("ponderhit")), "0000", "{search} {game} ponderhit");
        assert!(client.end().is_empty());
    }
}

#[test]
fn node_limits_are_exact() {
    for (search, game) in pairs() {
        if !["auto", "random"].contains(&search) {
            let client = Client::with(&[&format!("newgame {game}")]);
            client.send(&format!("setoption name Search value {search}"));
            let centre = match search {
                "minimax" => game.starts_with("tictactoe"),
                "uct" => game.starts_with("tictactrains"),
                _ => false,
            };
            if centre {
                // The empty board needs no search.
                assert_eq!(field(&client.go("go nodes 5"), "nodes"), Some("0"));
                client.send("setoption name CentreReply value false");
            }
            for nodes in [1, 2, 17, 1234] {
                let lines = client.go(&format!("go nodes {nodes}"));
                // A search that has solved 3x3 ends before the limit.
                if game != "tictactoe" {
                    let counted = field(&lines, "nodes").map(str::to_string);
                    assert_eq!(counted, Some(nodes.to_string()), "{search} {game}");
                }
            }
        }
    }
}

#[test]
fn depth_limits_mean_plies_or_simulations() {
    for (search, game) in pairs() {
        let client = Client::with(&[&format!("newgame {game}")]);
        client.send(&format!("setoption name Search value {search}"));
        let number = |lines: &[String], name| field(lines, name).and_then(|n| n.parse().ok());
        if DEPTH_FIRST.contains(&search) {
            client.send("setoption name CentreReply value false");
            let lines = client.go("go depth 2");
            assert_eq!(number(&lines, "depth"), Some(2), "{search} {game}");
        } else if ["uct", "mcts", "puct"].contains(&search) {
            client.send("setoption name CentreReply value false");
            let squares = game::new_game(&game.parse().expect("a game")).board().len();
            for depth in 1..=if search == "puct" { 1 } else { 3 } {
                let lines = client.go(&format!("go depth {depth}"));
                let nodes: usize = number(&lines, "nodes").unwrap_or(0);
                let reached = number(&lines, "depth").unwrap_or(0);
                if lines.contains(&"info string proven draw".to_string()) {
                    assert_eq!((search, game), ("mcts", "tictactoe"));
                    continue;
                }
                assert!(nodes <= depth * 10_000, "{search} {game}: {nodes} nodes");
                assert!(reached >= depth || nodes == depth * 10_000, "{search} {game}: {reached}");
                // The depth counts only after all root moves were tried, which
                // `puct` never does.
                assert!(
                    search == "puct" || nodes >= squares,
                    "{search} {game}: only {nodes} nodes"
                );
            }
        }
    }
}

/// `auto` on flat boards spends one budget on several searches.
#[test]
fn the_flat_player_keeps_to_its_nodes() {
    for game in ["tictactoe:11x11:5", "tictactoe:8x7:5"] {
        let client = Client::with(&[&format!("newgame {game}")]);
        for nodes in [1, 2, 3, 17, 100, 1234, 20_000] {
            let lines = client.go(&format!("go nodes {nodes}"));
            assert_eq!(field(&lines, "nodes"), Some(nodes.to_string().as_str()), "{game}");
        }
        // Several lines, and `searchmoves`.
        client.send("setoption name MultiPV value 3");
        let lines = client.go("go nodes 2000");
        assert!(lines.iter().any(|line| line.contains(" multipv 3 ")), "{game}: {lines:?}");
        client.send("setoption name MultiPV value 1");
        assert_eq!(best(&client.go("go nodes 2000 searchmoves a1")), "a1");
    }
}

#[test]
fn node_limits_are_exact_with_several_threads() {
    let client = Client::with(&["newgame tictactrains", "setoption name Search value mcts"]);
    for threads in 1..=4 {
        client.send(&format!("setoption name Threads value {threads}"));
        for nodes in [1, 2, 3, 5, 999, 1000, 1001, 1002] {
            let lines = client.go(&format!("go nodes {nodes}"));
            let counted = field(&lines, "nodes").map(str::to_string);
            assert_eq!(counted, Some(nodes.to_string()), "{threads} threads");
        }
    }
}

#[test]
fn several_threads_search_at_most_the_nodes_of_the_limit() {
    for (game, search) in [("tictactoe:9x9:5", "alphabeta"), ("qubic", "alphabeta")] {
        let client = Client::with(&[&format!("newgame {game}")]);
        client.send(&format!("setoption name Search value {search}"));
        client.send("setoption name Threads value 8");
        for limit in [1, 3, 7, 8, 1000] {
            let lines = client.go(&format!("go nodes {limit}"));
            let nodes = field(&lines, "nodes").and_then(|nodes| nodes.parse::<u64>().ok());
            assert!(nodes.is_some_and(|nodes| (1..=limit).contains(&nodes)), "{lines:?}");
        }
    }
}

/// A search with fewer nodes than threads leaves some threads without a tree of
/// its position; the next search starts new trees for them.
#[test]
fn a_search_with_more_threads_than_the_last_one_uses_them_all() {
    for (game, moves) in
        [("tictactoe:11x11:5", "f6 e6"), ("tictactrains", "d4 d5"), ("qubic", "1a1 4d4")]
    {
        for (threads, before) in [(2, 1), (4, 1), (4, 3)] {
            let threads = format!("Threads value {threads}");
            let client = Client::with(&[&format!("newgame {game}"), "setoption name Hash value 1"]);
            client.send("setoption name Search value mcts");
            client.send(&format!("setoption name {threads}"));
            client.go("go nodes 2000");
            client.go(&format!("go nodes {before}"));
            client.send(&format!("position startpos moves {moves}"));
            let lines = client.go("go nodes 2000");
            assert_eq!(field(&lines, "nodes"), Some("2000"), "{game} {threads} {before}");
        }
    }
}
