//! Draws the screen in every size, and plays by keys, clicks and the wheel.

use super::*;
use crate::cli::commands::play::analysis::Analyst;
use crate::cli::commands::play::engine::{Launch, deadlines};
use crate::cli::commands::play::kept::Keeper;
use crate::cli::history::History;
use noughts::protocol::Go;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Modifier;
use std::time::Duration;

/// A game of two people; no engine is ever asked.
fn app(spec: &str, moves: &str) -> App {
    let game: noughts::game::GameSpec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut history = History::new(&game, None).unwrap_or_else(|error| panic!("{error}"));
    for name in moves.split_whitespace() {
        history.play(name).unwrap_or_else(|error| panic!("{error}"));
    }
    let launch = Launch {
        program: "/no/such/program".into(),
        arguments: Vec::new(),
        game,
        level: None,
        draws_seeds: false,
        deadlines: deadlines(),
    };
    let analyst = Analyst::new(launch, Some(1), Duration::ZERO);
    App::new(
        GameController::new(history, [None, None], Go::default(), analyst, Keeper::default()),
        Theme::new(false),
    )
}

fn draw(app: &mut App, width: u16, height: u16) -> Buffer {
    let backend = TestBackend::new(width, height);
    let mut terminal = Terminal::new(backend).unwrap_or_else(|error| panic!("{error}"));
    terminal.draw(|frame| app.draw(frame)).unwrap_or_else(|error| panic!("{error}"));
    terminal.backend().buffer().clone()
}

/// Returns the squares of a board whose cells have a modifier.
fn marked(app: &App, buffer: &Buffer, modifier: Modifier) -> Vec<String> {
    let board = app.controller.history().state().board();
    let layout = app.layout.unwrap_or_else(|| panic!("it is drawn"));
    let is_marked = |&square: &Square| {
        let inside = layout.form.inside(layout.square(board, square));
        let mut cells = inside.positions().filter_map(|place| buffer.cell(place));
        cells.any(|cell| cell.symbol() != " " && cell.modifier.contains(modifier))
    };
    board.squares().filter(is_marked).map(|square| board.name(square)).collect()
}

#[test]
fn every_size_of_a_window_is_drawn() {
    for spec in ["tictactoe", "tictactoe:11x2:2", "tictactrains:modern", "qubic", "qubic:5"] {
        let mut app = app(spec, "");
        for width in (1..100).step_by(9) {
            for height in (1..40).step_by(5) {
                let topic = [Topic::Keys, Topic::Rules][usize::from(width % 2)];
                app.page = app.page.is_none().then(|| Page::new(topic));
                draw(&mut app, width, height);
                // A click anywhere; the board of this size is known.
                let event = MouseEvent {
                    kind: MouseEventKind::Down(MouseButton::Left),
                    column: width / 2,
                    row: height / 2,
                    modifiers: ratatui::crossterm::event::KeyModifiers::NONE,
                };
                app.read(&Event::Mouse(event));
            }
        }
    }
}

#[test]
fn both_longest_trains_are_highlighted() {
    let mut app = app("tictactrains", "d4 a1 d5 a2 e5 a3 g7 g1");
    for (width, height) in [(80, 24), (40, 20)] {
        let buffer = draw(&mut app, width, height);
        let mut squares = marked(&app, &buffer, Modifier::UNDERLINED);
        squares.sort();
        assert_eq!(squares, ["a1", "a2", "a3", "d4", "d5", "e5"]);
    }
}

