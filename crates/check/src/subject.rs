//! The engine to check, and the timeouts of the check.

use std::path::PathBuf;
use std::time::Duration;

use noughts_client::Dialect;
use noughts_client::watchdog::Watchdog;
use noughts_rules::game::GameSpec;
use noughts_rules::protocol::Start;

/// The engine to check and the timeouts of the check.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; by default the current one.
    pub dir: Option<PathBuf>,
    /// Its protocol; `Auto` detects it.
    pub dialect: Dialect,
    /// Options that are set in every process, in this order.
    pub options: Vec<(String, String)>,
    /// Its game, if it is one of noughts and no option `Game` sets it.
    pub game: Option<GameSpec>,
    /// The start position of all searches.
    pub start: Start,
    /// The moves from `start` to the first position.
    pub moves: Vec<String>,
    /// How long to wait for required output.
    pub patience: Duration,
    /// How long to listen for output that must not come.
    pub silence: Duration,
    /// The time by which the engine may exceed a time limit.
    pub margin: Duration,
    /// Ends the engine processes when this process is killed.
    pub guard: Option<Watchdog>,
}

impl Subject {
    /// A program without arguments, from the start position, with the default
    /// timeouts.
    pub fn new(program: PathBuf) -> Subject {
        Subject {
            program,
            args: Vec::new(),
            dir: None,
            dialect: Dialect::Auto,
            options: Vec::new(),
            game: None,
            start: Start::StartPos,
            moves: Vec::new(),
            patience: Duration::from_secs(10),
            silence: Duration::from_millis(300),
            margin: Duration::from_millis(250),
            guard: None,
        }
    }
}
