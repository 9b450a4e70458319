//! The configuration of a tournament, complete and checked.

use std::path::PathBuf;
use std::time::Duration;

use noughts_client::{Deadlines, EngineConfig, Rules, seconds};
use serde::{Deserialize, Serialize};

use crate::model::adjudication::Adjudication;
use crate::model::format::Format;
use crate::model::opening::{Order, Source};
use crate::model::outputs::Outputs;
use crate::model::scale::Scale;
use crate::model::sprt::Sprt;

/// The largest number of rounds of a Swiss tournament, and of seeds of a gauntlet.
pub const MAX_ROUNDS: usize = 1000;
/// The largest number of pairings of two engines.
pub const MAX_PAIRINGS: usize = 10_000_000;

/// The largest number of games at the same time.
pub const MAX_CONCURRENT: usize = 1024;

/// The largest seed, which is the largest integer of TOML.
pub const MAX_SEED: u64 = i64::MAX as u64;

/// The configuration of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The title in the report and the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The game.
    pub game: Rules,
    /// The format, which determines the pairings.
    pub format: Format,
    /// The number of engines, from the first on, that meet all others in a
    /// gauntlet.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub seeds: usize,
    /// The rounds of a Swiss tournament; `None` for as many as a knockout would
    /// have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// The number of pairings, of two games each, of every two engines that
    /// meet.
    pub pairings: usize,
    /// Whether a pairing is one game, in which the engine that is named first
    /// has X.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_swap: bool,
    /// Whether the players agree on the opening and the sides of each game by swap2.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swap2: bool,
    /// The number of games at the same time.
    pub concurrency: usize,
    /// The pause of a worker between two games, in milliseconds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wait: u64,
    /// The factor on the times of all engines on this machine.
    #[serde(default, skip_serializing_if = "Scale::is_one")]
    pub scale: Scale,
    /// The speed of the machine for which the times are meant, in units of
    /// [`speed::measure`](crate::machine::speed::measure), for a scale that is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<f64>,
    /// The seed of the openings and of the engines.
    pub seed: u64,
    /// The source of the openings.
    pub openings: Source,
    /// The order of listed openings.
    #[serde(default, skip_serializing_if = "Order::is_sequential")]
    pub order: Order,
    /// Whether random openings may be the same up to the symmetries of the
    /// game. `None` in a configuration is the value of the journal that is
    /// continued, or `false`; in the header of a journal it is `true`, as in
    /// the versions before this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetric: Option<bool>,
    /// Whether listed openings are played as symmetric images, which the seed
    /// chooses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub transform: bool,
    /// The largest number of plies after the opening in a game that the engines
    /// referee; a longer game is unscored.
    pub max_plies: usize,
    /// The share of games with a fault, from 0 to 1, above which the run ends.
    /// In the first games it is a share of twenty games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_faults: Option<f64>,
    /// The file of the journal.
    pub journal: Option<PathBuf>,
    /// The files that are written besides the journal.
    #[serde(default, skip_serializing_if = "Outputs::is_nothing")]
    pub outputs: Outputs,
    /// The processors to which the games are bound in turn: all available ones
    /// if the list is empty; `None` binds no game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub affinity: Option<Vec<usize>>,
    /// The sequential test that ends the tournament when it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The conditions that end games before the rules do.
    #[serde(default, skip_serializing_if = "Adjudication::is_nothing")]
    pub adjudication: Adjudication,
    /// The engine that referees a game whose rules the runner does not know;
    /// `None` asks the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<Box<EngineConfig>>,
    /// The time by which an engine may exceed its limit, in seconds.
    #[serde(with = "seconds")]
    pub margin: Duration,
    /// The deadlines of the engines' replies.
    pub deadlines: Deadlines,
    /// The engines, in the order of the file.
    pub engines: Vec<EngineConfig>,
}

