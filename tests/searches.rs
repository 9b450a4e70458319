//! Every search in every game: limits, solved positions and reproducibility.

mod common;

use std::collections::HashMap;

use common::{Client, best, field, score};
use noughts::engine::OptionRow;
use noughts::game::trains::longest_train;
use noughts::game::{self, GameSpec, GameState, Outcome, Side};
use noughts::protocol::OptionKind;
use noughts::random::Random;
use noughts::search::SearchKind;

const GAMES: [&str; 8] = [
    "tictactrains",
    "tictactrains:modern",
    "tictactoe",
    "tictactoe:7x6:4",
    "tictactoe:11x11:5",
    "tictactoe:15x15:5",
    "qubic",
    "qubic:5",
];

/// The searches with iterations of fixed depth rather than simulations.
const DEPTH_FIRST: [&str; 2] = ["minimax", "alphabeta"];

/// Returns every search with every game that it supports.
fn pairs() -> Vec<(&'static str, &'static str)> {
    let plays = |search: SearchKind, game: &str| search.supports(&game.parse().expect("a game"));
    let all = SearchKind::all().flat_map(|search| GAMES.map(|game| (search, game)));
    all.filter(|(search, game)| plays(*search, game)).map(|(s, game)| (s.name(), game)).collect()
}

fn searches() -> Vec<&'static str> {
    SearchKind::all().map(SearchKind::name).collect()
}

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
            let sum: u64 = lines.iter().filter_map(visits).sum();
            assert_eq!(sum, nodes, "{search} {threads}");
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
            for depth in 1..=3 {
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

/// Returns name, visits and mean of each reported move.
fn counts(lines: &[String]) -> Vec<(String, u64, Option<f64>)> {
    let moves = lines.iter().filter_map(|line| line.strip_prefix("info string move "));
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
            let lines = client.go("go nodes 3000");
            let reported = [field(&lines, "nodes"), field(&lines, "pv"), field(&lines, "depth")];
            (best(&lines), score(&lines), reported.map(|word| word.unwrap_or("").to_string()))
        };
        assert_eq!(run(1), run(1), "{search} {game}");
    }
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

/// Returns the value of a position and its distance, the plies to the soonest
/// win or latest loss, by exhaustive search.
fn slow_value(state: &dyn GameState, known: &mut HashMap<u64, (i32, u32)>) -> (i32, u32) {
    if let Some(outcome) = state.outcome() {
        return match outcome {
            Outcome::Draw => (0, 0),
            Outcome::Win(side) => (if side == state.side() { 1 } else { -1 }, 0),
        };
    }
    if let Some(&value) = known.get(&state.hash()) {
        return value;
    }
    let mut best: Option<(i32, u32)> = None;
    for square in state.legal() {
        let mut next = state.boxed_clone();
        next.play(&state.board().name(square)).expect("it is legal");
        let (value, distance) = slow_value(&*next, known);
        let value = if next.side() == state.side() { value } else { -value };
        let found = (value, distance + 1);
        let rank = |(value, distance): (i32, u32)| (value, -value * distance as i32);
        if best.is_none_or(|best| rank(found) > rank(best)) {
            best = Some(found);
        }
    }
    let value = best.expect("there is a move");
    known.insert(state.hash(), value);
    value
}

fn wire_score((value, distance): (i32, u32)) -> String {
    match value {
        0 => "cp 0".to_string(),
        _ => format!("mate {}", value * distance as i32),
    }
}

fn random_position(game: &str, plies: usize, random: &mut Random) -> Box<dyn GameState> {
    let spec: GameSpec = game.parse().expect("a game");
    loop {
        let mut state = game::new_game(&spec);
        while state.ply() < plies && state.outcome().is_none() {
            let legal = state.legal();
            let square = legal.nth(random.below(legal.len())).expect("a move");
            let name = state.board().name(square);
            state.play(&name).expect("it is legal");
        }
        if state.outcome().is_none() {
            return state;
        }
    }
}

