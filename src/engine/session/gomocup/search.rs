//! The searches of a manager of the Gomocup protocol.

use std::io;
use std::time::Duration;

use super::manager::Manager;
use super::refusal::GomocupRefusal;
use super::{message, swap2};
use crate::engine::player::SetError;
use crate::engine::session::state::Session;
use crate::game::lines::Shape;
use crate::instant::Instant;
use crate::protocol::{Go, GomocupReply};
use crate::search::Report;

/// The time for a move if the manager sets no limit, in milliseconds.
const DEFAULT_TURN: u64 = 5_000;
/// The nodes of a move if the manager sets the time for it to 0, "as fast as
/// possible", and no limit on nodes.
const FAST_NODES: u64 = 1_000;
/// What is kept of the time for a move besides `MoveOverhead`, as a move that comes too late
/// loses and the manager measures from outside: this, in milliseconds, and this part.
const KEPT: u64 = 20;
const KEPT_PART: u64 = 50;
/// The most that is kept: of a short time this part, and never more milliseconds than this.
const MOST_KEPT_PART: u64 = 8;
const MOST_KEPT: u64 = 200;
/// The greatest number of best moves that are reported.
const MAX_BEST: u32 = Shape::MAX_SQUARES as u32;

impl Session<'_, Manager> {
    /// Searches a move.
    pub(super) fn move_now(&mut self, received: Instant) -> io::Result<()> {
        self.adapter().choosing = false;
        self.search_now(received)
    }

    /// Searches the best moves, as many as the manager asks for, and plays the best one.
    pub(super) fn best_moves(&mut self, number: u32, received: Instant) -> io::Result<()> {
        let number = number.clamp(1, MAX_BEST) as usize;
        let before = std::mem::replace(&mut self.options.settings.multi_pv, number);
        let done = self.move_now(received);
        // The running search has settings of its own.
        self.options.settings.multi_pv = before;
        done
    }

    /// Searches a move or chooses a side, under the limits of the manager.
    pub(super) fn search_now(&mut self, received: Instant) -> io::Result<()> {
        let manager = self.adapter();
        let clock = manager.left.map(|left| i64::try_from(left).unwrap_or(i64::MAX));
        let (nodes, depth) = (manager.nodes, manager.depth);
        let mut go = Go { clock: [clock; 2], nodes, depth, ..Go::default() };
        match manager.turn {
            Some(0) => go.nodes = nodes.or(Some(FAST_NODES)),
            None if nodes.is_some() || depth.is_some() => {}
            turn => go.movetime = Some(time_to_search(turn.unwrap_or(DEFAULT_TURN))),
        }
        let legal = self.player.state().legal();
        if legal.is_empty() {
            return self.refuse(&GomocupRefusal::GameOver.into());
        }
        self.go(&go, legal, received)
    }

    /// Sends what a search has found so far.
    pub(super) fn adapt_progress(&mut self, report: &Report, elapsed: Duration) -> io::Result<()> {
        if self.is_silent() {
            return Ok(());
        }
        let lines = self.findings(report, elapsed);
        lines.iter().try_for_each(|line| self.answer_manager(line))
    }

    /// Whether the manager does not wait for the search any more.
    fn is_silent(&self) -> bool {
        self.quitting || self.job.as_ref().is_some_and(|job| job.silent)
    }

    /// Plays and sends the move of a search, or sends `SWAP` if it was to choose a side
    /// and the other one is better.
    pub(super) fn adapt_result(&mut self, report: &Report, elapsed: Duration) -> io::Result<()> {
        let choosing = self.adapter().choosing;
        let line = report.lines.first();
        let (Some(line), false) = (line, self.is_silent()) else { return Ok(()) };
        let Some(&best) = line.pv.first() else { return Ok(()) };
        let swaps = choosing && swap2::swaps(line.score);
        if !swaps && let Err(error) = self.player.play(best) {
            return self.refuse(&SetError::from(error).into());
        }
        let manager = self.adapter();
        manager.left = manager.left.map(|left| left.saturating_sub(elapsed.as_millis() as u64));
        manager.left_is_new = false;
        // A move that was chosen without a search has nothing to report.
        if report.nodes > 1 || line.score.is_proven() {
            self.adapt_progress(report, elapsed)?;
            if let Some(summary) = message::summary(report, elapsed) {
                self.answer_manager(&summary)?;
            }
        }
        let choice = GomocupReply::Move(self.point_of(best));
        self.answer_manager(if swaps { &GomocupReply::Swap } else { &choice })
    }
}

/// The part of the time for a move that is planned for the search, in milliseconds.
fn time_to_search(turn: u64) -> u64 {
    turn - (KEPT + turn / KEPT_PART).min(turn / MOST_KEPT_PART).min(MOST_KEPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_time_of_each_move_is_kept() {
        for (turn, search) in [
            (1, 1),
            (100, 88),
            (200, 176),
            (1_000, 960),
            (5_000, 4_880),
            (60_000, 59_800),
            (u64::MAX, u64::MAX - 200),
        ] {
            assert_eq!(time_to_search(turn), search, "{turn}");
        }
    }
}
