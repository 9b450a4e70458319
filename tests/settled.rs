//! A search ends by itself when its position is decided, and a forced move is
//! played at once. The tests count nodes or set limits of hours; they measure
//! no time.

use std::collections::{HashMap, HashSet};

use noughts::game::{self, GameSpec, GameState, Outcome};
use noughts::random::Random;
use noughts::search::SearchKind;

use crate::common::{Client, best, field, score};

/// A limit that no search of a decided position reaches.
const LIMIT: &str = "nodes 100000000";
/// More nodes than the positions of these tests need.
const ENOUGH: u64 = 100_000;
/// A clock of two hours.
const CLOCK: &str = "p1time 7200000 p2time 7200000";

/// Returns the result of a position for the side to move by exhaustive search:
/// 1 for a win, 0 for a draw, -1 for a loss.
fn value(state: &dyn GameState, known: &mut HashMap<u64, i32>) -> i32 {
    match state.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(side)) => return if side == state.side() { 1 } else { -1 },
        None => {}
    }
    if let Some(&value) = known.get(&state.hash()) {
        return value;
    }
    let values = children(state).into_iter().map(|next| {
        let after = value(&*next, known);
        if next.side() == state.side() { after } else { -after }
    });
    let best = values.max().expect("there is a move");
    known.insert(state.hash(), best);
    best
}

/// Returns the positions after each move.
fn children(state: &dyn GameState) -> Vec<Box<dyn GameState>> {
    let play = |square| {
        let mut next = state.boxed_clone();
        next.play(&state.board().name(square)).expect("it is legal");
        next
    };
    state.legal().into_iter().map(play).collect()
}

fn start(game: &str) -> Box<dyn GameState> {
    game::new_game(&game.parse::<GameSpec>().expect("a game"))
}

fn empty(state: &dyn GameState) -> usize {
    state.board().len() - state.ply()
}

/// Returns all unfinished positions of 3x3 tic-tac-toe.
fn open_positions() -> Vec<Box<dyn GameState>> {
    let mut known = HashSet::new();
    let mut open = vec![start("tictactoe")];
    let mut i = 0;
    while i < open.len() {
        for next in children(&*open[i]) {
            if next.outcome().is_none() && known.insert(next.hash()) {
                open.push(next);
            }
        }
        i += 1;
    }
    open
}

fn random_position(game: &str, empty_squares: usize, random: &mut Random) -> Box<dyn GameState> {
    loop {
        let mut state = start(game);
        while state.outcome().is_none() && empty(&*state) > empty_squares {
            let legal = state.legal();
            let square = legal.nth(random.below(legal.len())).expect("there is a move");
            state.play(&state.board().name(square)).expect("it is legal");
        }
        if state.outcome().is_none() {
            return state;
        }
    }
}

fn client(game: &str, search: &str, options: &[&str]) -> Client {
    let client = Client::with(&["ugi", &format!("newgame {game}")]);
    client.until("ugiok");
    client.send(&format!("setoption name Search value {search}"));
    options.iter().for_each(|option| client.send(&format!("setoption name {option}")));
    client
}

fn nodes(lines: &[String]) -> u64 {
    field(lines, "nodes").and_then(|nodes| nodes.parse().ok()).expect("a number of nodes")
}

/// Checks that a search proves the value of a position and ends.
fn check(client: &Client, state: &dyn GameState, go: &str, value: i32) {
    client.send(&format!("position fen {}", state.text()));
    let lines = client.go(&format!("go {go}"));
    let context = format!("{} {go}: {lines:?}", state.text());
    let draw = lines.iter().any(|line| line == "info string proven draw");
    let reported = score(&lines);
    let reported = match (reported.as_str(), draw) {
        ("cp 0", true) => 0,
        (reported, false) if reported.starts_with("mate -") => -1,
        (reported, false) if reported.starts_with("mate ") => 1,
        _ => panic!("not decided: {context}"),
    };
    assert_eq!(reported, value, "{context}");
    assert!(nodes(&lines) < ENOUGH, "{context}");
}

/// The proof is found with a node limit, with a clock, and with several
/// threads.
#[test]
fn mcts_proves_every_open_position_of_3x3() {
    let mut known = HashMap::new();
    let all = open_positions();
    assert_eq!(all.len(), 4520);
    let one = client("tictactoe", "mcts", &[]);
    let three = client("tictactoe", "mcts", &["Threads value 3", "Hash value 2"]);
    for state in &all {
        let value = value(&**state, &mut known);
        check(&one, &**state, LIMIT, value);
        if empty(&**state) <= 4 {
            check(&one, &**state, CLOCK, value);
            check(&one, &**state, "movetime 7200000", value);
            check(&three, &**state, CLOCK, value);
        }
    }
}

