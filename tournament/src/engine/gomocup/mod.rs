//! The Gomocup protocol: START, TURN and BOARD in place of `position` and `go`.
//!
//! The protocol counts columns and rows from 0 at the top left: `0,0` is `a11`
//! on a board with 11 rows, and `x,y` is the square in column x and row y from
//! the top.
//!
//! - [`BrainReply`]: the lines that engines print;
//! - [`Unsuitable`]: why an engine cannot play under a configuration;
//! - `brain_start`, `brain_game`: the start of an engine, and its games.

mod brain_game;
mod brain_reply;
mod brain_start;
mod unsuitable;

use std::fmt::Write;

use noughts::game::{Board, GameSpec, GameState, Side, Square, new_game};
use noughts::protocol::{Command, Go, Start};

pub(crate) use brain_reply::BrainReply;
pub use unsuitable::Unsuitable;
pub(crate) use unsuitable::board;

/// The value of `time_left` without a clock.
const ENDLESS: u64 = i32::MAX as u64;

/// The state of an engine between commands.
#[derive(Debug)]
pub(super) struct Gomocup {
    spec: GameSpec,
    /// The command that makes an empty board.
    start: String,
    /// The keys and values of the `INFO` lines before each game.
    settings: Vec<(String, String)>,
    /// Whether the board is empty since `START`.
    is_fresh: bool,
    /// Whether the engine has not refused `RESTART`.
    can_restart: bool,
    /// Whether the answer to `START` or `RESTART` is outstanding.
    awaits_ok: bool,
    /// Whether the time limits of this game have been sent.
    has_limits: bool,
    /// The `position` line of the board that the engine has; `None` at the
    /// start of a game.
    known: Option<String>,
}

impl Gomocup {
    fn new(spec: &GameSpec, (columns, rows): (usize, usize), options: &[(String, String)]) -> Self {
        let mut gomocup = Gomocup {
            spec: spec.clone(),
            start: start_command(columns, rows),
            settings: Vec::new(),
            is_fresh: true,
            can_restart: true,
            awaits_ok: false,
            has_limits: false,
            known: None,
        };
        // No limit of memory; the opponent is a program; with rule 0 more than
        // five in a row win, too.
        let rule = rule(spec);
        for (key, value) in [("max_memory", "0"), ("game_type", "1"), ("rule", rule)] {
            gomocup.set(key, value);
        }
        options.iter().for_each(|(key, value)| gomocup.set(key, value));
        gomocup
    }

    /// Sets a key of `INFO` for the next games.
    pub(super) fn set(&mut self, key: &str, value: &str) {
        match self.settings.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(key)) {
            Some((_, old)) => *old = value.to_string(),
            None => self.settings.push((key.to_string(), value.to_string())),
        }
    }

    fn settings(&self) -> String {
        self.settings.iter().map(|(key, value)| format!("INFO {key} {value}\n")).collect()
    }

    /// Returns the lines that ask for a move in the position of a `position`
    /// line.
    ///
    /// # Errors
    ///
    /// The reason why the position is invalid.
    fn request(&mut self, position: &str, go: &Go) -> Result<String, String> {
        let game = game_at(&self.spec, position)?;
        let mut lines = String::new();
        let clock = go.clock[game.side().index()].map(|left| u64::try_from(left).unwrap_or(0));
        // Writing to a string does not fail.
        if !std::mem::replace(&mut self.has_limits, true) {
            let turn = go.movetime.into_iter().chain(clock).min().unwrap_or(ENDLESS);
            let whole = clock.unwrap_or(0);
            let _ = write!(lines, "INFO timeout_turn {turn}\nINFO timeout_match {whole}\n");
        }
        let _ = writeln!(lines, "INFO time_left {}", clock.unwrap_or(ENDLESS));
        let squares = game.board();
        let followed = self.known.take().is_some_and(|known| is_next(position, &known));
        let [own, other] = [game.side(), !game.side()].map(|side| game.stones(side).len());
        match game.moves().last() {
            None if own + other == 0 => lines += "BEGIN\n",
            Some(&last) if followed || (own, other) == (0, 1) => {
                let _ = writeln!(lines, "TURN {}", coordinates(squares, last));
            }
            _ => lines += &board_lines(&*game),
        }
        Ok(lines)
    }

    /// Returns the name of the square of a move; for a move outside the board,
    /// the move itself.
    fn name(&self, x: i32, y: i32) -> String {
        square_name(new_game(&self.spec).board(), x, y).unwrap_or_else(|| format!("{x},{y}"))
    }

    /// Keeps the board after the engine has moved.
    fn has_moved(&mut self, position: &str, name: &str) {
        self.known = Some(format!("{} {name}", position.trim_end()));
    }
}

/// Returns whether a line answers a command of the Gomocup protocol with a move
/// or with `OK`.
pub fn is_gomocup_answer(line: &str) -> bool {
    matches!(BrainReply::parse(line), Ok(BrainReply::Ok | BrainReply::Move(..)))
}

/// Returns the value of `INFO rule` for a game.
pub(crate) fn rule(spec: &GameSpec) -> &'static str {
    match spec {
        GameSpec::Lines(shape) if shape.is_exact() => "1",
        _ => "0",
    }
}

