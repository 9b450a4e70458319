//! Thinking in the opponent's time.

use std::time::{Duration, Instant};

use noughts::protocol::{Command, Go};

use super::fault::{Fault, FaultKind, Trouble};
use super::session::{Answer, Engine};

impl Engine {
    /// Lets the engine think about the position that a `position` line sets up,
    /// with the move that it expects, until [`ponder_hit`](Engine::ponder_hit)
    /// or any other request.
    ///
    /// # Errors
    ///
    /// When it cannot be told.
    pub fn ponder(&mut self, position: &str, go: &Go) -> Result<(), Trouble> {
        self.refuse_leftovers()?;
        let go = Command::Go(Go { ponder: true, ..go.clone() }).print(self.dialect);
        let position = self.told(position);
        self.connection.send(&format!("{position}\n{go}\n"), self.deadlines.answer)?;
        self.pondering = true;
        Ok(())
    }

    /// The expected move has been played: from now on the engine thinks in its
    /// own time, as after [`go`](Engine::go).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn ponder_hit(&mut self, allowance: Option<Duration>) -> Result<Answer, Trouble> {
        // A move that came before it was asked for is one nobody asked for.
        self.refuse_leftovers()?;
        self.pondering = false;
        let hit = Command::PonderHit.print(self.dialect) + "\n";
        self.move_for(&hit, allowance)
    }

    /// Ends the thinking, if there is any, and takes back what came of it.
    ///
    /// # Errors
    ///
    /// When the engine does not end it.
    pub fn stop_pondering(&mut self) -> Result<(), Trouble> {
        if !std::mem::take(&mut self.pondering) {
            return Ok(());
        }
        let patience = self.deadlines.answer;
        self.connection.send(&(Command::Stop.print(self.dialect) + "\n"), patience)?;
        let began = Instant::now();
        match self.await_move(began, began + patience)? {
            Some(_) => Ok(()),
            None => {
                let detail = format!("no end of pondering in {patience:?} after \"stop\"");
                Err(Fault::new(FaultKind::Hung, detail).into())
            }
        }
    }
}
