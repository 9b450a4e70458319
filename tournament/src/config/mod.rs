//! What is to be played: engines, limits, openings, format.
//!
//! A [`Config`] is complete and checked; [`load()`] makes one from a file,
//! [`load_with`] and [`assemble`] from what the command line [says](Overlay) as
//! well, and [`print()`] turns it into a file again. Each key has a row in a table:
//! those that stand in no table of the file in `settings.rs`, those of engines in
//! `players.rs`, and so on. Only the engines themselves know whether their options
//! are right: what is wrong with them is told with the line that [`Spans`] keeps.

mod adjudicate;
mod deadlines;
mod document;
mod engine;
mod field;
mod key;
mod kind;
mod listing;
mod load;
mod openings;
mod outputs;
mod overlay;
mod players;
mod reader;
mod settings;
mod values;

use std::path::PathBuf;

pub use deadlines::Deadlines;
pub use engine::{Dialect, EngineConfig, Program};
pub use key::KeyInfo;
pub use kind::FileKind;
pub use listing::{deciding, keys, print};
pub use load::{assemble, load, load_with, parse};
pub use overlay::Overlay;
pub use reader::{Problem, Problems, Spans, Venue};
pub use settings::{Config, LARGEST_SEED, MOST_CONCURRENT, MOST_PAIRINGS};

use crate::openings::Source;
use crate::schedule::Schedule;

impl Config {
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
