//! The game as plain text: prints the board, prompts, and reads lines from a
//! person or a script.

mod analysis;
mod games;
mod help;

use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use noughts::engine::{MAX_LINE, drawing, drawing_with, status};
use noughts::game::{Side, Square};
use noughts::protocol::{did_you_mean, printable};
use noughts::review::Limits;

use super::game_controller::GameController;
use super::seat::{Change, Seat};
use crate::cli::console::show;
use crate::cli::words::rules;
use crate::cli::words::typed::{self, Word};
use analysis::{hint, names, review};
pub(super) use games::list;
use games::{list_kept, open};
use help::HELP;

/// The columns of a page of text.
const PAGE_WIDTH: usize = 76;

/// What to do after a line.
enum Next {
    /// Print the board and go on with the game.
    Show,
    /// Ask again.
    Ask,
    Quit,
}

/// Plays until `quit` or the end of the input.
pub(super) fn run(mut controller: GameController) -> anyhow::Result<ExitCode> {
    let input = io::stdin();
    let echoes = !input.is_terminal();
    controller.analyst.set_limits(Limits::SHORT);
    let spec = controller.spec();
    show!("{spec}: {}", spec.goal());
    spec.balance().iter().for_each(|balance| show!("({balance})"));
    show!("{}", people(&controller));
    let notice = controller.notice().to_string();
    if !notice.is_empty() {
        show!("{notice}");
        controller.set_notice("");
    }
    let mut shown_board = true;
    loop {
        if std::mem::take(&mut shown_board) {
            board(&mut controller);
        }
        if !controller.is_over() && !controller.is_persons_turn() && !controller.is_paused() {
            engine_moves(&mut controller);
            shown_board = true;
            continue;
        }
        let Some(line) = ask(&controller, echoes)? else { return Ok(ExitCode::SUCCESS) };
        match follow(&mut controller, &line) {
            Next::Show => shown_board = true,
            Next::Ask => {}
            Next::Quit => return Ok(ExitCode::SUCCESS),
        }
        let notice = controller.notice();
        if !notice.is_empty() {
            show!("{notice}");
            controller.set_notice("");
        }
    }
}

/// Who plays which side.
fn people(controller: &GameController) -> String {
    let [x, o] = Side::BOTH.map(|side| controller.seat(side));
    let sides = match (x, o) {
        (Seat::Person(None), Seat::Person(None)) => "you play both sides".to_string(),
        (Seat::Person(None), Seat::Engine(_)) => format!("you play X against {}", o.name()),
        (Seat::Engine(_), Seat::Person(None)) => format!("you play O against {}", x.name()),
        (Seat::Person(_), _) | (_, Seat::Person(_)) => {
            format!("{} plays X, {} plays O", x.name(), o.name())
        }
        (Seat::Engine(_), Seat::Engine(_)) => format!("X is {}; O is {}", x.name(), o.name()),
    };
    format!("{sides}; type \"help\" for a list of commands")
}

/// Prints the board and, after the end of the game, where it was lost.
fn board(controller: &mut GameController) {
    let evaluates = controller.analyst.evaluates();
    controller.wait_for_analyst();
    let state = controller.history().state();
    let values = controller.analyst.values();
    let lines = if evaluates && !controller.is_over() {
        let mark = |square: Square| values.of(square).map_or(".".to_string(), |f| f.mark(5));
        let width = state.legal().into_iter().map(|square| mark(square).chars().count()).max();
        drawing_with(state, width.unwrap_or(1), &mark)
    } else {
        drawing(state)
    };
    show!("");
    lines.iter().for_each(|line| show!("{line}"));
    if let Some(trains) = state.longest_trains() {
        show!("longest trains: X {}, O {}", trains[0].len(), trains[1].len());
    }
    if let Some(text) = rules::restriction(state).filter(|_| !controller.is_over()) {
        show!("{text}");
    }
    if let Some(best) = values.best().filter(|_| evaluates) {
        show!("{}: {}", analysis::words(controller, best), names(controller, &best.line));
    }
    controller.analyst.fault().iter().for_each(|fault| show!("{fault}"));
    if controller.is_over() {
        match controller.result().filter(|_| controller.is_ended_early()) {
            Some(result) => show!("game over: {result}"),
            None => show!("{}", status(state)),
        }
        if let Some(judged) = controller.analyst.judged() {
            judged.review().summary().iter().for_each(|line| show!("{line}"));
        }
    }
}

fn engine_moves(controller: &mut GameController) {
    let side = controller.side();
    let plies = controller.history().state().moves().len();
    controller.wait();
    if controller.history().state().moves().len() > plies
        && let Some(square) = controller.history().last()
    {
        let name = controller.seat(side).name();
        show!("{side} ({name}) plays {}", controller.history().state().board().name(square));
    } else {
        show!("{}", controller.notice());
        show!("\"go\" asks it again, \"undo\" takes a move back");
        controller.set_notice("");
    }
}