#[test]
fn a_winning_line_is_highlighted() {
    let mut app = app("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
    let buffer = draw(&mut app, 80, 24);
    // X's line from the top left to the bottom right is not complete.
    let squares = marked(&app, &buffer, Modifier::UNDERLINED);
    assert_eq!(squares, ["c3", "b2", "a1"]);
}

#[test]
fn lines_through_the_cursor_are_lit() {
    let mut app = app("qubic", "");
    let buffer = draw(&mut app, 80, 24);
    let lit = marked(&app, &buffer, Modifier::BOLD);
    // A row, a column, a pillar and a diagonal of level 1.
    assert_eq!(lit.len(), 4 * 3 + 1, "{lit:?}");
    for square in ["1a2", "1d2", "1c1", "1a4", "1d1", "4c2"] {
        assert!(lit.iter().any(|name| name == square), "{square} in {lit:?}");
    }
    // On a flat board no lines are lit.
    let mut app = self::app("tictactoe", "");
    let buffer = draw(&mut app, 80, 24);
    assert!(marked(&app, &buffer, Modifier::BOLD).is_empty());
}

#[test]
fn a_finished_game_is_stepped_through() {
    use ratatui::crossterm::event::KeyCode;
    let mut app = app("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
    let wheel = |kind| {
        let modifiers = ratatui::crossterm::event::KeyModifiers::NONE;
        Event::Mouse(MouseEvent { kind, column: 0, row: 0, modifiers })
    };
    let press = |code: KeyCode| Event::Key(ratatui::crossterm::event::KeyEvent::from(code));
    for (event, plies) in [
        (press(KeyCode::Left), 6),
        (press(KeyCode::Right), 7),
        (press(KeyCode::Right), 7),
        (press(KeyCode::Home), 0),
        (wheel(MouseEventKind::ScrollUp), 0),
        (wheel(MouseEventKind::ScrollDown), 1),
        (press(KeyCode::End), 7),
    ] {
        app.read(&event);
        assert_eq!(app.controller.history().names().len(), plies, "{event:?}");
    }
    // Another move begins another game, in which the arrows move the cursor.
    app.read(&press(KeyCode::Home));
    app.read(&press(KeyCode::Enter));
    app.read(&press(KeyCode::Left));
    assert_eq!(app.controller.history().all_names(), ["b2"]);
}

#[test]
fn keys_and_clicks_play() {
    let mut app = app("qubic:2", "");
    draw(&mut app, 80, 24);
    let key = |code| Event::Key(ratatui::crossterm::event::KeyEvent::from(code));
    for c in "2b1".chars() {
        app.read(&key(ratatui::crossterm::event::KeyCode::Char(c)));
    }
    assert_eq!(app.controller.history().names(), ["2b1"]);
    app.read(&key(ratatui::crossterm::event::KeyCode::Char('u')));
    assert!(app.controller.history().names().is_empty());
    app.read(&key(ratatui::crossterm::event::KeyCode::Char('q')));
    assert!(app.is_over());
}

/// Presses keys, one after the other.
fn press(app: &mut App, keys: &str) {
    use ratatui::crossterm::event::KeyCode;
    for c in keys.chars() {
        let code = match c {
            '\r' => KeyCode::Enter,
            '←' => KeyCode::Left,
            c => KeyCode::Char(c),
        };
        app.read(&Event::Key(ratatui::crossterm::event::KeyEvent::from(code)));
    }
}

fn text(app: &mut App) -> String {
    draw(app, 80, 24).content().iter().map(ratatui::buffer::Cell::symbol).collect()
}

#[test]
fn the_bottom_names_the_keys_of_the_moment() {
    let mut app = app("tictactoe", "a1 b1 a3 a2 c3 b3");
    assert!(text(&mut app).contains("u undo"));
    press(&mut app, "b2");
    let over = text(&mut app);
    assert!(over.contains("m mistake") && !over.contains("u undo"), "{over}");
    press(&mut app, "←");
    assert!(text(&mut app).contains("m mistake"));
    press(&mut app, "n");
    assert!(text(&mut app).contains("u undo"));
}

#[test]
fn a_draw_is_offered_to_the_other_person() {
    let mut app = app("tictactoe", "b2");
    press(&mut app, "Dn");
    assert!(!app.controller.is_over());
    press(&mut app, "D");
    assert!(text(&mut app).contains("a draw is offered"));
    press(&mut app, "y");
    assert!(app.controller.is_over());
    // There is nothing to offer or to resign any more.
    press(&mut app, "DR");
    assert!(text(&mut app).contains("no running game to resign"));
}

#[test]
fn only_another_move_goes_on_from_an_ended_game() {
    let mut app = app("tictactoe", "b2 a1 c3");
    press(&mut app, "Dy←←");
    assert!(!app.controller.is_over() && app.controller.is_finished());
    // The moves of the game lead to its end again.
    press(&mut app, "a1");
    assert!(app.controller.is_finished() && !app.controller.is_over());
    press(&mut app, "c3");
    assert!(app.controller.is_over());
    press(&mut app, "←c1");
    assert!(!app.controller.is_finished());
}

/// A paragraph must not move the marks under the curve to the left.
#[test]
fn marks_are_under_their_moves() {
    let mut app = app("tictactoe", "a1 b1 a3 a2 c3 b3");
    press(&mut app, "b2");
    let buffer = draw(&mut app, 80, 24);
    let rows: Vec<String> = (0..24)
        .map(|y| (0..80).filter_map(|x| Some(buffer.cell((x, y))?.symbol())).collect())
        .collect();
    let column = |row: &str, what: &str| row.find(what).map(|at| row[..at].chars().count());
    let curve =
        rows.iter().position(|row| row.contains("X ·")).unwrap_or_else(|| panic!("{rows:?}"));
    let label = column(&rows[curve], "X ·");
    // Seven moves are before the end, which is shown.
    assert_eq!(column(&rows[curve + 1], "^"), label.map(|at| at + 2 + 7), "{rows:#?}");
}
