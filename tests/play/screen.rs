//! The screen, driven by keys and clicks.

use std::time::Duration;

use vt100::Color;

use super::Folder;
use super::terminal::{Terminal, close_while_running};

/// The usual and the smallest supported size.
const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 20)];

/// Each family with a square for the first move.
const GAMES: [(&str, &str); 4] =
    [("tictactoe", "b2"), ("tictactoe:11x11:5", "f6\r"), ("tictactrains", "d4"), ("qubic", "2b3")];

/// Starts a game that does not depend on the speed of the machine.
fn open(size: (u16, u16), arguments: &str) -> Terminal {
    let terminal = Terminal::open(size, &format!("{arguments} --nodes 3000"), &[]);
    terminal.await_text("? help");
    terminal
}

/// Quits and checks that the terminal is as before.
fn quit(mut terminal: Terminal) {
    terminal.press("q");
    assert!(terminal.end().success());
    terminal.until("old screen", |_| {
        terminal.look(|screen| !screen.alternate_screen() && !screen.hide_cursor())
    });
    let mouse = terminal.look(vt100::Screen::mouse_protocol_mode);
    assert_eq!(mouse, vt100::MouseProtocolMode::None);
}

#[test]
fn every_family_is_played_on_large_and_small_screens() {
    for size in SIZES {
        for (game, square) in GAMES {
            let mut terminal = open(size, game);
            let text = terminal.await_text("your move");
            for part in [game, ">X you", "O noughts"] {
                assert!(text.contains(part), "{size:?}: no {part} in\n{text}");
            }
            terminal.press(square);
            let name = square.trim();
            // The engine answers: X is to move again after two plies.
            let text = terminal.until("answer", |text| {
                text.contains(&format!("1. {name} ")) && text.contains("your move")
            });
            let rows = text.lines().count();
            assert!(rows <= usize::from(size.1), "{text}");
            terminal.press("u");
            terminal.await_no("1. ");
            terminal.press("r");
            terminal.await_text(&format!("1. {name} "));
            terminal.press("h");
            // `h` is also a column of the largest board, so it waits a moment.
            terminal.await_text("hint: ");
            quit(terminal);
        }
    }
}

#[test]
fn the_largest_board_fits_the_usual_screen() {
    let mut terminal = open((80, 24), "tictactoe:20x20:5");
    terminal.await_text("your move");
    // `s` is also a key, and `s2` the beginning of `s20`.
    terminal.press("s20");
    terminal.until("answer", |text| text.contains("1. s20 ") && text.contains("your move"));
    quit(terminal);
    let terminal = Terminal::open((40, 20), "tictactoe:20x20:5", &[]);
    terminal.await_text("too small");
}

#[test]
fn every_move_shows_its_value() {
    for size in SIZES {
        let mut terminal = open(size, "tictactoe a1 b1 a3 a2 --side both");
        terminal.press("e");
        let text = terminal.await_text("X wins in 3 plies");
        assert_eq!(text.matches("+3").count(), 4, "two squares and two lines:\n{text}");
        assert!(text.contains("-4") && text.contains('='), "{text}");
        terminal.press("e");
        terminal.await_no("X wins in 3 plies");
        quit(terminal);
    }
}

#[test]
fn a_lost_game_tells_where_it_was_lost() {
    let mut terminal = open((80, 24), "tictactoe a1 b1 a3 a2 c3 b3 --side both");
    terminal.press("b2");
    terminal.await_text("Game over: X wins");
    terminal.await_text("b1 lost the game");
    // Going back keeps the verdict on the screen.
    terminal.press("u");
    let text = terminal.await_text("ply 6 of 7; a move goes on from here");
    assert!(text.contains("b1 lost the game"), "{text}");
    quit(terminal);
}

#[test]
fn a_review_leads_to_the_mistakes_and_lets_one_try_again() {
    for size in SIZES {
        let mut terminal = open(size, "tictactoe a1 b1 a3 a2 c3 b3 --side both");
        terminal.press("b2");
        terminal.await_text("O: accuracy");
        terminal.press("m");
        terminal.await_text("ply 2 of 7");
        terminal.await_text("better: b2");
        terminal.press("t");
        let text = terminal.await_text("Find a better move for O than b1.");
        assert!(!text.contains("better:"), "{text}");
        terminal.press("c1");
        terminal.await_text("c1 is not enough: X wins in 5 plies");
        terminal.press("b2");
        terminal.await_text("b2 is right: a draw.");
        quit(terminal);
    }
}