/// Prompts for a line; `None` at the end of the input. `echoes` also prints the
/// line, so that the output of a script looks like an interactive game.
fn ask(controller: &GameController, echoes: bool) -> anyhow::Result<Option<String>> {
    let prompt = match controller.is_over() {
        true => "game over> ".to_string(),
        false => match controller.time_left(controller.side()) {
            Some(time) => format!("{} {time}> ", controller.side()),
            None => format!("{}> ", controller.side()),
        },
    };
    let mut out = io::stdout().lock();
    // An output error is reported when the next line is printed.
    let _ = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
    let mut bytes = Vec::new();
    let mut input = io::stdin().lock();
    let read = input.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes);
    let read = read.context("standard input cannot be read")?;
    anyhow::ensure!(read < MAX_LINE, "a line is longer than {MAX_LINE} bytes");
    if read == 0 {
        let _ = out.write_all(b"\n");
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&bytes).trim().to_string();
    drop(out);
    if echoes {
        show!("{}", printable(&line, 200));
    }
    Ok(Some(line))
}

fn follow(controller: &mut GameController, line: &str) -> Next {
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let Some(word) = Word::from_name(name) else { return play(controller, line) };
    match (word, rest) {
        (Word::Quit, "") => return Next::Quit,
        (Word::Help, "") => return say(HELP),
        (Word::Undo, "") => controller.undo(),
        (Word::Redo, "") => controller.redo(),
        (Word::Hint, "") => {
            hint(controller);
            return Next::Ask;
        }
        (Word::Board, "") => {}
        (Word::Rules, "") => return say(rules::page(&controller.spec(), PAGE_WIDTH).join("\n")),
        (Word::Moves, "") => return say(typed::moves(controller.history().state()).join("\n")),
        (Word::Values, "") => controller.evaluate(!controller.analyst.evaluates()),
        (Word::Points, "") => {
            controller.toggle_points();
            return Next::Ask;
        }
        (Word::Go, "") => controller.go_on(),
        (Word::Swap, "") => {
            controller.swap();
            show!("{}", people(controller));
        }
        (Word::Games, "") => {
            list_kept();
            return Next::Ask;
        }
        (Word::Games, number) => match open(number) {
            Ok(opened) => controller.open(opened.loaded, opened.kept.as_deref()),
            Err(error) => return say(error),
        },
        (Word::Review, "") => {
            review(controller);
            return Next::Ask;
        }
        (Word::Retry, "") => controller.retry(),
        (Word::Resign, "") => controller.resign(),
        (Word::Draw, "") => controller.offer_draw(),
        (Word::New, "") => controller.restart(),
        (Word::Game | Word::New, _) if !rest.is_empty() => {
            let before = controller.spec();
            controller.change_game(rest);
            if controller.spec() == before && !controller.notice().is_empty() {
                return Next::Ask;
            }
        }
        (Word::Game, _) => return say(format!("\"{name}\" needs the name of a game")),
        (Word::Level, _) => {
            match rest.parse() {
                Ok(level) => controller.change_level(Change::To(level)),
                Err(_) => show!("\"{name}\" needs a number"),
            }
            return Next::Ask;
        }
        (Word::Save | Word::Load, "") => {
            return say(format!("\"{name}\" needs the name of a file"));
        }
        (Word::Save, _) => {
            controller.save(Path::new(rest));
            return Next::Ask;
        }
        (Word::Load, _) => controller.load(Path::new(rest)),
        _ => return refuse(line),
    }
    Next::Show
}

/// Plays a move, if the line is one.
fn play(controller: &mut GameController, line: &str) -> Next {
    if line.is_empty() {
        return Next::Ask;
    }
    if line.contains(char::is_whitespace) {
        return refuse(line);
    }
    let is_move = line.ends_with(|c: char| c.is_ascii_digit());
    let is_tried = controller.is_trying();
    match controller.play(line) {
        Ok(()) => {
            // The answer to a move in the place of a mistake is printed above the board.
            if is_tried {
                controller.wait_for_analyst();
            }
            Next::Show
        }
        Err(error) if is_move => say(printable(&error, 200)),
        Err(_) => refuse(line),
    }
}

fn refuse(line: &str) -> Next {
    let advice = match did_you_mean(line, Word::names()) {
        none if none.is_empty() => "; type \"help\" for a list".to_string(),
        meant => meant,
    };
    say(format!("unknown command \"{}\"{advice}", printable(line, 60)))
}

fn say(text: impl Display) -> Next {
    show!("{text}");
    Next::Ask
}
