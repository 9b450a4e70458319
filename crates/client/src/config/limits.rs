//! The limits of a player: clock, time, nodes and depth of its searches.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::as_text::serde_via_text;

/// The limits of a player; several may be combined.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Limits {
    /// A clock for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Milliseconds for each ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nodes for each ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth for each ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The time margin, by which this player may exceed its time; `None` for
    /// the margin of the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_seconds")]
    pub margin: Option<Duration>,
}

impl Limits {
    /// The keys of a tournament file that limit a search.
    pub const KEYS: &[&str] = &["tc", "movetime", "nodes", "depth"];

    /// Returns whether no limit of a search is set.
    pub fn is_empty(&self) -> bool {
        let Limits { tc, movetime, nodes, depth, margin: _ } = self;
        tc.is_none() && movetime.is_none() && nodes.is_none() && depth.is_none()
    }

    /// Multiplies all times by `factor`, except the margin.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Limits {
        let longest = Duration::from_secs_f64(MAX_SECONDS);
        // Rounded to microseconds, the precision of measured times.
        let scaled = |time: Duration| {
            let micros = (time.as_secs_f64() * factor * 1e6).round().min(MAX_SECONDS * 1e6);
            Duration::from_micros(micros as u64).min(longest)
        };
        if let Some(tc) = &mut self.tc {
            (tc.base, tc.increment) = (scaled(tc.base), scaled(tc.increment));
        }
        self.movetime =
            self.movetime.map(|millis| ((millis as f64 * factor).round() as u64).max(1));
        self
    }
}

/// Prints the form of the command line: `tc=10+0.1 nodes=1000`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.tc.map(|tc| format!("tc={tc}")),
            self.movetime.map(|millis| format!("movetime={millis}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// Serializes optional durations as seconds.
mod optional_seconds {
    use std::time::Duration;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        s: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(s)
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(d: D) -> Result<Option<Duration>, D::Error> {
        let seconds: Option<f64> = Option::deserialize(d)?;
        seconds.map(|s| Duration::try_from_secs_f64(s).map_err(D::Error::custom)).transpose()
    }
}

/// A time for the game or for a number of plies, in seconds or in minutes and
/// seconds, and an increment for each ply in seconds: `10+0.1`, `40/60+0.1`,
/// `1:30+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The number of a player's plies after which `base` is added again; `None`
    /// if `base` is for the whole game.
    pub plies: Option<u32>,
    /// The time at the start.
    pub base: Duration,
    /// The time added after each ply.
    pub increment: Duration,
}

/// The error for a text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a time control; write seconds with an optional increment such as \"10+0.1\", minutes and seconds such as \"1:30+1\", or a time for a number of plies such as \"40/60\""
)]
pub struct TimeControlError(String);

/// The maximum time of a clock, in seconds: about eleven and a half days.
const MAX_SECONDS: f64 = 1_000_000.0;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let seconds = |word: &str| {
            let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let value = word.parse().ok().filter(|&s| plain && s <= MAX_SECONDS);
            value.map(Duration::from_secs_f64).ok_or_else(|| TimeControlError(text.to_string()))
        };
        let wrong = || TimeControlError(text.to_string());
        let time_of = |word: &str| match word.trim().split_once(':') {
            None => seconds(word.trim()),
            Some((minutes, rest)) => {
                let is_whole = minutes.bytes().all(|b| b.is_ascii_digit());
                let minutes = seconds(minutes).ok().filter(|_| is_whole).ok_or_else(wrong)?;
                let rest = seconds(rest)?;
                let total = minutes * 60 + rest;
                let is_valid = rest.as_secs() < 60 && total.as_secs_f64() <= MAX_SECONDS;
                is_valid.then_some(total).ok_or_else(wrong)
            }
        };
        let (plies, time) = match text.trim().split_once('/') {
            Some((plies, time)) => {
                let plies = plies.trim().parse().ok().filter(|&plies: &u32| plies > 0);
                (Some(plies.ok_or_else(wrong)?), time)
            }
            None => (None, text.trim()),
        };
        let (base, increment) = match time.split_once('+') {
            Some((base, increment)) => (time_of(base)?, seconds(increment.trim())?),
            None => (time_of(time)?, Duration::ZERO),
        };
        if base.is_zero() && increment.is_zero() {
            return Err(wrong());
        }
        Ok(TimeControl { plies, base, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plies) = self.plies {
            write!(f, "{plies}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() {
            return Ok(());
        }
        write!(f, "+{}", self.increment.as_secs_f64())
    }
}

