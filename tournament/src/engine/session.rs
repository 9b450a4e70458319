//! The talk with a running engine, from new game to quit.

use std::time::{Duration, Instant};

use noughts::protocol::{Command, Dialect, Go, Info, OptionDeclaration, Query, Reply, Response};

use super::connection::Connection;
use super::fault::{Fault, FaultKind, Trouble};
use super::options;
use crate::config::Deadlines;
use crate::record::Evaluation;

/// An engine that has been started and knows its options. Dropping it kills
/// it; [`quit`](Engine::quit) asks first.
#[derive(Debug)]
pub struct Engine {
    connection: Connection,
    dialect: Dialect,
    /// The option for a seed, if the runner is to set it for each game.
    seed: Option<OptionDeclaration>,
    deadlines: Deadlines,
}

/// A move, as the engine gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub best: String,
    /// From the write of `go` to the read of `bestmove`.
    pub time: Duration,
    /// What the engine told before.
    pub evaluation: Evaluation,
}

impl Engine {
    pub(super) fn new(
        connection: Connection,
        dialect: Dialect,
        seed: Option<OptionDeclaration>,
        deadlines: Deadlines,
    ) -> Engine {
        Engine { connection, dialect, seed, deadlines }
    }

    /// Sends the options and waits until they have been taken in.
    pub(super) fn settle(&mut self, batch: &str, until: Instant) -> Result<(), Trouble> {
        let patience = until.saturating_duration_since(Instant::now());
        let batch = format!("{batch}{}\n", Command::IsReady.print(self.dialect));
        self.connection.send(&batch, patience)?;
        self.ready_until(until, self.deadlines.startup)
    }

    /// Announces a new game. To be followed by
    /// [`await_ready`](Engine::await_ready); both engines of a game can
    /// prepare themselves at the same time in between.
    ///
    /// # Errors
    ///
    /// When the engine is dead or deaf.
    pub fn new_game(&mut self, seed: u64) -> Result<(), Trouble> {
        let mut batch = String::new();
        let mut push = |command: &Command| {
            batch += &command.print(self.dialect);
            batch.push('\n');
        };
        if let Some(option) = &self.seed {
            let value = Some(options::seed_value(option, seed));
            push(&Command::SetOption { name: option.name.clone(), value });
        }
        push(match self.dialect {
            Dialect::Uci => &Command::UciNewGame,
            Dialect::Ugi | Dialect::Plain => &Command::UgiNewGame,
        });
        push(&Command::IsReady);
        self.connection.send(&batch, self.deadlines.ready)
    }

    /// Waits until the engine is ready for the new game.
    ///
    /// # Errors
    ///
    /// When it is not, in time.
    pub fn await_ready(&mut self) -> Result<(), Trouble> {
        self.ready_until(Instant::now() + self.deadlines.ready, self.deadlines.ready)
    }

    fn ready_until(&mut self, until: Instant, patience: Duration) -> Result<(), Trouble> {
        loop {
            match self.connection.line(until)? {
                Some(line) if Reply::parse(&line) == Reply::ReadyOk => return Ok(()),
                // An engine that talks without end must not outlast the wait.
                Some(_) if Instant::now() < until => {}
                _ => {
                    let detail = format!("no \"readyok\" in {patience:?}");
                    return Err(Fault::new(FaultKind::NotReady, detail).into());
                }
            }
        }
    }

    /// Asks for a move in the position that a `position` line sets up. The
    /// allowance is the time after which the move is lost; without one, the
    /// deadline for moves counts.
    ///
    /// # Errors
    ///
    /// When no move comes, or not in time.
    pub fn go(
        &mut self,
        position: &str,
        go: &Go,
        allowance: Option<Duration>,
    ) -> Result<Answer, Trouble> {
        self.refuse_leftovers()?;
        let go = Command::Go(go.clone()).print(self.dialect);
        let batch = format!("{position}\n{go}\n");
        let allowance = allowance.unwrap_or(self.deadlines.think);
        let began = Instant::now();
        self.connection.send(&batch, allowance.max(self.deadlines.answer))?;
        let mut answer = self.await_move(began, began + allowance)?;
        let late = |time: Duration| {
            Fault::new(FaultKind::Time, format!("{time:?} used, {allowance:?} allowed")).into()
        };
        if let Some(answer) = answer.take_if(|answer| answer.time > allowance) {
            return Err(late(answer.time));
        }
        if let Some(answer) = answer {
            return Ok(answer);
        }
        // Whether the engine is merely late or does not answer at all is
        // seen when it is told to stop.
        let stop = Command::Stop.print(self.dialect) + "\n";
        self.connection.send(&stop, self.deadlines.answer)?;
        match self.await_move(began, Instant::now() + self.deadlines.answer)? {
            Some(answer) => Err(late(answer.time)),
            None => {
                let detail = format!("no move in {allowance:?}, nor after \"stop\"");
                Err(Fault::new(FaultKind::Hung, detail).into())
            }
        }
    }

    /// A move that nobody asked for would be taken for the answer to the next
    /// `go`.
    fn refuse_leftovers(&mut self) -> Result<(), Trouble> {
        let now = Instant::now();
        while let Some(line) = self.connection.line(now)? {
            if first_word(&line) == "bestmove" {
                let detail = format!("\"{line}\" without a question");
                return Err(Fault::new(FaultKind::Garbage, detail).into());
            }
        }
        Ok(())
    }

    /// Reads up to the move; `None` when it has not come until an instant.
    fn await_move(&mut self, began: Instant, until: Instant) -> Result<Option<Answer>, Trouble> {
        let mut scored = None;
        while let Some(line) = self.connection.line(until)? {
            match first_word(&line) {
                "bestmove" => {
                    let time = began.elapsed();
                    let Reply::BestMove { best, .. } = Reply::parse(&line) else {
                        return Err(Fault::new(FaultKind::Garbage, format!("\"{line}\"")).into());
                    };
                    let evaluation = scored.as_deref().map(evaluation).unwrap_or_default();
                    return Ok(Some(Answer { best, time, evaluation }));
                }
                // Only the last of these lines matters, so only that one is
                // parsed.
                "info" if line.contains(" score ") => scored = Some(line),
                _ => {}
            }
            // An engine that talks without end must not outlast the wait.
            if Instant::now() >= until {
                break;
            }
        }
        Ok(None)
    }

    /// Puts a question about the position that a `position` line sets up.
    ///
    /// # Errors
    ///
    /// When no answer comes in time, or one that is none.
    pub fn query(&mut self, position: &str, query: Query) -> Result<Response, Trouble> {
        let command = Command::Query(query).print(self.dialect);
        let patience = self.deadlines.answer;
        self.connection.send(&format!("{position}\n{command}\n"), patience)?;
        let until = Instant::now() + patience;
        while let Some(line) = self.connection.line(until)? {
            if first_word(&line) == "response" {
                return match Reply::parse(&line) {
                    Reply::Response(response) => Ok(response),
                    _ => Err(Fault::new(FaultKind::Garbage, format!("\"{line}\"")).into()),
                };
            }
            if Instant::now() >= until {
                break;
            }
        }
        let detail = format!("no answer to \"{command}\" in {patience:?}");
        Err(Fault::new(FaultKind::NoAnswer, detail).into())
    }

    /// Lets the engine end, and makes it end if it does not.
    pub fn quit(self) {
        self.connection.close(self.deadlines.quit);
    }
}

fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or("")
}

fn evaluation(line: &str) -> Evaluation {
    match Reply::parse(line) {
        Reply::Info(info) => Evaluation::from(&info),
        _ => Evaluation::from(&Info::default()),
    }
}
