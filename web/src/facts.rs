//! Answers about rules and positions that the protocol does not give: legal
//! squares, threats, complete lines.
//!
//! A question has three lines: the spec of a game, a position text or nothing,
//! and the moves since. The answer has a line for each fact, whose first word is
//! its name, or one line that begins with `error`:
//!
//! | fact | meaning |
//! |---|---|
//! | `game SPEC` | the game |
//! | `rules TEXT` | its rules in a few words |
//! | `goal TEXT` | how it is won, in a sentence |
//! | `balance TEXT` | who is favoured, in a sentence |
//! | `fair TEXT` | why people begin with this game, in a sentence; nothing for other games |
//! | `size COLUMNS ROWS LEVELS` | the board |
//! | `lines N` | the number of squares of a line; not in TicTacTrains |
//! | `position TEXT` | the position |
//! | `ply N` | the plies played |
//! | `side S` | the side to move |
//! | `next S` | the side of the ply after the next |
//! | `record TEXT` | the moves with the numbers of turns, as `1. d4 d5` |
//! | `result R` | `X`, `O`, `draw` or `none` |
//! | `rule TEXT` | the entry of the rule set for this ply, as `O1-d4` |
//! | `x M…`, `o M…` | the stones |
//! | `legal M…` | the legal squares, without those on which a move loses because it is forbidden |
//! | `won M…` | a complete line |
//! | `threat S M…` | the empty squares on which S would complete a line |
//! | `train S M…` | a longest train, from end to end |
//! | `through M…` | a line of a cube, for each line |

use noughts::game::lines::{Geometry, Shape};
use noughts::game::{
    Balance, Board, FAIR_GAME, GameSpec, GameState, Outcome, Side, Square, WHY_FAIR, WideSet,
    new_game,
};

/// Answers a question about a position; see the module.
pub(crate) fn position(question: &str) -> Result<String, String> {
    let mut lines = question.split('\n').map(str::trim);
    let [spec, start, moves] = std::array::from_fn(|_| lines.next().unwrap_or(""));
    let state = set_up(spec, start, moves)?;
    let mut facts = general(&*state);
    facts.extend(trains(&*state));
    match &state.spec() {
        GameSpec::Trains(rules) => {
            facts.extend(rules.entry(state.ply()).map(|entry| format!("rule {entry}")));
        }
        GameSpec::Lines(shape) => facts.extend(lines_of(*shape, &*state)),
    }
    Ok(facts.join("\n"))
}

/// The state of a game after a start position, or nothing, and moves.
pub(crate) fn set_up(spec: &str, start: &str, moves: &str) -> Result<Box<dyn GameState>, String> {
    let spec: GameSpec = spec.parse().map_err(text_of)?;
    let mut state = new_game(&spec);
    if !start.is_empty() {
        state.set_start(Some(start)).map_err(text_of)?;
    }
    for name in moves.split_whitespace() {
        state.play(name).map_err(text_of)?;
    }
    Ok(state)
}

fn text_of(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The facts that every game has.
fn general(state: &dyn GameState) -> Vec<String> {
    let board = state.board();
    let result = match state.outcome() {
        None => "none".to_string(),
        Some(Outcome::Draw) => "draw".to_string(),
        Some(Outcome::Win(side)) => side.to_string(),
    };
    vec![
        format!("game {}", state.spec()),
        format!("rules {}", state.spec().rules()),
        format!("goal {}", state.spec().goal()),
        format!("balance {}", balance(&state.spec())),
        format!("fair {}", why_fair(&state.spec())),
        format!("size {} {} {}", board.columns(), board.rows(), board.levels()),
        format!("position {}", state.text()),
        format!("ply {}", state.ply()),
        format!("record {}", state.movetext()),
        format!("side {}", state.side()),
        format!("next {}", state.side_at(state.ply() + 1)),
        format!("result {result}"),
        fact("x", board, state.stones(Side::X)),
        fact("o", board, state.stones(Side::O)),
        fact("legal", board, state.legal() - state.forbidden()),
    ]
}

/// Who is favoured, as a sentence.
fn balance(spec: &GameSpec) -> String {
    let Some(balance) = spec.balance() else {
        return "Which side is favoured has not been measured.".to_string();
    };
    let text = balance.to_string();
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase).collect::<String>();
    let how = match balance {
        Balance::Proven(..) => "",
        Balance::Measured(_) => " (measured at full strength)",
    };
    format!("{first}{}{how}.", letters.as_str())
}

/// Why this game is the default; empty for others.
fn why_fair(spec: &GameSpec) -> &'static str {
    if FAIR_GAME.parse().is_ok_and(|fair: GameSpec| fair == *spec) { WHY_FAIR } else { "" }
}

/// A fact that consists of squares.
fn fact(name: &str, board: &Board, squares: impl IntoIterator<Item = Square>) -> String {
    let names = squares.into_iter().map(|square| format!(" {}", board.name(square)));
    format!("{name}{}", names.collect::<String>())
}

