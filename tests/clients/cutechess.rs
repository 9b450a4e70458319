//! Cute Chess, a UCI GUI and match runner whose referee supports 3x3
//! tic-tac-toe. The folder `cutechess` has recorded sessions of `cutechess-cli`
//! 1.5.1 with the engine: all its lines (`>`) byte for byte, and those lines of
//! the engine (`<`) for which it waits.
//!
//! - `clock.txt`: `-variant tictactoe -each tc=0.5+0.01 -debug` with `ponder`
//! - `openings.txt`: with `-openings file=… format=epd` as well
//!
//! and some written after the order of lines in its `uciengine.cpp` and the
//! positions in its `connectboard.cpp`:
//!
//! - `gomoku.txt`: `-variant gomokufreestyle`, from the start and in a game with
//!   an opening
//! - `chess.txt`: without `-variant`, as O in a game from the start, and in a
//!   game with an opening

use noughts::game::{self, GameSpec, GameState};
use noughts::protocol::drops::{drop_to_position, drop_to_square};

use super::process::Engine;

const GOMOKU: &str = include_str!("cutechess/gomoku.txt");
const CONVERSATIONS: [&str; 2] =
    [include_str!("cutechess/clock.txt"), include_str!("cutechess/openings.txt")];

/// Returns the position of a `position` command.
fn position(command: &str, game: &GameSpec) -> Box<dyn GameState> {
    let mut state = game::new_game(game);
    let (start, moves) = command.split_once(" moves ").unwrap_or((command, ""));
    if let Some(text) = start.strip_prefix("position fen ") {
        let text = drop_to_position(text, game).expect("it is sound");
        state.set_start(Some(&text)).expect("it is sound");
    }
    for name in moves.split(' ').filter(|name| !name.is_empty()) {
        state.play(drop_to_square(name)).expect("it is legal");
    }
    state
}

/// Checks that a `bestmove` has the form that Cute Chess requires; any other
/// forfeits the game.
fn check_answer(line: &str, state: &dyn GameState) {
    let words: Vec<&str> = line.split(' ').collect();
    let mut after = state.boxed_clone();
    let mut play = |drop: &str| {
        let square = drop.strip_prefix("P@").unwrap_or_else(|| panic!("{line}"));
        after.play(square).unwrap_or_else(|error| panic!("{line}: {error}"));
    };
    match words[..] {
        ["bestmove", best] => play(best),
        ["bestmove", best, "ponder", ponder] => [best, ponder].into_iter().for_each(play),
        _ => panic!("{line}"),
    }
}

/// Checks that every move of an `info` line is a drop.
fn check_progress(line: &str) {
    if let Some((_, pv)) = line.split_once(" pv ") {
        assert!(pv.split(' ').all(|name| name.starts_with("P@")), "{line}");
    }
}

/// Sends the lines of Cute Chess and waits where it waited. With `pings` also
/// sends `isready` after every `go`.
fn replay(conversation: &str, game: &str, pings: bool) {
    let game: GameSpec = game.parse().expect("a game");
    let mut engine = Engine::start(&[]);
    let mut state = position("position startpos", &game);
    let mut pinged = 0;
    let mut answers = 0;
    for line in conversation.lines() {
        if let Some(command) = line.strip_prefix("> ") {
            engine.write(&format!("{command}\n"));
            if command.starts_with("position ") {
                state = position(command, &game);
            }
            if pings && command.starts_with("go ") {
                engine.write("isready\n");
                pinged += 1;
            }
            continue;
        }
        match line.strip_prefix("< ").expect("a direction") {
            // The wait for the next line skips these lines.
            "…" => {}
            "bestmove P@…" => {
                let lines = engine.until(|line| line.starts_with("bestmove "));
                pinged -= lines.iter().filter(|line| *line == "readyok").count();
                lines.iter().for_each(|line| check_progress(line));
                check_answer(lines.last().expect("one"), &*state);
                answers += 1;
            }
            expected => {
                // The `readyok` of a ping may come first; each ping has one.
                let lines = engine.until(|line| line == expected);
                assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
                assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
            }
        }
    }
    let (status, rest) = engine.end();
    assert!(status.success() && answers > 4, "{status} after {answers} answers");
    assert!(rest.iter().all(|line| line == "readyok") && rest.len() == pinged, "{rest:?}");
}

#[test]
fn cute_chess_plays_its_games() {
    CONVERSATIONS.iter().for_each(|conversation| replay(conversation, "tictactoe", false));
    replay(GOMOKU, "tictactoe:15x15:5", false);
}

#[test]
fn cute_chess_may_ping_during_a_search() {
    CONVERSATIONS.iter().for_each(|conversation| replay(conversation, "tictactoe", true));
    replay(GOMOKU, "tictactoe:15x15:5", true);
}

/// Without `-variant` Cute Chess plays chess. The engine gives its advice once.
#[test]
fn cute_chess_gets_advice_when_it_plays_chess() {
    let mut engine = Engine::start(&[]);
    for line in include_str!("cutechess/chess.txt").lines() {
        match line.split_at(2) {
            ("> ", command) => engine.write(&format!("{command}\n")),
            ("< ", "…") => {}
            ("< ", "bestmove …") => {
                let lines = engine.until(|line| line.starts_with("bestmove "));
                assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
            }
            ("< ", expected @ ("uciok" | "readyok")) => {
                engine.until(|line| line == expected);
            }
            ("< ", expected) => assert_eq!(engine.line(), expected),
            _ => panic!("no direction: {line}"),
        }
    }
    let (status, rest) = engine.end();
    assert!(status.success() && rest.is_empty(), "{rest:?}");
}
