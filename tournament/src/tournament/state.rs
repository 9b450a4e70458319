//! The state of a running tournament: its results and its next game.

use std::io;

use super::{MIN_GAMES, Observer, RunError, RunOptions};
use crate::config::Config;
use crate::engine::fault::FaultKind;
use crate::game_queue::{Acceptance, GameQueue};
use crate::in_order::InOrder;
use crate::journal::{GameLine, Journal, Run, changed_programs};
use crate::logs::Logs;
use crate::machine::ProgramFile;
use crate::notices::{Notice, Notices};
use crate::openings::Book;
use crate::performance::Performance;
use crate::record::{GameRecord, Termination};
use crate::schedule::Fixture;
use crate::stats::sprt::Verdict;
use crate::stats::{Standing, Tally};

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
    /// What the processes of the engines used; their plies are not added.
    pub(super) performance: Performance,
    pub(super) observer: &'a mut dyn Observer,
    /// The runs of the journal; this one is the last once its engines have
    /// started.
    pub(super) runs: Vec<Run>,
    pub(super) options: RunOptions,
    pub(super) verdict: Option<Verdict>,
    /// Decides the test by the numbers of the games, whatever their ends.
    pub(super) order: InOrder,
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
                Acceptance::Counts { fixture, found, .. } => {
                    self.add(&found.record);
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
        self.add(record);
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

    fn add(&mut self, record: &GameRecord) {
        self.played += 1;
        self.tally.add(record);
        self.performance.add_usage(record);
        // A verdict is final, even if games are still running.
        if self.order.sprt().is_some() {
            self.order.add(record.clone());
            self.verdict = self.order.decision().map(|decision| decision.verdict);
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

    /// Returns the error that ends the tournament after this game, if any: an
    /// engine that does not start, or too many faults.
    pub(super) fn failure_after(&self, record: &GameRecord) -> Option<RunError> {
        if record.termination == Termination::Fault(FaultKind::NotStarted) {
            let name = record.culprit.as_ref().and_then(|c| record.players.get(c.player));
            return Some(RunError::NotStarted(name.cloned().unwrap_or_default()));
        }
        if let (Termination::Fault(kind), Some(culprit)) = (record.termination, &record.culprit)
            && self.options.strict
        {
            let engine = record.players.get(culprit.player).cloned().unwrap_or_default();
            let (game, detail) = (record.game, culprit.detail.clone());
            return Some(RunError::Fault { game, engine, kind, detail });
        }
        self.too_many_faults().filter(|_| self.played >= MIN_GAMES)
    }

    /// Returns the error of a run that ended with too many faults, or in which
    /// an engine lost every game by a fault: its results mean nothing.
    pub(super) fn deciding_faults(&self) -> Option<RunError> {
        let only_faults = |standing: &&Standing| {
            standing.faults > 0 && standing.faults == standing.games.total() + standing.unscored
        };
        let broken = self.tally.standings().iter().find(only_faults);
        let broken = broken.map(|standing| RunError::OnlyFaults(standing.name.clone()));
        broken.or_else(|| self.too_many_faults())
    }

    fn too_many_faults(&self) -> Option<RunError> {
        let (faults, played) = (self.tally.faults(), self.played);
        let most = self.config.max_faults? * played as f64;
        (faults as f64 > most).then_some(RunError::Faults { faults, played })
    }

    /// Adds this run to the journal, and reports engines that are not the
    /// programs of earlier runs.
    pub(super) fn begin_run(&mut self, programs: Vec<ProgramFile>) -> Result<(), RunError> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let (scale, speed) = (self.config.scale.factor(), self.options.speed.clone());
        let run = Run::now(scale, speed, self.config.pairings, programs);
        self.runs.push(run);
        let changed = changed_programs(&self.runs);
        if self.options.strict
            && let Some(change) = changed.first()
        {
            return Err(RunError::Program(Box::new(change.clone())));
        }
        changed.iter().for_each(|change| self.observer.program_changed(change));
        self.runs.last().map_or(Ok(()), |run| journal.add_run(run)).map_err(RunError::Journal)
    }
}
