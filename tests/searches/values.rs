//! Values, distances and margins against exhaustive search.

use std::collections::HashMap;

use noughts::game::trains::longest_train;
use noughts::game::{self, GameSpec, Outcome, Side};
use noughts::random::Random;

use super::DEPTH_FIRST;
use super::slow::{random_position, slow_value, wire_score};

use crate::common::{Client, best, field, fuzz, score};

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
        for _ in 0..if plies == 0 { 1 } else { 5 * fuzz() } {
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
            for _ in 0..2 * fuzz() {
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
    assert!(proofs > 160, "only {proofs} proofs were claimed");
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

/// `auto` first tries the moves that parry a threat. In a lost position another move may
/// last longer: no loss is reported as sooner than it is.
#[test]
fn a_loss_is_that_of_the_move_that_lasts_longest() {
    for (game, moves) in [
        ("tictactoe:7x6:4", "d4 d5 c1 e5 a3 a5 f5 b3"),
        ("tictactoe:8x8:4", "e6 a3 d3 b8 b3 d2 a5"),
    ] {
        let value = |search: &str, nodes: u64| {
            let client = Client::with(&[&format!("newgame {game}")]);
            client.send(&format!("setoption name Search value {search}"));
            client.send(&format!("position startpos moves {moves}"));
            score(&client.go(&format!("go nodes {nodes}")))
        };
        let exact = value("proof", 2_000_000);
        let plies = |score: &str| score.strip_prefix("mate -")?.parse::<u32>().ok();
        for nodes in [300, 1_000, 3_000, 6_000, 60_000] {
            let found = value("auto", nodes);
            assert!(plies(&found).is_none_or(|n| Some(n) >= plies(&exact)), "{found} {exact}");
        }
    }
}
