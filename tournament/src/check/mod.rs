//! The conformance check: tests rule by rule whether an engine of any game
//! keeps to UGI, UCI or the Gomocup protocol.
//!
//! - [`Rule`]: one rule and the step that tests it; `rules` holds them all,
//!   one file for each subject;
//! - `bench`: the engine process under test, and the waits for its output;
//! - `driver`: runs the steps in order;
//! - [`report`]: the results, as text or JSON.
//!
//! Every step starts its own process, so that a failure in one step does not
//! affect another. A step lists the steps whose rules it relies on; it is
//! skipped when one of those fails.

mod bench;
mod driver;
mod exchange;
mod five;
mod info;
mod known;
pub mod report;
mod rule;
mod rules;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use noughts::game::GameSpec;
use noughts::program;
use noughts::protocol::Start;

pub use driver::check;
pub use exchange::{ExchangeLine, Who};
pub use rule::{Level, Rule, Verdict};
pub use rules::all as rules;

use crate::engine::watchdog::Watchdog;
use crate::engine::{Dialect, Unsuitable};

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

/// The result of a step.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The rule that the step tested.
    pub rule: &'static Rule,
    /// How binding the rule is in the engine's dialect; `None` if it does not
    /// apply there.
    pub level: Option<Level>,
    /// Whether the engine keeps the rule.
    pub verdict: Verdict,
    /// Why the verdict is not a pass, or the measured value.
    pub reason: Option<String>,
    /// The duration of the step in milliseconds.
    pub ms: u64,
    /// The lines sent and received.
    pub exchange: Vec<ExchangeLine>,
}

/// Receives the results while a check runs.
pub trait Observer {
    /// Called once, before the first of `steps` steps.
    ///
    /// # Errors
    ///
    /// An output error, which ends the check.
    fn check_began(&mut self, subject: &Subject, dialect: Dialect, steps: usize) -> io::Result<()>;

    /// Called after each step.
    ///
    /// # Errors
    ///
    /// An output error, which ends the check.
    fn step_ended(&mut self, outcome: &Outcome) -> io::Result<()>;
}

/// Why a check cannot be made or completed.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// No step has this name.
    #[error("there is no step \"{0}\"; --list prints all steps")]
    NoStep(String),
    /// The process cannot be started.
    #[error("{}", program::describe(program, error))]
    NotStarted {
        /// The program.
        program: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The engine has no option of this name.
    #[error("the engine has no option \"{0}\"")]
    NoOption(String),
    /// The position is invalid in the engine's game.
    #[error("the position is invalid: {0}")]
    Position(String),
    /// The protocol cannot express the game.
    #[error(transparent)]
    Game(#[from] Unsuitable),
    /// The check was stopped.
    #[error("the check was stopped")]
    Stopped,
    /// The results cannot be written.
    #[error("cannot write the results")]
    Report(#[from] io::Error),
}
