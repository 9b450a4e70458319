//! The state of a running tournament: its results and its next game.

use std::io;

use noughts_client::Launch;
use noughts_client::fault::FaultKind;

use super::fault_share::FaultShare;
use crate::journal::{ChangedProgram, Journal, Run, changed_programs, changed_speed};
use crate::machine::description::{FileHasher, ProgramFile};
use crate::machine::load::LoadWatch;
use crate::model::config::Config;
use crate::model::record::{GameLine, GameRecord, Termination};
use crate::model::sprt::Verdict;
use crate::plan::openings::Book;
use crate::plan::queue::{Acceptance, GameQueue};
use crate::plan::schedule::pairing::Fixture;
use crate::run::logs::Logs;
use crate::run::notices::{Notice, Notices};
use crate::run::tournament::summary::{Observer, RunError, RunOptions};
use crate::stats::in_order::InOrder;
use crate::stats::performance::Performance;
use crate::stats::{Standing, Tally};

/// The state that the workers share under a lock: they take the next game from
/// it and add their records to it.
pub(super) struct State<'a> {
    pub(super) config: &'a Config,
    pub(super) book: &'a Book,
    pub(super) game_queue: GameQueue,
    /// The number of games that the observer knows.
    pub(super) total: usize,
    pub(super) played: usize,
    pub(super) notices: Notices,
    pub(super) load: LoadWatch,
    pub(super) journal: Option<Journal>,
    pub(super) tally: &'a mut Tally,
    /// The search and resource statistics of the engines.
    pub(super) performance: Performance,
    pub(super) observer: &'a mut dyn Observer,
    /// The runs of the journal; this one is the last once its engines have
    /// started.
    pub(super) runs: Vec<Run>,
    pub(super) options: RunOptions,
    /// Decides the test in the order of the game numbers, not in that of their
    /// ends.
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
            for (found, notice) in self.count_accepted(acceptances)? {
                // The run that superseded a game has reported it.
                if notice == Notice::Stray {
                    self.observer.noticed(&found.record, notice);
                }
            }
        }
        Ok(())
    }

    /// Counts games of earlier runs. Returns those that the schedule does not have;
    /// if pairings depend on results, they are superseded.
    fn count_accepted(
        &mut self,
        acceptances: Vec<Acceptance>,
    ) -> Result<Vec<(GameLine, Notice)>, RunError> {
        let stray = match self.config.format.is_fixed() {
            true => Notice::Stray,
            false => Notice::Superseded,
        };
        let mut others = Vec::new();
        for acceptance in acceptances {
            match acceptance {
                Acceptance::Counts { fixture, found } => {
                    self.add(&found.record);
                    // Only updates `notices`; the earlier run reported them.
                    self.notices_of(fixture, &found.record);
                    if let Some(failure) = self.strict_failure(&found.record) {
                        return Err(failure);
                    }
                }
                Acceptance::Stray(found) => others.push((found, stray)),
                Acceptance::Twice(found) => return Err(RunError::Twice(found.record.game)),
            }
        }
        Ok(others)
    }

    /// Counts a game; returns whether its pairing is over.
    pub(super) fn count(&mut self, fixture: Fixture, record: &GameRecord) -> bool {
        let pairing_is_over = self.game_queue.add_result(fixture, record);
        self.add(record);
        self.report_total();
        pairing_is_over
    }

    /// Reports the number of games to the observer if it has changed.
    pub(super) fn report_total(&mut self) {
        let total = self.game_queue.total();
        if total != std::mem::replace(&mut self.total, total) {
            self.observer.total_changed(total);
        }
    }

    /// Counts the games of earlier runs that waited for the result of a
    /// pairing.
    pub(super) fn count_released(&mut self, logs: &Logs) {
        let released = self.game_queue.released();
        match self.count_accepted(released) {
            Ok(others) => {
                for (found, notice) in others {
                    self.observer.noticed(&found.record, notice);
                    logs.notice(found.record.game, notice);
                }
            }
            Err(error) => drop(self.error.get_or_insert(error)),
        }
    }

    fn add(&mut self, record: &GameRecord) {
        self.played += 1;
        self.tally.add(record);
        self.performance.add(record);
        self.order.add(record);
    }

    /// Returns the verdict of the test. It is final, even if games are still
    /// running.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.order.decision().map(|decision| decision.verdict)
    }

    /// Reports the notices about a game.
    pub(super) fn notice(&mut self, fixture: Fixture, record: &GameRecord, logs: &Logs) {
        let mut notices = self.notices_of(fixture, record);
        notices.extend(record.stopped.map(Notice::Stopped));
        if self.config.is_timed() {
            notices.extend(self.load.report().map(Notice::Load));
        }
        for notice in notices {
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
            let (engine, reason) = match &record.culprit {
                Some(culprit) => (record.players.get(culprit.player).cloned(), &*culprit.detail),
                None => (None, ""),
            };
            let engine = engine.unwrap_or_default();
            return Some(RunError::NotStarted { engine, reason: reason.to_string() });
        }
        let too_many = || self.too_many_faults(FaultShare::ends_run);
        self.strict_failure(record).or_else(too_many)
    }

    /// Returns the error that ends a strict run because of this game: a fault,
    /// or players that do not agree. A game of an earlier run ends it, too, so
    /// that a second attempt does not hide the first.
    fn strict_failure(&self, record: &GameRecord) -> Option<RunError> {
        if !self.options.strict {
            return None;
        }
        let game = record.game;
        match (record.termination, &record.culprit) {
            (Termination::Fault(kind), Some(culprit)) => {
                let engine = record.players.get(culprit.player).cloned().unwrap_or_default();
                let detail = culprit.detail.clone();
                Some(RunError::Fault { game, engine, kind, detail })
            }
            (Termination::Disputed, _) => {
                let dispute = record.dispute.clone().unwrap_or_default();
                Some(RunError::Disputed { game, dispute })
            }
            _ => None,
        }
    }

    /// Returns the error of a finished run whose results mean nothing: it has
    /// too many faults, an engine lost every game by a fault, every game ended
    /// by a fault, or no game has a result.
    pub(super) fn deciding_faults(&self) -> Option<RunError> {
        let only_faults = |standing: &&Standing| {
            standing.faults > 0 && standing.faults == standing.games.total() + standing.unscored
        };
        let broken = self.tally.standings().iter().find(only_faults);
        let broken = broken.map(|standing| RunError::OnlyFaults(standing.name.clone()));
        let no_result = || {
            let mut standings = self.tally.standings().iter();
            let is_unscored = standings.all(|standing| standing.games.total() == 0);
            (self.played > 0 && is_unscored).then_some(RunError::NoResult(self.played))
        };
        let played = self.played;
        let all_faults = || {
            let faults = usize::try_from(self.tally.faults()).unwrap_or(usize::MAX);
            let referee = self.config.referee.is_some();
            (played > 0 && faults == played).then_some(RunError::AllFaults { played, referee })
        };
        broken
            .or_else(no_result)
            .or_else(all_faults)
            .or_else(|| self.too_many_faults(FaultShare::spoils_results))
    }

    fn too_many_faults(&self, are_too_many: fn(FaultShare) -> bool) -> Option<RunError> {
        let (faults, played) = (self.tally.faults(), self.played);
        // After a verdict no more games are played.
        let total = if self.verdict().is_some() { played } else { self.game_queue.total() };
        let count = usize::try_from(faults).unwrap_or(usize::MAX);
        let share = FaultShare { faults: count, played, total, most: self.config.max_faults? };
        are_too_many(share).then_some(RunError::Faults { faults, played })
    }

    /// Adds this run to the journal, and reports engines whose program differs
    /// from that of earlier runs.
    pub(super) fn begin_run(&mut self, programs: Vec<ProgramFile>) -> Result<(), RunError> {
        let (scale, speed) = (self.config.scale.factor(), self.options.speed.clone());
        let run = Run::now(scale, speed, self.config.pairings, programs);
        self.runs.push(run);
        let changed = changed_programs(&self.runs);
        self.report_changed(&changed)?;
        if let Some(change) = changed_speed(&self.runs) {
            self.observer.speed_changed(&change);
        }
        match (&mut self.journal, self.runs.last()) {
            (Some(journal), Some(run)) => journal.add_run(run).map_err(RunError::Journal),
            _ => Ok(()),
        }
    }

    /// Compares the program of an engine that has started for a game with that of
    /// its last start. A change is written to the journal and reported.
    pub(super) fn identify(&mut self, program: ProgramFile, game: usize) -> Result<(), RunError> {
        let Some(run) = self.runs.last() else { return Ok(()) };
        let known = run.programs.iter().find(|known| known.engine == program.engine);
        if known.is_none_or(|known| known.is_same(&program)) {
            return Ok(());
        }
        let reported = changed_programs(&self.runs).len();
        let run = run.with_program(program, game);
        if let Some(journal) = &mut self.journal {
            journal.add_run(&run).map_err(RunError::Journal)?;
        }
        self.runs.push(run);
        self.report_changed(&changed_programs(&self.runs)[reported..])
    }

    /// Reports engines whose program differs from that in the journal when
    /// nothing is left to play: the results belong to the earlier program.
    pub(super) fn compare_programs(&mut self, launch: &Launch) -> Result<(), RunError> {
        let mut runs = self.runs.clone();
        let known = runs.iter().flat_map(|run| &run.programs);
        let known: Vec<(&str, &str)> =
            known.map(|program| (program.engine.as_str(), program.id.as_str())).collect();
        let mut hasher = FileHasher::default();
        let now = self.config.engines.iter().filter_map(|engine| {
            // The engine is not started, so the name that it reports is not
            // known.
            let (_, id) = known.iter().find(|(name, _)| *name == engine.name)?;
            Some(hasher.unstarted(&engine.name, id, &launch.files(engine)))
        });
        let now = now.collect();
        runs.push(Run::now(1.0, None, self.config.pairings, now));
        self.report_changed(&changed_programs(&runs))
    }

    fn report_changed(&mut self, changed: &[ChangedProgram]) -> Result<(), RunError> {
        if let Some(change) = changed.first().filter(|_| self.options.strict) {
            return Err(RunError::Program(Box::new(change.clone())));
        }
        changed.iter().for_each(|change| self.observer.program_changed(change));
        Ok(())
    }
}
