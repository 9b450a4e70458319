//! The ends of a game that are not on the board, and the clock.

use std::time::Instant;

use noughts::game::{Outcome, Side};
use noughts::protocol::Go;
use noughts::search::Score;

use super::GameController;
use crate::cli::commands::play::clock::{Clock, TimeControl, face};
use crate::cli::commands::play::record::Ending;

/// The largest estimate that is even, in hundredths of a point.
const EVEN: i32 = 20;

impl GameController {
    /// The result of the game on the board, on the clock or by agreement.
    pub(in crate::cli::commands::play) fn outcome(&self) -> Option<Outcome> {
        let ended = self.ended.filter(|_| self.history.is_at_end());
        self.history.state().outcome().or(ended.map(Ending::outcome))
    }

    /// The result in words, with the reason.
    pub(in crate::cli::commands::play) fn result(&self) -> Option<String> {
        match (self.history.state().outcome(), self.ended) {
            (Some(outcome), _) => Some(outcome.to_string()),
            (None, Some(ended)) if self.history.is_at_end() => Some(ended.to_string()),
            _ => None,
        }
    }

    /// Whether the game did not end on the board.
    pub(in crate::cli::commands::play) fn is_ended_early(&self) -> bool {
        self.history.state().outcome().is_none() && self.outcome().is_some()
    }

    /// Whether the whole game is over, also while an earlier position is looked at.
    pub(in crate::cli::commands::play) fn is_finished(&self) -> bool {
        self.ended.is_some() || self.history.is_finished()
    }

    /// Whether the game goes on, so that a person can resign or offer a draw.
    pub(in crate::cli::commands::play) fn is_running(&self) -> bool {
        self.outcome().is_none() && self.history.is_at_end()
    }

    /// Whether a person looks at an earlier position of a finished game.
    pub(in crate::cli::commands::play) fn is_looking(&self) -> bool {
        self.is_paused() && self.is_finished() && !self.is_over() && !self.is_watched()
    }

    fn end(&mut self, ended: Ending) {
        self.forget();
        self.ended = Some(ended);
        self.changed();
        self.keep();
    }

    /// A person gives up; the notice has the reason if that is impossible.
    pub(in crate::cli::commands::play) fn resign(&mut self) {
        if !self.is_running() {
            return self.set_notice("there is no running game to resign");
        }
        let person = |side: &Side| self.seat(*side).is_person();
        let resigning = [self.side(), !self.side()].into_iter().find(person);
        match resigning {
            Some(side) => self.end(Ending::Resigned(side)),
            None => self.set_notice("only engines are playing"),
        }
    }

    /// A person offers a draw. Two people agree on it; an engine accepts one that it
    /// cannot better.
    pub(in crate::cli::commands::play) fn offer_draw(&mut self) {
        if !self.is_running() {
            return self.set_notice("there is no running game to draw");
        }
        if !self.is_persons_turn() {
            return self.set_notice("offer a draw when it is your move");
        }
        let side = !self.side();
        match self.seat(side).player() {
            Some(player) if !self.accepts(player.found.best().map(|best| best.score)) => {
                let name = player.title().to_string();
                self.set_notice(format!("{name} ({side}) declines the draw and plays on."));
            }
            _ => self.end(Ending::DrawAgreed),
        }
    }

    /// Whether an engine with this value takes a draw: one that does not win and knows it,
    /// or an even game when half of the board is full.
    fn accepts(&self, value: Option<Score>) -> bool {
        let state = self.history.state();
        let is_half_full = state.ply() * 2 >= state.board().squares().count();
        match value {
            Some(Score::Draw | Score::Loss(_)) => true,
            Some(Score::Cp(value)) => is_half_full && value.abs() <= EVEN,
            Some(Score::Win(_)) | None => false,
        }
    }

    /// Sets a clock for both sides, or none.
    pub(in crate::cli::commands::play) fn set_clock(&mut self, control: Option<TimeControl>) {
        let plies = self.history.state().moves().len();
        self.clock = control.map(|control| Clock::new(control, plies));
        self.run_clock();
    }

    /// The time control of the clock, if there is one.
    pub(in crate::cli::commands::play) fn time_control(&self) -> Option<TimeControl> {
        self.clock.as_ref().map(Clock::control)
    }

    /// Makes an engine that is to move wait for [`GameController::go_on`].
    pub(in crate::cli::commands::play) fn pause(&mut self) {
        self.paused = !self.is_persons_turn() || self.paused;
        self.run_clock();
    }

    /// The time left of a side as on a clock; `None` without a clock.
    pub(in crate::cli::commands::play) fn time_left(&self, side: Side) -> Option<String> {
        self.clock.as_ref().map(|clock| face(clock.left(side, Instant::now())))
    }

    /// Whether the time of a side runs.
    pub(super) fn is_clock_running(&self) -> bool {
        self.clock.as_ref().is_some_and(Clock::is_running)
    }

    /// Lets the time of the side to move run. That of a person who begins waits for the
    /// first move.
    pub(super) fn run_clock(&mut self) {
        let stands = self.paused || self.is_over() || !self.history.is_at_end();
        let begins = self.history.state().moves().is_empty() && self.is_persons_turn();
        let side = self.side();
        let Some(clock) = &mut self.clock else { return };
        match stands || begins {
            true => clock.stop(Instant::now()),
            false => clock.start(side, Instant::now()),
        }
    }

    /// Ends the game if the time of the side to move is over; returns whether it has
    /// ended, or the clock has changed.
    pub(super) fn check_clock(&mut self) -> bool {
        let side = self.side();
        let is_engine = self.seat(side).player().is_some();
        let Some(clock) = &self.clock else { return false };
        if clock.is_over(side, is_engine, Instant::now()) {
            self.end(Ending::TimeOver(side));
            return true;
        }
        let faces = Side::BOTH.map(|side| self.time_left(side));
        let is_new = faces != self.faces;
        self.faces = faces;
        is_new
    }

    /// The limits of the next search for a move.
    pub(super) fn limits(&self) -> Go {
        match &self.clock {
            Some(clock) => Go { nodes: self.go.nodes, ..clock.limits(Instant::now()) },
            None => self.go.clone(),
        }
    }
}
