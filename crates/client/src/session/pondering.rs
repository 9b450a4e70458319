//! Pondering: searching in the opponent's time.

use std::time::Duration;

use noughts_rules::protocol::{Command, Go};

use crate::base::text::rounded;
use crate::base::time::Instant;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::evaluation::answer::Answer;
use crate::session::Engine;

impl Engine {
    /// Starts pondering on the position of a `position` line, which ends with
    /// the expected move. Ends with [`ponder_hit`](Engine::ponder_hit) or any
    /// other request.
    ///
    /// # Errors
    ///
    /// When the engine has died, does not read its input, or has sent an
    /// unsolicited reply.
    pub fn ponder(&mut self, position: &str, go: &Go) -> Result<(), RequestError> {
        self.refuse_leftovers()?;
        let go = Command::Go(Go { ponder: true, ..go.clone() }).print(self.dialect);
        let position = self.in_notation(position);
        self.connection.send(&format!("{position}\n{go}\n"), self.deadlines.answer)?;
        self.pondering = true;
        Ok(())
    }

    /// Reports that the opponent has played the expected move: the search goes
    /// on in the engine's own time, as after [`go`](Engine::go).
    ///
    /// # Errors
    ///
    /// The errors of [`go`](Engine::go).
    pub fn ponder_hit(&mut self, allowance: Option<Duration>) -> Result<Answer, RequestError> {
        // A `bestmove` before `ponderhit` is unsolicited.
        self.refuse_leftovers()?;
        self.pondering = false;
        let hit = Command::PonderHit.print(self.dialect) + "\n";
        self.move_for(&hit, allowance)
    }

    /// Stops pondering, if it is under way, and discards its answer.
    ///
    /// # Errors
    ///
    /// When the engine does not stop in time.
    pub fn stop_pondering(&mut self) -> Result<(), RequestError> {
        if !std::mem::take(&mut self.pondering) {
            return Ok(());
        }
        let patience = self.deadlines.answer;
        self.connection.send(&(Command::Stop.print(self.dialect) + "\n"), patience)?;
        let began = Instant::now();
        match self.await_move(began, began + patience)? {
            Some(_) => Ok(()),
            None => {
                let detail =
                    format!("no move within {} after \"stop\" in pondering", rounded(patience));
                Err(Fault::new(FaultKind::Hung, detail).into())
            }
        }
    }
}
