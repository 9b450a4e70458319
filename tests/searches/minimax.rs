//! Plain minimax with and without its techniques.

use crate::common::{Client, best, field, score};

/// Under a depth limit each technique of `minimax` changes the nodes but not
/// the result.
#[test]
fn the_switches_of_minimax_change_the_nodes_and_not_the_value() {
    for (game, moves, limit) in [
        ("tictactoe", "", "depth 9"),
        ("tictactoe:4x3:3", "a1", "depth 12"),
        ("tictactoe:4", "a1 b1", "depth 5"),
        ("qubic:3", "", "depth 4"),
    ] {
        let mut nodes = Vec::new();
        let mut scores = Vec::new();
        for switches in [[0; 4], [1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]] {
            let [pruning, ordering, table, wins] = switches;
            let client = Client::with(&[
                &format!("newgame {game}"),
                "setoption name Search value minimax",
                "setoption name CentreReply value false",
                &format!("setoption name Pruning value {}", pruning == 1),
                &format!("setoption name Ordering value {}", ordering == 1),
                &format!("setoption name Hash value {table}"),
                &format!("setoption name ImmediateWins value {}", wins == 1),
                &format!("position moves {moves}"),
            ]);
            let lines = client.go(&format!("go {limit}"));
            scores.push(score(&lines));
            let counted: u64 = field(&lines, "nodes").and_then(|n| n.parse().ok()).expect("nodes");
            nodes.push(counted);
        }
        assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "{game}: {scores:?}");
        assert!(nodes[0] > 3 * nodes[1] && nodes[2] > nodes[3], "{game}: {nodes:?}");
        // `ImmediateWins` has an effect on flat boards only.
        assert_eq!(nodes[3] > nodes[4], game != "qubic:3", "{game}: {nodes:?}");
    }
}

/// Without its techniques `minimax` plays every game of 3x3: of the 549,946
/// positions in all games, the 255,168 final ones are not nodes.
#[test]
fn minimax_without_techniques_plays_every_game() {
    let client = Client::with(&["newgame tictactoe", "setoption name Search value minimax"]);
    for switch in ["Pruning", "Ordering", "ImmediateWins", "CentreReply"] {
        client.send(&format!("setoption name {switch} value false"));
    }
    client.send("setoption name Hash value 0");
    let nodes = |limit: &str| field(&client.go(limit), "nodes").map(str::to_string);
    assert_eq!(nodes("go depth 9"), Some((549_946 - 255_168).to_string()));
    // Under a depth limit every move is a node.
    assert_eq!(nodes("go depth 3"), Some((9 + 9 * 8 + 9 * 8 * 7).to_string()));
}

/// The reference program did so, too. This holds under every limit, unless
/// `searchmoves` excludes the centre.
#[test]
fn minimax_begins_in_the_centre() {
    for (game, centre, others) in [
        ("tictactoe", "b2", "a1 c3"),
        ("tictactoe:4", "c2", "a1 b3"),
        ("tictactoe:6x5:4", "d3", "a1"),
        ("tictactoe:5x5:4=", "c3", "a1"),
    ] {
        let client = Client::with(&[&format!("newgame {game}")]);
        client.send("setoption name Search value minimax");
        client.send("setoption name Hash value 1");
        for limit in ["depth 1", "depth 99", "mate 5", "nodes 1", "movetime 1", "infinite"] {
            client.send(&format!("go {limit} searchmoves {centre} {others}"));
            let lines = client.go("stop");
            assert_eq!(best(&lines), centre, "{game} go {limit}");
            assert_eq!(field(&lines, "nodes"), Some("0"), "{game} go {limit}");
        }
        client.send("setoption name Neighbors value true");
        assert_eq!(best(&client.go("go nodes 1")), centre, "{game}");
        let answer = best(&client.go(&format!("go depth 2 searchmoves {others}")));
        assert!(others.contains(&answer), "{game}: {answer}");
        client.send("setoption name CentreReply value false");
        assert_ne!(field(&client.go("go depth 2"), "nodes"), Some("0"), "{game}");
    }
}

/// The deepest node of a search of one node is the root.
#[test]
fn minimax_reports_the_depth_that_it_has_reached() {
    let client = Client::with(&["newgame tictactoe:6x6:5", "setoption name Search value minimax"]);
    client.send("position startpos moves c3");
    assert_eq!(field(&client.go("go nodes 1"), "seldepth"), Some("0"));
    client.send("newgame tictactoe:4");
    client.send("position startpos moves a3 b1 a2");
    let lines = client.go("go nodes 100000");
    let deepest: u64 = field(&lines, "seldepth").and_then(|d| d.parse().ok()).expect("a number");
    let nodes: u64 = field(&lines, "nodes").and_then(|n| n.parse().ok()).expect("a number");
    assert!(deepest < nodes && deepest >= 2, "{lines:?}");
}
