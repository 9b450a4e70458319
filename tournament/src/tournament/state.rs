//! What the games of a tournament have come to, and which one is next.

use std::io;

use super::{Observer, RunError};
use crate::config::Config;
use crate::engine::fault::FaultKind;
use crate::game_queue::{Acceptance, GameQueue};
use crate::journal::{Found, Journal};
use crate::logs::Logs;
use crate::notices::{Notice, Notices};
use crate::openings::Book;
use crate::record::{GameRecord, Termination};
use crate::schedule::Fixture;
use crate::stats::Tally;
use crate::stats::sprt::Verdict;

/// So many games are played before the share of faults is looked at.
const FIRST_GAMES: usize = 20;

/// What the workers come to one by one: for the next game, and with the
/// record of the last.
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
    /// Takes in the games of earlier runs in the order in which they ended, so
    /// that all that followed from them follows again.
    pub(super) fn recall(
        &mut self,
        past: impl Iterator<Item = io::Result<Found>>,
    ) -> Result<(), RunError> {
        for found in past {
            let acceptances = self.game_queue.accept(found.map_err(RunError::Past)?);
            // What there was to tell of strays has been told.
            self.count_accepted(acceptances)?;
        }
        Ok(())
    }

    /// Counts games of earlier runs. Those that are none of this tournament's
    /// are an error, or superseded where pairings follow from results; these are
    /// returned.
    fn count_accepted(&mut self, acceptances: Vec<Acceptance>) -> Result<Vec<Found>, RunError> {
        let mut superseded = Vec::new();
        for acceptance in acceptances {
            match acceptance {
                Acceptance::Counts { fixture, found, pairing_is_over } => {
                    self.add(&found.record, pairing_is_over);
                    // What there was to tell has been told.
                    self.news(fixture, &found.record);
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

    /// Takes in the result of a game; whether its pairing is over.
    pub(super) fn count(&mut self, fixture: Fixture, record: &GameRecord) -> bool {
        let pairing_is_over = self.game_queue.learn(fixture, record);
        self.add(record, pairing_is_over);
        pairing_is_over
    }

    /// Takes in the games of earlier runs that have waited for the result of
    /// a pairing.
    pub(super) fn release(&mut self, logs: &Logs) {
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
        // The games that still run change nothing of a verdict.
        if pairing_is_over && self.verdict.is_none() {
            self.verdict = self.judge();
        }
    }

    /// Tells what there is to tell of a game.
    pub(super) fn notice(&mut self, fixture: Fixture, record: &GameRecord, logs: &Logs) {
        for notice in self.news(fixture, record) {
            self.observer.noticed(record, notice);
            logs.notice(record.game, notice);
        }
    }

    fn news(&mut self, fixture: Fixture, record: &GameRecord) -> Vec<Notice> {
        // A round without an opening is told of when it is to be played.
        let exhausted = self.book.is_exhausted(fixture.round).unwrap_or(false);
        self.notices.of(record, exhausted)
    }

    /// The logarithm of the likelihood ratio of the test, if there is one.
    pub(super) fn llr(&self) -> Option<f64> {
        // A share alone proves nothing.
        if self.game_queue.is_share() {
            return None;
        }
        let (sprt, first) = (self.config.sprt.as_ref()?, self.tally.standings().first()?);
        Some(sprt.llr(&first.games, &first.pairs))
    }

    /// The verdict of the test on what has been played.
    fn judge(&self) -> Option<Verdict> {
        self.config.sprt.as_ref()?.verdict(self.llr()?)
    }

    /// Whether the engines fail too often.
    pub(super) fn complain(&self, record: &GameRecord) -> Option<RunError> {
        if record.termination == Termination::Fault(FaultKind::NotStarted) {
            let name = record.culprit.as_ref().and_then(|c| record.players.get(c.player));
            return Some(RunError::NotStarted(name.cloned().unwrap_or_default()));
        }
        let (faults, played) = (self.tally.faults(), self.played);
        let most = self.config.max_faults? * played as f64;
        (played >= FIRST_GAMES && faults as f64 > most)
            .then_some(RunError::Faults { faults, played })
    }
}
