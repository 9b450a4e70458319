//! The turns of engines: asks them for their moves, and plays their answers.

use std::time::{Duration, Instant};

use noughts::game::Side;
use noughts::protocol::{NO_MOVE, printable};

use super::GameController;
use crate::cli::commands::play::engine::EngineError;
use crate::cli::commands::play::seat::{EnginePlayer, Seat, SeatEvent};

/// An engine that cannot play.
pub(in crate::cli::commands::play) struct Unfit {
    pub(in crate::cli::commands::play) name: String,
    pub(in crate::cli::commands::play) side: Side,
    pub(in crate::cli::commands::play) error: EngineError,
}

impl GameController {
    /// Waits until all engines are ready to play. After `soon`, calls `on_wait`
    /// with the name of the engine that is awaited.
    ///
    /// # Errors
    ///
    /// The first engine that fails before it is ready.
    pub(in crate::cli::commands::play) fn await_engines(
        &mut self,
        soon: Duration,
        mut on_wait: impl FnMut(&str),
    ) -> Result<(), Unfit> {
        let until = Instant::now() + soon;
        for side in Side::BOTH {
            let name = self.seat(side).name().to_string();
            let Some(player) = self.seats[side.index()].player_mut() else { continue };
            let left = until.saturating_duration_since(Instant::now());
            let ready = player.await_ready(Some(left)).or_else(|| {
                on_wait(&name);
                player.await_ready(None)
            });
            if let Some(Err(error)) = ready {
                return Err(Unfit { name, side, error });
            }
        }
        Ok(())
    }

    /// Whether an engine is searching for its move.
    pub(in crate::cli::commands::play) fn is_thinking(&self) -> bool {
        self.seats.iter().filter_map(Seat::player).any(EnginePlayer::is_thinking)
    }

    /// Whether an engine is searching, so that news may arrive at any time.
    pub(in crate::cli::commands::play) fn is_working(&self) -> bool {
        self.is_thinking() || self.analyst.is_working() || self.is_clock_running()
    }

    /// Makes an engine that is searching move at once, and pauses after it if
    /// only engines play. If none is searching, pauses or resumes the game.
    pub(in crate::cli::commands::play) fn pause_or_go_on(&mut self) {
        let playing = self.seats[self.side().index()].player();
        match playing.filter(|player| player.is_thinking()) {
            Some(player) if self.is_watched() => {
                player.hurry();
                self.paused = true;
            }
            Some(player) => player.hurry(),
            None => self.paused = !self.paused,
        }
        self.run_clock();
    }

    /// Resumes the game after a pause.
    pub(in crate::cli::commands::play) fn go_on(&mut self) {
        self.paused = false;
        self.run_clock();
    }

    /// Reads all news and asks for the next move; returns whether anything has
    /// changed.
    pub(in crate::cli::commands::play) fn tick(&mut self) -> bool {
        let mut new = self.analyst.listen(&self.history) | self.check_clock() | self.hear_answer();
        for side in Side::BOTH {
            let state = self.history.state();
            let Some(player) = self.seats[side.index()].player_mut() else { continue };
            let heard = player.listen(state);
            new |= !matches!(heard, SeatEvent::Nothing);
            self.handle(side, heard);
        }
        new | self.ask()
    }

    /// Waits until the engine to move has moved or failed.
    pub(in crate::cli::commands::play) fn wait(&mut self) {
        self.ask();
        let side = self.side();
        let state = self.history.state();
        if let Some(player) = self.seats[side.index()].player_mut()
            && player.is_thinking()
        {
            let heard = player.wait(state);
            self.check_clock();
            self.handle(side, heard);
        }
    }

    fn handle(&mut self, side: Side, heard: SeatEvent) {
        let before = self.history.all_names();
        let fault = match heard {
            SeatEvent::Nothing | SeatEvent::Reports => return,
            // The time of the engine was over before it moved.
            SeatEvent::Move(_) if self.is_over() => return,
            SeatEvent::Move(name) => match self.history.play(&name) {
                Ok(()) => return self.played(side, &before),
                Err(_) if name == NO_MOVE => "it answered that it has no move".to_string(),
                Err(_) => {
                    format!("it answered \"{}\", which is not a legal move", printable(&name, 40))
                }
            },
            SeatEvent::Gone(reason) => reason,
        };
        let name = self.seat(side).name();
        self.set_notice(format!("{name} ({side}) cannot go on: {fault}"));
        self.paused = true;
        self.run_clock();
    }

    /// Asks the engine for a move, if it is its turn; returns whether it was
    /// asked.
    fn ask(&mut self) -> bool {
        if self.paused || self.is_over() {
            return false;
        }
        let side = self.side();
        let Some(player) = self.seats[side.index()].player_mut() else { return false };
        if player.is_thinking() {
            return false;
        }
        self.run_clock();
        let (start, names, limits) =
            (self.history.start().map(str::to_string), self.history.names(), self.limits());
        if let Some(player) = self.seats[side.index()].player_mut() {
            player.think(start.as_deref(), names, limits);
        }
        true
    }
}