fn trains(state: &dyn GameState) -> Vec<String> {
    let Some(trains) = state.longest_trains() else { return Vec::new() };
    let train =
        |(side, train): (Side, Vec<Square>)| fact(&format!("train {side}"), state.board(), train);
    Side::BOTH.into_iter().zip(trains).map(train).collect()
}

/// The facts of games of lines.
fn lines_of(shape: Shape, state: &dyn GameState) -> Vec<String> {
    let geometry: Geometry<WideSet> = Geometry::new(shape);
    let board = geometry.board();
    let mut facts = vec![format!("lines {}", shape.line_length())];
    for side in Side::BOTH {
        let stones = Side::BOTH.map(|side| state.stones(side));
        facts.extend(geometry.complete(stones, side).map(|line| fact("won", board, line)));
        let completes = |&square: &Square| {
            let mut with = stones;
            with[side.index()].insert(square);
            // Not `completes`, which in wide sets supports only flat boards.
            geometry.complete(with, side).any(|line| line.contains(square))
        };
        let threats = state.legal().into_iter().filter(completes);
        facts.push(fact(&format!("threat {side}"), board, threats));
    }
    if !shape.is_flat() {
        let all = geometry.lines().iter();
        facts.extend(all.map(|&line| fact("through", board, line)));
    }
    facts
}

#[cfg(test)]
mod tests {
    use crate::answers::answer as facts;

    /// The values of a fact in the answer to a question.
    fn values(question: &str, name: &str) -> Vec<String> {
        let prefix = format!("{name} ");
        let answer = format!("{} ", facts(question).replace('\n', " \n"));
        let values = answer.lines().filter_map(|line| line.strip_prefix(&prefix));
        values.map(|value| value.trim().to_string()).collect()
    }

    #[test]
    fn the_goal_and_the_favoured_side_are_named() {
        let page = include_str!("../page/setup.js");
        assert!(page.contains(&format!("FAIR_GAME = \"{}\"", noughts::game::FAIR_GAME)));
        assert_eq!(values("tictactoe\n\n", "balance"), ["Proven: a draw with best play."]);
        assert_eq!(
            values("tictactoe:15x15:5\n\n", "balance"),
            ["Which side is favoured has not been measured."]
        );
        let measured = &values("tictactrains:swiss\n\n", "balance")[0];
        assert!(measured.ends_with("; 36 are drawn (measured at full strength)."), "{measured}");
        assert_eq!(values("tictactrains:mallorcan\n\n", "fair"), [noughts::game::WHY_FAIR]);
        assert_eq!(values("tictactrains\n\n", "fair"), [""]);
        let goal = ["The longer train of connected stones wins."];
        assert_eq!(values("tictactrains\n\n", "goal"), goal);
    }

    #[test]
    fn threats_and_complete_lines_are_named() {
        let open = "tictactoe:4x4:3\n\nb2 a1 c2 a2";
        assert_eq!(values(open, "threat X"), ["d2"]);
        assert_eq!(values(open, "threat O"), ["a3"]);
        assert_eq!(values(open, "won"), [""; 0]);
        let won = "tictactoe:4x4:3\n\nb2 a1 c2 a2 d2";
        assert_eq!(values(won, "won"), ["b2 c2 d2"]);
        assert_eq!(
            (values(won, "result"), values(won, "legal")),
            (vec!["X".into()], vec!["".into()])
        );
        assert_eq!(
            values("tictactoe\n3 3 3 3/1X1/3 o 1\na1", "position"),
            ["3 3 3 3/1X1/O2 x 2".to_string()]
        );
    }

    #[test]
    fn trains_and_their_rules_are_named() {
        let question = "tictactrains:modern\n\nd4 c4";
        assert_eq!(values(question, "rule"), ["O3"]);
        assert_eq!(
            (values(question, "side"), values(question, "next")),
            (vec!["O".into()], vec!["X".into()])
        );
        assert_eq!(values(question, "legal")[0].split(' ').count(), 24);
        assert_eq!(values(question, "train X"), ["d4"]);
    }

    #[test]
    fn cubes_have_all_their_lines() {
        assert_eq!(values("qubic\n\n", "through").len(), 76);
        assert_eq!(values("qubic\n\n1a1 1b1 2a1 2b1 3a1 3b1 4a1", "won"), ["1a1 2a1 3a1 4a1"]);
    }

    #[test]
    fn bad_questions_are_answered_by_an_error() {
        for (question, reason) in [
            ("", "unknown game \"\""),
            ("chess\n\n", "unknown game \"chess\""),
            ("tictactoe\nx\n", "the position"),
            ("tictactoe\n\na1 a1", "\"a1\" is occupied"),
            ("tictactoe:23x22:5", "a board cannot be 23x22"),
        ] {
            assert!(facts(question).starts_with(&format!("error {reason}")), "{question}");
        }
    }
}
