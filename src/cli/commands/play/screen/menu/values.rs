//! The values of the settings of the menu: the games, boards, sides, levels, clocks and
//! names.

use std::fmt;

use noughts::game::{FAIR_GAME, GameSpec, NAMED_RULES};
use noughts::protocol::printable;

use super::row::Row;
use crate::cli::commands::play::clock::TimeControl;
use crate::cli::commands::play::kept::{Choice, names_in};
use crate::cli::commands::play::seat::{Sides, user};
use crate::cli::words::level::level_word;

/// The maximum length of a typed value, in bytes.
pub(super) const MAX_TYPED: usize = 500;

/// The usual boards of tic-tac-toe and of Qubic. Any other is typed.
const BOARDS: [&str; 7] = [
    "tictactoe",
    "tictactoe:4x4:3",
    "tictactoe:7x6:4",
    "tictactoe:9x9:5",
    "tictactoe:15x15:5",
    "tictactoe:15x15:renju",
    "tictactoe:15x15:caro",
];
/// The rules of TicTacTrains on smaller boards. Others are typed.
const SMALLER: [&str; 2] = ["5", "5:modern"];
const CUBES: [&str; 3] = ["qubic:3", "qubic", "qubic:5"];

/// The families with the game that each begins with.
const FAMILIES: [(&str, &str); 3] =
    [("TicTacTrains", FAIR_GAME), ("tic-tac-toe", "tictactoe"), ("Qubic", "qubic")];

/// The usual clocks.
const CLOCKS: [&str; 6] = ["1", "3+2", "5", "10", "15+10", "30"];

/// The number of levels.
const LEVELS: i64 = 10;

/// A value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A family, by its place among them.
    Family(usize),
    Game(GameSpec),
    Side(Sides),
    Level(i64),
    Clock(Option<TimeControl>),
    Names(Vec<String>),
    /// Another one, to be typed.
    Typed,
}

impl Value {
    /// The family of a game.
    pub(super) fn family(game: &GameSpec) -> Value {
        let text = game.to_string();
        let name = text.split(':').next().unwrap_or_default();
        let is_family = |(_, first): &(&str, &str)| first.split(':').next() == Some(name);
        Value::Family(FAMILIES.iter().position(is_family).unwrap_or(0))
    }

    /// Whether the choice has this value.
    pub(super) fn is_in(&self, choice: &Choice) -> bool {
        match self {
            Value::Family(_) => *self == Value::family(&choice.game),
            Value::Game(game) => *game == choice.game,
            Value::Side(side) => *side == choice.side,
            Value::Level(level) => *level == choice.level,
            Value::Clock(clock) => *clock == choice.clock,
            Value::Names(names) => *names == choice.names,
            Value::Typed => false,
        }
    }

    /// Chooses this value.
    pub(super) fn put_in(&self, choice: &mut Choice) {
        match self {
            // The board stays if the family does.
            Value::Family(_) if self.is_in(choice) => {}
            Value::Family(at) => {
                let first = FAMILIES.get(*at).and_then(|(_, first)| first.parse().ok());
                choice.game = first.unwrap_or_else(|| choice.game.clone());
            }
            Value::Game(game) => choice.game = game.clone(),
            Value::Side(side) => choice.side = *side,
            Value::Level(level) => choice.level = *level,
            Value::Clock(clock) => choice.clock = *clock,
            Value::Names(names) => choice.names.clone_from(names),
            Value::Typed => {}
        }
    }

    /// The game that this value would choose; `None` for settings without one.
    pub(super) fn game(&self, choice: &Choice) -> Option<GameSpec> {
        let mut changed = choice.clone();
        self.put_in(&mut changed);
        matches!(self, Value::Family(_) | Value::Game(_)).then_some(changed.game)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Family(at) => f.write_str(FAMILIES.get(*at).map_or("", |(name, _)| name)),
            Value::Game(game) => f.write_str(&board_text(game)),
            Value::Side(Sides::X) => f.write_str("you play X and begin"),
            Value::Side(Sides::O) => f.write_str("you play O"),
            Value::Side(Sides::Both) => f.write_str("two players"),
            Value::Side(Sides::None) => f.write_str("two engines"),
            Value::Level(level) => f.write_str(&level_text(*level)),
            Value::Clock(None) => f.write_str("none"),
            Value::Clock(Some(clock)) => {
                let minutes = clock.base.as_secs_f64() / 60.0;
                let unit = if minutes == 1.0 { "minute" } else { "minutes" };
                write!(f, "{minutes} {unit}")?;
                match clock.increment.as_secs_f64() {
                    0.0 => Ok(()),
                    seconds => write!(f, ", {seconds} s more for each move"),
                }
            }
            Value::Names(names) if names.is_empty() => f.write_str(&user()),
            Value::Names(names) => f.write_str(&names.join(", ")),
            Value::Typed => f.write_str("another: type it"),
        }
    }
}

