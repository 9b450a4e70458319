//! A trial move, which shows whether a UCI engine plays the game of the
//! tournament: UCI itself names no game but chess.

use std::time::Duration;

use noughts_rules::game::{GameSpec, new_game};
use noughts_rules::protocol::{Go, drops};

use crate::config::engine::EngineConfig;
use crate::connection::fault::RequestError;
use crate::session::Engine;
use crate::start::{Launch, StartError};

/// The time of the trial move in milliseconds.
const MOVETIME: u64 = 20;
/// The time after which the trial ends without a result.
const PATIENCE: Duration = Duration::from_secs(2);

impl Launch {
    /// Starts an engine before the first game. One that may play another game
    /// has to make a trial move.
    ///
    /// # Errors
    ///
    /// As for [`start`](Launch::start), and when the move belongs to another
    /// game.
    pub fn start_first(&self, config: &EngineConfig) -> Result<Engine, StartError> {
        let _wait = self.wait_for(config);
        let mut engine = self.start(config)?;
        let Some(spec) = self.rules.spec().filter(|_| engine.is_foreign) else { return Ok(engine) };
        match trial(&mut engine, spec) {
            Ok(true) => Ok(engine),
            Ok(false) => Err(StartError::OtherGame(spec.to_string())),
            // The games show what is wrong with the engine.
            Err(RequestError::Fault(_)) => self.start(config),
            Err(RequestError::Abandoned) => Err(StartError::Abandoned),
        }
    }
}

/// Returns whether the engine answers with the name of a square.
fn trial(engine: &mut Engine, spec: &GameSpec) -> Result<bool, RequestError> {
    engine.new_game(0)?;
    engine.await_ready()?;
    let go = Go { movetime: Some(MOVETIME), ..Go::default() };
    let name = engine.go("position startpos", &go, Some(PATIENCE))?.best;
    let square = if engine.drops { drops::drop_to_square(&name) } else { &name };
    Ok(new_game(spec).board().parse(square).is_some())
}
