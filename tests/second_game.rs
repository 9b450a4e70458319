//! A second game in a session is answered like the first game of a fresh one:
//! nothing but what the client has set survives a game.
//!
//! `NOUGHTS_FUZZ=N` multiplies the number of first games by N.

use noughts::game::new_game;
use noughts::random::Random;

use crate::common::{Client, best, fuzz};
use crate::searches::pairs;

/// Enough for tables to have an effect, few enough to be quick.
const NODES: usize = 1_000;

/// The moves of positions of a random game: the first, an early one, some in the middle
/// and one near the end, where the solvers of the searches have a say.
fn positions(game: &str, random: &mut Random) -> Vec<String> {
    let mut state = new_game(&game.parse().expect("a game"));
    let mut moves: Vec<String> = Vec::new();
    while state.outcome().is_none() {
        let legal = state.legal();
        let square = legal.nth(random.below(legal.len())).expect("it is not over");
        let name = state.board().name(square);
        state.play(&name).expect("it is legal");
        moves.push(name);
    }
    let length = moves.len();
    [0, 2.min(length - 1), length / 3, length / 2, length * 2 / 3, length - length / 6 - 1]
        .map(|plies| moves[..plies].join(" "))
        .to_vec()
}

/// The findings and the move at the end of a search, without the words that depend on
/// the speed of the machine.
fn last_lines(lines: &[String]) -> String {
    let info = lines.iter().rfind(|line| line.starts_with("info ") && !line.contains(" string "));
    let mut words = info.map_or("", String::as_str).split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "time" | "nps" => drop(words.next()),
            _ => kept.push(word),
        }
    }
    format!("{} | {}", kept.join(" "), lines.last().expect("a move"))
}

/// Searches these positions one after the other, and plays a move of each.
fn game_of(client: &Client, positions: &[String]) -> Vec<String> {
    let search = |moves: &String| {
        client.send(&format!("position startpos moves {moves}"));
        last_lines(&client.go(&format!("go nodes {NODES}")))
    };
    positions.iter().map(search).collect()
}

/// Searches of the same positions in a random order, in every way that a client can ask.
/// Returns the move of the last one, at the start of the game: a tree that is kept would
/// have the position after it.
fn first_game(client: &Client, positions: &[String], random: &mut Random) -> String {
    for _ in 0..4 {
        let moves = &positions[random.below(positions.len())];
        client.send(&format!("position startpos moves {moves}"));
        match random.below(6) {
            0 => drop(client.go("go depth 2")),
            1 => drop(client.go("go mate 1 nodes 500")),
            2 => {
                client.send("go infinite");
                client.go("stop");
            }
            3 => {
                client.send("go ponder nodes 300");
                client.go("ponderhit");
            }
            _ => drop(client.go(&format!("go nodes {}", 1 + random.below(2 * NODES)))),
        }
    }
    client.send("position startpos");
    best(&client.go(&format!("go nodes {}", 2 * NODES)))
}

#[test]
fn a_second_game_is_answered_like_the_first_of_a_fresh_session() {
    let mut random = Random::new(41);
    for (search, game) in pairs().into_iter().cycle().take(pairs().len() * fuzz()) {
        let dialect = ["ugi", "uci", "isready"][random.below(3)];
        let skill = ["10", "10", "3"][random.below(3)];
        let begin = || {
            let client = Client::with(&[dialect, "setoption name Hash value 2"]);
            client.send(&format!("newgame {game}"));
            client.send(&format!("setoption name Search value {search}"));
            client.send(&format!("setoption name Skill value {skill}"));
            client
        };
        let mut positions = positions(game, &mut random);
        let client = begin();
        let played = first_game(&client, &positions, &mut random);
        positions.insert(0, played);
        let fresh = game_of(&begin(), &positions);
        let again = ["newgame", "uginewgame", "ucinewgame"][random.below(3)];
        client.send(again);
        let what = format!("{search} {game} {dialect} level {skill} {again} {positions:?}");
        assert_eq!(game_of(&client, &positions), fresh, "{what}");
    }
}

