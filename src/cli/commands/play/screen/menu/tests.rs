//! The menu, driven by keys and clicks.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};

use super::*;
use crate::cli::commands::play::seat::Sides;

fn fresh() -> Menu {
    let choice = Choice {
        game: "tictactrains:mallorcan".parse().unwrap_or_else(|error| panic!("{error}")),
        side: Sides::X,
        level: 5,
        clock: None,
        names: Vec::new(),
    };
    Menu::new(choice, None, Theme::new(false))
}

fn text(menu: &mut Menu, width: u16, height: u16) -> String {
    let backend = TestBackend::new(width, height);
    let mut terminal = Terminal::new(backend).unwrap_or_else(|error| panic!("{error}"));
    terminal.draw(|frame| menu.draw(frame)).unwrap_or_else(|error| panic!("{error}"));
    terminal.backend().to_string()
}

fn press(menu: &mut Menu, keys: &[KeyCode]) {
    keys.iter().for_each(|code| menu.read(&Event::Key(KeyEvent::from(*code))));
}

fn type_in(menu: &mut Menu, text: &str) {
    text.chars().for_each(|c| press(menu, &[KeyCode::Char(c)]));
}

fn chosen(menu: &Menu) -> (String, Sides, i64, Option<String>) {
    match &menu.start {
        Some(Start::Game(choice)) => {
            let clock = choice.clock.map(|clock| clock.to_string());
            (choice.game.to_string(), choice.side, choice.level, clock)
        }
        start => panic!("{start:?}"),
    }
}

#[test]
fn enter_plays_a_fair_game() {
    let mut menu = fresh();
    press(&mut menu, &[KeyCode::Enter]);
    assert_eq!(chosen(&menu), ("tictactrains:mallorcan".to_string(), Sides::X, 5, None));
}

#[test]
fn settings_are_chosen_from_lists_and_by_arrows() {
    let mut menu = fresh();
    // The second family, its second board, O, level 10, and the first clock.
    press(&mut menu, &[KeyCode::Char('g'), KeyCode::Down, KeyCode::Enter]);
    press(&mut menu, &[KeyCode::Char('b'), KeyCode::Down, KeyCode::Enter]);
    press(&mut menu, &[KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Right]);
    press(&mut menu, &[KeyCode::Char('0'), KeyCode::Char('c'), KeyCode::Down, KeyCode::Enter]);
    press(&mut menu, &[KeyCode::Enter]);
    let game = "tictactoe:4x4:3".to_string();
    assert_eq!(chosen(&menu), (game, Sides::O, 10, Some("1".to_string())));
    let mut menu = fresh();
    press(&mut menu, &[KeyCode::Char('l'), KeyCode::Home, KeyCode::Esc, KeyCode::Left]);
    press(&mut menu, &[KeyCode::Up, KeyCode::Left, KeyCode::Char('p')]);
    let game = "tictactrains:mallorcan".to_string();
    assert_eq!(chosen(&menu), (game, Sides::Both, 4, None));
}

#[test]
fn a_board_is_typed() {
    let mut menu = fresh();
    press(&mut menu, &[KeyCode::Down, KeyCode::Right, KeyCode::Char('b'), KeyCode::End]);
    press(&mut menu, &[KeyCode::Enter]);
    type_in(&mut menu, "6x5");
    press(&mut menu, &[KeyCode::Enter]);
    assert!(text(&mut menu, 80, 24).contains("cannot read \"tictactoe:6x5\""));
    type_in(&mut menu, ":4");
    press(&mut menu, &[KeyCode::Enter, KeyCode::Enter]);
    assert_eq!(chosen(&menu).0, "tictactoe:6x5:4");
}

#[test]
fn names_are_typed() {
    let mut menu = fresh();
    press(&mut menu, &[KeyCode::Char('s'), KeyCode::End, KeyCode::Enter]);
    press(&mut menu, &[KeyCode::Char('n'), KeyCode::End, KeyCode::Enter]);
    type_in(&mut menu, "Ann\u{7}, Bo");
    press(&mut menu, &[KeyCode::Enter]);
    assert!(text(&mut menu, 80, 24).contains("Names   Ann, Bo"));
    assert_eq!(menu.choice.names, ["Ann", "Bo"]);
    // The first letter is enough to begin, even the one that closes other lists.
    press(&mut menu, &[KeyCode::Char('n')]);
    type_in(&mut menu, "quinn");
    press(&mut menu, &[KeyCode::Enter, KeyCode::Char('l'), KeyCode::Char('q')]);
    assert_eq!(menu.choice.names, ["quinn"]);
    assert!(menu.picking.is_none());
}

#[test]
fn everything_is_readable_on_small_and_large_screens() {
    for (width, height) in [(80, 24), (120, 40), (40, 20)] {
        // One row less, and then the description needs all the others.
        assert!(text(&mut fresh(), width, height).contains("are fairer."), "{width}x{height}");
        let mut menu = fresh();
        menu.unfinished = Some((PathBuf::new(), "qubic, 12 moves".to_string()));
        menu = Menu::new(menu.choice, menu.unfinished, Theme::new(true));
        let shown = text(&mut menu, width, height);
        for part in [
            "Rules   mallorcan (fair)",
            "5, medium",
            "Go on with the last game",
            "Recent games",
            "Puzzles",
            "The longer train of connected stones",
            "Of 100 games between",
            "are drawn.",
            "are fairer.",
            "Enter open",
        ] {
            assert!(shown.contains(part), "{width}x{height}: no {part} in\n{shown}");
        }
        // Each rule set with what is known about it.
        press(&mut menu, &[KeyCode::Char('b'), KeyCode::Home]);
        let shown = text(&mut menu, width, height);
        assert!(shown.contains("> classical") && shown.contains("X wins 99"), "{shown}");
    }
    let mut menu = fresh();
    for (width, height) in (1..90).step_by(7).zip((1..30).step_by(2)) {
        text(&mut menu, width, height);
        press(&mut menu, &[KeyCode::Char('b')]);
        text(&mut menu, width, height);
    }
}

#[test]
fn clicks_choose() {
    let mut menu = fresh();
    let click = |menu: &mut Menu, part: &str| {
        let shown = text(menu, 80, 24);
        let row =
            shown.lines().position(|line| line.contains(part)).unwrap_or_else(|| panic!("{shown}"));
        menu.read(&Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: 16,
            row: row as u16,
            modifiers: KeyModifiers::NONE,
        }));
    };
    click(&mut menu, "Level ");
    click(&mut menu, "3, very easy");
    assert_eq!(menu.choice.level, 3);
    click(&mut menu, "Puzzles");
    assert_eq!(menu.start, Some(Start::Puzzles));
}
