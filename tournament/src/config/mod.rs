//! What is to be played: engines, limits, openings, format.
//!
//! A [`Config`] is complete and checked; [`load`] makes one from a file,
//! [`assemble`] from a command line, and [`print()`] turns it into a file again.
//! Only the engines themselves know whether their options are right: what is
//! wrong with them is told with the line that [`Places`] keeps.

mod engine;
mod file;
mod openings;
mod outputs;
mod player;
mod printing;
mod reader;
mod subtables;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use engine::{Dialect, EngineConfig, Program};
pub use file::{assemble, load, load_with, parse};
pub use printing::{print, quoted};
pub use reader::{Addition, Places, Problem, Problems, Venue};

use crate::adjudication::Adjudication;
use crate::logs::Outputs;
use crate::openings::{Order, Source};
use crate::referee::Rules;
use crate::schedule::{Format, Schedule};
use crate::stats::Sprt;

/// The most pairings of two engines.
pub const MOST_PAIRINGS: usize = 10_000_000;

/// The most games at the same time.
pub const MOST_CONCURRENT: usize = 1024;

/// The largest seed: TOML knows no larger number.
pub const LARGEST_SEED: u64 = i64::MAX as u64;

/// A whole tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// What it is called, in the report and the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The game.
    pub game: Rules,
    /// Who meets whom.
    pub format: Format,
    /// How many engines, from the first on, meet all others in a gauntlet.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub seeds: usize,
    /// The rounds of a Swiss tournament, if they are not as many as a knockout
    /// would have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// Pairings, of two games each, of every two engines that meet.
    pub pairings: usize,
    /// Whether every opening is played once only, the engine that is named
    /// first having X.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_swap: bool,
    /// Games at the same time.
    pub concurrency: usize,
    /// Milliseconds between the games of a worker.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wait: u64,
    /// The seed of everything that is random.
    pub seed: u64,
    /// How games begin.
    pub openings: Source,
    /// In which order they are played, if they are listed.
    #[serde(default, skip_serializing_if = "Order::is_sequential")]
    pub order: Order,
    /// Plies after the opening in a game whose rules are asked for; a game
    /// that has more counts for nobody.
    pub max_plies: usize,
    /// The share of games that end by a fault above which the tournament makes
    /// no sense; it is looked at from the twentieth game on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_faults: Option<f64>,
    /// The file of the journal.
    pub journal: Option<PathBuf>,
    /// What is written besides the journal.
    #[serde(default, skip_serializing_if = "Outputs::is_nothing")]
    pub outputs: Outputs,
    /// The processors to which the games are bound, one after the other; all
    /// that there are if the list is empty, and none without a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub affinity: Option<Vec<usize>>,
    /// The test that ends the tournament when it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// What ends games before their rules.
    #[serde(default, skip_serializing_if = "Adjudication::is_nothing")]
    pub adjudication: Adjudication,
    /// How far an engine may overstep its time, in seconds.
    #[serde(with = "seconds")]
    pub margin: Duration,
    /// How long to wait for what.
    pub deadlines: Deadlines,
    /// Who plays.
    pub engines: Vec<EngineConfig>,
}

impl Config {
    /// A tournament of these engines with all else at its default.
    pub fn new(game: Rules, engines: Vec<EngineConfig>) -> Config {
        // Without rules nobody can tell which moves are legal.
        let plies = if matches!(game, Rules::Known(_)) { 2 } else { 0 };
        Config {
            title: None,
            game,
            format: Format::default(),
            seeds: 1,
            rounds: None,
            pairings: 10,
            no_swap: false,
            concurrency: 1,
            wait: 0,
            seed: 0,
            openings: Source::Random(plies),
            order: Order::default(),
            max_plies: 2000,
            max_faults: None,
            journal: None,
            outputs: Outputs::default(),
            affinity: None,
            sprt: None,
            adjudication: Adjudication::default(),
            margin: Duration::from_millis(100),
            deadlines: Deadlines::default(),
            engines,
        }
    }

    /// Who meets whom.
    pub fn schedule(&self) -> Box<dyn Schedule> {
        self.format.schedule(self)
    }

    /// The folder of transcripts: without one those of faulty games are kept
    /// beside the journal, if there is a journal.
    pub fn transcripts(&self) -> Option<PathBuf> {
        let beside = |journal: &PathBuf| {
            let mut name = journal.clone().into_os_string();
            name.push(".faults");
            PathBuf::from(name)
        };
        self.outputs.transcripts.clone().or_else(|| self.journal.as_ref().map(beside))
    }

    /// How many openings of the list are never played, because there are not
    /// as many pairings.
    pub fn unused_openings(&self) -> usize {
        match &self.openings {
            Source::List(list) => list.len().saturating_sub(self.pairings),
            Source::Random(_) => 0,
        }
    }
}

/// How long to wait for an engine, in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadlines {
    /// For the whole handshake, options included.
    #[serde(with = "seconds")]
    pub startup: Duration,
    /// For `readyok` before a game.
    #[serde(with = "seconds")]
    pub ready: Duration,
    /// For a move when nothing but nodes or depth limits the search.
    #[serde(with = "seconds")]
    pub think: Duration,
    /// For the answer to `stop` or to a `query`, and for input to be read.
    #[serde(with = "seconds")]
    pub answer: Duration,
    /// For the end after `quit`.
    #[serde(with = "seconds")]
    pub quit: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines {
            startup: Duration::from_secs(20),
            ready: Duration::from_secs(20),
            think: Duration::from_secs(300),
            answer: Duration::from_secs(2),
            quit: Duration::from_secs(2),
        }
    }
}

fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one(number: &usize) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Durations as seconds, in the journal as in tournament files.
mod seconds {
    use std::time::Duration;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_f64(time.as_secs_f64())
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(d: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(d)?).map_err(D::Error::custom)
    }
}
