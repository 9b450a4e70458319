//! `noughts play puzzles`: shows puzzles, refutes wrong moves and counts the days.

use std::fs::File;
use std::io::{BufRead, IsTerminal, Read, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use noughts::engine::drawing;
use noughts::files;
use noughts::game::{GameState, Square};
use noughts::protocol::printable;
use noughts::puzzles::{Goal, MAX_FILE, MoveValue, Prover, Puzzle, SHIPPED, daily, parse};
use noughts::search::{Canceller, Score};

use super::kept::data_folder;
use crate::cli::console::show;

/// The nodes of a proof of one move.
const NODES: u64 = 1_000_000;
/// The maximum length of a line that is read.
const MAX_INPUT: u64 = 4096;

/// The maximum length of an error that is shown.
const MAX_ERROR: usize = 300;

const HELP: &str = "type a move, hint, solution, next, previous, daily, a number, or quit";

/// Shows puzzles until the user quits: those of the program, or of the file that the first
/// word names. The last word may be the number of the first puzzle or `daily`.
///
/// # Errors
///
/// When there is no such puzzle, the file is not one of puzzles, or standard input cannot
/// be read.
pub(super) fn run(words: &[String]) -> anyhow::Result<ExitCode> {
    let (puzzles, first, is_shipped) = match words {
        [file, rest @ ..] if Path::new(file).is_file() => (of_file(file)?, rest, false),
        _ => (parse(SHIPPED)?, words, true),
    };
    anyhow::ensure!(!puzzles.is_empty(), "there are no puzzles");
    let mut at = 0;
    if let Some(word) = first.first() {
        let found = numbered(word, puzzles.len(), is_shipped);
        at = found.ok_or_else(|| {
            let word = printable(word, 40);
            let count = puzzles.len();
            anyhow::anyhow!("\"{word}\" is neither a puzzle, 1 to {count}, nor a file of puzzles")
        })?;
    }
    show!("{HELP}");
    let mut board = begin(&puzzles, at);
    let mut solved = None;
    while let Some(line) = read_line()? {
        match line.trim() {
            "" | "help" | "?" => show!("{HELP}"),
            "quit" | "exit" | "q" => break,
            "hint" | "h" => hint(&puzzles[at], &*board),
            "solution" => show!("solution: {}", puzzles[at].line.join(" ")),
            "next" | "n" => {
                at = (at + 1) % puzzles.len();
                (board, solved) = (begin(&puzzles, at), None);
            }
            "previous" | "p" => {
                at = (at + puzzles.len() - 1) % puzzles.len();
                (board, solved) = (begin(&puzzles, at), None);
            }
            word => match numbered(word, puzzles.len(), is_shipped) {
                Some(number) => {
                    at = number;
                    (board, solved) = (begin(&puzzles, at), None);
                }
                None if solved == Some(at) => show!("solved; \"next\" shows the next puzzle"),
                None => {
                    if answer(&puzzles[at], &mut board, word) {
                        solved = Some(at);
                        show!("solved; \"next\" shows the next puzzle");
                        if is_shipped && at == daily(puzzles.len(), today()) {
                            let days = count_day(today());
                            show!("streak: {days} {}", if days == 1 { "day" } else { "days" });
                        }
                    }
                }
            },
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the puzzles of a file.
fn of_file(name: &str) -> anyhow::Result<Vec<Puzzle>> {
    let shown = || printable(name, MAX_ERROR);
    let mut bytes = Vec::new();
    let file = File::open(name).with_context(shown)?;
    file.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes).with_context(shown)?;
    parse(&files::text_of(bytes)).with_context(shown)
}

/// Prompts for a line and reads it; `None` at the end of the input. A line that is too
/// long comes in parts.
fn read_line() -> anyhow::Result<Option<String>> {
    if stdin().is_terminal() {
        let mut out = stdout().lock();
        // An output error is reported when the next line is printed.
        let _ = out.write_all(b"> ").and_then(|()| out.flush());
    }
    let mut bytes = Vec::new();
    let read = stdin().lock().take(MAX_INPUT).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// The index of a puzzle from its number or, of the puzzles of the program, `daily`.
fn numbered(word: &str, count: usize, is_shipped: bool) -> Option<usize> {
    if word == "daily" && is_shipped {
        return Some(daily(count, today()));
    }
    word.parse::<usize>().ok().filter(|number| (1..=count).contains(number)).map(|n| n - 1)
}

/// The days since 1970, in universal time.
fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400)
}

/// Shows a puzzle and returns its position.
fn begin(puzzles: &[Puzzle], at: usize) -> Box<dyn GameState> {
    let puzzle = &puzzles[at];
    show!("puzzle {} of {}, grade {} of 5: {}", at + 1, puzzles.len(), puzzle.grade(), puzzle.spec);
    let state = puzzle.state().unwrap_or_else(|| noughts::game::new_game(&puzzle.spec));
    drawing(&*state).iter().for_each(|line| show!("{line}"));
    show!("{}", puzzle.goal_in_words());
    state
}

/// Shows where the solution is, roughly.
fn hint(puzzle: &Puzzle, state: &dyn GameState) {
    match puzzle.hint(state.moves().len()) {
        Some(hint) => show!("hint: {hint}"),
        None => show!("there is no hint here"),
    }
}

/// Plays the move of the user and the reply; returns whether the puzzle is solved.
fn answer(puzzle: &Puzzle, state: &mut Box<dyn GameState>, word: &str) -> bool {
    let mut after = state.boxed_clone();
    let square = match after.play(word) {
        Ok(square) => square,
        Err(_) if !word.ends_with(|c: char| c.is_ascii_digit()) => {
            show!("unknown command \"{}\"\n{HELP}", printable(word, 40));
            return false;
        }
        Err(error) => {
            show!("{}", printable(&error.to_string(), MAX_ERROR));
            return false;
        }
    };
    let (_canceller, stop) = Canceller::new(Instant::now());
    let value = Prover::new(&puzzle.spec, NODES).value(&**state, square, &stop);
    let Some(value) = value else {
        show!("{word}: not proven");
        return false;
    };
    let reaches = match puzzle.goal {
        Goal::Win(_) => matches!(value.score, Score::Win(_)),
        Goal::Draw => matches!(value.score, Score::Win(_) | Score::Draw),
    };
    if !reaches {
        show!("{}", refutation(&**state, word, &value));
        return false;
    }
    *state = after;
    // A draw is reached by the only move; a win is played to its end.
    if puzzle.goal == Goal::Draw || state.outcome().is_some() {
        return true;
    }
    for &reply in &value.rest {
        if state.side() == puzzle.side || state.outcome().is_some() {
            break;
        }
        let name = state.board().name(reply);
        if state.play(&name).is_err() {
            break;
        }
        show!("right; the reply is {name}");
    }
    drawing(&**state).iter().for_each(|line| show!("{line}"));
    state.outcome().is_some()
}

/// What a wrong move gives away, and the reply that proves it.
fn refutation(state: &dyn GameState, word: &str, value: &MoveValue) -> String {
    let name = |square: Square| state.board().name(square);
    let reply = value.rest.first().map_or(String::new(), |&s| format!(" after {}", name(s)));
    match value.score {
        Score::Loss(plies) if value.exact => format!("{word} loses in {plies} plies{reply}"),
        Score::Loss(_) => format!("{word} loses{reply}"),
        _ => format!("{word} does not win: it is a draw{reply}"),
    }
}

/// Counts a solved daily puzzle and returns the days in a row. A file that cannot
/// be read or written only loses the count.
fn count_day(day: u64) -> u64 {
    // The file has the last day and the number of days in a row.
    let Some(path) = data_folder().map(|folder| folder.join("puzzles")) else { return 1 };
    let mut text = String::new();
    if let Ok(file) = File::open(&path) {
        let _ = file.take(100).read_to_string(&mut text);
    }
    let days = next_streak(&text, day);
    let folder = path.parent().map(std::fs::create_dir_all);
    if !matches!(folder, Some(Ok(()))) || files::replace(&path, format!("{day} {days}\n")).is_err()
    {
        show!("the streak cannot be kept in {}", path.display());
    }
    days
}

/// The days in a row after a daily puzzle is solved, from the text of the file.
fn next_streak(text: &str, day: u64) -> u64 {
    let mut numbers = text.split_whitespace().map(|word| word.parse::<u64>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(last), Some(days)) if last == day => days,
        (Some(last), Some(days)) if last.checked_add(1) == Some(day) => days.saturating_add(1),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_ends_when_a_day_is_left_out() {
        assert_eq!(next_streak("", 7), 1);
        assert_eq!(next_streak("7 3\n", 7), 3);
        assert_eq!(next_streak("6 3\n", 7), 4);
        assert_eq!(next_streak("5 3\n", 7), 1);
        assert_eq!(next_streak("x", 7), 1);
    }

    #[test]
    fn a_puzzle_has_a_number_from_1() {
        assert_eq!(numbered("0", 5, true), None);
        assert_eq!(numbered("daily", 5, false), None);
        assert!(numbered("daily", 5, true).is_some());
        assert_eq!(numbered("5", 5, false), Some(4));
    }
}
