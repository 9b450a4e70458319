//! Mirrored inputs give mirrored outputs: on boards of every shape, with either side to
//! move and any number of stones. The mirrors are made of the names of squares, so that
//! the symmetries of the engine cannot hide a fault of their own.

use noughts::game::{GameSpec, new_game};
use noughts::random::Random;

use crate::common::{Client, field, score};

const GAMES: [&str; 7] = [
    "tictactoe:4x3:3",
    "tictactoe:3x5:3",
    "tictactoe:5x4:4",
    "tictactoe:7x6:4",
    "tictactoe:12x5:4",
    "tictactoe:6x9:5=",
    "tictactrains",
];

/// The name of a square on a board mirrored left to right, top to bottom, or both.
fn mirrored(name: &str, (columns, rows): (usize, usize), mirror: usize) -> String {
    let (letter, row) = name.split_at(1);
    let mut column = usize::from(letter.as_bytes()[0] - b'a');
    let mut row: usize = row.parse().expect("a number");
    if mirror & 1 == 1 {
        column = columns - 1 - column;
    }
    if mirror & 2 == 2 {
        row = rows + 1 - row;
    }
    format!("{}{row}", char::from(b'a' + column as u8))
}

fn size(spec: &GameSpec) -> (usize, usize) {
    let state = new_game(spec);
    (state.board().columns(), state.board().rows())
}

#[test]
fn a_mirrored_game_has_mirrored_moves_and_the_same_result() {
    let mut random = Random::new(12);
    for game in GAMES {
        let spec: GameSpec = game.parse().expect("a game");
        for mirror in (1..4).cycle().take(60) {
            let [mut one, mut other] = [new_game(&spec), new_game(&spec)];
            while one.outcome().is_none() {
                let legal = one.legal();
                let square = legal.nth(random.below(legal.len())).expect("it is not over");
                let name = one.board().name(square);
                one.play(&name).expect("it is legal");
                other.play(&mirrored(&name, size(&spec), mirror)).expect("it is legal");
                let names = |squares: noughts::game::WideSet| -> Vec<String> {
                    squares.into_iter().map(|square| one.board().name(square)).collect()
                };
                let mut expected: Vec<String> = names(one.legal())
                    .iter()
                    .map(|name| mirrored(name, size(&spec), mirror))
                    .collect();
                let mut found = names(other.legal());
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{game} {mirror} {}", one.movetext());
                assert_eq!(other.outcome(), one.outcome(), "{game} {mirror} {}", one.movetext());
                assert_eq!(other.side(), one.side());
                let lengths = |trains: Option<[Vec<noughts::game::Square>; 2]>| {
                    trains.map(|both| both.map(|train| train.len()))
                };
                let [of_one, of_other] = [&one, &other].map(|s| lengths(s.longest_trains()));
                assert_eq!(of_one, of_other, "{game} {mirror} {}", one.movetext());
            }
        }
    }
}

#[test]
fn a_mirrored_position_has_the_same_value() {
    let mut random = Random::new(13);
    for (game, search, go) in [
        ("tictactoe:4x3:3", "proof", "go nodes 1000000"),
        ("tictactoe:3x5:3", "proof", "go nodes 1000000"),
        ("tictactoe:5x4:4", "proof", "go nodes 1000000"),
        ("tictactoe:5x4:4", "minimax", "go depth 3"),
        ("tictactoe:7x6:4", "minimax", "go depth 3"),
        ("tictactrains", "minimax", "go depth 2"),
    ] {
        let spec: GameSpec = game.parse().expect("a game");
        let client = Client::with(&[&format!("newgame {game}")]);
        client.send(&format!("setoption name Search value {search}"));
        for plies in 1..9 {
            let mut state = new_game(&spec);
            let mut moves: Vec<String> = Vec::new();
            while moves.len() < plies && state.outcome().is_none() {
                let legal = state.legal();
                let square = legal.nth(random.below(legal.len())).expect("it is not over");
                moves.push(state.board().name(square));
                state.play(&moves[moves.len() - 1]).expect("it is legal");
            }
            let value = |mirror: usize| {
                let names = moves.iter().map(|name| mirrored(name, size(&spec), mirror));
                let names = names.collect::<Vec<_>>().join(" ");
                client.send("newgame");
                client.send(&format!("position startpos moves {names}"));
                let lines = client.go(go);
                (score(&lines), field(&lines, "score").is_some())
            };
            let plain = value(0);
            for mirror in 1..4 {
                assert_eq!(value(mirror), plain, "{game} {search} {mirror} {moves:?}");
            }
        }
    }
}

/// On lines as long as the board nobody wins, which pairs of squares prove at once,
/// whichever way the board lies.
#[test]
fn the_longest_lines_are_a_draw_on_wide_and_tall_boards() {
    for (columns, rows) in [(5, 3), (6, 4), (7, 2), (9, 5)] {
        let nodes = [(columns, rows), (rows, columns)].map(|(columns, rows)| {
            let client = Client::with(&[&format!(
                "newgame tictactoe:{columns}x{rows}:{}",
                columns.max(rows)
            )]);
            let lines = client.go("go nodes 20000");
            assert_eq!(score(&lines), "cp 0", "{columns}x{rows}");
            field(&lines, "nodes").and_then(|nodes| nodes.parse::<u64>().ok()).expect("nodes")
        });
        assert!(nodes.iter().all(|&nodes| nodes < 1_000), "{columns}x{rows}: {nodes:?}");
    }
}