#[test]
fn mcts_proves_endings_of_other_games() {
    let mut random = Random::new(3);
    // The exact search does not support the last rule set.
    let early = "XA, OA, ".repeat(20);
    let late = format!("tictactrains:({early}XA, OA, OA-d4, XA-d4, XA-d4, OA, OA, OA, XA)");
    let games = ["tictactoe:5x4:4", "qubic:2", "tictactrains", "tictactrains:modern", &late];
    for game in games {
        // `EarlyStop` could end the search before the proof.
        let early = "EarlyStop value false";
        let one = client(game, "mcts", &[early]);
        let several = client(game, "mcts", &[early, "Threads value 3", "Hash value 2"]);
        let most = if game == "qubic:2" { 6..=8 } else { 1..=5 };
        for empty in most.cycle().take(25) {
            let state = random_position(game, empty, &mut random);
            let value = value(&*state, &mut HashMap::new());
            for go in [LIMIT, CLOCK] {
                check(&one, &*state, go, value);
                check(&several, &*state, go, value);
            }
        }
    }
}

/// All lines of `MultiPV` must be proven, and only the moves of `searchmoves`.
#[test]
fn mcts_ends_when_the_requested_lines_are_proven() {
    let mut random = Random::new(4);
    for game in ["tictactoe", "tictactoe:5x4:4", "tictactrains"] {
        for lines in 2..=4 {
            let client = client(game, "mcts", &[&format!("MultiPV value {lines}")]);
            for empty in (2..=6).cycle().take(20) {
                let state = random_position(game, empty, &mut random);
                client.send(&format!("position fen {}", state.text()));
                let replies = client.go(&format!("go {LIMIT}"));
                assert!(nodes(&replies) < ENOUGH, "{}: {replies:?}", state.text());
                let reported = replies.iter().filter(|line| line.contains(" multipv ")).count();
                assert!(reported >= empty.min(lines), "{}: {replies:?}", state.text());
            }
        }
        let client = client(game, "mcts", &[]);
        for empty in (2..=6).cycle().take(20) {
            let state = random_position(game, empty, &mut random);
            let first = state.legal().first().expect("there is a move");
            client.send(&format!("position fen {}", state.text()));
            let go = format!("go {LIMIT} searchmoves {}", state.board().name(first));
            let replies = client.go(&go);
            assert!(nodes(&replies) < ENOUGH, "{} {go}: {replies:?}", state.text());
        }
    }
}

/// The exact search on a cube reports one line, however many are asked for.
#[test]
fn mcts_ends_on_a_cube_with_several_lines() {
    let full = "1b3 2b1 3c3 2c3 2a1 2b3 3b3 1b1 2a3 1a3 1a1 1a2 2c1 3b2 1c3 3c2 3a2 3a3 3b1 1c2";
    for (game, moves) in [("qubic:2", ""), ("qubic:2", "1a1 1b2"), ("qubic:3", full)] {
        let client = client(game, "mcts", &["MultiPV value 2"]);
        client.send(&format!("position startpos moves {moves}"));
        let said = client.go(&format!("go {LIMIT}"));
        assert!(nodes(&said) <= ENOUGH, "{game} {moves}: {said:?}");
    }
}

/// `uct` proves only wins in one and the last move.
#[test]
fn uct_ends_where_a_final_move_is_best() {
    let one = client("tictactoe", "uct", &["CentreReply value false"]);
    for state in open_positions() {
        let wins =
            children(&*state).iter().any(|next| matches!(next.outcome(), Some(Outcome::Win(_))));
        one.send(&format!("position fen {}", state.text()));
        let is_certain = wins || empty(&*state) == 1;
        let lines = one.go(if is_certain { "go movetime 7200000" } else { "go nodes 50" });
        let context = format!("{} {lines:?}", state.text());
        assert_eq!(nodes(&lines), if is_certain { 0 } else { 50 }, "{context}");
        match (wins, is_certain) {
            (true, _) => assert_eq!(score(&lines), "mate 1", "{context}"),
            (_, true) => {
                assert!(lines.contains(&"info string proven draw".to_string()), "{context}");
            }
            _ => assert!(score(&lines).starts_with("cp "), "{context}"),
        }
    }
}

/// Also if the clock starts with `ponderhit`.
#[test]
fn a_forced_move_is_played_at_once_with_a_clock() {
    // The second ply has one legal square.
    let rules = "tictactrains:(X3, O1-d4d5d3c4c5c3e4e5, XA, OA, ...)";
    for search in SearchKind::all() {
        for (game, moves, only) in
            [(rules, "a1", "e3"), ("tictactoe", "b2 a1 b3 b1 c1 a3 a2 c2", "c3")]
        {
            let client = client(game, search.name(), &[]);
            client.send(&format!("position startpos moves {moves}"));
            assert_eq!(best(&client.go(&format!("go {CLOCK}"))), only, "{search:?} {game}");
            client.send(&format!("go ponder {CLOCK}"));
            assert_eq!(best(&client.go("ponderhit")), only, "{search:?} {game}");
        }
    }
}

#[test]
fn a_forced_move_is_searched_with_other_limits() {
    let rules = "tictactrains:(X3, O1-d4d5d3c4c5c3e4e5, XA, OA, ...)";
    for search in ["uct", "mcts"] {
        let client = client(rules, search, &["CentreReply value false"]);
        client.send("position startpos moves a1");
        // `EarlyStop` would end a search without a choice.
        client.send("setoption name EarlyStop value false");
        assert_eq!(nodes(&client.go(&format!("go {CLOCK} nodes 50000"))), 50_000, "{search}");
    }
}
