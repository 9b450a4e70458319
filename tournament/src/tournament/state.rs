//! The state of a running tournament: its results and its next game.

use std::io;

use super::{Observer, RunError};
use crate::config::Config;
use crate::engine::fault::FaultKind;
use crate::game_queue::{Acceptance, GameQueue};
use crate::journal::{GameLine, Journal};
use crate::logs::Logs;
use crate::notices::{Notice, Notices};
use crate::openings::Book;
use crate::record::{GameRecord, Termination};
use crate::schedule::Fixture;
use crate::stats::Tally;
use crate::stats::sprt::Verdict;

/// The number of games from which on the share of faults is checked.
const MIN_GAMES: usize = 20;

/// The state that the workers share under a lock: they take the next game from
/// it and add their records to it.
pub(super) struct State<'a> {
    pub(super) config: &'a Config,
    pub(super) book: &'a Book,
    pub(super) game_queue: GameQueue,
    pub(super) played: usize,
    pub(super) notices: Notices,
    pub(super) journal: Option<Journal>,
    pub(super) tally: &'a mut Tally,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) verdict: Option<Verdict>,
    pub(super) error: Option<RunError>,
}

impl State<'_> {
    /// Counts the games of earlier runs in the order in which they ended, so
    /// that pairings and verdicts follow from them as before.
    pub(super) fn count_earlier_games(
        &mut self,
        earlier_games: impl Iterator<Item = io::Result<GameLine>>,
    ) -> Result<(), RunError> {
        for found in earlier_games {
            let acceptances = self.game_queue.accept(found.map_err(RunError::Past)?);
            // The run that superseded a game has reported it.
            self.count_accepted(acceptances)?;
        }
        Ok(())
    }

    /// Counts games of earlier runs. Games that the schedule does not have are
    /// an error; if pairings follow from results, they are superseded and
    /// returned instead.
    fn count_accepted(&mut self, acceptances: Vec<Acceptance>) -> Result<Vec<GameLine>, RunError> {
        let mut superseded = Vec::new();
        for acceptance in acceptances {
            match acceptance {
                Acceptance::Counts { fixture, found, pairing_is_over } => {
                    self.add(&found.record, pairing_is_over);
                    // Only updates `notices`; the earlier run reported them.
                    self.notices_of(fixture, &found.record);
                }
                Acceptance::Stray(found) if !self.config.format.is_fixed() => {
                    superseded.push(found);
                }
                Acceptance::Stray(found) | Acceptance::Twice(found) => {
                    return Err(RunError::Stray(found.record.game));
                }
            }
        }
        Ok(superseded)
    }

    /// Counts a game; returns whether its pairing is over.
    pub(super) fn count(&mut self, fixture: Fixture, record: &GameRecord) -> bool {
        let pairing_is_over = self.game_queue.add_result(fixture, record);
        self.add(record, pairing_is_over);
        pairing_is_over
    }

    /// Counts the games of earlier runs that waited for the result of a
    /// pairing.
    pub(super) fn count_released(&mut self, logs: &Logs) {
        let released = self.game_queue.released();
        match self.count_accepted(released) {
            Ok(superseded) => {
                for found in superseded {
                    self.observer.noticed(&found.record, Notice::Superseded);
                    logs.notice(found.record.game, Notice::Superseded);
                }
            }
            Err(error) => drop(self.error.get_or_insert(error)),
        }
    }

    fn add(&mut self, record: &GameRecord, pairing_is_over: bool) {
        self.played += 1;
        self.tally.add(record);
        // A verdict is final, even if games are still running.
        if pairing_is_over && self.verdict.is_none() {
            self.verdict = self.test_verdict();
        }
    }

    /// Reports the notices about a game.
    pub(super) fn notice(&mut self, fixture: Fixture, record: &GameRecord, logs: &Logs) {
        for notice in self.notices_of(fixture, record) {
            self.observer.noticed(record, notice);
            logs.notice(record.game, notice);
        }
    }

    fn notices_of(&mut self, fixture: Fixture, record: &GameRecord) -> Vec<Notice> {
        // A missing opening is an error when its game is played, not here.
        let exhausted = self.book.is_exhausted(fixture.meeting).unwrap_or(false);
        self.notices.of(record, exhausted)
    }

    /// Returns the log-likelihood ratio of the SPRT, if there is one.
    pub(super) fn llr(&self) -> Option<f64> {
        // A share alone does not decide the test.
        if self.game_queue.is_share() {
            return None;
        }
        let (sprt, first) = (self.config.sprt.as_ref()?, self.tally.standings().first()?);
        Some(sprt.llr(&first.games, &first.pairs))
    }

    /// Returns the verdict of the SPRT on the games so far.
    fn test_verdict(&self) -> Option<Verdict> {
        self.config.sprt.as_ref()?.verdict(self.llr()?)
    }

    /// Returns the error that ends the tournament after this game, if any: an
    /// engine that does not start, or too many faults.
    pub(super) fn failure_after(&self, record: &GameRecord) -> Option<RunError> {
        if record.termination == Termination::Fault(FaultKind::NotStarted) {
            let name = record.culprit.as_ref().and_then(|c| record.players.get(c.player));
            return Some(RunError::NotStarted(name.cloned().unwrap_or_default()));
        }
        let (faults, played) = (self.tally.faults(), self.played);
        let most = self.config.max_faults? * played as f64;
        (played >= MIN_GAMES && faults as f64 > most).then_some(RunError::Faults { faults, played })
    }
}
