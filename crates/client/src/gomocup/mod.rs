//! The Gomocup protocol: START, TURN and BOARD in place of `position` and `go`.
//!
//! - [`BrainReply`]: the lines that engines print;
//! - [`Unsuitable`]: why an engine cannot play under a configuration;
//! - `board`: the board of an engine, and the commands that change it;
//! - `message`, `message_line`: what the remarks of known engines say about a search;
//! - `ready`, `game`, `swap2`: an empty board for each game, the moves, and the choices
//!   of an opening.

mod board;
mod game;
mod message;
mod message_line;
mod ready;
mod reply;
mod swap2;
mod unsuitable;

use std::fmt::Write;

use noughts_rules::game::lines::LineRule;
use noughts_rules::game::{GameSpec, Side};
use noughts_rules::protocol::{Go, number_of_rule};

use board::BrainBoard;
use message::RowOrder;
pub use reply::BrainReply;
pub use swap2::Swap2Answer;
pub use unsuitable::Unsuitable;
pub use unsuitable::board;

/// The value of `time_left` without a clock.
const ENDLESS: u64 = i32::MAX as u64;

/// The state of an engine between commands.
#[derive(Debug)]
pub(crate) struct Gomocup {
    board: BrainBoard,
    /// The command that makes an empty board.
    pub(crate) start: String,
    /// The keys and values of the `INFO` lines before each game.
    settings: Vec<(String, String)>,
    /// Whether the engine answers `ABOUT`.
    pub(crate) has_about: bool,
    /// Whether no game has begun since `START`.
    is_fresh: bool,
    /// Whether the board is empty.
    is_empty: bool,
    /// Whether the engine has not refused `RESTART`.
    can_restart: bool,
    /// The number of commands sent for an empty board whose `OK` is
    /// outstanding.
    awaited: u32,
    /// Whether the limits of this game have been sent.
    has_limits: bool,
    /// Whether the engine has not answered a `SWAP2BOARD` in time.
    ignores_swap2: bool,
    /// From where the engine counts rows, once a move has shown it.
    row_order: Option<RowOrder>,
}

impl Gomocup {
    pub(crate) fn new(
        spec: &GameSpec,
        (columns, rows): (usize, usize),
        options: &[(String, String)],
    ) -> Self {
        let mut gomocup = Gomocup {
            board: BrainBoard::new(spec),
            start: start_command(columns, rows),
            settings: Vec::new(),
            has_about: false,
            is_fresh: true,
            is_empty: true,
            can_restart: true,
            awaited: 0,
            has_limits: false,
            ignores_swap2: false,
            row_order: None,
        };
        // No limit of memory; the opponent is a program; with rule 0 more than
        // five in a row win, too.
        let rule = number_of_rule(rule(spec)).to_string();
        for (key, value) in [("max_memory", "0"), ("game_type", "1"), ("rule", rule.as_str())] {
            gomocup.set(key, value);
        }
        options.iter().for_each(|(key, value)| gomocup.set(key, value));
        gomocup
    }

    /// Sets a key of `INFO` for the next games.
    pub(crate) fn set(&mut self, key: &str, value: &str) {
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
        let request = self.board.request(position)?;
        let (side, commands) = (request.side(), request.to_string());
        Ok(self.limits(go, side) + &commands)
    }

    /// Returns the `INFO` lines about limits before a request to this side.
    fn limits(&mut self, go: &Go, side: Side) -> String {
        let has_limits = std::mem::replace(&mut self.has_limits, true);
        let clock = go.clock[side.index()].map(|left| u64::try_from(left).unwrap_or(0));
        let mut lines = String::new();
        let mut info = |key: &str, value: u64| {
            // Writing to a string does not fail.
            let _ = writeln!(lines, "INFO {key} {value}");
        };
        if !has_limits {
            info("timeout_turn", go.movetime.into_iter().chain(clock).min().unwrap_or(ENDLESS));
            info("timeout_match", clock.unwrap_or(0));
            go.depth.into_iter().for_each(|depth| info("max_depth", depth.into()));
            go.nodes.into_iter().for_each(|nodes| info("max_node", nodes));
        }
        // Sent before every move, even without a clock: Rapfi drops the word
        // that it reads just after its move, which is then this `INFO` and not
        // the request.
        info("time_left", clock.unwrap_or(ENDLESS));
        lines
    }
}

/// Returns whether a line answers a command of the Gomocup protocol with a move
/// or with `OK`.
pub fn is_gomocup_answer(line: &str) -> bool {
    matches!(BrainReply::parse(line), Ok(BrainReply::Ok | BrainReply::Move(..)))
}

/// Returns the rule of lines of a game.
pub fn rule(spec: &GameSpec) -> LineRule {
    match spec {
        GameSpec::Lines(shape) => shape.rule(),
        _ => LineRule::Free,
    }
}

/// Returns the command that makes an empty board.
pub fn start_command(columns: usize, rows: usize) -> String {
    if columns == rows { format!("START {rows}") } else { format!("RECTSTART {columns},{rows}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gomocup() -> Gomocup {
        Gomocup::new(&"tictactoe:7x6:5".parse().unwrap(), (7, 6), &[])
    }

    #[test]
    fn only_squares_have_start() {
        assert_eq!(gomocup().start, "RECTSTART 7,6");
        assert_eq!(start_command(9, 9), "START 9");
    }

    #[test]
    fn limits_come_once_and_the_time_left_always() {
        let mut gomocup = gomocup();
        let go = Go { movetime: Some(50), ..Go::default() };
        let limits = "INFO timeout_turn 50\nINFO timeout_match 0\n";
        let left = "INFO time_left 2147483647\n";
        let first = gomocup.request("position startpos moves", &go).unwrap();
        assert_eq!(first, format!("{limits}{left}BEGIN\n"));
        gomocup.board.answered("c6");
        let next = gomocup.request("position startpos moves c6 a1", &go).unwrap();
        assert_eq!(next, format!("{left}TURN 0,5\n"));
        assert!(gomocup.request("position startpos moves z9", &go).is_err());
    }

    #[test]
    fn a_clock_is_that_of_the_side_to_move() {
        let clock = Go { clock: [Some(3000), Some(2000)], ..Go::default() };
        let x = gomocup().request("position startpos moves", &clock).unwrap();
        let lines = "INFO timeout_turn 3000\nINFO timeout_match 3000\nINFO time_left 3000\nBEGIN\n";
        assert_eq!(x, lines);
        let o = gomocup().request("position startpos moves b1", &clock).unwrap();
        assert!(o.starts_with("INFO timeout_turn 2000\n") && o.ends_with("TURN 1,5\n"), "{o}");
    }

    #[test]
    fn nodes_and_depth_have_keys() {
        let go = Go { nodes: Some(900), depth: Some(7), ..Go::default() };
        let lines = gomocup().request("position startpos moves", &go).unwrap();
        let limits = "INFO timeout_turn 2147483647\nINFO timeout_match 0\nINFO max_depth 7\n\
            INFO max_node 900\nINFO time_left 2147483647\nBEGIN\n";
        assert_eq!(lines, limits);
    }
}
