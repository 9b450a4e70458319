//! The moves of a running engine of the Gomocup protocol.

use std::time::Duration;

use noughts_rules::protocol::Go;

use super::Gomocup;
use crate::base::text::{printable, rounded};
use crate::base::time::Instant;
use crate::connection::Connection;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::evaluation::answer::{Answer, late, unsolicited};
use crate::gomocup::message::Thoughts;
use crate::gomocup::reply::BrainReply;

/// The maximum number of characters quoted of an `ERROR`.
const QUOTED: usize = 100;

/// What an engine has printed since it was asked for a move.
#[derive(Default)]
struct Printed {
    thoughts: Thoughts,
    /// The last `ERROR` or `UNKNOWN`.
    refusal: Option<String>,
    /// Whether the last line was a remark, which may have a line break in it.
    in_remark: bool,
}

impl Gomocup {
    /// Asks for a move. One that takes longer than `allowance` loses the game.
    pub(crate) fn go(
        &mut self,
        connection: &mut Connection,
        position: &str,
        go: &Go,
        allowance: Duration,
        patience: Duration,
    ) -> Result<Answer, RequestError> {
        self.refuse_leftovers(connection)?;
        // The referee knows the position, so it is valid.
        let lines = self
            .request(position, go)
            .map_err(|reason| Fault::new(FaultKind::IllegalMove, reason))?;
        let began = Instant::now();
        connection.send(&lines, allowance.max(patience))?;
        let mut printed = Printed::default();
        let in_time = self.answer(connection, &mut printed, began, began + allowance)?;
        // The protocol has no `stop`: a longer wait distinguishes a late engine
        // from a hung one.
        let answer = match in_time {
            None => self.answer(connection, &mut printed, began, Instant::now() + patience)?,
            answer => answer,
        };
        match answer {
            Some(answer) if answer.time <= allowance => {
                self.board.answered(&answer.best);
                Ok(answer)
            }
            Some(answer) => Err(late(answer.time, allowance)),
            None => {
                let (allowed, more) = (rounded(allowance), rounded(patience));
                let mut detail = format!("no move within {allowed}, nor in {more} more");
                if let Some(line) = printed.refusal {
                    detail += &format!("; the engine sent \"{}\"", printable(&line, QUOTED));
                }
                Err(Fault::new(FaultKind::Hung, detail).into())
            }
        }
    }

    /// Fails if an unsolicited answer has arrived, which would be taken for the next one.
    pub(super) fn refuse_leftovers(
        &mut self,
        connection: &mut Connection,
    ) -> Result<(), RequestError> {
        let now = Instant::now();
        while let Some(line) = connection.line(now)? {
            match BrainReply::parse(&line) {
                Ok(reply) if self.is_ignored(&reply) => {}
                Ok(BrainReply::Unknown | BrainReply::Error) => {}
                _ => return Err(unsolicited(&line)),
            }
        }
        Ok(())
    }

    /// Returns whether a line is not an answer: a remark, or the late answer to
    /// a command for an empty board that was sent twice.
    fn is_ignored(&mut self, reply: &BrainReply) -> bool {
        match reply {
            BrainReply::Remark | BrainReply::About(_) => true,
            BrainReply::Ok if self.awaited > 0 => {
                self.awaited -= 1;
                true
            }
            _ => false,
        }
    }

    /// Reads up to a move; returns `None` if it has not come by `until`.
    fn answer(
        &mut self,
        connection: &mut Connection,
        printed: &mut Printed,
        began: Instant,
        until: Instant,
    ) -> Result<Option<Answer>, RequestError> {
        while let Some(line) = connection.line(until)? {
            let reply = BrainReply::parse(&line);
            if reply == Ok(BrainReply::Remark) {
                printed.thoughts.read(&line);
            }
            // Some engines print a remark with a line break in it: PentaZen
            // prints the depth as a character, and depth 10 is one.
            let is_its_rest = printed.in_remark && reply.is_err();
            printed.in_remark = is_its_rest || reply == Ok(BrainReply::Remark);
            match reply {
                Ok(BrainReply::Move(x, y)) => {
                    let time = began.elapsed();
                    self.awaited = 0;
                    let (board, order) = (self.board.board(), &mut self.row_order);
                    let evaluation = printed.thoughts.evaluation(board, (x, y), order);
                    return Ok(Some(Answer {
                        best: self.board.name(x, y),
                        expected: None,
                        time,
                        evaluation,
                        is_drawn: false,
                    }));
                }
                // Some engines answer keys of `INFO` that they do not know;
                // Rapfi drops `INFO` after its move, and knows no `TIME_LEFT`.
                Ok(BrainReply::Unknown | BrainReply::Error) => printed.refusal = Some(line),
                Ok(reply) if self.is_ignored(&reply) => {}
                Ok(_) => {
                    let detail = format!("\"{line}\" instead of a move");
                    return Err(Fault::new(FaultKind::Garbage, detail).into());
                }
                Err(_) if is_its_rest => {}
                Err(error) => return Err(Fault::new(FaultKind::Garbage, error).into()),
            }
            // Buffered lines are returned even after the deadline. At the deadline the move
            // may follow in the same piece.
            if Instant::now() > until {
                break;
            }
        }
        Ok(None)
    }
}
