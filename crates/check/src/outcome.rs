//! The outcome of each rule, who receives it, and why a check cannot be made.

use std::io;

use noughts_client::{Dialect, Unsuitable, program};

use crate::exchange::ExchangeLine;
use crate::rule::{Level, Rule, Verdict};
use crate::subject::Subject;

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