/// A tree belongs to the options it was built with: after a change of one, the next
/// position of the same game is searched as by a fresh session with these options.
#[test]
fn a_tree_does_not_outlive_the_options_of_its_search() {
    let games = ["tictactrains", "tictactoe:7x7:5", "qubic"];
    for (search, games) in [("mcts", &games[..]), ("uct", &games), ("puct", &games[..1])] {
        for option in ["MultiPV value 3", "Skill value 3", "Hash value 1"] {
            for game in games {
                let begin = |changed: &str| {
                    let client = Client::new();
                    client.send(&format!("newgame {game}"));
                    client.send(&format!("setoption name Search value {search}"));
                    client.send("setoption name Seed value 1");
                    client.send(changed);
                    client
                };
                let client = begin("isready");
                client.until("readyok");
                client.send("position startpos");
                let searched = client.go("go nodes 5000");
                let line = searched.iter().rfind(|line| line.contains(" pv "));
                let Some(line) = line else { continue };
                let moves = line.split(" pv ").nth(1).unwrap_or_default();
                let moves: Vec<&str> = moves.split(' ').take(2).collect();
                let position = format!("position startpos moves {}", moves.join(" "));
                let changed = format!("setoption name {option}");
                client.send(&changed);
                let again = |client: &Client| {
                    client.send(&position);
                    last_lines(&client.go("go nodes 1000"))
                };
                let expected = again(&begin(&changed));
                assert_eq!(again(&client), expected, "{search} {option} {game}");
            }
        }
    }
}

/// The proof of a win that was announced belongs to its game.
#[test]
fn an_announced_win_is_proven_anew_in_the_next_game() {
    let position = "position startpos moves 1a1 2a2 1d1 3b3 1a4 2d3 1d4 4b2";
    let client = Client::with(&["newgame qubic"]);
    let mut answers = Vec::new();
    for _ in 0..2 {
        client.send(position);
        answers.push(last_lines(&client.go("go nodes 200000")));
        client.send("uginewgame");
    }
    assert!(answers[0].contains(" mate "), "{answers:?}");
    assert_eq!(answers[0], answers[1]);
}

/// The answer to a command of a manager with the last message before it, without
/// times and speeds.
fn answer(client: &Client) -> String {
    let mut message = String::new();
    loop {
        let line = client.line();
        match line.strip_prefix("MESSAGE ") {
            None => return format!("{message}{line}"),
            Some(text) => {
                let parts = text.split(" | ");
                let kept = parts.filter(|p| !p.starts_with("Speed ") && !p.starts_with("Time "));
                message = kept.collect::<Vec<_>>().join(" | ") + ": ";
            }
        }
    }
}

fn ask(client: &Client, command: &str) -> String {
    client.send(command);
    answer(client)
}

/// The lines of a list of random stones, none of which make four in a row: stones of
/// the engine and as many, or one more, of the opponent.
fn stones(command: &str, count: usize, random: &mut Random) -> Vec<String> {
    let mut points: Vec<(usize, usize)> =
        (0..7).flat_map(|x| (0..5).map(move |y| (2 * x, 3 * y))).collect();
    random.shuffle(&mut points);
    let owner = |i: usize| match command {
        "SWAP2BOARD" => String::new(),
        _ => format!(",{}", if (count - i) % 2 == 1 { 2 } else { 1 }),
    };
    let lines = points.into_iter().take(count).enumerate();
    let lines = lines.map(|(i, (x, y))| format!("{x},{y}{}", owner(i)));
    [command.to_string()].into_iter().chain(lines).chain(["DONE".to_string()]).collect()
}

/// Sends a list of stones; returns the answer.
fn list(client: &Client, lines: &[String]) -> String {
    lines.iter().for_each(|line| client.send(line));
    answer(client)
}

/// A manager with these limits, whose clock never matters unless `time_left` is set.
fn manager() -> Client {
    let client = Client::with(&["START 15", "INFO max_node 3000", "INFO max_memory 16777216"]);
    assert_eq!(client.line(), "OK");
    client.send("INFO timeout_match 1000000000");
    client.send("INFO timeout_turn 0");
    client
}

/// A game after `RESTART`: its own moves, and lists with even and odd numbers of stones.
fn managed_game(client: &Client, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut lines = vec![ask(client, "BEGIN"), ask(client, "TURN 0,14"), ask(client, "TURN 14,0")];
    for (command, count) in [("BOARD", 6), ("BOARD", 7), ("SWAP2BOARD", 3), ("SWAP2BOARD", 5)] {
        lines.push(list(client, &stones(command, count, &mut random)));
    }
    lines
}

