//! The row that describes a format.

use crate::model::config::Config;
use crate::plan::schedule::pairing::{FixedSchedule, Schedule};

/// The description of a format.
pub(super) struct Row {
    /// The name in tournament files, on the command line and in journals.
    pub(super) name: &'static str,
    /// The name with its article, for messages.
    pub(super) noun: &'static str,
    /// The rule of pairing, for the documents.
    pub(super) help: &'static str,
    /// The keys that are a mistake in formats that do not list them.
    pub(super) keys: &'static [&'static str],
    /// Returns why this number of engines cannot play the format: the key at
    /// fault, and the message.
    pub(super) mistake: fn(&Config, engines: usize) -> Option<(&'static str, &'static str)>,
    /// The constructor of the schedule.
    pub(super) make: Make,
}

/// The constructor of the schedule of a tournament.
pub(super) enum Make {
    /// The whole schedule is known before the first game.
    Fixed(fn(&Config) -> Box<dyn FixedSchedule>),
    /// The schedule depends on results.
    FromResults(fn(&Config) -> Box<dyn Schedule>),
}

/// The `mistake` of a format that any number of engines can play.
pub(super) fn no_mistake(_: &Config, _: usize) -> Option<(&'static str, &'static str)> {
    None
}
