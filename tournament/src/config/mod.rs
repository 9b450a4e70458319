//! What is to be played: engines, limits, openings, format.
//!
//! A [`Config`] is complete and checked; [`load`] makes one from a file.

mod file;
mod openings;
mod player;
mod reader;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use noughts::protocol;
use serde::{Deserialize, Serialize};

pub use file::{load, parse};
pub use reader::{Problem, Problems};

use crate::clock::Limits;
use crate::openings::Source;
use crate::referee::Rules;
use crate::schedule::Format;

/// The most pairings of two engines.
pub const MOST_PAIRINGS: usize = 10_000_000;

/// The most games at the same time.
pub const MOST_CONCURRENT: usize = 1024;

/// The largest seed: TOML knows no larger number.
pub const LARGEST_SEED: u64 = i64::MAX as u64;

/// A whole tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The game.
    pub game: Rules,
    /// Who meets whom.
    pub format: Format,
    /// Pairings, of two games each, of every two engines that meet.
    pub pairings: usize,
    /// Games at the same time.
    pub concurrency: usize,
    /// The seed of everything that is random.
    pub seed: u64,
    /// How games begin.
    pub openings: Source,
    /// Plies after the opening in a game whose rules are asked for; a game
    /// that has more counts for nobody.
    pub max_plies: usize,
    /// The file of the journal.
    pub journal: Option<PathBuf>,
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
            game,
            format: Format::default(),
            pairings: 10,
            concurrency: 1,
            seed: 0,
            openings: Source::Random(plies),
            max_plies: 2000,
            journal: None,
            margin: Duration::from_millis(100),
            deadlines: Deadlines::default(),
            engines,
        }
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

/// One engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineConfig {
    /// Its name, which no other one has.
    pub name: String,
    /// What to start.
    pub program: Program,
    /// The working directory.
    pub dir: Option<PathBuf>,
    /// Additions to the environment.
    pub env: BTreeMap<String, String>,
    /// What it speaks.
    pub dialect: Dialect,
    /// Settings, in the order in which they are sent.
    pub options: Vec<(String, String)>,
    /// What it may use for a move.
    pub limits: Limits,
}

impl EngineConfig {
    /// The built-in engine under this name.
    pub fn builtin(name: &str, options: &[(&str, &str)], limits: Limits) -> EngineConfig {
        let text = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
        EngineConfig {
            name: name.to_string(),
            program: Program::Builtin,
            dir: None,
            env: BTreeMap::new(),
            dialect: Dialect::Ugi,
            options: options.iter().map(text).collect(),
            limits,
        }
    }
}

/// What to start as an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// The engine of this project, served by the runner itself.
    Builtin,
    /// A program.
    Command {
        /// Its path, or its name if it is to be looked for.
        path: PathBuf,
        /// Its arguments.
        args: Vec<String>,
    },
}

/// What an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The Universal Game Interface.
    #[default]
    Ugi,
    /// The Universal Chess Interface.
    Uci,
}

impl Dialect {
    /// Every dialect with its name.
    pub const ALL: [(&'static str, Dialect); 2] = [("ugi", Dialect::Ugi), ("uci", Dialect::Uci)];
}

impl From<Dialect> for protocol::Dialect {
    fn from(dialect: Dialect) -> protocol::Dialect {
        match dialect {
            Dialect::Ugi => protocol::Dialect::Ugi,
            Dialect::Uci => protocol::Dialect::Uci,
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
