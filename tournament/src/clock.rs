//! What a player may use for its moves, and the clock that counts it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use noughts::game::Side;
use noughts::protocol::Go;
use serde::{Deserialize, Serialize};

/// The limits of one player; several may be combined.
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
    /// How far this player may overstep its time, if not as far as the others.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_seconds")]
    pub margin: Option<Duration>,
}

impl Limits {
    /// Whether nothing ends a search.
    pub fn is_empty(&self) -> bool {
        let Limits { tc, movetime, nodes, depth, margin: _ } = self;
        tc.is_none() && movetime.is_none() && nodes.is_none() && depth.is_none()
    }

    /// The same with all times so many times as long.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Limits {
        let longest = Duration::from_secs_f64(LONGEST);
        // To the microsecond, as nobody measures more.
        let scaled = |time: Duration| {
            let micros = (time.as_secs_f64() * factor * 1e6).round().min(LONGEST * 1e6);
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

/// As on the command line: `tc=10+0.1 nodes=1000`.
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

/// Durations that may be missing, as seconds.
mod optional_seconds {
    use std::time::Duration;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        s: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(s)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(d: D) -> Result<Option<Duration>, D::Error> {
        let seconds: Option<f64> = Option::deserialize(d)?;
        seconds.map(|s| Duration::try_from_secs_f64(s).map_err(D::Error::custom)).transpose()
    }
}

/// Time for a game or a number of plies and an increment for each ply: `10+0.1`
/// seconds, `40/60+0.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// After so many plies of its own a player gets the time of the start
    /// again; none if that is for the whole game.
    pub plies: Option<u32>,
    /// At the start.
    pub base: Duration,
    /// Added after each ply.
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a time control: seconds and an increment such as \"10+0.1\" are expected, perhaps for a number of plies such as \"40/60\""
)]
pub struct TimeControlError(String);

/// The longest clock, in seconds: more than eleven days.
const LONGEST: f64 = 1_000_000.0;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let seconds = |word: &str| {
            let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let value = word.parse().ok().filter(|&s| plain && s <= LONGEST);
            value.map(Duration::from_secs_f64).ok_or_else(|| TimeControlError(text.to_string()))
        };
        let wrong = || TimeControlError(text.to_string());
        let (plies, time) = match text.trim().split_once('/') {
            Some((plies, time)) => {
                let plies = plies.trim().parse().ok().filter(|&plies: &u32| plies > 0);
                (Some(plies.ok_or_else(wrong)?), time)
            }
            None => (None, text.trim()),
        };
        let (base, increment) = match time.split_once('+') {
            Some((base, increment)) => (seconds(base.trim())?, seconds(increment.trim())?),
            None => (seconds(time.trim())?, Duration::ZERO),
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

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(tc: TimeControl) -> String {
        tc.to_string()
    }
}

/// What is left of a player's limits during a game.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    left: Option<Duration>,
    /// Plies until the time of the start is given again.
    plies_left: Option<u32>,
    margin: Duration,
}

impl Clock {
    /// A clock before the first ply. The margin is how far a player may
    /// overstep its time before it loses.
    pub fn new(limits: &Limits, margin: Duration) -> Clock {
        // A clock that is all increment gives it for the first ply too.
        let start = |tc: &TimeControl| if tc.base.is_zero() { tc.increment } else { tc.base };
        Clock {
            limits: limits.clone(),
            left: limits.tc.as_ref().map(start),
            plies_left: limits.tc.and_then(|tc| tc.plies),
            margin,
        }
    }

    /// How long the next ply may take before it is lost; none when nothing
    /// but nodes or depth limits it.
    pub fn allowance(&self) -> Option<Duration> {
        let movetime = self.limits.movetime.map(Duration::from_millis);
        let time = self.left.into_iter().chain(movetime).min()?;
        Some(time + self.margin)
    }

    /// Counts a ply. What was used beyond the clock, within the margin, is
    /// forgiven.
    pub fn used(&mut self, time: Duration) {
        if let (Some(left), Some(tc)) = (&mut self.left, &self.limits.tc) {
            *left = left.saturating_sub(time) + tc.increment;
            if let Some(plies) = &mut self.plies_left {
                *plies = plies.saturating_sub(1);
                if *plies == 0 {
                    *plies = tc.plies.unwrap_or_default();
                    *left += tc.base;
                }
            }
        }
    }

