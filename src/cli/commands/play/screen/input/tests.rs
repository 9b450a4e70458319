//! Tests of typed input.

use super::*;
use noughts::game::new_game;

fn board(spec: &str) -> Board {
    *new_game(&spec.parse().unwrap_or_else(|error| panic!("{error}"))).board()
}

/// Types letters and returns the actions.
fn typed(input: &mut Input, text: &str, spec: &str) -> Vec<Action> {
    let board = board(spec);
    text.chars().filter_map(|c| input.read(KeyCode::Char(c).into(), &board)).collect()
}

#[test]
fn squares_are_typed_and_keys_pressed() {
    let all = |text: &str, spec: &str| typed(&mut Input::default(), text, spec);
    let play = |name: &str| Action::Play(name.to_string());
    assert_eq!(all("b2A1", "tictactoe"), [play("b2"), play("a1")]);
    assert_eq!(all("2b3", "qubic"), [play("2b3")]);
    assert_eq!(all("ue", "tictactoe"), [Action::Undo, Action::Evaluate]);
    // `e` is a column here: only with a number it is a square.
    assert_eq!(all("e4", "tictactrains"), [play("e4")]);
    assert_eq!(all("e", "tictactrains"), []);
    assert_eq!(all("eu", "tictactrains"), [Action::Evaluate]);
    assert_eq!(all("h11", "tictactoe:11"), [play("h11")]);
    assert_eq!(all("h1", "tictactoe:11"), []);
    assert_eq!(all("h12", "tictactoe:11"), [Action::Mistyped("h12".to_string())]);
    // A column with a row that does not exist is not read as keys.
    assert_eq!(all("e9", "tictactrains"), [Action::Mistyped("e9".to_string())]);
    assert_eq!(
        all("+-g", "tictactoe"),
        [Action::Strength(1), Action::Strength(-1), Action::AskGame]
    );
}

#[test]
fn a_key_after_a_waiting_letter_is_not_lost() {
    let mut input = Input::default();
    let board = board("tictactrains");
    assert_eq!(typed(&mut input, "ee", "tictactrains"), [Action::Evaluate]);
    let later = Instant::now() + 2 * DOUBT;
    assert_eq!(input.tick(later, &board), Some(Action::Evaluate));
    assert_eq!(typed(&mut input, "eu", "tictactrains"), [Action::Evaluate]);
    assert_eq!(input.tick(Instant::now(), &board), Some(Action::Undo));
    assert_eq!(typed(&mut input, "ed4", "tictactrains").len(), 2);
}

#[test]
fn a_letter_that_waits_becomes_a_key() {
    let mut input = Input::default();
    assert_eq!(typed(&mut input, "e", "tictactrains"), []);
    let (trains, large) = (board("tictactrains"), board("tictactoe:11"));
    assert_eq!(input.tick(Instant::now(), &trains), None);
    assert!(input.is_waiting());
    let later = Instant::now() + 2 * DOUBT;
    assert_eq!(input.tick(later, &trains), Some(Action::Evaluate));
    assert_eq!((input.tick(later, &trains), input.prompt()), (None, None));
    // A letter that is not a key waits for ever.
    assert_eq!(typed(&mut input, "d", "tictactrains"), []);
    assert_eq!(input.tick(later, &trains), None);
    assert_eq!(input.prompt().as_deref(), Some("square: d▏"));
    // A square that is also the beginning of another one.
    let mut input = Input::default();
    assert_eq!(typed(&mut input, "h1", "tictactoe:11"), []);
    assert_eq!(input.tick(later, &large), Some(Action::Play("h1".to_string())));
}

#[test]
fn enter_ends_a_short_name() {
    let mut input = Input::default();
    assert_eq!(typed(&mut input, "a1", "tictactoe:11"), []);
    let board = board("tictactoe:11");
    let action = input.read(KeyCode::Enter.into(), &board);
    assert_eq!(action, Some(Action::Play("a1".to_string())));
    assert_eq!(input.read(KeyCode::Enter.into(), &board), Some(Action::Choose));
}

#[test]
fn enter_after_a_typed_square_does_not_play_at_the_cursor() {
    let board = board("tictactoe");
    let enter = |input: &mut Input| input.read(KeyCode::Enter.into(), &board);
    for text in ["b2", "b9", "d9"] {
        let mut input = Input::default();
        let last = typed(&mut input, text, "tictactoe").pop();
        let is_played = text == "b2";
        let wrong = Action::Mistyped(text.to_string());
        assert_eq!(last, Some(if is_played { Action::Play(text.to_string()) } else { wrong }));
        assert_eq!(enter(&mut input), None, "{text}");
        // A second Enter no longer belongs to the typed square.
        assert_eq!(enter(&mut input), Some(Action::Choose), "{text}");
    }
    let mut input = Input::default();
    typed(&mut input, "b", "tictactoe");
    assert_eq!(enter(&mut input), Some(Action::Mistyped("b".to_string())));
    typed(&mut input, "b2", "tictactoe");
    assert_eq!(input.read(KeyCode::Left.into(), &board), Some(Action::Move(-1, 0)));
    assert_eq!(enter(&mut input), Some(Action::Choose));
}

#[test]
fn control_keys_edit_what_is_typed() {
    let board = board("tictactrains");
    let control = |input: &mut Input, c| {
        let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        assert_eq!(input.read(key, &board), None);
        input.prompt().unwrap_or_default()
    };
    let mut input = Input::default();
    input.ask_save("a.pgn".to_string());
    assert_eq!(control(&mut input, 'u'), "save as: ▏");
    let mut input = Input::default();
    typed(&mut input, "e", "tictactrains");
    assert_eq!(control(&mut input, 'u'), "");
    assert!(!input.is_waiting());
}

#[test]
fn files_are_asked_for() {
    let board = board("tictactoe");
    let mut input = Input::default();
    input.ask_save("a.pgn".to_string());
    for code in [KeyCode::Backspace, KeyCode::Char('q'), KeyCode::Char('\u{7}')] {
        assert_eq!(input.read(code.into(), &board), None);
    }
    assert_eq!(input.prompt().as_deref(), Some("save as: a.pgq▏"));
    let saved = input.read(KeyCode::Enter.into(), &board);
    assert_eq!(saved, Some(Action::Save("a.pgq".to_string())));
    input.ask_load();
    assert_eq!(input.read(KeyCode::Enter.into(), &board), None);
    input.ask_load();
    assert_eq!(input.read(KeyCode::Esc.into(), &board), None);
    assert_eq!(input.prompt(), None);
    let quit = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(input.read(quit, &board), Some(Action::Quit));
}
