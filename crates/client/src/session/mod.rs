//! The session with a running engine, from `uginewgame` to `quit`.

pub(crate) mod pondering;
pub(crate) mod query;
pub(crate) mod ready;
pub(crate) mod swap2;
pub(crate) mod watched;

pub use query::Answers;
pub use watched::SearchEvent;

use std::borrow::Cow;
use std::time::Duration;

use noughts_rules::protocol::{Command, Dialect, Go, NO_MOVE, OptionDeclaration, Reply, drops};

use super::connection::Connection;
use super::gomocup::Gomocup;
use super::options::{self, OptionError};
use crate::base::text::rounded;
use crate::base::time::Instant;
use crate::config::deadlines::Deadlines;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::evaluation::answer::{Answer, first_word, late, unsolicited};
use crate::evaluation::latest::LatestEvaluation;
use crate::process::usage::{Usage, UsageMeter};

/// A running engine whose options have been set. Dropping it kills the
/// process; [`quit`](Engine::quit) lets it exit by itself.
#[derive(Debug)]
pub struct Engine {
    /// The name that the engine reports; empty if none.
    id: String,
    pub(crate) connection: Connection,
    pub(crate) dialect: Dialect,
    /// Whether moves are written as drops, `P@b2`.
    pub(crate) drops: bool,
    /// The options that the engine declares.
    pub(crate) declared: Vec<OptionDeclaration>,
    /// The commands that set options before the next game.
    changes: String,
    /// The option `Seed`, if the runner sets it for each game.
    seed: Option<OptionDeclaration>,
    pub(crate) deadlines: Deadlines,
    /// Whether this is a UCI engine without the option `Game`, which may play
    /// another game.
    pub(crate) is_foreign: bool,
    /// Whether a `go ponder` is unanswered.
    pub(crate) pondering: bool,
    /// The number of unanswered `isready`: an answer to one whose game was given up must
    /// not be taken for the answer to the next.
    pub(crate) unready: u32,
    /// The state of an engine of the Gomocup protocol.
    gomocup: Option<Gomocup>,
    usage: UsageMeter,
}

impl Engine {
    pub(crate) fn new(
        connection: Connection,
        id: String,
        dialect: Dialect,
        drops: bool,
        is_foreign: bool,
        seed: Option<OptionDeclaration>,
        deadlines: Deadlines,
    ) -> Engine {
        Engine {
            id,
            connection,
            dialect,
            drops,
            declared: Vec::new(),
            changes: String::new(),
            seed,
            deadlines,
            is_foreign,
            pondering: false,
            unready: 0,
            gomocup: None,
            usage: UsageMeter::default(),
        }
    }

    /// Makes an engine of the Gomocup protocol.
    pub(crate) fn of_gomocup(
        connection: Connection,
        id: String,
        gomocup: Gomocup,
        deadlines: Deadlines,
    ) -> Engine {
        let engine = Engine::new(connection, id, Dialect::Plain, false, false, None, deadlines);
        Engine { gomocup: Some(gomocup), ..engine }
    }

    /// Returns the name that the engine reports; empty if none.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the dialect that the engine speaks.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns whether the engine answers queries about the state of a game.
    pub fn can_referee(&self) -> bool {
        self.dialect == Dialect::Ugi
    }

