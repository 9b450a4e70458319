//! Getting ready: the options and the announcement of a game, and the wait for `readyok`.

use std::time::Duration;

use noughts_rules::protocol::{Command, Dialect};

use crate::base::text::rounded;
use crate::base::time::Instant;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::evaluation::answer::first_word;
use crate::options;
use crate::session::Engine;

impl Engine {
    /// Sends the options and waits for `readyok`.
    pub(crate) fn settle(&mut self, batch: &str, until: Instant) -> Result<(), RequestError> {
        let patience = until.saturating_duration_since(Instant::now());
        let batch = format!("{batch}{}\n", Command::IsReady.print(self.dialect));
        self.connection.send(&batch, patience)?;
        self.unready += 1;
        self.ready_until(until, self.deadlines.startup)
    }

    /// Announces a new game. The caller then calls
    /// [`await_ready`](Engine::await_ready); the two steps let both engines of
    /// a game prepare at the same time. Returns the value sent for the option
    /// `Seed`, derived from `seed`.
    ///
    /// # Errors
    ///
    /// When the engine has died or does not read its input.
    pub fn new_game(&mut self, seed: u64) -> Result<Option<i64>, RequestError> {
        self.stop_pondering()?;
        self.usage.begin(self.connection.process_id());
        self.connection.new_game();
        if let Some(gomocup) = &mut self.gomocup {
            gomocup.new_game(&mut self.connection, self.deadlines.ready)?;
            return Ok(None);
        }
        let mut batch = std::mem::take(&mut self.changes);
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
        self.unready += 1;
        Ok(sent)
    }

    /// Waits until the engine is ready for the new game.
    ///
    /// # Errors
    ///
    /// When `readyok` does not come in time.
    pub fn await_ready(&mut self) -> Result<(), RequestError> {
        if let Some(gomocup) = &mut self.gomocup {
            return gomocup.await_ready(&mut self.connection, self.deadlines.ready);
        }
        self.ready_until(Instant::now() + self.deadlines.ready, self.deadlines.ready)
    }

    /// Returns the next line of the engine; `None` if none comes by `until`.
    pub(crate) fn line(&mut self, until: Instant) -> Result<Option<String>, RequestError> {
        let line = self.connection.line(until)?;
        if line.as_deref().is_some_and(|line| first_word(line) == "readyok") {
            self.unready = self.unready.saturating_sub(1);
        }
        Ok(line)
    }

    fn ready_until(&mut self, until: Instant, patience: Duration) -> Result<(), RequestError> {
        loop {
            match self.line(until)? {
                Some(_) if self.unready == 0 => return Ok(()),
                // Buffered lines are returned even after the deadline.
                Some(_) if Instant::now() < until => {}
                _ => {
                    let detail = format!("no \"readyok\" within {}", rounded(patience));
                    return Err(Fault::new(FaultKind::NotReady, detail).into());
                }
            }
        }
    }
}
