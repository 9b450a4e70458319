//! The formats of a tournament, and the rows that describe them.

use std::str::FromStr;

use noughts_client::serde_via_text;

use super::{gauntlet, knockout, ladder, pair, pyramid, round_robin, swiss};
use crate::model::config::Config;
use crate::model::format::Format;
use crate::plan::schedule::pairing::Schedule;
use crate::plan::schedule::row::{Make, Row};

/// The rows of the formats, each from its own file.
const FORMATS: &[&Row] = &[
    // Keep one line for each.
    &pair::ROW,
    &round_robin::ROW,
    &pyramid::ROW,
    &gauntlet::ROW,
    &knockout::ROW,
    &ladder::ROW,
    &swiss::ROW,
];

impl Format {
    /// Returns all formats.
    pub fn all() -> impl Iterator<Item = Format> {
        FORMATS.iter().map(|row| Format::named(row.name))
    }

    /// Returns the row; formats are made only from rows.
    fn row(self) -> &'static Row {
        FORMATS.iter().find(|row| row.name == self.name()).unwrap_or(&&round_robin::ROW)
    }

    /// Returns the name with its article, for messages: `a gauntlet`.
    pub fn noun(self) -> &'static str {
        self.row().noun
    }

    /// Returns the rule of pairing, for the documents.
    pub fn help(self) -> &'static str {
        self.row().help
    }

    /// Returns the keys that are a mistake in formats that do not list them.
    pub fn keys(self) -> &'static [&'static str] {
        self.row().keys
    }

    /// Returns whether all pairings are known before the first game.
    pub fn is_fixed(self) -> bool {
        match self.row().make {
            Make::Fixed(_) => true,
            Make::FromResults(_) => false,
        }
    }

    /// Returns why `engines` engines cannot play this format: the key at fault,
    /// and the message.
    pub(crate) fn mistake(
        self,
        config: &Config,
        engines: usize,
    ) -> Option<(&'static str, &'static str)> {
        (self.row().mistake)(config, engines)
    }

    /// Returns the schedule of a tournament of this format.
    pub(crate) fn schedule(self, config: &Config) -> Box<dyn Schedule> {
        match self.row().make {
            Make::Fixed(make) => Box::new(make(config)),
            Make::FromResults(make) => make(config),
        }
    }
}

impl Default for Format {
    fn default() -> Format {
        Format::named(round_robin::ROW.name)
    }
}

/// The error of an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format \"{0}\"")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        Format::all().find(|f| f.name() == name).ok_or_else(|| UnknownFormat(name.to_string()))
    }
}

serde_via_text!(Format);

#[cfg(test)]
mod tests {
    use super::*;
    use noughts_client::EngineConfig;
    use noughts_client::Limits;
    use std::collections::HashSet;

    fn config(format: Format, engines: usize) -> Config {
        let names = (0..engines).map(|i| i.to_string());
        let engines = names.map(|name| EngineConfig::builtin(&name, &[], Limits::default()));
        let mut config = Config::new("tictactoe".parse().unwrap(), engines.collect());
        (config.format, config.pairings) = (format, 3);
        config
    }

    #[test]
    fn names_are_unique_and_parse() {
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

    /// Plays a schedule to its end; the seed `results` determines the results.
    fn pairings(
        format: Format,
        engines: usize,
        results: usize,
    ) -> Vec<crate::plan::schedule::pairing::Pairing> {
        let mut schedule = format.schedule(&config(format, engines));
        let mut played = Vec::new();
        while played.len() < schedule.known() {
            let number = played.len();
            played.push(schedule.pairing(number));
            let first = u32::try_from((number * results + number / 3 + results) % 5).unwrap();
            schedule.report_result(number, [first, 4 - first]);
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
