//! Tests of the commands that a person types.

use super::*;

fn interpreter(game: &str) -> Interpreter {
    let mut options = Options::default();
    options.set("Game", Some(game)).expect("a game");
    Interpreter::new(&options, vec!["solve".to_string()])
}

/// The lines sent to the engine, and those printed.
fn typed(interpreter: &mut Interpreter, line: &str) -> (Vec<String>, Vec<String>) {
    let (mut sent, mut said) = (Vec::new(), Vec::new());
    for action in interpreter.interpret(line) {
        match action {
            Action::Send(line) => sent.push(line),
            Action::Say(line) => said.push(line),
        }
    }
    (sent, said)
}

fn sent(interpreter: &mut Interpreter, line: &str) -> Vec<String> {
    let (sent, said) = typed(interpreter, line);
    assert!(said.is_empty(), "{line}: {said:?}");
    sent
}

fn said(interpreter: &mut Interpreter, line: &str) -> String {
    let (sent, said) = typed(interpreter, line);
    assert!(sent.is_empty(), "{line}: {sent:?}");
    said.join("\n")
}

#[test]
fn bare_moves_become_positions() {
    let mut typist = interpreter("tictactoe");
    assert_eq!(sent(&mut typist, "b2"), ["position startpos moves b2", "show"]);
    assert_eq!(sent(&mut typist, "1. A1 c3"), ["position startpos moves b2 a1 c3", "show"]);
    assert_eq!(said(&mut typist, "b2"), "\"b2\" is occupied");
    assert_eq!(said(&mut typist, "b3 a1"), "\"a1\" is occupied");
    assert_eq!(sent(&mut typist, "undo"), ["position startpos moves b2 a1", "show"]);
    let moves = said(&mut typist, "moves");
    assert_eq!(moves, "played: 1. b2 a1\nlegal: a3 b3 c3 a2 c2 b1 c1");
    for _ in 0..2 {
        sent(&mut typist, "undo");
    }
    assert_eq!(said(&mut typist, "undo"), "there is no move to take back");
    assert!(said(&mut typist, "moves").starts_with("played: none\n"));
}

#[test]
fn commands_pass_unchanged_and_are_followed() {
    let mut typist = interpreter("tictactrains");
    sent(&mut typist, "newgame tictactoe:4x4:3");
    for line in ["position moves b2  a1", "go nodes 5", " show"] {
        assert_eq!(sent(&mut typist, line), [line]);
    }
    assert_eq!(sent(&mut typist, "d4"), ["position startpos moves b2 a1 d4", "show"]);
    // Refused by the engine too.
    for line in ["position moves b2 b2", "setoption name Game value chess"] {
        assert_eq!(sent(&mut typist, line), [line]);
    }
    assert_eq!(sent(&mut typist, "c4"), ["position startpos moves b2 a1 d4 c4", "show"]);
    sent(&mut typist, "setoption name game value qubic");
    assert_eq!(sent(&mut typist, "2b3"), ["position startpos moves 2b3", "show"]);
    sent(&mut typist, "uginewgame");
    assert_eq!(said(&mut typist, "undo"), "there is no move to take back");
    sent(&mut typist, "newgame tictactoe");
    let text = "3 3 3 3/1X1/3 o 1";
    sent(&mut typist, &format!("position fen {text} moves a1"));
    let expected = [format!("position fen {text} moves a1 c1"), "show".to_string()];
    assert_eq!(sent(&mut typist, "c1"), expected);
    assert_eq!(sent(&mut typist, ""), [""; 0]);
    assert_eq!(sent(&mut typist, "go depth x"), ["go depth x"]);
}

#[test]
fn moves_wait_for_the_end_of_an_endless_search() {
    let mut typist = interpreter("tictactoe");
    sent(&mut typist, "b2");
    for (go, end) in
        [("go infinite", "stop"), ("go ponder nodes 9", "ponderhit"), ("go infinite", "stop")]
    {
        sent(&mut typist, go);
        assert!(typist.is_endless());
        sent(&mut typist, "newgame qubic");
        for line in ["a1", "undo"] {
            assert!(said(&mut typist, line).contains("\"stop\" first"), "{line}");
        }
        sent(&mut typist, end);
        assert!(!typist.is_endless(), "{go}");
        assert_eq!(sent(&mut typist, "a1")[0], "position startpos moves b2 a1");
        sent(&mut typist, "undo");
    }
    sent(&mut typist, "go ponder");
    sent(&mut typist, "ponderhit");
    assert!(typist.is_endless());
    sent(&mut typist, "stop");
    sent(&mut typist, "go nodes 5");
    assert_eq!(sent(&mut typist, "a1")[0], "position startpos moves b2 a1");
}