/// Clicks into the middle of a board of 3x3.
fn click_centre(terminal: &mut Terminal) {
    let text = terminal.text();
    let row = text.lines().position(|line| line.starts_with("2 ")).expect("a row");
    terminal.press(&format!("\x1b[<0;14;{}M", row + 1));
}

#[test]
fn cursor_and_mouse_choose_squares() {
    let mut terminal = open((80, 24), "tictactoe --side both");
    // From the centre to a1.
    terminal.press("\x1b[D\x1b[B\r");
    terminal.await_text("1. a1");
    // A click into the middle of the board.
    click_centre(&mut terminal);
    terminal.await_text("1. a1 b2");
    terminal.press("b2");
    terminal.await_text("\"b2\" is occupied");
    terminal.press("n");
    terminal.await_no("1. a1");
    // On a cube the cursor crosses the side of a level to the next one.
    let mut terminal = open((80, 24), "qubic --side both");
    terminal.press("\x1b[C\x1b[C\x1b[C\x1b[C\r");
    terminal.await_text("1. 2c2");
    terminal.press(">>\x1b[A\r");
    terminal.await_text("1. 2c2 4c3");
    quit(terminal);
}

#[test]
fn a_key_or_click_that_ends_something_does_nothing_else() {
    // `n` is also a column of this board, so with the bug it becomes "n1".
    let mut terminal = open((80, 24), "tictactoe:15x15:5 h8 --side both");
    terminal.press("?");
    terminal.await_text("new game");
    terminal.press("n");
    terminal.await_no("new game");
    terminal.press("1\r");
    terminal.press("a1\r");
    let text = terminal.await_text("1. h8 a1");
    assert!(!text.contains("n1"), "{text}");
    quit(terminal);
    // A click while the name of a file is typed plays no move.
    let mut terminal = open((80, 24), "tictactoe --side both");
    terminal.press("w");
    terminal.await_text("save as: ");
    click_centre(&mut terminal);
    terminal.press("\x1b");
    terminal.await_no("save as: ");
    terminal.press("a1");
    let text = terminal.await_text("1. a1");
    assert!(!text.contains("b2"), "{text}");
    quit(terminal);
}

#[test]
fn enter_after_a_typed_square_plays_nothing_else() {
    let mut terminal = open((80, 24), "tictactoe --side both");
    // The cursor is at b2; Enter belongs to the typed square and does not play
    // there.
    terminal.press("d9\r");
    terminal.await_text("\"d9\" is not a square of this board");
    terminal.press("a1\rc3\r");
    terminal.await_text("1. a1 c3");
    // The next key removes the message.
    terminal.press("a1");
    terminal.await_text("\"a1\" is occupied");
    terminal.press("\x1b[D");
    let text = terminal.await_no("is occupied");
    assert!(text.contains("1. a1 c3") && !text.contains("2."), "{text}");
    quit(terminal);
}

#[test]
fn level_and_game_are_changed_by_keys() {
    let mut terminal = open((80, 24), "tictactoe --level 10");
    terminal.await_text("your move");
    terminal.press("-");
    terminal.await_text(", level 9 of 10");
    terminal.press("---++");
    terminal.await_text(", level 8 of 10");
    terminal.press("b2");
    terminal.until("answer", |text| text.contains("1. b2 ") && text.contains("your move"));
    terminal.press("gqubik\r");
    terminal.await_text("did you mean \"qubic\"?");
    terminal.press("gqubicc\x08\x15qubic\r");
    terminal.await_text("layer 4");
    terminal.press("2b3");
    terminal.until("answer", |text| text.contains("1. 2b3 ") && text.contains("your move"));
    quit(terminal);
}

#[test]
fn values_leave_room_for_the_moves() {
    let mut terminal = open((40, 20), "qubic 1a1 2b2 --side both");
    terminal.await_text("1. 1a1 2b2");
    terminal.press("e");
    let text = terminal.await_text("(estimate)");
    assert!(text.contains("1. 1a1 2b2"), "{text}");
    quit(terminal);
}

