//! The configuration of a tournament: engines, limits, openings, format.
//!
//! A [`Config`] is complete and checked. [`load()`] makes one from a file,
//! [`load_with`] and [`from_options`] also use the [options](Overlay) of the
//! command line, and [`print()`] turns one into a file again. Each key has a
//! row in a table: the keys outside of tables in `settings.rs`, those of
//! engines in `players.rs`, and so on. Only the engines themselves can check
//! the values of their options: [`Spans`] keeps the lines of options for the
//! mistakes that engines report.

mod adjudicate;
mod deadlines;
mod document;
mod field;
mod key;
mod kind;
mod listing;
mod load;
mod openings;
mod outputs;
mod overlay;
mod player_checks;
mod players;
mod reader;
mod scale;
mod settings;
mod tuning;
mod tuning_file;
mod values;
mod words;

use noughts_client::EngineConfig;
use std::path::PathBuf;
use std::time::Duration;

pub use key::KeyInfo;
pub use kind::Syntax;
pub use listing::{keys, print, without_machine};
pub use load::{from_options, load, load_with, parse};
pub use overlay::Overlay;
pub use reader::{MachineChecks, Problem, Problems, Spans};
pub use scale::Scale;
pub use settings::{Config, LARGEST_SEED, MOST_CONCURRENT, MOST_PAIRINGS, MOST_ROUNDS};
pub use tuning::tuning_keys;
pub use tuning_file::{TuningFile, load_tuning};

use crate::openings::{Book, Source, TooManyPlies};
use crate::schedule::Schedule;
pub use noughts_client::Dialect;

impl Config {
    /// Returns the schedule of the pairings.
    pub fn schedule(&self) -> Box<dyn Schedule> {
        self.format.schedule(self)
    }

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
            threads.unwrap_or(1).clamp(1, MOST_CONCURRENT)
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

    /// Returns the book of the openings. Its random openings are distinct up to
    /// symmetry if the configuration leaves that open.
    ///
    /// # Errors
    ///
    /// When no opening was found after which the game is open.
    pub fn book(&self) -> Result<Book, TooManyPlies> {
        let book = Book::new(&self.openings, self.game.spec(), self.seed)?;
        let book = book.in_order(self.order, self.seed);
        let book = if self.symmetric == Some(true) { book.with_symmetric() } else { book };
        Ok(match self.game.spec().filter(|_| self.transform) {
            Some(spec) => book.transformed(spec, self.seed),
            None => book,
        })
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
