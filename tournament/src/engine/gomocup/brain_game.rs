//! The games of a running engine of the Gomocup protocol.

use std::time::Duration;

use noughts::protocol::Go;

use super::{BrainReply, Gomocup};
use crate::engine::connection::Connection;
use crate::engine::fault::{Fault, FaultKind, RequestError};
use crate::engine::session::{Answer, late, unsolicited};
use crate::record::Evaluation;
use crate::text::rounded;
use crate::time::Instant;

impl Gomocup {
    /// Asks for an empty board; [`await_ready`](Gomocup::await_ready) waits for
    /// it.
    pub(in crate::engine) fn new_game(
        &mut self,
        connection: &mut Connection,
        patience: Duration,
    ) -> Result<(), RequestError> {
        (self.known, self.has_limits) = (None, false);
        self.awaits_ok = !std::mem::replace(&mut self.is_fresh, false);
        if self.awaits_ok {
            let command = if self.can_restart { "RESTART" } else { &self.start };
            connection.send(&format!("{command}\n"), patience)?;
        }
        Ok(())
    }

    /// Waits for the empty board, and sends the settings.
    pub(in crate::engine) fn await_ready(
        &mut self,
        connection: &mut Connection,
        patience: Duration,
    ) -> Result<(), RequestError> {
        let until = Instant::now() + patience;
        while self.awaits_ok {
            let command = if self.can_restart { "RESTART" } else { &self.start };
            let not_ready = |answer: &str| {
                Fault::new(FaultKind::NotReady, format!("{answer} to \"{command}\"")).into()
            };
            let Some(line) = connection.line(until)? else {
                return Err(not_ready(&format!("no \"OK\" within {}", rounded(patience))));
            };
            match BrainReply::parse(&line) {
                Ok(BrainReply::Ok) => self.awaits_ok = false,
                Ok(BrainReply::Unknown | BrainReply::Error) if self.can_restart => {
                    // `RESTART` is optional.
                    self.can_restart = false;
                    connection.send(&format!("{}\n", self.start), patience)?;
                }
                Ok(BrainReply::Unknown | BrainReply::Error) => {
                    return Err(not_ready(&format!("\"{line}\"")));
                }
                // A second answer of the previous game; during a game it is a
                // fault.
                _ if Instant::now() < until => {}
                _ => return Err(not_ready(&format!("no \"OK\" within {}", rounded(patience)))),
            }
        }
        connection.send(&self.settings(), patience)
    }

    /// Asks for a move. One that takes longer than `allowance` loses the game.
    pub(in crate::engine) fn go(
        &mut self,
        connection: &mut Connection,
        position: &str,
        go: &Go,
        allowance: Duration,
        patience: Duration,
    ) -> Result<Answer, RequestError> {
        let now = Instant::now();
        while let Some(line) = connection.line(now)? {
            if !matches!(
                BrainReply::parse(&line),
                Ok(BrainReply::Remark | BrainReply::Unknown | BrainReply::Error)
            ) {
                return Err(unsolicited(&line));
            }
        }
        // The referee knows the position, so it is valid.
        let lines = self
            .request(position, go)
            .map_err(|reason| Fault::new(FaultKind::IllegalMove, reason))?;
        let began = Instant::now();
        connection.send(&lines, allowance.max(patience))?;
        let in_time = self.answer(connection, began, began + allowance)?;
        // The protocol has no `stop`: a longer wait distinguishes a late engine
        // from a hung one.
        let answer = match in_time {
            None => self.answer(connection, began, Instant::now() + patience)?,
            answer => answer,
        };
        match answer {
            Some(answer) if answer.time <= allowance => {
                self.has_moved(position, &answer.best);
                Ok(answer)
            }
            Some(answer) => Err(late(answer.time, allowance)),
            None => {
                let (allowed, more) = (rounded(allowance), rounded(patience));
                let detail = format!("no move within {allowed}, nor in {more} more");
                Err(Fault::new(FaultKind::Hung, detail).into())
            }
        }
    }

    /// Reads up to a move; returns `None` if it has not come by `until`.
    fn answer(
        &self,
        connection: &mut Connection,
        began: Instant,
        until: Instant,
    ) -> Result<Option<Answer>, RequestError> {
        let mut after_remark = false;
        while let Some(line) = connection.line(until)? {
            let reply = BrainReply::parse(&line);
            let is_remark = matches!(reply, Ok(BrainReply::Remark));
            // Some engines print a remark with a line break in it: PentaZen
            // prints the depth as a character, and depth 10 is one.
            let is_its_rest = after_remark && reply.is_err();
            after_remark = is_remark || is_its_rest;
            match reply {
                Ok(BrainReply::Move(x, y)) => {
                    return Ok(Some(Answer {
                        best: self.name(x, y),
                        expected: None,
                        time: began.elapsed(),
                        evaluation: Evaluation::default(),
                        is_drawn: false,
                    }));
                }
                // Some engines answer keys of `INFO` that they do not know.
                Ok(BrainReply::Remark | BrainReply::Unknown) => {}
                Ok(_) => {
                    let detail = format!("\"{line}\" instead of a move");
                    return Err(Fault::new(FaultKind::Garbage, detail).into());
                }
                Err(_) if is_its_rest => {}
                Err(error) => return Err(Fault::new(FaultKind::Garbage, error).into()),
            }
            // Buffered lines are returned even after the deadline.
            if Instant::now() >= until {
                break;
            }
        }
        Ok(None)
    }
}
