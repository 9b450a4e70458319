//! The choices of an opening by the rule swap2.

use std::time::Duration;

use noughts_rules::protocol::Go;

use crate::connection::fault::RequestError;
use crate::gomocup::Swap2Answer;
use crate::session::Engine;

impl Engine {
    /// Asks for a choice by the rule swap2: on an empty board for the first three stones;
    /// after three stones for a side, or for two more stones; after five for a side. Returns
    /// the answer; `None` if the engine has no command for it. The game begins
    /// anew after it.
    ///
    /// # Errors
    ///
    /// When an answer comes too late, or the engine is at fault.
    pub fn swap2(
        &mut self,
        position: &str,
        go: &Go,
        allowance: Option<Duration>,
    ) -> Result<Option<Swap2Answer>, RequestError> {
        let Some(gomocup) = &mut self.gomocup else { return Ok(None) };
        let allowance = allowance.unwrap_or(self.deadlines.think);
        let patience = self.deadlines.answer;
        gomocup.swap2(&mut self.connection, position, go, allowance, patience)
    }
}
