//! The audit of one game.

use std::time::Duration;

use noughts::game::{GameState, Outcome, Side, new_game};
use noughts_client::fault::FaultKind;

use crate::game::adjudicator::Adjudicator;
use crate::model::adjudication::Reason;
use crate::model::clock::Clock;
use crate::model::config::Config;
use crate::model::record::{GameRecord, GameResult, Termination};
use crate::model::train::Train;
use crate::plan::openings::{Book, TooManyPlies};

/// Durations of games are recorded in whole milliseconds.
const ROUNDING: Duration = Duration::from_millis(1);

/// Checks records against the configuration of their tournament.
pub(super) struct GameCheck {
    config: Config,
    book: Book,
    /// The start position, if the rules are known.
    start: Option<Box<dyn GameState>>,
}

impl GameCheck {
    pub(super) fn new(header: &Config) -> Result<GameCheck, TooManyPlies> {
        let mut config = header.clone();
        config.settle_symmetric(Some(header));
        let (book, start) = (config.book()?, config.game.spec().map(new_game));
        Ok(GameCheck { config, book, start })
    }

    /// Returns all that is wrong with a record.
    pub(super) fn findings(&self, record: &GameRecord) -> Vec<String> {
        let mut wrong = Vec::new();
        let meeting = record.meeting.checked_sub(1);
        if self.config.swap2 {
            wrong.extend(agreement(record));
        } else if record.swap2.is_some() {
            wrong.push("this tournament has no swap2".to_string());
        }
        match meeting.map(|meeting| self.book.opening(meeting)) {
            Some(Ok(_)) if self.config.swap2 => {}
            Some(Ok(opening)) if opening == record.opening => {}
            Some(Ok(opening)) => wrong.push(format!("its opening is \"{opening}\"")),
            Some(Err(error)) => wrong.push(error.to_string()),
            None => wrong.push("rounds count from 1".to_string()),
        }
        if record.scale.is_some_and(|scale| !scale.is_finite() || scale <= 0.0) {
            wrong.push("its run has an impossible factor on the times".to_string());
            return wrong;
        }
        wrong.extend(self.fault(record));
        match &self.start {
            Some(start) => self.replay(start.boxed_clone(), record, &mut wrong),
            None if !record.sides.is_empty() && record.sides.len() != record.plies.len() => {
                wrong.push("it has not one side for each ply".to_string());
            }
            None => {}
        }
        wrong
    }

    /// Compares the fault of a game with its result.
    fn fault(&self, record: &GameRecord) -> Option<String> {
        match (record.termination, &record.culprit) {
            (Termination::Fault(kind), Some(culprit)) => {
                let Some(&side) = Side::BOTH.get(culprit.player) else {
                    return Some(format!("it has no player {}", culprit.player));
                };
                let has_lost = record.result == GameResult::from(Outcome::Win(!side));
                if !has_lost {
                    return Some("the player at fault has not lost".to_string());
                }
                if !matches!(kind, FaultKind::Time | FaultKind::Hung) {
                    return None;
                }
                let least = self.least_time(record, side)?;
                (Duration::from_millis(record.millis).saturating_add(ROUNDING) < least)
                    .then(|| "it was too short for a loss on time".to_string())
            }
            (Termination::Fault(_), None) => Some("nobody is at fault".to_string()),
            (_, Some(_)) => Some("a player is at fault, but did not lose by it".to_string()),
            (Termination::Disputed | Termination::PlyLimit, None) => {
                if self.start.is_some() {
                    return Some("the rules of this game are known".to_string());
                }
                (record.result != GameResult::Unscored).then(|| "it has a result".to_string())
            }
            (_, None) => {
                (record.result == GameResult::Unscored).then(|| "it has no result".to_string())
            }
        }
    }

