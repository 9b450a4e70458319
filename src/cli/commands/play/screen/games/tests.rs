//! The list of games, driven by keys.

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;

fn list(count: usize) -> GamesList {
    let file =
        std::env::temp_dir().join(format!("noughts-games-{}-{count}.pgn", std::process::id()));
    let game = |i: usize| {
        format!("[White \"player {i}\"]\n[Black \"b\"]\n[Game \"qubic\"]\n\n1. 1a1 *\n\n")
    };
    std::fs::write(&file, (1..=count).map(game).collect::<String>())
        .unwrap_or_else(|e| panic!("{e}"));
    let library = Library::of_file(&file).unwrap_or_else(|error| panic!("{error}"));
    std::fs::remove_file(&file).unwrap_or_else(|error| panic!("{error}"));
    GamesList::new(library, Theme::new(false))
}

fn text(list: &mut GamesList, width: u16, height: u16) -> String {
    let backend = TestBackend::new(width, height);
    let mut terminal = Terminal::new(backend).unwrap_or_else(|error| panic!("{error}"));
    terminal.draw(|frame| list.draw(frame)).unwrap_or_else(|error| panic!("{error}"));
    terminal.backend().to_string()
}

/// Presses keys and returns what the last one does.
fn press(list: &mut GamesList, keys: &[KeyCode]) -> Option<Listed> {
    keys.iter().fold(None, |_, code| list.read(&Event::Key(KeyEvent::from(*code))))
}

#[test]
fn keys_lead_through_ten_thousand_games() {
    let mut list = list(10_000);
    assert!(text(&mut list, 80, 24).contains(" 10000"));
    for (key, place) in [
        (KeyCode::Down, 1),
        (KeyCode::PageDown, 22),
        (KeyCode::End, 9_999),
        (KeyCode::PageUp, 9_978),
        (KeyCode::Up, 9_977),
        (KeyCode::Home, 0),
    ] {
        press(&mut list, &[key]);
        let shown = text(&mut list, 80, 24);
        assert!(shown.contains(&format!(" player {} ", place + 1)), "{key:?}\n{shown}");
        assert_eq!(press(&mut list, &[KeyCode::Enter]), Some(Listed::Open(place)));
    }
}

#[test]
fn a_search_finds_games() {
    let mut list = list(300);
    press(&mut list, &[KeyCode::Char('/')]);
    press(&mut list, &"PLAYER 27".chars().map(KeyCode::Char).collect::<Vec<_>>());
    let shown = text(&mut list, 40, 20);
    // 27, 127, 227 and 270 to 279.
    assert!(shown.contains(" 13 of 300") && shown.contains("search: PLAYER 27"), "{shown}");
    assert_eq!(press(&mut list, &[KeyCode::Enter]), None);
    assert_eq!(press(&mut list, &[KeyCode::Down, KeyCode::Enter]), Some(Listed::Open(126)));
    assert!(list.open(126).is_some());
    assert_eq!(press(&mut list, &[KeyCode::Esc]), None);
    assert!(text(&mut list, 40, 20).contains(" 300"));
    assert_eq!(press(&mut list, &[KeyCode::Esc]), Some(Listed::Close));
}

#[test]
fn every_size_is_drawn() {
    let mut list = list(5);
    for (width, height) in (1..100).step_by(9).zip(1..30) {
        text(&mut list, width, height);
    }
}
