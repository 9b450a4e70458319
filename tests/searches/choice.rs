//! The moves among which searches choose, and what the choice depends on.

use noughts::engine::OptionRow;
use noughts::protocol::OptionKind;

use super::{pairs, searches};

use crate::common::{Client, best, field, score};

#[test]
fn the_search_option_offers_every_search() {
    let row = OptionRow::all().iter().find(|row| row.name == "Search").expect("the option");
    let OptionKind::Combo { values, .. } = row.declaration().kind else { panic!("not a combo") };
    assert_eq!(values, searches());
}

#[test]
fn only_the_moves_of_searchmoves_are_played() {
    for search in searches() {
        for (game, moves) in [("tictactrains", "a1 g7"), ("qubic", "1a1 3c2"), ("tictactoe", "a3")]
        {
            let client = Client::with(&[&format!("newgame {game}")]);
            client.send(&format!("setoption name Search value {search}"));
            let answer = best(&client.go(&format!("go nodes 500 searchmoves {moves}")));
            assert!(moves.split(' ').any(|m| m == answer), "{search} {game}: {answer}");
        }
    }
}

/// The exception is a position with fewer than six such legal squares.
#[test]
fn neighbors_limit_moves_to_squares_next_to_stones() {
    for search in searches() {
        let client = Client::with(&["setoption name Neighbors value true"]);
        client.send(&format!("setoption name Search value {search}"));
        for seed in 0..5 {
            client.send(&format!("setoption name Seed value {seed}"));
            client.send("position moves d4");
            let near = ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"];
            assert!(near.contains(&&*best(&client.go("go nodes 300"))), "{search}");
        }
    }
    // A corner has only three neighbours, so all squares are allowed.
    let client = Client::with(&["setoption name Neighbors value true"]);
    client.send("setoption name Search value random");
    client.send("position moves a1");
    let answers = (0..20).map(|seed| {
        client.send(&format!("setoption name Seed value {seed}"));
        best(&client.go("go nodes 1"))
    });
    let far = answers.filter(|answer| !["a2", "b1", "b2"].contains(&&**answer)).count();
    assert!(far > 10, "only {far} of 20 answers were not next to the stone");
}

/// The original program did so, too. The exceptions are rules and `searchmoves`
/// that exclude d4.
#[test]
fn uct_plays_the_centre_of_tictactrains_at_once() {
    let client = Client::with(&["setoption name Search value uct"]);
    for (game, moves, go, at_once) in [
        ("classical", "", "", true),
        ("classical", "a1 a2 g7", "", true),
        ("classical", "d4", "", false),
        ("modern", "a1", "", true),
        ("spanish", "a1", "", false),
        ("classical", "", "searchmoves a1 g7", false),
    ] {
        client.send(&format!("newgame tictactrains:{game}"));
        client.send(&format!("position moves {moves}"));
        let lines = client.go(&format!("go nodes 200 {go}"));
        let nodes = if at_once { "0" } else { "200" };
        assert_eq!(field(&lines, "nodes"), Some(nodes), "{game} {moves} {go}");
        assert_eq!(best(&lines) == "d4", at_once, "{game} {moves} {go}");
    }
    client.send("newgame");
    client.send("setoption name CentreReply value false");
    assert_eq!(field(&client.go("go nodes 200"), "nodes"), Some("200"));
}

/// A search depends only on seed, position and limits.
#[test]
fn same_seed_and_nodes_give_the_same_search() {
    for (search, game) in pairs() {
        let run = |seed: u64| {
            let client = Client::with(&[
                &format!("newgame {game}"),
                &format!("setoption name Search value {search}"),
                &format!("setoption name Seed value {seed}"),
            ]);
            // A search before a new game leaves no trace.
            client.go("go nodes 300");
            client.send("ucinewgame");
            // The network takes a hundred times as long for each node.
            let nodes = if search == "puct" { 300 } else { 3000 };
            let lines = client.go(&format!("go nodes {nodes}"));
            let reported = [field(&lines, "nodes"), field(&lines, "pv"), field(&lines, "depth")];
            (best(&lines), score(&lines), reported.map(|word| word.unwrap_or("").to_string()))
        };
        assert_eq!(run(1), run(1), "{search} {game}");
    }
}

#[test]
fn random_searches_depend_on_the_seed() {
    for search in ["random", "uct", "mcts"] {
        let client = Client::with(&["newgame tictactoe:11x11:5"]);
        client.send(&format!("setoption name Search value {search}"));
        let mut answers: Vec<String> = (0..12)
            .map(|seed| {
                client.send(&format!("setoption name Seed value {seed}"));
                best(&client.go("go nodes 200"))
            })
            .collect();
        answers.sort();
        answers.dedup();
        assert!(answers.len() > 2, "{search}: {answers:?}");
    }
}
