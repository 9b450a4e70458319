//! Whether an engine keeps to UGI or UCI, whatever its game is: step by step,
//! with what was sent, what came back and where the rule comes from.
//!
//! - [`Rule`]: one rule; `rules` holds them all, a file for each subject;
//! - `bench`: the process that is checked, and the waits for it;
//! - `driver`: goes through the rules in their order;
//! - [`report`]: the results, for people and for programs.
//!
//! Every step has a process of its own, so that nothing that one of them
//! breaks shows in another. What a step takes for granted is the subject of
//! another one, which it names; when that one fails, nothing is said here.

mod bench;
mod driver;
mod exchange;
mod info;
mod known;
mod processes;
pub mod report;
mod rule;
mod rules;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use noughts::game::GameSpec;
use noughts::protocol::{Dialect, Start};

pub use driver::check;
pub use exchange::{Said, Who};
pub use rule::{Level, Rule, Verdict};
pub use rules::all as rules;

use crate::engine::watchdog::Watchdog;

/// What is checked, and how patiently.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory, if not ours.
    pub dir: Option<PathBuf>,
    /// What it speaks; if `None`, that is found out.
    pub dialect: Option<Dialect>,
    /// Options that are set in every process, in this order.
    pub options: Vec<(String, String)>,
    /// Its game, if it is one of ours and not told by an option `Game`.
    pub game: Option<GameSpec>,
    /// Where all searches begin,
    pub start: Start,
    /// and the moves from there.
    pub moves: Vec<String>,
    /// How long to wait for what must come.
    pub patience: Duration,
    /// How long to listen where nothing may come.
    pub silence: Duration,
    /// How far limits of time may be overstepped.
    pub margin: Duration,
    /// What ends its processes when this one is killed.
    pub guard: Option<Watchdog>,
}

impl Subject {
    /// A program without arguments, checked as usual.
    pub fn new(program: PathBuf) -> Subject {
        Subject {
            program,
            args: Vec::new(),
            dir: None,
            dialect: None,
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

/// What came of a step.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The rule.
    pub rule: &'static Rule,
    /// How binding it is for this engine, if it is a rule for it.
    pub level: Option<Level>,
    /// Whether it is kept.
    pub verdict: Verdict,
    /// Why the verdict is not a pass, or what was measured.
    pub reason: Option<String>,
    /// How long the step took, in milliseconds.
    pub ms: u64,
    /// What was sent and what came back.
    pub exchange: Vec<Said>,
}

/// Who wants to know how the check goes.
pub trait Observer {
    /// So many steps are taken, in a dialect.
    ///
    /// # Errors
    ///
    /// When it cannot be told any more; that ends the check.
    fn begins(&mut self, subject: &Subject, dialect: Dialect, steps: usize) -> io::Result<()>;

    /// A step has been taken.
    ///
    /// # Errors
    ///
    /// As there.
    fn took(&mut self, outcome: &Outcome) -> io::Result<()>;
}

/// Why there is nothing to report.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no step of this name.
    #[error("there is no step \"{0}\"")]
    NoStep(String),
    /// The process cannot be started.
    #[error("cannot start {program}: {error}")]
    NotStarted {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// The engine has no such option.
    #[error("the engine has no option \"{0}\"")]
    NoOption(String),
    /// The game has no such position.
    #[error("the position is not one of the game: {0}")]
    Position(String),
    /// The check was stopped.
    #[error("the check was stopped")]
    Stopped,
    /// The results cannot be told.
    #[error("the results cannot be told")]
    Report(#[from] io::Error),
}