#[test]
fn restrictions_trains_and_threats_are_marked() {
    let mut terminal = open((80, 24), "tictactrains:modern --side both");
    terminal.press("d4");
    let text = terminal.await_text("O plays in ring 1: 8 squares");
    assert!(text.contains("longest trains: X 1, O 0"), "{text}");
    assert!(text.contains("O to move (1 of 2)"), "{text}");
    assert_eq!(text.matches('·').count(), 8, "{text}");
    assert_eq!(text.matches("░░░░░").count(), 40, "{text}");
    terminal.press("e5");
    terminal.await_text("O plays in ring 3: 24 squares");
    terminal.press("a1");
    // All squares are open again.
    let text = terminal.await_no("░");
    assert!(text.contains("X to move") && !text.contains("plays in"), "{text}");
    quit(terminal);
    // Without lines between the squares there are gaps.
    let terminal = open((40, 20), "tictactrains:modern d4 --side both");
    terminal.await_text("7  ░░░ ░░░ ░░░ ░░░ ░░░ ░░░ ░░░");
    quit(terminal);
    // X threatens to complete 1a1 1b1 1c1 1d1, O nothing.
    let terminal = open((40, 20), "qubic 1a1 4a4 1b1 4b4 1c1 --side both");
    let text = terminal.await_text("O to move");
    assert!(text.contains("1   X   X   X'  x"), "{text}");
    quit(terminal);
}

#[test]
fn a_key_shows_the_rules() {
    for (game, part, last) in [
        ("tictactrains:modern", "Ply 2: O in ring 1", "23 are drawn."),
        ("tictactoe:5x5:4", "4 of its stones in a row wins", "Proven: a draw"),
        ("qubic", "There are 76 lines.", "Proven: X wins"),
    ] {
        let mut terminal = open((80, 24), &format!("{game} --side both"));
        terminal.press("i");
        terminal.await_text(&format!("Rules of {game}"));
        let text = terminal.await_text("any key goes back");
        let words: Vec<&str> = text.split(['│', ' ', '\n']).filter(|w| !w.is_empty()).collect();
        for part in [part, last] {
            assert!(words.join(" ").contains(part), "no {part} in\n{text}");
        }
        assert!(!text.contains("↑↓"), "it fits:\n{text}");
        // The key that closes the page does nothing else.
        terminal.press("q");
        terminal.await_no("Rules of");
        quit(terminal);
    }
    // On a small screen the arrows scroll.
    let mut terminal = open((40, 20), "qubic --side both");
    terminal.press("i");
    let text = terminal.await_text("↑↓, any other key goes back");
    assert!(!text.contains("Proven"), "{text}");
    terminal.press("\x1b[6~\x1b[6~\x1b[6~");
    terminal.await_text("Proven: X wins");
    terminal.press("x");
    terminal.await_no("Rules of");
    quit(terminal);
}

#[test]
fn windows_of_any_size_are_survived() {
    let mut terminal = open((80, 24), "qubic --side both");
    terminal.resize(20, 6);
    terminal.await_text("too small");
    terminal.resize(1, 1);
    terminal.press("2b3");
    terminal.resize(40, 20);
    terminal.await_text("1. 2b3");
    terminal.resize(120, 50);
    terminal.await_text("layer 4");
    terminal.press("?");
    terminal.await_text("new game");
    terminal.press("?");
    terminal.await_no("new game");
    quit(terminal);
}

#[test]
fn no_key_is_lost_while_the_window_changes() {
    let mut terminal = open((80, 24), "tictactoe --side both");
    for turn in 0..100 {
        terminal.resize(80 + turn % 2, 24);
        std::thread::sleep(Duration::from_micros(u64::from(turn) * 3));
        terminal.press("?");
        terminal.await_text("new game");
        terminal.resize(80, 24 + turn % 2);
        terminal.press("?");
        terminal.await_no("new game");
    }
    quit(terminal);
}

#[test]
fn records_are_saved_and_loaded() {
    let mut terminal = open((40, 20), "tictactrains d4 d5 --side both");
    terminal.press("w");
    terminal.await_text("save as: tictactrains.pgn");
    terminal.press("\r");
    terminal.await_text("saved in tictactrains.pgn");
    terminal.press("n");
    terminal.await_no("1. d4");
    // `l` begins no square, so it is a key at once. The letters of the file
    // name are not keys.
    terminal.press("l");
    terminal.await_text("load: ");
    terminal.press("tictactrains.pgn\r");
    terminal.await_text("1. d4 d5");
    let saved = terminal.folder.path().join("tictactrains.pgn");
    assert!(std::fs::read_to_string(saved).is_ok_and(|text| text.contains("1. d4 d5 *")));
    quit(terminal);
}

