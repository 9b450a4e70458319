//! The rule swap2 in the Gomocup protocol: `SWAP2BOARD`.

use std::fmt::Write;
use std::time::Duration;

use noughts_rules::game::Side;
use noughts_rules::protocol::Go;

use super::Gomocup;
use crate::base::time::Instant;
use crate::connection::Connection;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::evaluation::answer::late;
use crate::gomocup::reply::BrainReply;

/// The answer of an engine to the stones of an opening by the rule swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Answer {
    /// It takes the side that is not to move.
    Swap,
    /// It plays these moves: the first three stones, its next move, or two more stones
    /// after which the other player chooses.
    Stones(Vec<String>),
}

impl Gomocup {
    /// Asks for a choice by the rule swap2; `None` if the engine does not know the command,
    /// or has not answered. `position` is a `position` line of three or five stones, or of
    /// none.
    pub(crate) fn swap2(
        &mut self,
        connection: &mut Connection,
        position: &str,
        go: &Go,
        allowance: Duration,
        patience: Duration,
    ) -> Result<Option<Swap2Answer>, RequestError> {
        if self.ignores_swap2 {
            return Ok(None);
        }
        self.refuse_leftovers(connection)?;
        let stones = self
            .board
            .stones(position)
            .map_err(|reason| Fault::new(FaultKind::IllegalMove, reason))?;
        let side = if stones.len() % 2 == 0 { Side::X } else { Side::O };
        let mut lines = self.limits(go, side);
        // Some engines refuse keys of `INFO` that they do not know.
        if self.has_about {
            lines.push_str("ABOUT\n");
            connection.send(&lines, patience)?;
            skip_to_about(connection, Instant::now() + patience)?;
            lines.clear();
        }
        lines.push_str("SWAP2BOARD\n");
        for (column, row) in &stones {
            // Writing to a string does not fail.
            let _ = writeln!(lines, "{column},{row}");
        }
        lines.push_str("DONE\n");
        let began = Instant::now();
        connection.send(&lines, allowance.max(patience))?;
        let choice = self.choice(connection, began + allowance)?;
        let time = began.elapsed();
        match choice {
            Choice::Made(_) if time > allowance => Err(late(time, allowance)),
            Choice::Made(answer) => Ok(Some(answer)),
            Choice::Refused => Ok(None),
            Choice::Missing => {
                self.ignores_swap2 = true;
                Ok(None)
            }
        }
    }

    /// Reads up to the choice, or to `until`.
    fn choice(
        &mut self,
        connection: &mut Connection,
        until: Instant,
    ) -> Result<Choice, RequestError> {
        while let Some(line) = connection.line(until)? {
            let stones = match BrainReply::parse(&line) {
                Ok(BrainReply::Swap) => return Ok(Choice::Made(Swap2Answer::Swap)),
                Ok(BrainReply::Unknown | BrainReply::Error) => return Ok(Choice::Refused),
                Ok(BrainReply::Move(x, y)) => vec![(x, y)],
                Ok(BrainReply::Stones(points)) => points,
                _ if Instant::now() > until => break,
                _ => continue,
            };
            let names = stones.into_iter().map(|(x, y)| self.board.name(x, y));
            return Ok(Choice::Made(Swap2Answer::Stones(names.collect())));
        }
        Ok(Choice::Missing)
    }
}

/// What follows `SWAP2BOARD`.
enum Choice {
    Made(Swap2Answer),
    /// A refusal of the command or of a stone.
    Refused,
    /// Nothing in time.
    Missing,
}

/// Reads up to the answer to `ABOUT`: refusals before it are about earlier lines.
fn skip_to_about(connection: &mut Connection, until: Instant) -> Result<(), RequestError> {
    while let Some(line) = connection.line(until)? {
        if matches!(BrainReply::parse(&line), Ok(BrainReply::About(_))) || Instant::now() > until {
            break;
        }
    }
    Ok(())
}