    /// Plays the moves of a record and compares what follows from them.
    fn replay(&self, mut game: Box<dyn GameState>, record: &GameRecord, wrong: &mut Vec<String>) {
        if record.opening.play_on(&mut *game).is_err() {
            return wrong.push("its opening is not legal".to_string());
        }
        let mut clocks = self.clocks(record);
        let mut adjudicator = Adjudicator::new(&self.config.adjudication);
        let mut adjudicated = None;
        for (i, ply) in record.plies.iter().enumerate() {
            if adjudicated.is_some() {
                return wrong.push(format!("it was decided by scores or length after ply {i}"));
            }
            let side = game.side();
            if let Err(error) = game.play(&ply.name) {
                return wrong.push(format!("ply {}: {error}", i + 1));
            }
            adjudicated = adjudicator.ply(side, &ply.evaluation);
            if let Some(clocks) = &mut clocks {
                let clock = &mut clocks[side.index()];
                let time = Duration::from_micros(ply.us);
                if clock.allowance().is_some_and(|allowance| time > allowance) {
                    wrong.push(format!(
                        "ply {} took longer than its clock and the margin of the header allow",
                        i + 1
                    ));
                }
                clock.used(time);
            }
        }
        wrong.extend(self.ending(&*game, record, adjudicated));
        if record.trains.is_some() && record.trains != Train::longest(&*game) {
            wrong.push("its longest trains are others".to_string());
        }
    }

    /// Compares the end of a game with the position, and with what the scores decide.
    fn ending(
        &self,
        game: &dyn GameState,
        record: &GameRecord,
        adjudicated: Option<(Outcome, Reason)>,
    ) -> Option<String> {
        let outcome = game.outcome();
        match (record.termination, outcome) {
            (Termination::Rules, None) => return Some("it is not over".to_string()),
            (Termination::Rules, Some(outcome)) => {
                return (record.result != GameResult::from(outcome))
                    .then(|| format!("its result by the rules is {}", shown(outcome)));
            }
            (_, Some(outcome)) => {
                return Some(format!("the rules had ended it: {}", shown(outcome)));
            }
            (_, None) => {}
        }
        match (record.termination, adjudicated) {
            (Termination::Adjudicated(Reason::Proof), None) => {
                let has_judge = self.config.adjudication.proof.is_some();
                (!has_judge).then(|| "no engine proves results".to_string())
            }
            (Termination::Adjudicated(reason), Some((outcome, expected))) => {
                let is_so = reason == expected && record.result == GameResult::from(outcome);
                (!is_so).then(|| format!("the scores decide it: {expected}, {}", shown(outcome)))
            }
            (Termination::Adjudicated(_), None) => {
                Some("the recorded scores do not decide it".to_string())
            }
            (_, Some((outcome, reason))) => {
                Some(format!("the scores had ended it: {reason}, {}", shown(outcome)))
            }
            (_, None) => None,
        }
    }

    /// Returns the time that a game has taken at least that a side lost on time: that of
    /// all plies, and what this side had left. A player without a time limit is given up
    /// after `think`, which each machine may set, but after some time.
    fn least_time(&self, record: &GameRecord, loser: Side) -> Option<Duration> {
        let mut clocks = self.clocks(record)?;
        let mut time = Duration::ZERO;
        for (ply, side) in record.plies.iter().zip(record.sides(self.config.game.spec())) {
            clocks[side.index()].used(Duration::from_micros(ply.us));
            time = time.saturating_add(Duration::from_micros(ply.us));
        }
        let left = clocks[loser.index()].allowance();
        Some(time.saturating_add(left.unwrap_or(2 * ROUNDING)))
    }

    /// Returns the clocks of both players, X's first; `None` if the factor on the times
    /// is not known, or a player.
    fn clocks(&self, record: &GameRecord) -> Option<[Clock; 2]> {
        let scale = record.scale?;
        let clock = |side: Side| {
            let mut engines = self.config.engines.iter();
            let engine = engines.find(|engine| engine.name == record.players[side.index()])?;
            Some(Clock::new(&engine.scaled_limits(scale), self.config.margin_of(engine)))
        };
        Some([clock(Side::X)?, clock(Side::O)?])
    }
}

/// Compares the opening of a game with the choices of its players by swap2.
fn agreement(record: &GameRecord) -> Option<String> {
    let stones = record.opening.moves.len();
    match record.swap2 {
        Some(_) if record.opening.start.is_some() => Some("it begins with a position".to_string()),
        Some(swap2) => (!swap2.stones().contains(&stones))
            .then(|| format!("after \"{swap2}\" its opening has {stones} stones")),
        None => {
            let is_fault = matches!(record.termination, Termination::Fault(_));
            (stones > 0 || !record.plies.is_empty() || !is_fault)
                .then(|| "its players have not agreed by swap2".to_string())
        }
    }
}

fn shown(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::X) => "X wins",
        Outcome::Win(Side::O) => "O wins",
        Outcome::Draw => "a draw",
    }
}