/// The name of a rule set, or the board of a game of lines.
fn board_text(game: &GameSpec) -> String {
    match game {
        GameSpec::Trains(rules) if game.to_string() == FAIR_GAME => format!("{rules} (fair)"),
        GameSpec::Trains(rules) if rules.is_usual_size() => rules.name(),
        GameSpec::Trains(rules) => {
            format!("{} on {size}x{size}", rules.name(), size = rules.size())
        }
        _ => game.rules(),
    }
}

/// A level with its word: `5, medium`.
pub(super) fn level_text(level: i64) -> String {
    match level_word(level, LEVELS) {
        Some(word) => format!("{level}, {word}"),
        None => level.to_string(),
    }
}

/// Returns the values of a setting, the usual ones first.
pub(super) fn of(row: Row, choice: &Choice) -> Vec<Value> {
    let games = |specs: Vec<String>| {
        let games = specs.iter().filter_map(|spec| spec.parse().ok()).map(Value::Game);
        let mut games: Vec<Value> = games.collect();
        // A board that was typed before.
        let present = Value::Game(choice.game.clone());
        if !games.contains(&present) {
            games.push(present);
        }
        games.push(Value::Typed);
        games
    };
    match row {
        Row::Game => (0..FAMILIES.len()).map(Value::Family).collect(),
        Row::Board => games(match &choice.game {
            GameSpec::Trains(_) => {
                let names = NAMED_RULES.iter().map(|&(name, _)| name).chain(SMALLER);
                names.map(|name| format!("tictactrains:{name}")).collect()
            }
            game if game.to_string().starts_with("qubic") => CUBES.map(String::from).to_vec(),
            game if game.to_string().starts_with("tictactoe") => BOARDS.map(String::from).to_vec(),
            // Of other games only the board that is chosen.
            _ => Vec::new(),
        }),
        Row::Side => [Sides::X, Sides::O, Sides::Both].map(Value::Side).to_vec(),
        Row::Level => (1..=LEVELS).map(Value::Level).collect(),
        Row::Clock => {
            let usual = CLOCKS.iter().filter_map(|clock| clock.parse().ok());
            let mut clocks: Vec<Value> =
                [None].into_iter().chain(usual.map(Some)).map(Value::Clock).collect();
            let present = Value::Clock(choice.clock);
            if !clocks.contains(&present) {
                clocks.push(present);
            }
            clocks.push(Value::Typed);
            clocks
        }
        Row::Name => {
            let mut names = vec![Value::Names(Vec::new()), Value::Names(choice.names.clone())];
            names.dedup();
            names.push(Value::Typed);
            names
        }
        Row::Play | Row::Resume | Row::RecentGames | Row::Puzzles | Row::Quit => Vec::new(),
    }
}

/// What may be typed for a setting.
pub(super) fn question(row: Row, choice: &Choice) -> &'static str {
    match (row, &choice.game) {
        (Row::Clock, _) => "minutes, or minutes+seconds: ",
        (Row::Name, _) if choice.side == Sides::Both => "names, as Ann, Bo: ",
        (Row::Name, _) => "name: ",
        (_, GameSpec::Trains(_)) => "rules, as 5:modern or (XA, O1, O3, XA, OA, ...): ",
        (_, game) if game.to_string().starts_with("qubic") => "side of the cube, 2 to 5: ",
        _ => "columns x rows : in a row, as 6x5:4: ",
    }
}

/// Parses a typed value: the spec of a game, or the part of one after the colon.
pub(super) fn typed(row: Row, text: &str, choice: &Choice) -> Result<Value, String> {
    let text = text.trim();
    if row == Row::Clock {
        let clock = text.parse().map_err(|error| format!("{error}"))?;
        return Ok(Value::Clock(Some(clock)));
    }
    if row == Row::Name {
        return Ok(Value::Names(names_in(text.split(','))));
    }
    let family = choice.game.to_string();
    let family = family.split(':').next().unwrap_or_default();
    let part: Result<GameSpec, _> = format!("{family}:{text}").parse();
    match part.or_else(|error| text.parse().map_err(|_| error)) {
        Ok(game) => Ok(Value::Game(game)),
        Err(error) => Err(printable(&error.to_string(), 200)),
    }
}