/// A game of a manager with its own way to end: lists that never end, a clock that it
/// sets, moves taken back, best moves, sides that are chosen.
fn first_managed_game(client: &Client, random: &mut Random) {
    for _ in 0..3 {
        match random.below(6) {
            0 => {
                client.send("INFO time_left 1");
                list(client, &stones("BOARD", 8, random));
            }
            1 => {
                client.send("YXNBEST 3");
                answer(client);
            }
            2 => drop(list(client, &stones("SWAP2BOARD", 3, random))),
            3 => drop(list(client, &["SWAP2BOARD".to_string(), "DONE".to_string()])),
            4 => {
                let list = stones("YXBOARD", 5 + random.below(2), random);
                list.iter().for_each(|line| client.send(line));
            }
            _ => {
                let count = 5 + random.below(2);
                drop(list(client, &stones("BOARD", count, random)));
            }
        }
    }
    if random.below(2) == 0 {
        client.send("BOARD");
        client.send("3,3,1");
    }
}

#[test]
fn a_second_game_of_a_manager_is_answered_like_its_first() {
    let mut random = Random::new(17);
    for game in 0..12 * fuzz() as u64 {
        let fresh = managed_game(&manager(), game);
        let client = manager();
        first_managed_game(&client, &mut random);
        let again = ["RESTART", "START 15", "RECTSTART 15,15"][random.below(3)];
        assert_eq!(ask(&client, again), "OK");
        assert_eq!(managed_game(&client, game), fresh, "game {game}, {again}");
    }
}

/// A game that the manager abandons during a search leaves nothing behind either.
#[test]
fn a_game_after_an_abandoned_search_is_answered_like_the_first() {
    let fresh = managed_game(&manager(), 5);
    let client = manager();
    client.send("INFO max_node 100000000");
    client.send("INFO timeout_turn 100000000");
    client.send("BEGIN");
    client.send("INFO max_node 3000");
    client.send("INFO timeout_turn 0");
    // The move of the abandoned game is never sent.
    client.send("RESTART");
    assert_eq!(answer(&client).rsplit(": ").next(), Some("OK"));
    assert_eq!(managed_game(&client, 5), fresh);
}

/// The time that a manager sets for a move ends with that move, also if it never comes.
#[test]
fn the_clock_of_an_abandoned_move_does_not_last() {
    let client = manager();
    client.send("INFO timeout_match 1");
    client.send("INFO time_left 1000000000");
    client.send("INFO max_node 100000000");
    client.send("INFO timeout_turn 100000000");
    client.send("BEGIN");
    client.send("RESTART");
    assert_eq!(answer(&client).rsplit(": ").next(), Some("OK"));
    client.send("INFO max_node 3000");
    // The millisecond of the new game is shorter than the reserve of a move.
    let cut = ask(&client, "BEGIN");
    assert!(!cut.contains("Node 3000"), "{cut}");
    client.send("INFO timeout_match 0");
    assert_eq!(ask(&client, "RESTART"), "OK");
    client.send("INFO timeout_turn 0");
    // Without a limit for the game no time is short.
    assert_eq!(managed_game(&client, 5), managed_game(&manager(), 5));
}

/// Openings vary within a session, and are those of the seed in every session.
#[test]
fn the_openings_of_a_session_vary() {
    let lines = ["SWAP2BOARD".to_string(), "DONE".to_string()];
    let openings = || {
        let client = manager();
        let opening = |_| {
            assert_eq!(ask(&client, "RESTART"), "OK");
            list(&client, &lines)
        };
        (0..8).map(opening).collect::<Vec<_>>()
    };
    let found = openings();
    assert!(found.iter().any(|opening| *opening != found[0]), "{found:?}");
    assert_eq!(openings(), found);
}

/// The stones of a list that another command has ended are forgotten.
#[test]
fn a_list_ends_with_another_command() {
    let client = manager();
    for command in ["BOARD", "YXBOARD", "SWAP2BOARD"] {
        client.send(command);
        client.send(if command == "SWAP2BOARD" { "3,3" } else { "3,3,2" });
        assert_eq!(ask(&client, "RESTART"), "OK");
        assert!(ask(&client, "DONE").starts_with("ERROR no BOARD"), "{command}");
    }
}

/// A list says everything about its position.
#[test]
fn a_board_of_a_manager_does_not_depend_on_the_position_before() {
    let mut random = Random::new(3);
    for count in 1..=8 {
        let board = stones("BOARD", count, &mut random);
        let fresh = list(&manager(), &board);
        for before in [1, 2, 3, 6, 7] {
            let client = manager();
            let earlier = stones("YXBOARD", before, &mut random);
            earlier.iter().for_each(|line| client.send(line));
            client.send("YXHASHCLEAR");
            assert_eq!(list(&client, &board), fresh, "{board:?} after {earlier:?}");
        }
    }
}