#[test]
fn a_thinking_engine_can_be_interrupted() {
    let mut terminal =
        Terminal::open((80, 24), "tictactrains --level 10 --movetime 100000000", &[]);
    terminal.await_text("your move");
    terminal.press("d4");
    terminal.await_text("thinking: ");
    // The screen responds while the engine is thinking.
    terminal.press("?");
    terminal.await_text("Keys");
    terminal.press("x");
    terminal.press("u");
    terminal.await_text("your move");
    terminal.press("d4");
    terminal.await_text("thinking: ");
    terminal.press(" ");
    terminal.until("answer", |text| text.contains("1. d4 ") && text.contains("your move"));
    terminal.press("s");
    terminal.await_text("thinking");
    quit(terminal);
}

#[test]
fn two_engines_are_watched() {
    let mut terminal = open((80, 24), "tictactoe --side none");
    terminal.await_text("Game over: draw");
    terminal.press("u");
    terminal.await_text("stopped; space goes on");
    terminal.press(" ");
    terminal.await_text("Game over: draw");
    quit(terminal);
}

#[test]
fn a_dead_engine_is_told_and_started_again() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let script = "#!/bin/sh\nwhile read word rest; do case $word in ugi) echo ugiok;; \
                  isready) echo readyok;; go) exit 1;; esac; done\n";
    let engine = folder.file("mortal.sh", script);
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&engine, permissions).expect("our own file");
    let mut terminal = Terminal::open((40, 20), &format!("tictactoe --engine {engine}"), &[]);
    terminal.await_text("your move");
    terminal.press("b2");
    terminal.await_text("cannot go on: it ended");
    terminal.press("u");
    terminal.await_text("your move");
    terminal.press("b2");
    terminal.await_text("cannot go on: it ended");
    quit(terminal);
}

#[test]
fn no_color_means_none() {
    for (variables, has_colour) in [(vec![], true), (vec![("NO_COLOR", "1")], false)] {
        let arguments = "qubic 1a1 2b2 1b1 --side both --nodes 100";
        let terminal = Terminal::open((80, 24), arguments, &variables);
        terminal.await_text("O to move");
        let coloured = terminal.look(|screen| {
            let (rows, columns) = screen.size();
            (0..rows.get()).any(|row| {
                (0..columns.get()).any(|column| {
                    screen
                        .cell(row, column)
                        .is_some_and(|cell| [cell.fgcolor(), cell.bgcolor()] != [Color::Default; 2])
                })
            })
        });
        assert_eq!(coloured, has_colour);
        quit(terminal);
    }
}

#[test]
fn a_dumb_terminal_gets_plain_text() {
    let arguments = "tictactoe --nodes 100";
    let mut terminal = Terminal::open((80, 24), arguments, &[("TERM", "dumb")]);
    terminal.await_text("X> ");
    assert!(!terminal.look(vt100::Screen::alternate_screen));
    terminal.press("b2\n");
    terminal.await_text(") plays ");
    terminal.press("quit\n");
    assert!(terminal.end().success());
}

#[test]
fn signals_and_control_c_restore_the_terminal() {
    let mut terminal = open((80, 24), "tictactoe");
    terminal.press("\x03");
    assert!(terminal.end().success());
    let terminal_process = |terminal: &Terminal| terminal.process().to_string();
    let mut terminal = open((80, 24), "tictactrains --side o");
    let kill = std::process::Command::new("kill").arg(terminal_process(&terminal)).status();
    assert!(kill.is_ok_and(|status| status.success()));
    assert!(terminal.end().success());
    terminal.until("old screen", |_| !terminal.look(vt100::Screen::alternate_screen));
}

#[test]
fn it_ends_when_its_terminal_is_closed() {
    close_while_running("tictactoe --nodes 100");
}

/// Without arguments a menu asks what to play, and proposes it the next time.
#[test]
fn a_menu_asks_what_to_play() {
    for size in [(80, 24), (40, 20), (120, 40)] {
        let mut terminal = Terminal::open(size, "", &[]);
        let text = terminal.await_text("Rules   mallorcan (fair)");
        for part in ["> Play", "5, medium", "you play X", "Recent games", "Puzzles"] {
            assert!(text.contains(part), "{size:?}: no {part} in\n{text}");
        }
        terminal.press("g");
        terminal.await_text("tic-tac-toe");
        terminal.press("\x1b[B\r1\r");
        terminal.await_text("level 1 of 10");
        terminal.press("b2");
        terminal.until("answer", |text| text.contains("1. b2 ") && text.contains("your move"));
        quit(terminal);
    }
}

