//! The engines that score the openings of a book.

use std::fmt;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use noughts::game::Side;
use noughts_client::fault::RequestError;
use noughts_client::stop::Stop;
use noughts_client::{Engine, Limits};
use noughts_tournament::game::play::judge;
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::Opening;

use crate::cli::common::builtin;

/// The scores of balanced openings, in centipoints for X: the lowest and the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Balance(i32, i32);

/// No score is further from 0.
const MAX_SCORE: i32 = 1_000_000;

impl FromStr for Balance {
    type Err = &'static str;

    /// Reads `70`, which is -70 to 70, or `30..110`.
    fn from_str(text: &str) -> Result<Balance, &'static str> {
        const FORM: &str = "write a number, such as 70, or the lowest and the highest score for X, such as 30..110";
        if text.starts_with("--") {
            return Err("the value is missing");
        }
        let number = |text: &str| {
            let number = text.trim().parse().ok();
            number.filter(|number| (-MAX_SCORE..=MAX_SCORE).contains(number)).ok_or(FORM)
        };
        match text.split_once("..") {
            Some((lowest, highest)) => match Balance(number(lowest)?, number(highest)?) {
                Balance(lowest, highest) if lowest > highest => {
                    Err("the lowest score is above the highest")
                }
                balance => Ok(balance),
            },
            None => match number(text)? {
                ..0 => Err("a single number is at least 0; a range may be below, such as -20..-5"),
                limit => Ok(Balance(-limit, limit)),
            },
        }
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Balance(lowest, highest) if lowest == -highest => write!(f, "within {highest}"),
            Balance(lowest, highest) => write!(f, "{lowest} to {highest} for X"),
        }
    }
}

impl Balance {
    /// Whether an opening with this score for the side to move is balanced. A decided
    /// opening has no score.
    fn contains(self, cp: Option<i32>, side: Side) -> bool {
        let of_x = |cp: i32| if side == Side::X { cp } else { cp.saturating_neg() };
        cp.map(of_x).is_some_and(|cp| (self.0..=self.1).contains(&cp))
    }
}

/// Copies of one engine, each of which scores one opening at a time.
pub(crate) struct Judges {
    engines: Vec<Engine>,
    limits: Limits,
    margin: Duration,
    balance: Balance,
    seed: u64,
}

impl Judges {
    /// Starts one copy of the first engine for each game to be played at a
    /// time.
    pub(crate) fn start(
        config: &Config,
        (balance, seed): (Balance, u64),
        stop: &Stop,
    ) -> anyhow::Result<Judges> {
        let launch = builtin::launch(config, stop, false)?;
        let config = config.scaled();
        let engine = &config.engines[0];
        let margin = config.margin_of(engine);
        let engines: Result<Vec<Engine>, _> =
            (0..config.concurrency).map(|_| launch.start(engine)).collect();
        let engines = engines.context("cannot start the engine that scores the openings")?;
        Ok(Judges { engines, limits: engine.limits.clone(), margin, balance, seed })
    }

    /// The number of openings that are scored at a time.
    pub(crate) fn count(&self) -> usize {
        self.engines.len()
    }

    /// Returns for each of at most `count` openings, given with the side to move after it,
    /// whether it is balanced.
    ///
    /// # Errors
    ///
    /// When an engine is at fault or the run was abandoned.
    pub(crate) fn are_balanced(
        &mut self,
        openings: &[(Opening, Side)],
    ) -> Result<Vec<bool>, RequestError> {
        let Judges { engines, limits, margin, balance, seed } = self;
        let (limits, balance, seed) = ((&*limits, *margin), *balance, *seed);
        let score = |engine: &mut Engine, (opening, side): &(Opening, Side)| {
            let evaluation = judge(engine, opening, limits, seed)?;
            Ok(balance.contains(evaluation.cp, *side))
        };
        thread::scope(|scope| {
            let threads: Vec<_> = engines
                .iter_mut()
                .zip(openings)
                .map(|(engine, opening)| scope.spawn(move || score(engine, opening)))
                .collect();
            threads
                .into_iter()
                .map(|thread| {
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        })
    }

    /// Ends the engines.
    pub(crate) fn quit(self) {
        for engine in self.engines {
            engine.quit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_may_be_ahead_by_as_much() {
        let balance: Balance = "30".parse().unwrap();
        for side in Side::BOTH {
            let contains = |cp| balance.contains(Some(cp), side);
            assert!([0, 1, -29, 30, -30].into_iter().all(contains));
            assert!(![31, -31, i32::MAX, i32::MIN].into_iter().any(contains));
            assert!(!balance.contains(None, side));
        }
    }

    #[test]
    fn a_range_is_of_scores_for_x() {
        let balance: Balance = "-10..110".parse().unwrap();
        let contains = |cp, side| balance.contains(Some(cp), side);
        assert!(contains(110, Side::X) && contains(-110, Side::O));
        assert!(!contains(111, Side::X) && !contains(110, Side::O));
        assert_eq!(
            [balance, Balance(-5, 5)].map(|b| b.to_string()),
            ["-10 to 110 for X", "within 5"]
        );
        for (text, error) in [
            ("", "write a number"),
            ("x", "write a number"),
            ("1..", "write a number"),
            ("1..2..3", "write a number"),
            ("-2147483648..-2147483648", "write a number"),
            ("5..4", "above the highest"),
            ("-5", "at least 0"),
            ("--count", "missing"),
        ] {
            let refused = text.parse::<Balance>().unwrap_err();
            assert!(refused.contains(error), "{text}: {refused}");
        }
    }
}
