//! The formats of a tournament: what a row says of one.

use std::fmt;
use std::str::FromStr;

use super::{FORMATS, FixedSchedule, Schedule, round_robin};
use crate::as_text::kept_as_text;
use crate::config::Config;

/// What there is to know of a format.
pub(super) struct Row {
    /// As tournament files, the command line and journals write it.
    pub(super) name: &'static str,
    /// What a tournament of this format is called in a sentence.
    pub(super) noun: &'static str,
    /// Who meets whom, for the documents and `--help`.
    pub(super) help: &'static str,
    /// The keys of a tournament that are a mistake in formats without them.
    pub(super) keys: &'static [&'static str],
    /// What cannot be played with so many engines: the key, and why.
    pub(super) mistake: fn(&Config, engines: usize) -> Option<(&'static str, &'static str)>,
    /// Makes the schedule.
    pub(super) make: Make,
}

/// Makes the schedule of a tournament.
pub(super) enum Make {
    /// All of it is known before the first game.
    Fixed(fn(&Config) -> Box<dyn FixedSchedule>),
    /// It depends on results.
    FromResults(fn(&Config) -> Box<dyn Schedule>),
}

/// For a [`Row`] of a format that can be played with any engines.
pub(super) fn no_mistake(_: &Config, _: usize) -> Option<(&'static str, &'static str)> {
    None
}

/// A format of tournaments: who meets whom.
#[derive(Clone, Copy)]
pub struct Format(&'static Row);

impl Format {
    /// All formats.
    pub fn all() -> impl Iterator<Item = Format> {
        FORMATS.iter().map(|row| Format(row))
    }

    /// As tournament files, the command line and journals write it.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What a tournament of this format is called in a sentence: `a gauntlet`.
    pub fn noun(self) -> &'static str {
        self.0.noun
    }

    /// Who meets whom, for the documents and `--help`.
    pub fn help(self) -> &'static str {
        self.0.help
    }

    /// The keys of a tournament that are a mistake in formats without them.
    pub fn keys(self) -> &'static [&'static str] {
        self.0.keys
    }

    /// Whether all pairings are known before the first game.
    pub fn is_fixed(self) -> bool {
        match self.0.make {
            Make::Fixed(_) => true,
            Make::FromResults(_) => false,
        }
    }

    /// Why so many engines cannot play a tournament of this format: the key at
    /// fault, and the reason.
    pub(crate) fn mistake(
        self,
        config: &Config,
        engines: usize,
    ) -> Option<(&'static str, &'static str)> {
        (self.0.mistake)(config, engines)
    }

    /// The schedule of a tournament of this format.
    pub(crate) fn schedule(self, config: &Config) -> Box<dyn Schedule> {
        match self.0.make {
            Make::Fixed(make) => Box::new(make(config)),
            Make::FromResults(make) => make(config),
        }
    }
}

impl Default for Format {
    fn default() -> Format {
        Format(&round_robin::ROW)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.name())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format \"{0}\"")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        Format::all().find(|f| f.name() == name).ok_or_else(|| UnknownFormat(name.to_string()))
    }
}

kept_as_text!(Format);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::EngineConfig;
    use crate::limits::Limits;
    use std::collections::HashSet;

    fn config(format: Format, engines: usize) -> Config {
        let names = (0..engines).map(|i| i.to_string());
        let engines = names.map(|name| EngineConfig::builtin(&name, &[], Limits::default()));
        let mut config = Config::new("tictactoe".parse().unwrap(), engines.collect());
        (config.format, config.pairings) = (format, 3);
        config
    }

    #[test]
    fn names_are_distinct_and_lead_back() {
        let mut names = HashSet::new();
        for format in Format::all() {
            assert!(names.insert(format.name()));
            assert_eq!(format.name().parse(), Ok(format));
            let json = serde_json::to_string(&format).unwrap();
            assert_eq!(json, format!("\"{format}\""));
            assert_eq!(serde_json::from_str::<Format>(&json).unwrap(), format);
        }
        assert!("knock-out".parse::<Format>().is_err());
    }

    /// Plays a schedule to its end, with results that follow from a number.
    fn pairings(format: Format, engines: usize, results: usize) -> Vec<super::super::Pairing> {
        let mut schedule = format.schedule(&config(format, engines));
        let mut played = Vec::new();
        while played.len() < schedule.known() {
            let number = played.len();
            played.push(schedule.pairing(number));
            let first = u32::try_from((number * results + number / 3 + results) % 5).unwrap();
            schedule.learn(number, [first, 4 - first]);
        }
        assert_eq!(played.len(), schedule.total());
        assert!(schedule.is_complete());
        played
    }

    #[test]
    fn the_pairings_of_a_fixed_format_do_not_depend_on_results() {
        for format in Format::all() {
            let mut depends = false;
            for engines in (2..=8).filter(|&n| format.mistake(&config(format, n), n).is_none()) {
                let first = pairings(format, engines, 0);
                assert!(first.iter().all(|p| p.players.iter().all(|&player| player < engines)));
                let schedule = format.schedule(&config(format, engines));
                assert!(!format.is_fixed() || schedule.is_complete());
                depends |= (1..5).any(|results| pairings(format, engines, results) != first);
            }
            assert_eq!(depends, !format.is_fixed(), "{format}");
        }
    }
}
