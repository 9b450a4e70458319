//! A search whose reports are read as they come, and that can be stopped.

use noughts_rules::protocol::{Command, Dialect, Go, Info, Reply, ScoreValue, drops};

use crate::base::time::Instant;
use crate::connection::fault::RequestError;
use crate::session::Engine;

/// A line of an engine during a search.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchEvent {
    /// A report, with squares as moves and distances in plies.
    Info(Box<Info>),
    /// The end of the search: its move.
    Move(String),
    /// Any other line.
    Other,
}

impl Engine {
    /// Turns additional reports on or off (`debug`).
    ///
    /// # Errors
    ///
    /// When the engine has died or does not read its input.
    pub fn set_debug(&mut self, on: bool) -> Result<(), RequestError> {
        self.send(&Command::Debug(on))
    }

    /// Sends the changed options, and begins to search the position of a
    /// `position` line. [`next_event`](Engine::next_event) returns what the engine
    /// finds. The caller waits for the end of a search before the next one.
    ///
    /// # Errors
    ///
    /// When the engine has died or does not read its input.
    pub fn begin_search(&mut self, position: &str, go: &Go) -> Result<(), RequestError> {
        let changes = std::mem::take(&mut self.changes);
        let go = Command::Go(go.clone()).print(self.dialect);
        let batch = format!("{changes}{}\n{go}\n", self.in_notation(position));
        self.connection.send(&batch, self.deadlines.answer)
    }

    /// Asks the engine to end the search.
    ///
    /// # Errors
    ///
    /// When the engine has died or does not read its input.
    pub fn stop_search(&mut self) -> Result<(), RequestError> {
        self.send(&Command::Stop)
    }

    fn send(&mut self, command: &Command) -> Result<(), RequestError> {
        self.connection.send(&(command.print(self.dialect) + "\n"), self.deadlines.answer)
    }

    /// Returns the next line of the engine; `None` if none comes by `until`.
    ///
    /// # Errors
    ///
    /// When the engine has died, or its line is too long.
    pub fn next_event(&mut self, until: Instant) -> Result<Option<SearchEvent>, RequestError> {
        self.connection.forget_received();
        let line = self.line(until)?;
        Ok(line.map(|line| match Reply::parse(&line) {
            Reply::Info(info) => SearchEvent::Info(Box::new(self.in_own_terms(info))),
            Reply::BestMove { best, .. } => {
                SearchEvent::Move(drops::drop_to_square(&best).to_string())
            }
            _ => SearchEvent::Other,
        }))
    }

    /// Converts drops to squares and mate distances to plies.
    fn in_own_terms(&self, mut info: Info) -> Info {
        for name in &mut info.pv {
            *name = drops::drop_to_square(name).to_string();
        }
        if self.dialect == Dialect::Uci
            && let Some(score) = &mut info.score
            && let ScoreValue::Mate(moves) = score.value
        {
            let plies = moves.saturating_mul(2);
            score.value = ScoreValue::Mate(if moves > 0 { plies - 1 } else { plies });
        }
        info
    }
}