serde_via_text!(TimeControl);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_round_trip_through_text() {
        for (text, printed) in [
            ("10+0.1", "10+0.1"),
            ("60", "60"),
            (" 1 + .01", "1+0.01"),
            ("0+1", "0+1"),
            ("40 / 6", "40/6"),
            ("1:30+1", "90+1"),
            ("0:05.5", "5.5"),
            ("40/ 90:00 + 30", "40/5400+30"),
        ] {
            let tc: TimeControl = text.parse().unwrap();
            assert_eq!(tc.to_string(), printed);
            assert_eq!(printed.parse(), Ok(tc));
        }
        for bad in [
            "", "+", "0", "0+0", "-1", "1e3", "inf", "nan", "0/10", "/10", "40/", "4/5/6", "10+",
            "1.2.3", "9999999", ":30", "1:", "1:60", "1.5:0", "0:0", "1:2:3", "1:-1", "1+1:00",
            "16667:00", "-1:30",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn scaling_changes_only_times() {
        let limits = Limits {
            tc: Some("40/10+0.1".parse().unwrap()),
            movetime: Some(100),
            nodes: Some(7),
            ..Limits::default()
        };
        assert_eq!(limits.to_string(), "tc=40/10+0.1 movetime=100 nodes=7");
        let scaled = limits.clone().scaled(0.25);
        assert_eq!(scaled.tc.map(|tc| tc.to_string()).as_deref(), Some("40/2.5+0.025"));
        assert_eq!((scaled.movetime, scaled.nodes), (Some(25), Some(7)));
        assert_eq!(limits.clone().scaled(1.0), limits);
        assert!(limits.scaled(1e9).tc.is_some_and(|tc| tc.base == Duration::from_secs(1_000_000)));
    }

    #[test]
    fn limits_are_empty_if_they_limit_no_search() {
        let none = Limits::default();
        assert!(none.is_empty());
        // A margin does not limit a search.
        assert!(Limits { margin: Some(Duration::ZERO), ..none.clone() }.is_empty());
        for limits in [
            Limits { tc: Some("1".parse().unwrap()), ..none.clone() },
            Limits { movetime: Some(1), ..none.clone() },
            Limits { nodes: Some(1), ..none.clone() },
            Limits { depth: Some(1), ..none.clone() },
        ] {
            assert!(!limits.is_empty(), "{limits}");
        }
        let all = Limits { depth: Some(3), movetime: Some(5), ..none.clone() };
        assert_eq!((all.to_string(), none.to_string()), ("movetime=5 depth=3".into(), "".into()));
    }

    #[test]
    fn scaled_times_are_rounded_to_microseconds_and_not_to_zero() {
        let limits = |tc: &str, movetime| Limits {
            tc: Some(tc.parse().unwrap()),
            movetime: Some(movetime),
            depth: Some(4),
            margin: Some(Duration::from_millis(7)),
            ..Limits::default()
        };
        let micros = |limits: &Limits| {
            limits.tc.map(|tc| [tc.base, tc.increment].map(|time| time.as_micros()))
        };
        let scaled = limits("1+0.3", 3).scaled(1.0 / 3.0);
        assert_eq!((micros(&scaled), scaled.movetime), (Some([333_333, 100_000]), Some(1)));
        assert_eq!(scaled.margin, Some(Duration::from_millis(7)));
        let scaled = limits("7/2+0.25", 100).scaled(2.5);
        assert_eq!((micros(&scaled), scaled.movetime), (Some([5_000_000, 625_000]), Some(250)));
        assert_eq!(scaled.tc.and_then(|tc| tc.plies), Some(7));
        // A movetime is rounded to milliseconds and is at least one.
        assert_eq!(limits("1", 5).scaled(0.5).movetime, Some(3));
        assert_eq!(limits("1", 5).scaled(1e-9).movetime, Some(1));
        let longest = limits("900000+900000", 1).scaled(1.5);
        assert_eq!(micros(&longest), Some([1_000_000_000_000; 2]));
    }

    #[test]
    fn clocks_have_a_maximum() {
        let longest: TimeControl = "1000000+1000000".parse().unwrap();
        assert_eq!(longest.base, Duration::from_secs(1_000_000));
        for bad in
            ["1000000.1", "1+1000000.1", "1+-1", "1+1e3", "+1", "5/+1", "1//2", "4294967296/1"]
        {
            let error = bad.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("\"{bad}\" is not")), "{error}");
        }
        assert!("4294967295/1".parse::<TimeControl>().is_ok());
    }

    #[test]
    fn a_margin_is_serialized_in_seconds() {
        let text = r#"{"nodes":5,"margin":0.25}"#;
        let limits: Limits = serde_json::from_str(text).unwrap();
        assert_eq!(limits.margin, Some(Duration::from_millis(250)));
        assert_eq!(serde_json::to_string(&limits).unwrap(), text);
        let without: Limits = serde_json::from_str(r#"{"nodes":5}"#).unwrap();
        assert_eq!(without, Limits { nodes: Some(5), ..Limits::default() });
        for bad in ["-1", "1e300", "\"1\""] {
            assert!(serde_json::from_str::<Limits>(&format!("{{\"margin\":{bad}}}")).is_err());
        }
    }
}