#[test]
fn unknown_words_are_answered_with_advice() {
    let mut typist = interpreter("tictactoe");
    for (word, meant) in [
        ("shwo", "show"),
        ("positon startpos", "position"),
        ("stp", "stop"),
        ("exti", "exit"),
        ("hlep", "help"),
    ] {
        let answer = said(&mut typist, word);
        assert!(answer.contains(&format!("did you mean \"{meant}\"?")), "{word}: {answer}");
        assert!(answer.contains("\"help\""), "{answer}");
    }
    let answer = said(&mut typist, "xyzzy");
    assert!(!answer.contains("did you mean") && answer.contains("\"help\""), "{answer}");
    assert_eq!(said(&mut typist, "h8"), "\"h8\" is not a square of tictactoe");
    assert!(said(&mut typist, "solve").contains("\"noughts solve\""));
    let (passed, said) = typed(&mut typist, "help");
    assert_eq!(passed, [""; 0]);
    assert!(said.len() <= 22 && said.iter().any(|line| line.contains("undo, u")), "{said:?}");
    assert!(typed(&mut typist, "help games").1[0].contains("tictactrains"));
}

#[test]
fn a_game_and_a_level_are_chosen_as_in_play() {
    let mut typist = interpreter("tictactoe");
    for word in ["game", "g", "new", "newgame"] {
        let line = format!("{word} qubic");
        assert_eq!(sent(&mut typist, &line), ["newgame qubic", "show"], "{word}");
    }
    assert_eq!(sent(&mut typist, "1a1"), ["position startpos moves 1a1", "show"]);
    assert_eq!(sent(&mut typist, " level  3"), ["setoption name Skill value 3"]);
}

#[test]
fn words_are_those_of_play_as_far_as_they_make_sense() {
    let mut typist = interpreter("tictactoe");
    for word in ["quit", "q", "exit", "Q"] {
        assert_eq!(sent(&mut typist, word), ["quit"], "{word}");
    }
    sent(&mut typist, "b2");
    assert_eq!(sent(&mut typist, "u"), ["position startpos", "show"]);
    assert!(said(&mut typist, "Moves").starts_with("played: none"));
    for word in ["new", "n", "newgame"] {
        assert_eq!(sent(&mut typist, word), ["newgame", "show"], "{word}");
    }
    for word in ["board", "show"] {
        assert_eq!(sent(&mut typist, word), ["show"], "{word}");
    }
    assert!(typed(&mut typist, "?").1.len() > 5);
    assert!(said(&mut typist, "rules").contains("3 of its stones in a row wins"));
    for (word, part) in [
        ("e", "noughts play"),
        ("h", "\"go\""),
        ("game", "game qubic"),
        ("qubic", "\"game qubic\""),
    ] {
        let answer = said(&mut typist, word);
        assert!(answer.contains(part), "{word}: {answer}");
    }
}

#[test]
fn a_search_without_limits_gets_one() {
    let mut typist = interpreter("tictactoe");
    let (sent_on, told) = typed(&mut typist, "go");
    assert_eq!(sent_on, ["go movetime 5000"]);
    assert!(told[0].contains("\"go infinite\""), "{told:?}");
    assert!(!typist.is_endless());
    let moves = "go movetime 5000 searchmoves b2 a1";
    assert_eq!(typed(&mut typist, "go searchmoves b2 a1").0, [moves]);
    for go in ["go depth 3", "go infinite", "stop", "go ponder"] {
        assert_eq!(sent(&mut typist, go), [go]);
    }
}

#[test]
fn other_notations_are_left_to_the_engine() {
    let mut typist = interpreter("tictactoe");
    sent(&mut typist, "setoption name UCI_Variant value tictactoe");
    assert!(said(&mut typist, "b2").contains("UCI_Variant"));
    sent(&mut typist, "setoption name UCI_Variant value none");
    assert_eq!(sent(&mut typist, "b2").len(), 2);
}

/// A position that the prompt did not understand is not mistaken for the one before.
#[test]
fn moves_need_a_known_position() {
    let mut typist = interpreter("tictactoe");
    sent(&mut typist, "setoption name UCI_Variant value tictactoe");
    sent(&mut typist, "position startpos moves P@b2");
    assert!(said(&mut typist, "moves").contains("UCI_Variant"));
    sent(&mut typist, "setoption name UCI_Variant value none");
    for line in ["moves", "a1", "undo"] {
        assert!(said(&mut typist, line).contains("position startpos"), "{line}");
    }
    sent(&mut typist, "position startpos moves b2");
    assert!(sent(&mut typist, "a1")[0].ends_with("moves b2 a1"));

    let mut typist = interpreter("tictactrains");
    sent(&mut typist, "setoption name GameFromPosition value true");
    sent(&mut typist, "position fen 3 3 3 3/3/3 x 1");
    assert!(said(&mut typist, "moves").contains("GameFromPosition"));
}
