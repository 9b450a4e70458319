//! Cute Chess, a UCI GUI and match runner whose referee knows 3x3
//! tic-tac-toe. Beside this file stand conversations that `cutechess-cli`
//! 1.5.1 has had with the engine, its lines (`>`) byte for byte; of the
//! engine's (`<`) only those that it waits for.
//!
//! - `clock.txt`: `-variant tictactoe -each tc=0.5+0.01 -debug` with `ponder`
//! - `openings.txt`: with `-openings file=… format=epd` as well
//!
//! and one that it has by the order of lines in its `uciengine.cpp`:
//!
//! - `chess.txt`: without `-variant`, as O in a game from the start, and in one
//!   with an opening

use noughts::game::{self, GameState};
use noughts::protocol::drops::{drop_to_position, drop_to_square};

use super::process::Engine;

const CONVERSATIONS: [&str; 2] =
    [include_str!("cutechess/clock.txt"), include_str!("cutechess/openings.txt")];

/// The position of a `position` command, as the rules see it.
fn position(command: &str) -> Box<dyn GameState> {
    let mut state = game::new_game(&"tictactoe".parse().expect("a game"));
    let (start, moves) = command.split_once(" moves ").unwrap_or((command, ""));
    if let Some(text) = start.strip_prefix("position fen ") {
        let text = drop_to_position(text).expect("it is sound");
        state.set_start(Some(&text)).expect("it is sound");
    }
    for name in moves.split(' ').filter(|name| !name.is_empty()) {
        state.play(drop_to_square(name)).expect("it is legal");
    }
    state
}

/// A `bestmove` as Cute Chess reads it, which forfeits the game otherwise.
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

/// Every move that an `info` line names is a drop.
fn check_progress(line: &str) {
    if let Some((_, pv)) = line.split_once(" pv ") {
        assert!(pv.split(' ').all(|name| name.starts_with("P@")), "{line}");
    }
}

/// Says what Cute Chess said and waits where it waited. With `pings` it also
/// asks `isready` whenever the engine has just begun to think.
fn replay(conversation: &str, pings: bool) {
    let mut engine = Engine::start(&[]);
    let mut state = position("position startpos");
    let mut pinged = 0;
    let mut answers = 0;
    for line in conversation.lines() {
        if let Some(command) = line.strip_prefix("> ") {
            engine.write(&format!("{command}\n"));
            if command.starts_with("position ") {
                state = position(command);
            }
            if pings && command.starts_with("go ") {
                engine.write("isready\n");
                pinged += 1;
            }
            continue;
        }
        match line.strip_prefix("< ").expect("a direction") {
            // Skipped by what is waited for next.
            "…" => {}
            "bestmove P@…" => {
                let lines = engine.until(|line| line.starts_with("bestmove "));
                pinged -= lines.iter().filter(|line| *line == "readyok").count();
                lines.iter().for_each(|line| check_progress(line));
                check_answer(lines.last().expect("one"), &*state);
                answers += 1;
            }
            expected => {
                // The answer to a ping may come first; there is one for each.
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
    CONVERSATIONS.iter().for_each(|conversation| replay(conversation, false));
}

#[test]
fn cute_chess_may_ask_while_we_think() {
    CONVERSATIONS.iter().for_each(|conversation| replay(conversation, true));
}

/// Without `-variant` it plays chess. It is told so once.
#[test]
fn cute_chess_is_told_that_chess_is_not_played() {
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
