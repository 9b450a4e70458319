//! The clock of a game: how much time the sides have, and how much is left.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use noughts::game::Side;
use noughts::protocol::Go;

/// The maximum number of minutes of a side, and of seconds for each ply.
const MAX: f64 = 600.0;

/// How long an engine may exceed its time: its answer takes a moment to arrive.
const MARGIN: Duration = Duration::from_millis(300);

/// The time of each side for the whole game, and what each of its plies adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    pub(super) base: Duration,
    pub(super) increment: Duration,
}

/// The text is not a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write minutes, as in 5, or minutes and the seconds that each move adds, as in 5+3")]
pub(super) struct TimeControlError;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Parses `MINUTES` or `MINUTES+SECONDS`.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| {
            let number: f64 = text.trim().parse().map_err(|_| TimeControlError)?;
            if (0.0..=MAX).contains(&number) { Ok(number) } else { Err(TimeControlError) }
        };
        let duration = |seconds: f64| Duration::from_millis((seconds * 1000.0).round() as u64);
        let control = TimeControl {
            base: duration(number(minutes)? * 60.0),
            increment: duration(number(seconds)?),
        };
        if control.base.is_zero() { Err(TimeControlError) } else { Ok(control) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs_f64() / 60.0)?;
        match self.increment {
            Duration::ZERO => Ok(()),
            increment => write!(f, "+{}", increment.as_secs_f64()),
        }
    }
}

impl TimeControl {
    /// Parses the value of the tag `TimeControl` of PGN: `180` or `180+2`, in seconds.
    pub(super) fn of_tag(text: &str) -> Option<TimeControl> {
        let (seconds, increment) = text.split_once('+').unwrap_or((text, "0"));
        let minutes = seconds.trim().parse::<f64>().ok()? / 60.0;
        format!("{minutes}+{increment}").parse().ok()
    }

    /// The value of the tag `TimeControl` of PGN, in seconds.
    pub(super) fn tag(self) -> String {
        match self.increment {
            Duration::ZERO => self.base.as_secs_f64().to_string(),
            increment => format!("{}+{}", self.base.as_secs_f64(), increment.as_secs_f64()),
        }
    }
}

/// The clock of both sides.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: TimeControl,
    /// The time left of each side, X first, when the clock was last stopped.
    left: [Duration; 2],
    /// The side whose time runs, and since when.
    running: Option<(Side, Instant)>,
    /// The time left of the sides after each number of plies, to take plies back.
    after: Vec<[Duration; 2]>,
}

impl Clock {
    /// Sets the clock for a game in which this number of plies has been played.
    pub(super) fn new(control: TimeControl, plies: usize) -> Clock {
        let left = [control.base; 2];
        Clock { control, left, running: None, after: vec![left; plies + 1] }
    }

    pub(super) fn control(&self) -> TimeControl {
        self.control
    }

    /// Starts the time of a side; nothing changes if it runs.
    pub(super) fn start(&mut self, side: Side, now: Instant) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop(now);
            self.running = Some((side, now));
        }
    }

    /// Stops the time.
    pub(super) fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.running = None;
        }
    }

    /// A side has played, which makes `plies` plies; its increment is added.
    pub(super) fn played(&mut self, side: Side, plies: usize, now: Instant) {
        self.stop(now);
        self.left[side.index()] += self.control.increment;
        self.after.resize(plies, self.left);
        self.after.push(self.left);
    }

    /// The game is at this number of plies again: so is the time.
    pub(super) fn went_to(&mut self, plies: usize, now: Instant) {
        self.stop(now);
        if let Some(left) = self.after.get(plies) {
            self.left = *left;
        }
    }

    /// Sets the time that is left of the sides, as far as it is known.
    pub(super) fn set_left(&mut self, left: [Option<Duration>; 2]) {
        for side in Side::BOTH.map(Side::index) {
            self.left[side] = left[side].unwrap_or(self.left[side]);
        }
        self.after.iter_mut().last().into_iter().for_each(|last| *last = self.left);
    }

    /// The time that is left of a side.
    pub(super) fn left(&self, side: Side, now: Instant) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((running, since)) if running == side => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    /// Whether a side has exceeded its time. An engine is allowed a margin.
    pub(super) fn is_over(&self, side: Side, is_engine: bool, now: Instant) -> bool {
        let margin = if is_engine { MARGIN } else { Duration::ZERO };
        match self.running {
            Some((running, since)) if running == side => {
                now.saturating_duration_since(since) >= self.left[side.index()] + margin
            }
            _ => false,
        }
    }

    /// Whether the time of a side runs.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the limits of a search by these clocks.
    pub(super) fn limits(&self, now: Instant) -> Go {
        let left = Side::BOTH.map(|side| Some(self.left(side, now).as_millis() as i64));
        let increment = [Some(self.control.increment.as_millis() as u64); 2];
        Go { clock: left, increment, ..Go::default() }
    }
}

/// Returns a time as on a clock: `4:05`, with tenths of the last ten seconds: `0:09.3`.
pub(super) fn face(left: Duration) -> String {
    let tenths = left.as_millis() / 100;
    let (minutes, seconds) = (tenths / 600, tenths / 10 % 60);
    match tenths {
        0..100 => format!("0:0{seconds}.{}", tenths % 10),
        _ => format!("{minutes}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, written, tag) in [
            ("5", "5", "300"),
            ("3+2", "3+2", "180+2"),
            ("0.5+0", "0.5", "30"),
            (" 15 + 10", "15+10", "900+10"),
            ("1+0.1", "1+0.1", "60+0.1"),
        ] {
            assert_eq!(
                (control(text).to_string(), control(text).tag()),
                (written.into(), tag.into())
            );
        }
        for text in ["", "0", "0+5", "-1", "5+", "x", "5+3+1", "NaN", "inf", "1e9"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_time_of_the_side_to_move_runs() {
        let seconds = Duration::from_secs;
        let begin = Instant::now();
        let mut clock = Clock::new(control("1+2"), 0);
        let left = |clock: &Clock, after| {
            Side::BOTH.map(|side| clock.left(side, begin + seconds(after)).as_secs())
        };
        clock.start(Side::X, begin);
        clock.start(Side::X, begin + seconds(5));
        assert_eq!(left(&clock, 10), [50, 60]);
        clock.played(Side::X, 1, begin + seconds(10));
        clock.start(Side::O, begin + seconds(10));
        assert_eq!(left(&clock, 20), [52, 50]);
        let limits = clock.limits(begin + seconds(20));
        assert_eq!(limits.clock, [Some(52_000), Some(50_000)]);
        assert_eq!(limits.increment, [Some(2000); 2]);
        assert!(!clock.is_over(Side::X, false, begin + seconds(200)));
        assert!(clock.is_over(Side::O, false, begin + seconds(70)));
        assert!(!clock.is_over(Side::O, true, begin + seconds(70)));
        // Taking the ply back gives the time back.
        clock.went_to(0, begin + seconds(30));
        assert_eq!(left(&clock, 40), [60, 60]);
        assert!(!clock.is_running());
    }

    #[test]
    fn times_look_as_on_a_clock() {
        for (millis, text) in [
            (0, "0:00.0"),
            (9_340, "0:09.3"),
            (10_000, "0:10"),
            (65_999, "1:05"),
            (3_600_000, "60:00"),
        ] {
            assert_eq!(face(Duration::from_millis(millis)), text);
        }
    }
}