    /// What this player may be told with `go`, when the opponent's clock is
    /// that one: each knows both clocks.
    pub fn go(&self, side: Side, opponent: &Clock) -> Go {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let mut go = Go {
            nodes: self.limits.nodes,
            depth: self.limits.depth,
            movetime: self.limits.movetime,
            ..Go::default()
        };
        // A player without a clock of its own need not know of one.
        if self.left.is_some() {
            go.moves_to_go = self.plies_left;
            for (clock, side) in [(self, side), (opponent, !side)] {
                let left = clock.left.map(millis);
                go.clock[side.index()] = left.map(|left| i64::try_from(left).unwrap_or(i64::MAX));
                go.increment[side.index()] = clock.limits.tc.map(|tc| millis(tc.increment));
            }
        }
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts::protocol::{Command, Dialect};

    const MARGIN: Duration = Duration::from_millis(50);

    fn clock(tc: &str) -> Clock {
        Clock::new(&Limits { tc: Some(tc.parse().unwrap()), ..Limits::default() }, MARGIN)
    }

    #[test]
    fn time_controls_are_read_and_lead_back() {
        for (text, printed) in [
            ("10+0.1", "10+0.1"),
            ("60", "60"),
            (" 1 + .01", "1+0.01"),
            ("0+1", "0+1"),
            ("40 / 6", "40/6"),
        ] {
            let tc: TimeControl = text.parse().unwrap();
            assert_eq!(tc.to_string(), printed);
            assert_eq!(printed.parse(), Ok(tc));
        }
        for bad in [
            "", "+", "0", "0+0", "-1", "1e3", "inf", "nan", "0/10", "/10", "40/", "4/5/6", "10+",
            "1.2.3", "9999999",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_ply_costs_its_time_and_earns_the_increment() {
        let mut clock = clock("1+0.1");
        assert_eq!(clock.allowance(), Some(Duration::from_millis(1050)));
        clock.used(Duration::from_millis(300));
        assert_eq!(clock.allowance(), Some(Duration::from_millis(850)));
        clock.used(Duration::from_millis(830));
        assert_eq!(clock.allowance(), Some(Duration::from_millis(150)));
    }

    #[test]
    fn a_session_gives_its_time_again() {
        let mut own = clock("2/1+0.1");
        let mut told = Vec::new();
        for _ in 0..4 {
            let go = own.go(Side::X, &clock("5"));
            told.push((go.clock[0], go.moves_to_go));
            own.used(Duration::from_millis(300));
        }
        let expected = [(1000, 2), (800, 1), (1600, 2), (1400, 1)];
        assert_eq!(told, expected.map(|(left, plies)| (Some(left), Some(plies))));
    }

    #[test]
    fn times_are_scaled_and_nothing_else() {
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
    fn both_clocks_are_told_in_the_words_of_the_dialect() {
        let (x, mut o) = (clock("1+0.1"), clock("5"));
        o.used(Duration::from_millis(1));
        let go = Command::Go(o.go(Side::O, &x));
        assert_eq!(go.print(Dialect::Ugi), "go p1time 1000 p2time 4999 p1inc 100 p2inc 0");
        assert_eq!(go.print(Dialect::Uci), "go wtime 1000 btime 4999 winc 100 binc 0");
    }

    #[test]
    fn limits_without_time_have_no_allowance() {
        let nodes = Clock::new(&Limits { nodes: Some(5), ..Limits::default() }, MARGIN);
        assert_eq!(nodes.allowance(), None);
        let go = Command::Go(nodes.go(Side::X, &clock("1")));
        assert_eq!(go.print(Dialect::Ugi), "go nodes 5");
        let limits = Limits { movetime: Some(20), ..clock("1").limits };
        assert_eq!(Clock::new(&limits, MARGIN).allowance(), Some(Duration::from_millis(70)));
    }
}