/// Returns `proof` for games where its distances equal those of a full-depth
/// search.
fn prover(game: &str) -> Option<&'static str> {
    game.starts_with("tictactrains").then_some("proof")
}

/// Compares full-depth searches with `slow_value`: value and distance, and that
/// the chosen move keeps both.
#[test]
fn values_and_distances_equal_plain_minimax() {
    let mut random = Random::new(6);
    for (game, plies) in [
        ("tictactoe", 0),
        ("tictactoe", 2),
        ("tictactoe", 3),
        ("tictactoe:4x3:3", 3),
        ("tictactoe:5x2:2", 2),
        ("tictactoe:4", 7),
        ("tictactoe:5x5:4", 16),
        ("qubic:2", 0),
        ("qubic:3", 18),
        ("tictactrains", 42),
        ("tictactrains:(XA, OA, OA, XA, XA, OA, ...)", 42),
    ] {
        let client = Client::with(&["ugi", &format!("newgame {game}")]);
        client.until("ugiok");
        for _ in 0..if plies == 0 { 1 } else { 12 } {
            let state = random_position(game, plies, &mut random);
            let mut known = HashMap::new();
            let value = slow_value(&*state, &mut known);
            let depth = state.board().len() - state.ply();
            client.send(&format!("position fen {}", state.text()));
            for search in DEPTH_FIRST.into_iter().chain(prover(game)) {
                client.send(&format!("setoption name Search value {search}"));
                let lines = client.go(&format!("go depth {depth}"));
                let context = format!("{search} {game} {}", state.text());
                assert_eq!(score(&lines), wire_score(value), "{context}");
                let mut next = state.boxed_clone();
                next.play(&best(&lines)).expect("it is legal");
                let (after, distance) = slow_value(&*next, &mut known);
                let after = if next.side() == state.side() { after } else { -after };
                assert_eq!(after, value.0, "{context}");
                if after != 0 {
                    assert_eq!(distance + 1, value.1, "{context}");
                }
            }
        }
    }
}

/// With all moves, and with some of them by `searchmoves`.
#[test]
fn lines_of_a_proof_have_the_values_of_their_moves() {
    let mut random = Random::new(8);
    let client = Client::with(&["ugi", "setoption name Search value proof"]);
    client.until("ugiok");
    for _ in 0..20 {
        let state = random_position("tictactrains", 42, &mut random);
        client.send(&format!("position fen {}", state.text()));
        let value = |name: &str| {
            let mut next = state.boxed_clone();
            next.play(name).expect("it is legal");
            let (value, distance) = slow_value(&*next, &mut HashMap::new());
            (-value, distance + 1)
        };
        client.send("setoption name MultiPV value 7");
        let lines = client.go("go depth 49");
        let infos: Vec<String> = lines.into_iter().filter(|l| l.contains(" multipv ")).collect();
        let last = &infos[infos.len() - state.legal().len()..];
        let mut ranks = Vec::new();
        for info in last {
            let info = std::slice::from_ref(info);
            let first = field(info, "pv").expect("a move");
            assert_eq!(score(info), wire_score(value(first)), "{info:?}");
            ranks.push(value(first).0);
        }
        assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
        client.send("setoption name MultiPV value 1");
        let some: Vec<String> =
            state.legal().into_iter().step_by(3).map(|s| state.board().name(s)).collect();
        let lines = client.go(&format!("go depth 49 searchmoves {}", some.join(" ")));
        let best_of_some = some.iter().map(|name| value(name).0).max().expect("a move");
        assert_eq!(value(&best(&lines)).0, best_of_some);
        assert_eq!(score(&lines), wire_score(value(&best(&lines))));
    }
}