    /// Sets an option before the next game.
    ///
    /// # Errors
    ///
    /// When the engine does not declare the option, or not with this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(gomocup) = &mut self.gomocup {
            gomocup.set(name, value);
            return Ok(());
        }
        self.changes += &self.option_command(name, value)?;
        self.changes.push('\n');
        Ok(())
    }

    /// Leaves the option `Seed` as it is in all games.
    pub fn keep_seed(&mut self) {
        self.seed = None;
    }

    /// Returns the options that the engine declares.
    pub fn declared(&self) -> &[OptionDeclaration] {
        &self.declared
    }

    /// Checks that the engine declares an option and accepts a value of it, and
    /// sends nothing.
    ///
    /// # Errors
    ///
    /// As for [`set_option`](Engine::set_option).
    pub fn check_option(&self, name: &str, value: &str) -> Result<(), OptionError> {
        // An engine of the Gomocup protocol declares no options.
        match self.gomocup {
            Some(_) => Ok(()),
            None => self.option_command(name, value).map(drop),
        }
    }

    fn option_command(&self, name: &str, value: &str) -> Result<String, OptionError> {
        options::command(&self.declared, name, value, self.dialect)
    }

    /// Searches the position of a `position` line. A move that takes longer
    /// than `allowance` loses the game; by default the deadline for moves
    /// applies.
    ///
    /// # Errors
    ///
    /// When no move comes, or not in time.
    pub fn go(
        &mut self,
        position: &str,
        go: &Go,
        allowance: Option<Duration>,
    ) -> Result<Answer, RequestError> {
        if let Some(gomocup) = &mut self.gomocup {
            let Deadlines { think, answer, .. } = self.deadlines;
            let allowance = allowance.unwrap_or(think);
            return gomocup.go(&mut self.connection, position, go, allowance, answer);
        }
        self.stop_pondering()?;
        self.refuse_leftovers()?;
        let go = Command::Go(go.clone()).print(self.dialect);
        let batch = format!("{}\n{go}\n", self.in_notation(position));
        self.move_for(&batch, allowance)
    }

    /// Returns a `position` line in the notation of this engine.
    pub(crate) fn in_notation<'a>(&self, position: &'a str) -> Cow<'a, str> {
        match self.drops {
            true => Cow::Owned(with_drops(position)),
            false => Cow::Borrowed(position),
        }
    }

    /// Sends a batch that starts or ends a search, and waits for `bestmove`.
    pub(crate) fn move_for(
        &mut self,
        batch: &str,
        allowance: Option<Duration>,
    ) -> Result<Answer, RequestError> {
        let allowance = allowance.unwrap_or(self.deadlines.think);
        let began = Instant::now();
        self.connection.send(batch, allowance.max(self.deadlines.answer))?;
        let mut answer = self.await_move(began, began + allowance)?;
        if let Some(answer) = answer.take_if(|answer| answer.time > allowance) {
            return Err(late(answer.time, allowance));
        }
        if let Some(answer) = answer {
            return if answer.best == NO_MOVE { Err(no_move()) } else { Ok(answer) };
        }
        // The reply to `stop` distinguishes a late engine from a hung one.
        let stop = Command::Stop.print(self.dialect) + "\n";
        self.connection.send(&stop, self.deadlines.answer)?;
        match self.await_move(began, Instant::now() + self.deadlines.answer)? {
            Some(answer) => Err(late(answer.time, allowance)),
            None => {
                let detail = format!("no move within {}, nor after \"stop\"", rounded(allowance));
                Err(Fault::new(FaultKind::Hung, detail).into())
            }
        }
    }

    /// Fails if an unsolicited `bestmove` or `response` has arrived, which
    /// would be taken for the next one.
    pub(crate) fn refuse_leftovers(&mut self) -> Result<(), RequestError> {
        let now = Instant::now();
        while let Some(line) = self.line(now)? {
            if matches!(first_word(&line), "bestmove" | "response") {
                return Err(unsolicited(&line));
            }
        }
        Ok(())
    }

    /// Reads up to `bestmove`; returns `None` if it has not come by `until`.
    /// The search began at `began`.
    pub(crate) fn await_move(
        &mut self,
        began: Instant,
        until: Instant,
    ) -> Result<Option<Answer>, RequestError> {
        let mut latest = LatestEvaluation::default();
        while let Some(line) = self.line(until)? {
            match first_word(&line) {
                "bestmove" => {
                    let time = began.elapsed();
                    let Reply::BestMove { best, ponder } = Reply::parse(&line) else {
                        let detail = format!("\"{line}\" has no move");
                        return Err(Fault::new(FaultKind::Garbage, detail).into());
                    };
                    let plain = |name: String| match self.drops {
                        true => drops::drop_to_square(&name).to_string(),
                        false => name,
                    };
                    let (best, expected) = (plain(best), ponder.map(plain));
                    let LatestEvaluation { evaluation, is_drawn, .. } = latest;
                    return Ok(Some(Answer { best, expected, time, evaluation, is_drawn }));
                }
                "info" => latest.read(&line),
                _ => {}
            }
            // Buffered lines are returned even after the deadline. At the deadline the move
            // may follow in the same piece.
            if Instant::now() > until {
                break;
            }
        }
        Ok(None)
    }

    /// Ends a game in which the engine worked for some time. Returns the
    /// resource usage since the last call that returned one; `None` if that
    /// call was only a moment ago, or if the system does not report the usage.
    pub fn usage(&mut self, worked: Duration) -> Option<Usage> {
        self.usage.end(self.connection.process_id(), worked)
    }

    /// Returns the transcript of the start and of the current game: a line with
    /// its time for each line sent or received.
    pub fn transcript(&self) -> String {
        self.connection.transcript()
    }

    /// Sends `quit`, and kills the engine if it does not exit in time.
    pub fn quit(self) {
        Engine::quit_all([self]);
    }

    /// Sends `quit` to all these engines, and kills those that do not exit in time.
    pub fn quit_all(engines: impl IntoIterator<Item = Engine>) {
        let mut leaving: Vec<Engine> = engines.into_iter().collect();
        let began = Instant::now();
        for engine in &mut leaving {
            let farewell = if engine.gomocup.is_some() { "END\n" } else { "quit\n" };
            engine.connection.say_farewell(farewell);
        }
        for engine in leaving {
            engine.connection.close(began + engine.deadlines.quit);
        }
    }
}

/// Rewrites a `position` line with drops.
fn with_drops(position: &str) -> String {
    let (start, moves) = position.split_once(" moves").unwrap_or((position, ""));
    let start = match start.strip_prefix("position fen ") {
        Some(text) => format!("position fen {}", drops::position_to_drop(text)),
        None => start.to_string(),
    };
    let moves = moves.split_whitespace().map(|name| " ".to_string() + &drops::square_to_drop(name));
    start + " moves" + &moves.collect::<String>()
}

/// Returns the fault of an engine that has no move: the caller asks only where
/// the game goes on.
fn no_move() -> RequestError {
    let detail = "the engine answered that it has no move, but the game is not over";
    Fault::new(FaultKind::IllegalMove, detail).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_rewritten_with_drops() {
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
