//! What is asked of an engine, and what it says.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use noughts::game::GameSpec;
use noughts::protocol::{Go, Info};
use noughts_client::Deadlines;

use super::error::EngineError;

/// The option for the level of strength, in this engine and others.
pub(crate) const LEVELS: &str = "Skill";

/// How to start an engine.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// The program and its arguments.
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    /// The game to play.
    pub(crate) game: GameSpec,
    /// The value of the option `Skill`; `None` for full strength.
    pub(crate) level: Option<i64>,
    /// Whether each game at a level has a random seed: with a fixed one, a level
    /// repeats its games.
    pub(crate) draws_seeds: bool,
    pub(crate) deadlines: Deadlines,
}

/// Returns how long to wait for an engine of this program.
pub(crate) fn deadlines() -> Deadlines {
    let seconds = Duration::from_secs;
    Deadlines {
        startup: seconds(30),
        ready: seconds(30),
        // Between two lines of a search without a time limit.
        think: seconds(120),
        // After the end of its time, and then again after `stop`.
        answer: seconds(5),
        quit: seconds(1),
    }
}

/// A search to be done by an engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Task {
    /// The number of the task, which all news about it repeat.
    pub(crate) id: u64,
    /// The start position; `None` for that of the game.
    pub(crate) start: Option<String>,
    /// The moves since the start position.
    pub(crate) moves: Vec<String>,
    /// The limits of the search.
    pub(crate) go: Go,
    /// Options to set before the search, if the engine has them.
    pub(crate) options: Vec<(&'static str, String)>,
    /// Whether to ask for additional reports (`debug on`).
    pub(crate) debug: bool,
}

/// A message from an engine.
#[derive(Debug)]
pub(crate) enum EngineEvent {
    /// The handshake is complete.
    Ready {
        /// The name of the engine, safe to print.
        name: String,
        /// The least and the greatest level, if it has levels.
        levels: Option<(i64, i64)>,
    },
    /// A report about the task with this number.
    Info(u64, Box<Info>),
    /// The answer to the task with this number; after a stop, the
    /// best move so far.
    Move(u64, String),
    /// The engine has ended or failed, for this reason. No news follow.
    Gone(EngineError),
}

/// Orders to the thread that talks to the process.
pub(super) enum Order {
    Think(Box<Task>),
    Stop,
}