/// Both sides play for the reported margin, which is the final one.
#[test]
fn the_best_margin_is_played_out() {
    let mut random = Random::new(9);
    let client = Client::with(&["ugi", "setoption name Search value proof"]);
    client.send("setoption name Margin value true");
    client.until("ugiok");
    for plies in [36, 37, 39, 40, 41, 44] {
        let mut state = random_position("tictactrains", plies, &mut random);
        let mut announced = Vec::new();
        while state.outcome().is_none() {
            client.send(&format!("position fen {}", state.text()));
            let lines = client.go("go depth 49");
            let reported = lines.iter().find_map(|l| l.strip_prefix("info string best margin "));
            let margin: i32 = reported.and_then(|text| text.parse().ok()).expect("a margin");
            announced.push(if state.side() == Side::X { margin } else { -margin });
            state.play(&best(&lines)).expect("it is legal");
        }
        let [x, o] = Side::BOTH.map(|side| longest_train(state.stones(side).0[0]) as i32);
        assert!(announced.iter().all(|&margin| margin == x - o), "{announced:?}, got {}", x - o);
    }
}

/// A search with few nodes may decide little, but its proofs are true.
#[test]
fn interrupted_searches_prove_nothing_false() {
    let mut random = Random::new(7);
    let mut proofs = 0;
    for (game, plies) in [
        ("tictactoe", 2),
        ("tictactoe:4x4:3", 3),
        ("tictactoe:5x5:4", 18),
        ("qubic:3", 4),
        ("tictactrains", 43),
    ] {
        for neighbors in [false, true] {
            let client = Client::with(&["ugi", &format!("newgame {game}")]);
            client.until("ugiok");
            client.send(&format!("setoption name Neighbors value {neighbors}"));
            client.send("setoption name UCI_ShowWDL value true");
            for _ in 0..6 {
                let state = random_position(game, plies, &mut random);
                let (value, distance) = match game {
                    // Too large for an exhaustive search: X wins from these
                    // positions.
                    "qubic:3" => (if state.side() == Side::X { 1 } else { -1 }, 0),
                    _ => slow_value(&*state, &mut HashMap::new()),
                };
                client.send(&format!("position fen {}", state.text()));
                for search in DEPTH_FIRST.into_iter().chain(["auto", "proof", "mcts"]) {
                    // If refused, the previous search remains.
                    client.send(&format!("setoption name Search value {search}"));
                    for nodes in (1..40).map(|n| n * n * 3) {
                        let lines = client.go(&format!("go nodes {nodes}"));
                        let reported = score(&lines);
                        let context =
                            format!("{search} {game} {} {nodes}: {reported}", state.text());
                        let mates = lines.iter().any(|line| line.contains(" mate "));
                        assert!(!mates || !neighbors, "{context}");
                        // The `wdl` of `mcts` counts simulations.
                        let certain = ["1000 0 0", "0 1000 0", "0 0 1000"].iter().any(|wdl| {
                            lines.iter().any(|line| line.contains(&format!(" wdl {wdl} ")))
                        });
                        assert!(!certain || !neighbors || search == "mcts", "{context}");
                        let drawn = lines.contains(&"info string proven draw".to_string());
                        if let Some(mate) = reported.strip_prefix("mate ") {
                            let mate: i32 = mate.parse().expect("a number");
                            if game != "qubic:3" {
                                assert_eq!(mate.signum(), value, "{context}");
                                assert!(mate.unsigned_abs() >= distance || value < 0, "{context}");
                            }
                            proofs += 1;
                        } else if drawn {
                            assert!(value == 0 && !neighbors, "{context}");
                            proofs += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(proofs > 500, "only {proofs} proofs were claimed");
}

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

/// With at most 16 empty squares every reported distance is exact, for every
/// search and every limit, and the chosen move achieves it. The test plays on,
/// so that tables have entries of later positions.
#[test]
fn distances_near_the_end_are_exact() {
    let mut random = Random::new(11);
    let mut reported = HashMap::new();
    for (game, plies) in [
        ("tictactoe", 0),
        ("tictactoe:4x4:3", 6),
        ("tictactoe:4", 7),
        ("tictactoe:5x4:4", 10),
        ("tictactoe:5x5:4", 16),
        ("tictactoe:7x6:4", 32),
    ] {
        for search in ["auto", "proof", "mcts", "alphabeta", "minimax"] {
            let client = Client::with(&[&format!("newgame {game}")]);
            client.send("setoption name Hash value 4");
            client.send(&format!("setoption name Search value {search}"));
            for _ in 0..6 {
                let mut state = random_position(game, plies, &mut random);
                let mut known = HashMap::new();
                while state.outcome().is_none() {
                    let value = slow_value(&*state, &mut known);
                    client.send(&format!("position fen {}", state.text()));
                    let mut answer = String::new();
                    for limit in ["nodes 3", "nodes 40", "nodes 500", "nodes 5000", "depth 40"] {
                        let lines = client.go(&format!("go {limit}"));
                        let context = format!("{search} {game} {}: {lines:?}", state.text());
                        let mate = format!("score {} ", wire_score(value));
                        let mates = lines.iter().filter(|line| line.contains("score mate "));
                        for line in mates {
                            assert!(line.contains(&mate), "{context}");
                            *reported.entry(search).or_insert(0) += 1;
                        }
                        answer = best(&lines);
                        if score(&lines).starts_with("mate ") {
                            let exact = "info string exact distance".to_string();
                            assert!(lines.contains(&exact), "{context}");
                            let mut next = state.boxed_clone();
                            next.play(&answer).expect("it is legal");
                            let (_, distance) = slow_value(&*next, &mut known);
                            assert_eq!(distance + 1, value.1, "{context}");
                        } else {
                            // The last limit suffices for a proof.
                            assert!(limit != "depth 40" || value.0 == 0, "{context}");
                        }
                    }
                    state.play(&answer).expect("it is legal");
                    if state.outcome().is_none() {
                        let square = state.legal().nth(random.below(state.legal().len()));
                        let name = state.board().name(square.expect("a move"));
                        state.play(&name).expect("it is legal");
                    }
                }
            }
        }
    }
    assert!(reported.len() == 5 && reported.values().all(|&count| count > 100), "{reported:?}");
}

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

#[test]
fn the_search_option_offers_every_search() {
    let row = OptionRow::all().iter().find(|row| row.name == "Search").expect("the option");
    let OptionKind::Combo { values, .. } = row.declaration().kind else { panic!("not a combo") };
    assert_eq!(values, searches());
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

/// The opponent plays random moves, on boards that are draws.
#[test]
fn perfect_play_does_not_lose() {
    let mut random = Random::new(8);
    for side in 3..=11 {
        let client = Client::with(&[&format!("newgame tictactoe:{side}")]);
        for own in Side::BOTH {
            let spec: GameSpec = format!("tictactoe:{side}").parse().expect("a game");
            let mut state = game::new_game(&spec);
            while state.outcome().is_none() {
                let name = if state.side() == own {
                    client.send(&format!("position fen {}", state.text()));
                    let lines = client.go("go nodes 10000000");
                    let reported = score(&lines);
                    assert!(reported == "cp 0" || reported.starts_with("mate "), "{reported}");
                    assert!(!reported.starts_with("mate -"), "{reported}");
                    best(&lines)
                } else {
                    let legal = state.legal();
                    let square = legal.nth(random.below(legal.len())).expect("a move");
                    state.board().name(square)
                };
                state.play(&name).expect("it is legal");
            }
            assert_ne!(state.outcome(), Some(Outcome::Win(!own)), "{side}");
        }
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

/// The deepest node of a search of one node is the root.
#[test]
fn minimax_reports_the_depth_that_it_has_reached() {
    let client = Client::with(&["newgame tictactoe:6x6:5", "setoption name Search value minimax"]);
    client.send("position startpos moves c3");
    assert_eq!(field(&client.go("go nodes 1"), "seldepth"), Some("0"));
    client.send("newgame tictactoe:4x4:3");
    client.send("position startpos moves a3 b1 a2");
    let lines = client.go("go nodes 100000");
    let deepest: u64 = field(&lines, "seldepth").and_then(|d| d.parse().ok()).expect("a number");
    let nodes: u64 = field(&lines, "nodes").and_then(|n| n.parse().ok()).expect("a number");
    assert!(deepest < nodes && deepest >= 2, "{lines:?}");
}