/// Returns the command that makes an empty board.
pub(crate) fn start_command(columns: usize, rows: usize) -> String {
    if columns == rows { format!("START {rows}") } else { format!("RECTSTART {columns},{rows}") }
}

/// Returns the name of a square, if it is on the board.
fn square_name(board: &Board, x: i32, y: i32) -> Option<String> {
    let column = usize::try_from(x).ok().filter(|&column| column < board.columns())?;
    let row = usize::try_from(y).ok().filter(|&row| row < board.rows())?;
    Some(board.name(board.square(column, row, 0)))
}

/// Returns the coordinates of a square.
fn coordinates(board: &Board, square: Square) -> String {
    let (column, row, _) = board.coordinates(square);
    format!("{column},{row}")
}

/// Returns the lines from `BOARD` to `DONE`: the stones in the order in which
/// they were placed, as far as it is known.
fn board_lines(game: &dyn GameState) -> String {
    let mut lines = "BOARD\n".to_string();
    let mut put = |square: Square, side: Side| {
        let field = if side == game.side() { 1 } else { 2 };
        // Writing to a string does not fail.
        let _ = writeln!(lines, "{},{field}", coordinates(game.board(), square));
    };
    for side in Side::BOTH {
        let is_given =
            |square: &Square| game.stones(side).contains(*square) && !game.moves().contains(square);
        game.board().squares().filter(is_given).for_each(|square| put(square, side));
    }
    let first = game.ply() - game.moves().len();
    for (i, &square) in game.moves().iter().enumerate() {
        put(square, game.side_at(first + i));
    }
    lines + "DONE\n"
}

/// Returns whether a `position` line has one more move than another.
fn is_next(position: &str, known: &str) -> bool {
    let more = position.strip_prefix(known).and_then(|more| more.strip_prefix(' '));
    more.is_some_and(|more| !more.is_empty() && !more.trim_end().contains(' '))
}

/// Returns the game at the position of a `position` line.
fn game_at(spec: &GameSpec, line: &str) -> Result<Box<dyn GameState>, String> {
    let Ok(Some(Command::Position { start, moves })) = Command::parse(line) else {
        return Err(format!("\"{line}\" is not a position"));
    };
    let mut game = new_game(spec);
    if let Start::Fen(text) = start {
        game.set_start(Some(&text)).map_err(|error| error.to_string())?;
    }
    for name in &moves {
        game.play(name).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gomocup() -> Gomocup {
        Gomocup::new(&"tictactoe:7x6:5".parse().unwrap(), (7, 6), &[])
    }

    #[test]
    fn coordinates_count_from_the_top_left() {
        let gomocup = gomocup();
        assert_eq!(gomocup.start, "RECTSTART 7,6");
        assert_eq!(start_command(9, 9), "START 9");
        for (x, y, name) in [(0, 0, "a6"), (6, 0, "g6"), (0, 5, "a1"), (2, 4, "c2")] {
            assert_eq!(gomocup.name(x, y), name);
            let game = new_game(&gomocup.spec);
            let square = game.board().parse(name).unwrap();
            assert_eq!(coordinates(game.board(), square), format!("{x},{y}"));
        }
        for (x, y) in [(7, 0), (0, 6), (-1, 0), (0, -1), (i32::MAX, i32::MIN)] {
            assert_eq!(gomocup.name(x, y), format!("{x},{y}"));
        }
    }

    #[test]
    fn an_opening_is_a_board_and_each_reply_a_turn() {
        let mut gomocup = gomocup();
        let go = Go { movetime: Some(50), ..Go::default() };
        let limits = "INFO timeout_turn 50\nINFO timeout_match 0\n";
        let left = "INFO time_left 2147483647\n";
        let first = gomocup.request("position startpos moves a6 b6", &go).unwrap();
        assert_eq!(first, format!("{limits}{left}BOARD\n0,0,1\n1,0,2\nDONE\n"));
        gomocup.has_moved("position startpos moves a6 b6", "c6");
        let next = gomocup.request("position startpos moves a6 b6 c6 a1", &go).unwrap();
        assert_eq!(next, format!("{left}TURN 0,5\n"));
        // Without the engine's own answer the whole board is sent.
        let other = gomocup.request("position startpos moves a6 b6 c6 a1", &go).unwrap();
        assert!(other.ends_with("BOARD\n0,0,1\n1,0,2\n2,0,1\n0,5,2\nDONE\n"), "{other}");
    }

    #[test]
    fn an_empty_board_begins_with_begin_or_turn() {
        let clock = Go { clock: [Some(3000), Some(2000)], ..Go::default() };
        let x = gomocup().request("position startpos moves", &clock).unwrap();
        let lines = "INFO timeout_turn 3000\nINFO timeout_match 3000\nINFO time_left 3000\nBEGIN\n";
        assert_eq!(x, lines);
        let o = gomocup().request("position startpos moves b1", &clock).unwrap();
        assert!(o.starts_with("INFO timeout_turn 2000\n") && o.ends_with("TURN 1,5\n"), "{o}");
        let text = "position fen 6 7 5 7/7/7/7/7/1XO4 x 2 moves";
        let fen = gomocup().request(text, &clock).unwrap();
        assert!(fen.ends_with("BOARD\n1,5,1\n2,5,2\nDONE\n"), "{fen}");
        assert!(gomocup().request("position startpos moves z9", &clock).is_err());
    }
}
