//! The engines that score the openings of a book.

use std::thread;
use std::time::Duration;

use anyhow::Context;
use noughts_client::fault::RequestError;
use noughts_client::stop::Stop;
use noughts_client::{Engine, Limits};
use noughts_tournament::game::play::judge;
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::Opening;

use crate::cli::common::builtin;

/// Copies of one engine, each of which scores one opening at a time.
pub(crate) struct Judges {
    engines: Vec<Engine>,
    limits: Limits,
    margin: Duration,
    /// The highest score of a balanced opening, in centipoints.
    limit: i32,
    seed: u64,
}

impl Judges {
    /// Starts one copy of the first engine for each game to be played at a
    /// time.
    pub(crate) fn start(
        config: &Config,
        (limit, seed): (i32, u64),
        stop: &Stop,
    ) -> anyhow::Result<Judges> {
        let launch = builtin::launch(config, stop, false)?;
        let config = config.scaled();
        let engine = &config.engines[0];
        let margin = config.margin_of(engine);
        let engines: Result<Vec<Engine>, _> =
            (0..config.concurrency).map(|_| launch.start(engine)).collect();
        let engines = engines.context("cannot start the engine that scores the openings")?;
        Ok(Judges { engines, limits: engine.limits.clone(), margin, limit, seed })
    }

    /// The number of openings that are scored at a time.
    pub(crate) fn count(&self) -> usize {
        self.engines.len()
    }

    /// Returns for each of at most `count` openings whether it is balanced.
    ///
    /// # Errors
    ///
    /// When an engine is at fault or the run was abandoned.
    pub(crate) fn are_balanced(&mut self, openings: &[Opening]) -> Result<Vec<bool>, RequestError> {
        let Judges { engines, limits, margin, limit, seed } = self;
        let (limits, limit, seed) = ((&*limits, *margin), *limit, *seed);
        let score = |engine: &mut Engine, opening: &Opening| {
            let evaluation = judge(engine, opening, limits, seed)?;
            Ok(is_balanced(evaluation.cp, limit))
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

/// Whether neither side is ahead by more than the limit. A decided opening has no
/// score.
fn is_balanced(cp: Option<i32>, limit: i32) -> bool {
    cp.is_some_and(|cp| cp.saturating_abs() <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_may_be_ahead_by_as_much() {
        for cp in [0, 1, 29, 30] {
            assert!(is_balanced(Some(cp), 30) && is_balanced(Some(-cp), 30), "{cp}");
        }
        for cp in [31, 5000, i32::MAX] {
            assert!(!is_balanced(Some(cp), 30) && !is_balanced(Some(-cp), 30), "{cp}");
        }
        assert!(!is_balanced(None, 30) && !is_balanced(Some(i32::MIN), 30));
    }
}
