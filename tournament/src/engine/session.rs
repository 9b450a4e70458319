//! The talk with a running engine, from new game to quit.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use noughts::protocol::{Command, Dialect, Go, OptionDeclaration, Reply, drops};

use super::connection::Connection;
use super::evaluation::LatestEvaluation;
use super::fault::{Fault, FaultKind, Trouble};
use super::options;
use crate::config::Deadlines;
use crate::record::Evaluation;

/// An engine that has been started and knows its options. Dropping it kills
/// it; [`quit`](Engine::quit) asks first.
#[derive(Debug)]
pub struct Engine {
    pub(super) connection: Connection,
    pub(super) dialect: Dialect,
    /// Moves are written as drops, `P@b2`.
    pub(super) drops: bool,
    /// The option for a seed, if the runner is to set it for each game.
    seed: Option<OptionDeclaration>,
    pub(super) deadlines: Deadlines,
    /// It has been told to think in the opponent's time.
    pub(super) pondering: bool,
}

/// A move, as the engine gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub best: String,
    /// The reply that the engine expects, if it told one.
    pub expected: Option<String>,
    /// From the write of `go` to the read of `bestmove`.
    pub time: Duration,
    /// What the engine told before.
    pub evaluation: Evaluation,
    /// It told that the game is proven to be a draw.
    pub is_drawn: bool,
}

impl Engine {
    pub(super) fn new(
        connection: Connection,
        dialect: Dialect,
        drops: bool,
        seed: Option<OptionDeclaration>,
        deadlines: Deadlines,
    ) -> Engine {
        Engine { connection, dialect, drops, seed, deadlines, pondering: false }
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
    /// prepare themselves at the same time in between. Returns the value of
    /// the option for seeds that was made from the seed and sent.
    ///
    /// # Errors
    ///
    /// When the engine is dead or deaf.
    pub fn new_game(&mut self, seed: u64) -> Result<Option<i64>, Trouble> {
        self.stop_pondering()?;
        self.connection.new_game();
        let mut batch = String::new();
        let mut push = |command: &Command| {
            batch += &command.print(self.dialect);
            batch.push('\n');
        };
        let sent = self.seed.as_ref().map(|option| options::seed_value(option, seed));
        if let (Some(option), Some(value)) = (&self.seed, sent) {
            let value = Some(value.to_string());
            push(&Command::SetOption { name: option.name.clone(), value });
        }
        push(match self.dialect {
            Dialect::Uci => &Command::UciNewGame,
            Dialect::Ugi | Dialect::Plain => &Command::UgiNewGame,
        });
        push(&Command::IsReady);
        self.connection.send(&batch, self.deadlines.ready)?;
        Ok(sent)
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
        self.stop_pondering()?;
        self.refuse_leftovers()?;
        let go = Command::Go(go.clone()).print(self.dialect);
        let batch = format!("{}\n{go}\n", self.told(position));
        self.move_for(&batch, allowance)
    }

    /// A `position` line in the words of this engine.
    pub(super) fn told<'a>(&self, position: &'a str) -> Cow<'a, str> {
        match self.drops {
            true => Cow::Owned(with_drops(position)),
            false => Cow::Borrowed(position),
        }
    }

    /// The move in answer to what is sent.
    pub(super) fn move_for(
        &mut self,
        batch: &str,
        allowance: Option<Duration>,
    ) -> Result<Answer, Trouble> {
        let allowance = allowance.unwrap_or(self.deadlines.think);
        let began = Instant::now();
        self.connection.send(batch, allowance.max(self.deadlines.answer))?;
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

    /// An answer that nobody asked for would be taken for the answer to the
    /// next question.
    pub(super) fn refuse_leftovers(&mut self) -> Result<(), Trouble> {
        let now = Instant::now();
        while let Some(line) = self.connection.line(now)? {
            if matches!(first_word(&line), "bestmove" | "response") {
                return Err(unasked(&line));
            }
        }
        Ok(())
    }

    /// Reads up to the move; `None` when it has not come until an instant.
    pub(super) fn await_move(
        &mut self,
        began: Instant,
        until: Instant,
    ) -> Result<Option<Answer>, Trouble> {
        let mut told = LatestEvaluation::default();
        while let Some(line) = self.connection.line(until)? {
            match first_word(&line) {
                "bestmove" => {
                    let time = began.elapsed();
                    let Reply::BestMove { best, ponder } = Reply::parse(&line) else {
                        return Err(Fault::new(FaultKind::Garbage, format!("\"{line}\"")).into());
                    };
                    let plain = |name: String| match self.drops {
                        true => drops::drop_to_square(&name).to_string(),
                        false => name,
                    };
                    let (best, expected) = (plain(best), ponder.map(plain));
                    let LatestEvaluation { evaluation, is_drawn, .. } = told;
                    return Ok(Some(Answer { best, expected, time, evaluation, is_drawn }));
                }
                "info" => told.hear(&line),
                _ => {}
            }
            // An engine that talks without end must not outlast the wait.
            if Instant::now() >= until {
                break;
            }
        }
        Ok(None)
    }

    /// What was said since the game began, and before the first one: a line for
    /// each line of the wire, with its time.
    pub fn transcript(&self) -> String {
        self.connection.transcript()
    }

    /// Lets the engine end, and makes it end if it does not.
    pub fn quit(self) {
        self.connection.close(self.deadlines.quit);
    }
}

/// A `position` line in the words of drops.
fn with_drops(position: &str) -> String {
    let (start, moves) = position.split_once(" moves").unwrap_or((position, ""));
    let start = match start.strip_prefix("position fen ") {
        Some(text) => format!("position fen {}", drops::position_to_drop(text)),
        None => start.to_string(),
    };
    let moves = moves.split_whitespace().map(|name| " ".to_string() + &drops::square_to_drop(name));
    start + " moves" + &moves.collect::<String>()
}

pub(super) fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or("")
}

pub(super) fn unasked(line: &str) -> Trouble {
    Fault::new(FaultKind::Garbage, format!("\"{line}\" without a question")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_in_drops() {
        assert_eq!(
            with_drops("position startpos moves a1 b2"),
            "position startpos moves P@a1 P@b2"
        );
        assert_eq!(
            with_drops("position fen 3 3 3 3/1X1/3 o 1 moves a1"),
            "position fen 3/1P1/3[PPPPpppp] b - - 0 1 moves P@a1"
        );
        assert_eq!(with_drops("position startpos moves"), "position startpos moves");
    }
}