impl Config {
    /// Creates a tournament of these engines with all other settings at their
    /// defaults.
    pub fn new(game: Rules, engines: Vec<EngineConfig>) -> Config {
        // Random openings need rules that the runner knows.
        let plies = if matches!(game, Rules::Known(_)) { 2 } else { 0 };
        Config {
            title: None,
            game,
            format: Format::default(),
            seeds: 1,
            rounds: None,
            pairings: 10,
            no_swap: false,
            swap2: false,
            concurrency: 1,
            wait: 0,
            scale: Scale::default(),
            reference: None,
            seed: 0,
            openings: Source::Random(plies),
            order: Order::default(),
            symmetric: None,
            transform: false,
            max_plies: 2000,
            max_faults: None,
            journal: None,
            outputs: Outputs::default(),
            affinity: None,
            sprt: None,
            adjudication: Adjudication::default(),
            referee: None,
            margin: Duration::from_millis(100),
            deadlines: Deadlines::default(),
            engines,
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

/// Returns whether a field is at its default and therefore not written to a
/// journal.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Config {
    /// Returns the tournament as this machine plays it: with all times scaled.
    #[must_use]
    pub fn scaled(&self) -> Config {
        let mut config = self.clone();
        let judge = config.adjudication.proof.as_deref_mut();
        for engine in config.engines.iter_mut().chain(judge) {
            engine.limits = engine.scaled_limits(self.scale.factor());
        }
        config
    }

    /// Returns whether the time of some engine is limited.
    pub fn is_timed(&self) -> bool {
        let judge = self.adjudication.proof.as_deref();
        self.engines.iter().chain(judge).any(|engine| {
            let limits = &engine.limits;
            limits.tc.is_some() || limits.movetime.is_some()
        })
    }

    /// Returns the time margin of an engine.
    pub fn margin_of(&self, engine: &EngineConfig) -> Duration {
        engine.limits.margin.unwrap_or(self.margin)
    }

    /// Returns the time margin of the proving engine.
    pub fn proof_margin(&self) -> Duration {
        self.adjudication.proof.as_ref().map_or(self.margin, |engine| self.margin_of(engine))
    }

    /// Returns the number of processors that a game needs: the threads of the
    /// engine with the most, and those of its opponent as well if engines
    /// ponder.
    pub fn threads(&self) -> usize {
        let of = |engine: &EngineConfig| {
            let set = engine.options.iter().rev();
            let mut threads = set.filter(|(name, _)| name.eq_ignore_ascii_case("Threads"));
            let threads = threads.next().and_then(|(_, value)| value.trim().parse().ok());
            threads.unwrap_or(1).clamp(1, MAX_CONCURRENT)
        };
        let mut threads: Vec<usize> = self.engines.iter().map(of).collect();
        threads.sort_unstable();
        let searching = if self.engines.iter().any(|engine| engine.ponder) { 2 } else { 1 };
        threads.iter().rev().take(searching).sum::<usize>().max(1)
    }

    /// Returns the folder of transcripts. If none is set it is `JOURNAL.faults`
    /// beside the journal; without a journal there is none.
    pub fn transcripts(&self) -> Option<PathBuf> {
        let beside = |journal: &PathBuf| {
            let mut name = journal.clone().into_os_string();
            name.push(".faults");
            PathBuf::from(name)
        };
        self.outputs.transcripts.clone().or_else(|| self.journal.as_ref().map(beside))
    }

    /// Returns whether random openings may be the same up to symmetry, in the
    /// header of a journal; `None` if the openings are not random.
    pub fn symmetric_in_journal(&self) -> Option<bool> {
        // The versions before this key played all openings.
        self.has_random_openings().then(|| self.symmetric.unwrap_or(true))
    }

    /// Chooses whether random openings may be the same up to symmetry, if that
    /// is open: as the journal that is continued, or else not.
    pub fn settle_symmetric(&mut self, journal: Option<&Config>) {
        if self.has_random_openings() && self.symmetric.is_none() {
            self.symmetric = journal.and_then(Config::symmetric_in_journal).or(Some(false));
        }
    }

    fn has_random_openings(&self) -> bool {
        matches!(self.openings, Source::Random(1..))
    }

    /// Returns the number of listed openings that are never played because
    /// there are fewer pairings.
    pub fn unused_openings(&self) -> usize {
        match &self.openings {
            Source::List(list) => list.len().saturating_sub(self.pairings),
            Source::Random(_) => 0,
        }
    }
}
