//! The game as plain text: prints the board, asks, and reads lines, of a person
//! or a script.

use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use noughts::engine::{drawing, drawing_with, status};
use noughts::game::{Outcome, Side, Square};
use noughts::protocol::{did_you_mean, printable};

use super::host::Host;
use super::seat::{Change, Seat};
use crate::cli::console::show;
use crate::cli::words::{self, Word};

const HELP: &str = "\
A1             play there: the name of a square, as at the edges of the board
undo, redo     take back your last move; play it again (u, r)
hint           a good move (h)
eval           show the value of every move, or stop showing it (e)
moves          the moves played and the legal moves
go             let an engine move that waits
swap           change sides (s)
level N        change the level of the engine
new            begin a new game (n)
game SPEC      begin another game: game qubic
save FILE      write the game to a new file
load FILE      read a game from a file
help           this list (?)
quit           the end (q, exit)";

/// What to do after a line.
enum Next {
    /// Print the board and go on with the game.
    Show,
    /// Ask again.
    Ask,
    Quit,
}

/// Plays until `quit` or the end of the input.
pub(super) fn run(mut host: Host) -> anyhow::Result<ExitCode> {
    let input = io::stdin();
    let echoes = !input.is_terminal();
    show!("{}: {}", host.spec(), host.spec().rules());
    show!("{}", people(&host));
    let mut shown_board = true;
    loop {
        if std::mem::take(&mut shown_board) {
            board(&mut host);
        }
        if !host.is_over() && !host.is_persons_turn() && !host.is_paused() {
            engine_moves(&mut host);
            shown_board = true;
            continue;
        }
        let Some(line) = ask(&host, echoes)? else { return Ok(ExitCode::SUCCESS) };
        match follow(&mut host, &line) {
            Next::Show => shown_board = true,
            Next::Ask => {}
            Next::Quit => return Ok(ExitCode::SUCCESS),
        }
        let notice = host.notice();
        if !notice.is_empty() {
            show!("{notice}");
            host.tell("");
        }
    }
}

fn people(host: &Host) -> String {
    let of = |side: Side| match host.seat(side) {
        Seat::Person => format!("{side} is played by you"),
        Seat::Engine(_) => format!("{side} by {}", host.seat(side).name()),
    };
    format!("{}, {}; \"help\" lists the commands", of(Side::X), of(Side::O))
}

/// Prints the board, and after the end of the game where it was lost.
fn board(host: &mut Host) {
    let evaluates = host.analyst.evaluates();
    host.analyst_waits();
    let state = host.history().state();
    let values = host.analyst.values();
    let lines = if evaluates && !host.is_over() {
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
    if let Some(best) = values.best().filter(|_| evaluates) {
        show!("{}: {}", best.words(state), names(host, &best.line));
    }
    host.analyst.fault().iter().for_each(|fault| show!("{fault}"));
    if host.is_over() {
        show!("{}", status(state));
        if let Some(verdict) = host.analyst.verdict() {
            verdict.text.iter().for_each(|line| show!("{line}"));
        } else if matches!(state.outcome(), Some(Outcome::Draw)) {
            show!("Nobody lost.");
        }
    }
}

fn names(host: &Host, squares: &[Square]) -> String {
    let board = host.history().state().board();
    let names: Vec<String> = squares.iter().map(|&square| board.name(square)).collect();
    names.join(" ")
}

fn engine_moves(host: &mut Host) {
    let side = host.side();
    let plies = host.history().state().moves().len();
    host.wait();
    if host.history().state().moves().len() > plies
        && let Some(square) = host.history().last()
    {
        let name = host.seat(side).name();
        show!("{side} ({name}) plays {}", host.history().state().board().name(square));
    } else {
        show!("{}", host.notice());
        show!("\"go\" asks it again, \"undo\" takes a move back");
        host.tell("");
    }
}

/// Asks for a line; `None` at the end of the input. What a script sends is
/// printed, so that its output reads like a game of a person.
fn ask(host: &Host, echoes: bool) -> anyhow::Result<Option<String>> {
    let prompt = match host.is_over() {
        true => "game over> ".to_string(),
        false => format!("{}> ", host.side()),
    };
    let mut out = io::stdout().lock();
    // Output that cannot be written is noticed by the next line of it.
    let _ = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut bytes);
    if read.context("standard input cannot be read")? == 0 {
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

fn follow(host: &mut Host, line: &str) -> Next {
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let Some(word) = Word::from_name(name) else { return play(host, line) };
    match (word, rest) {
        (Word::Quit, "") => return Next::Quit,
        (Word::Help, "") => return say(HELP),
        (Word::Undo, "") => {
            if !host.undo() {
                show!("there is nothing to take back");
            }
        }
        (Word::Redo, "") => {
            if !host.redo() {
                show!("there is nothing to play again");
            }
        }
        (Word::Hint, "") => {
            hint(host);
            return Next::Ask;
        }
        (Word::Moves, "") => return say(words::moves(host.history().state()).join("\n")),
        (Word::Values, "") => host.evaluate(!host.analyst.evaluates()),
        (Word::Go, "") => host.go_on(),
        (Word::Swap, "") => {
            host.swap();
            show!("{}", people(host));
        }
        (Word::New, "") => host.restart(),
        (Word::Game | Word::New, _) if !rest.is_empty() => {
            let before = host.spec();
            host.change_game(rest);
            if host.spec() == before && !host.notice().is_empty() {
                return Next::Ask;
            }
        }
        (Word::Game, _) => return say(format!("\"{name}\" needs the name of a game")),
        (Word::Level, _) => {
            match rest.parse() {
                Ok(level) => host.change_level(Change::To(level)),
                Err(_) => show!("\"{name}\" needs a number"),
            }
            return Next::Ask;
        }
        (Word::Save | Word::Load, "") => {
            return say(format!("\"{name}\" needs the name of a file"));
        }
        (Word::Save, _) => {
            host.save(Path::new(rest));
            return Next::Ask;
        }
        (Word::Load, _) => host.load(Path::new(rest)),
        _ => return refuse(line),
    }
    Next::Show
}

/// Plays a move, if the line is one.
fn play(host: &mut Host, line: &str) -> Next {
    if line.is_empty() {
        return Next::Ask;
    }
    if line.contains(char::is_whitespace) {
        return refuse(line);
    }
    match host.play(line) {
        Ok(()) => Next::Show,
        Err(error) => {
            let meant = did_you_mean(line, Word::names());
            say(format!("{}{meant}; \"help\" lists the commands", printable(&error, 200)))
        }
    }
}

fn refuse(line: &str) -> Next {
    say(format!("\"{}\" is no command; \"help\" lists them", printable(line, 60)))
}

fn say(text: impl Display) -> Next {
    show!("{text}");
    Next::Ask
}

fn hint(host: &mut Host) {
    host.ask_hint();
    host.analyst_waits();
    let state = host.history().state();
    match host.analyst.hint().and_then(|found| found.best()) {
        Some(best) => {
            let square = best.line.first().map_or(String::new(), |&s| state.board().name(s));
            show!("hint: {square} ({}; {})", best.words(state), names(host, &best.line));
        }
        None => match host.analyst.fault() {
            Some(fault) => show!("{fault}"),
            None => show!("there is no hint"),
        },
    }
}
