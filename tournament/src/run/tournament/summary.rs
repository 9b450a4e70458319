//! The options of a run, who follows it, its summary, and why it fails.

use std::io;
use std::time::Duration;

use noughts_client::fault::FaultKind;
use noughts_client::text::{counted, printable};
use noughts_client::{START_ATTEMPTS, StartError};

use crate::files::kind::FileKindError;
use crate::journal::{ChangedProgram, ChangedSpeed, Doubt, Speed};
use crate::model::opening::OpeningError;
use crate::model::record::GameRecord;
use crate::model::sprt::Verdict;
use crate::plan::openings::TooManyPlies;
use crate::plan::shard::Shard;
use crate::run::notices::Notice;
use crate::stats::Tally;
use crate::stats::in_order::TestState;
use crate::stats::performance::{Performance, Unequal};
/// Receives the events of a running tournament.
pub trait Observer: Send {
    /// Called once if the tally includes `played` games of earlier runs;
    /// `is_over` if they leave nothing to play.
    fn resumed(&mut self, _played: usize, _is_over: bool) {}

    /// Called with the number of games before all other events, and when it
    /// changes: in a knockout, drawn pairings are played again.
    fn total_changed(&mut self, _total: usize) {}

    /// Called after a game has been added to the journal and to the tally.
    fn game_ended(&mut self, record: &GameRecord, tally: &Tally);

    /// Called if the program of an engine differs from that of earlier games.
    fn program_changed(&mut self, _change: &ChangedProgram) {}

    /// Called if the speed of this machine differs from that in its previous
    /// run.
    fn speed_changed(&mut self, _change: &ChangedSpeed) {}

    /// Called for a line of the journal that does not count.
    fn line_doubted(&mut self, _line: &Doubt) {}

    /// Called for a notice about the tournament, with the game that caused it.
    fn noticed(&mut self, _record: &GameRecord, _notice: Notice) {}
}

/// An engine that could not be started before the first game.
#[derive(Debug, thiserror::Error)]
#[error("engine \"{}\" cannot be started: {error}", shown(.name))]
pub struct Unstarted {
    /// The name of the engine.
    pub name: String,
    /// Why the start failed.
    pub error: StartError,
}

/// Returns the name of an engine for a message.
fn shown(name: &str) -> String {
    printable(name, 100)
}

fn lines(unstarted: &[Unstarted]) -> String {
    let lines: Vec<String> = unstarted.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Why a tournament ended before its last game.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Engines could not be started before the first game.
    #[error("{}", lines(.0))]
    Start(Vec<Unstarted>),
    /// The journal cannot be written.
    #[error("cannot write the journal: {0}")]
    Journal(io::Error),
    /// The games of the journal cannot be read.
    #[error("cannot read the journal: {0}")]
    Past(io::Error),
    /// The journal has two different games of one number.
    #[error("the journal has two different games {0}")]
    Twice(usize),
    /// The journal is of a run with more pairings.
    #[error(
        "the journal is of a run with {}, but this one has {found}; pairings can be added, not taken \
         away",
        counted(*.journal, "pairing")
    )]
    FewerPairings {
        /// The pairings of the run in the journal.
        journal: usize,
        /// The pairings of this run.
        found: usize,
    },
    /// An engine repeatedly failed to start.
    #[error("engine \"{}\" failed to start {START_ATTEMPTS} times in a row: {reason}", shown(.engine))]
    NotStarted {
        /// The name of the engine.
        engine: String,
        /// Why the last attempt failed.
        reason: String,
    },
    /// More games than allowed ended by a fault.
    #[error("{faults} of {} ended by a fault of an engine", counted(*.played, "game"))]
    Faults {
        /// The number of games that ended by a fault.
        faults: u64,
        /// The number of games played.
        played: usize,
    },
    /// An engine lost a game by a fault, in a strict run.
    #[error("game {game}: {} lost by {kind}: {detail}", shown(.engine))]
    Fault {
        /// The number of the game.
        game: usize,
        /// The name of the engine.
        engine: String,
        /// The fault.
        kind: FaultKind,
        /// The fault in words.
        detail: String,
    },
    /// In a strict run the players did not agree on a game.
    #[error("game {game} has no result: {dispute}")]
    Disputed {
        /// The number of the game.
        game: usize,
        /// The disagreement in words.
        dispute: String,
    },
    /// Every game ended by a fault.
    #[error(
        "each of the {played} games ended by a fault of an engine, so the results mean nothing{}",
        if *.referee { "; the cause may be the referee, which both engines have to agree with" } else { "" }
    )]
    AllFaults {
        /// The number of games played.
        played: usize,
        /// Whether an engine referees.
        referee: bool,
    },
    /// No game has a result.
    #[error("none of the {0} games has a result, so the results mean nothing")]
    NoResult(usize),
    /// An engine lost every game by a fault.
    #[error("every game of engine \"{}\" ended by a fault of this engine", shown(.0))]
    OnlyFaults(String),
    /// The program of an engine differs from that of earlier games, in a strict
    /// run.
    #[error("{0}")]
    Program(Box<ChangedProgram>),
    /// A file besides the journal cannot be written.
    #[error(transparent)]
    Log(#[from] FileKindError),
    /// The engines cannot be bound to processors.
    #[error("cannot bind the games to processors: {0}")]
    Affinity(io::Error),
    /// Random openings of the configured length do not exist.
    #[error(transparent)]
    Book(#[from] TooManyPlies),
    /// An opening is illegal.
    #[error("cannot play opening {opening}: {error}")]
    Opening {
        /// The number of the opening, from 1.
        opening: usize,
        /// Why it is illegal.
        error: OpeningError,
    },
}

/// The result of a run.
#[derive(Debug)]
pub struct Summary {
    /// The standings.
    pub tally: Tally,
    /// The number of games played, including those of earlier runs.
    pub played: usize,
    /// The number of games of earlier runs that counted before the first new one. In a
    /// knockout and a Swiss tournament, games after one that was lost count later.
    pub earlier: usize,
    /// The number of games of the complete tournament.
    pub total: usize,
    /// The engines whose program changed between runs.
    pub changed: Vec<ChangedProgram>,
    /// The engines that used clearly more processors than their opponents.
    pub unequal: Vec<Unequal>,
    /// The search and resource statistics of the engines, including those of
    /// earlier runs.
    pub performance: Performance,
    /// The verdict of the SPRT, if there is one.
    pub verdict: Option<Verdict>,
    /// The state of the SPRT with all games; `None` in a share, which does not
    /// decide it.
    pub test: Option<TestState>,
    /// The error that ended the tournament early.
    pub error: Option<RunError>,
}

/// How one run of a tournament is played.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The share to play; `None` for all games.
    pub shard: Option<Shard>,
    /// The numbers of the games, from 1, that other journals have.
    pub elsewhere: Vec<usize>,
    /// Whether the run ends at the first fault of an engine, or if a program
    /// differs from that of earlier games.
    pub strict: bool,
    /// The measured speed of this machine, if times are scaled by it.
    pub speed: Option<Speed>,
}

/// The interval at which a waiting worker polls the stop signal.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(50);