/// Puzzles are plain text; who leaves them is back in the menu.
#[test]
fn puzzles_lead_back_to_the_menu() {
    let mut terminal = Terminal::open((80, 24), "", &[]);
    terminal.await_text("> Play");
    terminal.press("z");
    terminal.await_text("puzzle 1 of 500");
    terminal.press("quit\r");
    terminal.await_text("> Play");
    quit(terminal);
}

/// The menu goes on with the last game, and lists the games that are kept.
#[test]
fn kept_games_are_opened_from_the_menu() {
    let folder = Folder::new();
    let data = folder.path().join("data");
    let games = data.join("games");
    std::fs::create_dir_all(&games).expect("a folder");
    let open = "[White \"a\"]\n[Black \"b\"]\n[Game \"tictactoe\"]\n[WhiteType \"human\"]\n\
                [BlackType \"human\"]\n\n1. b2 a1 *\n";
    let over =
        "[White \"c\"]\n[Black \"d\"]\n[Result \"1-0\"]\n[Game \"qubic:2\"]\n\n1. 1a1 2b2 1-0\n";
    std::fs::write(games.join("1.pgn"), open).expect("a file");
    std::fs::write(games.join("2.pgn"), over).expect("a file");
    std::fs::write(data.join("choice"), "game qubic\nside o\nlevel 2\nclock 5\n").expect("a file");
    let variable = [("NOUGHTS_DATA", data.to_str().expect("a name"))];
    let mut terminal = Terminal::open((80, 24), "", &variable);
    let text = terminal.await_text("Go on with the last game: tictactoe, 2 moves");
    for part in ["Qubic", "4x4x4", "you play O", "2, first steps", "5 minutes"] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    // The last game is the first of the list.
    terminal.press("o");
    terminal.await_text("Recent games");
    terminal.await_text("1-0");
    terminal.press("\r");
    terminal.await_text("Game over: X wins, as recorded");
    terminal.press("o/tictactoe\r\r");
    terminal.await_text("1. b2 a1");
    quit(terminal);
    let mut terminal = Terminal::open((80, 24), "", &variable);
    terminal.await_text("> Play");
    terminal.press("r");
    terminal.await_text("X to move");
    terminal.press("R");
    terminal.await_text("resign?");
    terminal.press("n");
    terminal.await_no("resign?");
    terminal.press("R");
    terminal.await_text("resign?");
    terminal.press("y");
    terminal.await_text("Game over: O wins; X resigned");
    quit(terminal);
    assert!(std::fs::read_to_string(games.join("1.pgn")).is_ok_and(|text| text.contains("0-1")));
}

#[test]
fn who_has_no_time_left_loses() {
    let mut terminal = open((80, 24), "tictactoe --side both --clock 0.05");
    terminal.await_text("X 0:03.0 you");
    terminal.press("b2");
    terminal.await_text("Game over: X wins; O ran out of time");
    terminal.press("u");
    terminal.await_text("ply 0 of 1; a move goes on from here");
    quit(terminal);
}

#[test]
fn a_file_of_games_is_a_list() {
    let folder = Folder::new();
    let game = |name: &str| format!("[White \"{name}\"]\n[Game \"tictactoe\"]\n\n1. b2 a1 *\n\n");
    let file =
        folder.file("many.pgn", &(game("Anna") + &game("Berta") + "[Game \"x\"]\n\n1. b2 *\n"));
    for size in SIZES {
        let mut terminal = Terminal::open(size, &file, &[]);
        terminal.await_text("many.pgn");
        terminal.await_text("Berta");
        terminal.press("\x1b[F\r");
        // A long name of the folder breaks the line anywhere.
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        terminal.until("the mistake", |text| words(text).contains("line 11:"));
        terminal.press("/ber\r");
        terminal.await_no("Anna");
        terminal.press("\r");
        terminal.await_text("1. b2 a1");
        // The players are those of the record, not the user and the engine.
        terminal.await_text(">X Berta");
        // The list is left as it was, for another game.
        terminal.press("o");
        terminal.await_text("search: ber");
        terminal.press("\r");
        terminal.await_text("1. b2 a1");
        terminal.press("oo");
        terminal.await_text("Recent games");
        terminal.press("\x1b");
        terminal.await_text("1. b2 a1");
        quit(terminal);
    }
}
