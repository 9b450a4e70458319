//! An empty board for the next game of an engine of the Gomocup protocol.
//!
//! Some engines drop what they read just after a move: Rapfi the first word.
//! So `RESTART` comes after `ABOUT`, which any engine may be asked at any time:
//! one that answers it has read `RESTART`, too. Without an answer both are sent
//! again.

use std::time::Duration;

use super::Gomocup;
use crate::base::text::rounded;
use crate::base::time::Instant;
use crate::connection::Connection;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::gomocup::reply::BrainReply;

/// How long an engine that answers `ABOUT` may be silent until it is asked
/// again.
const SILENCE: Duration = Duration::from_secs(1);

impl Gomocup {
    /// Asks for an empty board; [`await_ready`](Gomocup::await_ready) waits for
    /// it.
    pub(crate) fn new_game(
        &mut self,
        connection: &mut Connection,
        patience: Duration,
    ) -> Result<(), RequestError> {
        self.board.clear();
        self.has_limits = false;
        self.is_empty = std::mem::replace(&mut self.is_fresh, false);
        if self.is_empty { Ok(()) } else { self.empty_board(connection, patience) }
    }

    /// Returns the command that empties the board.
    fn command(&self) -> &str {
        if self.can_restart { "RESTART" } else { &self.start }
    }

    fn empty_board(
        &mut self,
        connection: &mut Connection,
        patience: Duration,
    ) -> Result<(), RequestError> {
        self.awaited += 1;
        let about = if self.has_about { "ABOUT\n" } else { "" };
        connection.send(&format!("{about}{}\n", self.command()), patience)
    }

    /// Waits for the empty board, and sends the settings.
    pub(crate) fn await_ready(
        &mut self,
        connection: &mut Connection,
        patience: Duration,
    ) -> Result<(), RequestError> {
        let began = Instant::now();
        let until = began + patience;
        let quarter = patience / 4;
        let mut pause = if self.has_about { quarter.min(SILENCE) } else { quarter };
        let mut again = began + pause;
        // Whether the engine has answered `ABOUT`, and whether an engine without
        // `ABOUT` has been asked again after a refusal.
        let (mut is_read, mut is_repeated) = (false, false);
        while !self.is_empty {
            let line = connection.line(until.min(again))?;
            let not_ready = |answer: &str| {
                let detail = format!("{answer} to \"{}\"", self.command());
                Err(Fault::new(FaultKind::NotReady, detail).into())
            };
            // Buffered lines are returned even after the deadline.
            let is_late = Instant::now() >= until;
            match line.as_deref().map(|line| (line, BrainReply::parse(line))) {
                Some((_, Ok(BrainReply::Ok))) => {
                    self.awaited = self.awaited.saturating_sub(1);
                    self.is_empty = true;
                }
                _ if is_late => {
                    return not_ready(&format!("no \"OK\" within {}", rounded(patience)));
                }
                None => {
                    pause *= 2;
                    again = again + pause;
                    self.empty_board(connection, patience)?;
                }
                Some((_, Ok(BrainReply::About(_)))) => is_read = true,
                // About something that was sent before.
                Some((_, Ok(BrainReply::Unknown | BrainReply::Error)))
                    if self.has_about && !is_read => {}
                Some((line, Ok(BrainReply::Unknown | BrainReply::Error))) => {
                    if self.has_about || std::mem::replace(&mut is_repeated, true) {
                        if !self.can_restart {
                            return not_ready(&format!("\"{line}\""));
                        }
                        // `RESTART` is optional.
                        self.can_restart = false;
                        (is_read, is_repeated) = (false, false);
                    }
                    self.empty_board(connection, patience)?;
                }
                // A second answer of the previous game; during a game it is a
                // fault.
                Some(_) => {}
            }
        }
        connection.send(&self.settings(), patience)
    }
}
