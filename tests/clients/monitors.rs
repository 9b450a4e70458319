//! `monitors`, the match runner of the engine `motors`, in a match of m,n,k
//! games. It never names the game: even at the start of a game it sends the
//! text of the position, whose numbers identify the board. The order of lines,
//! with their trailing spaces, follows `monitors/src/play` in its source.

use noughts::game;

use super::process::Engine;

/// Start positions as `monitors` prints them, with their games.
const STARTS: [(&str, &str); 4] = [
    ("6 7 4 7/7/7/7/7/7 x 1", "tictactoe:7x6:4"),
    ("3 3 3 3/3/3 x 1", "tictactoe"),
    ("11 11 4 11/11/11/11/11/5X5/11/11/11/11/11 o 1", "tictactoe:11x11:4"),
    ("3 4 2 4/O3/X3 x 2", "tictactoe:4x3:2"),
];

fn start(arguments: &[&str]) -> Engine {
    let mut engine = Engine::start(arguments);
    engine.write("ugi\n");
    engine.until(|line| line == "ugiok");
    engine
}

/// Plays both sides of a game from a start position.
fn play(engine: &mut Engine, start: &str, game: &str) {
    let mut state = game::new_game(&game.parse().expect("a game"));
    state.set_start(Some(start)).expect("it is sound");
    engine.write("uginewgame\n");
    let mut moves = String::new();
    while state.outcome().is_none() {
        let list = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
        engine.write(&format!("position fen {start}{list}\n"));
        engine.write("go wtime 400 winc 10 btime 400 binc 10\n");
        let lines = engine.until(|line| line.starts_with("bestmove "));
        assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
        let best = lines.last().expect("one").trim_start_matches("bestmove ");
        state.play(best).unwrap_or_else(|error| panic!("{game}: {error}"));
        moves += &format!("{best} ");
    }
}

#[test]
fn monitors_chooses_the_board_with_the_position() {
    let mut engine = start(&["-o", "GameFromPosition=true"]);
    for (start, game) in STARTS {
        play(&mut engine, start, game);
    }
    engine.write("quit\n");
    let (status, rest) = engine.end();
    assert!(status.success() && rest.is_empty(), "{rest:?}");
}

/// Without `GameFromPosition` the engine refuses the position of another board.
#[test]
fn monitors_needs_the_option_for_another_board() {
    let mut engine = start(&["-g", "tictactoe"]);
    engine.write("uginewgame\n");
    engine.write(&format!("position fen {}\n", STARTS[0].0));
    let expected = "must begin with \"3 3 3\" in this game";
    assert!(engine.line().ends_with(expected));
    play(&mut engine, STARTS[1].0, STARTS[1].1);
}
