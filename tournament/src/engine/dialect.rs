//! Finds out the dialect of an engine whose configuration leaves it open.

use std::time::Instant;

use super::fault::Trouble;
use super::session::first_word;
use super::start::{Launch, StartError};
use crate::config::{Config, Dialect, EngineConfig, Program};
use crate::referee::Rules;

impl Launch {
    /// Settles the dialects that a configuration leaves open. An engine that
    /// cannot be started counts as one of UGI: its regular start reports why.
    pub fn settle_dialects(&self, config: &mut Config) {
        let judge = config.adjudication.proof.as_deref_mut();
        for engine in config.engines.iter_mut().chain(judge) {
            engine.dialect = self.dialect(engine).unwrap_or_default();
        }
    }

    /// Returns the dialect of an engine. Where the configuration leaves it
    /// open, a process of its own is asked.
    pub(super) fn dialect(&self, config: &EngineConfig) -> Result<Dialect, StartError> {
        if config.dialect != Dialect::Auto {
            return Ok(config.dialect);
        }
        // UCI has no queries, by which engines referee their game.
        if config.program == Program::Builtin || self.rules == Rules::Asked {
            return Ok(Dialect::Ugi);
        }
        let mut connection = self.connect(config)?;
        let until = Instant::now() + self.deadlines.startup;
        let mut ask = || -> Result<Dialect, Trouble> {
            // An engine that ignores `ugi` answers `isready` without `ugiok`.
            connection.send("ugi\nisready\n", self.deadlines.startup)?;
            while let Some(line) = connection.line(until)? {
                match first_word(&line) {
                    "ugiok" => return Ok(Dialect::Ugi),
                    "readyok" => return Ok(Dialect::Uci),
                    // Buffered lines are returned even after the deadline.
                    _ if Instant::now() >= until => break,
                    _ => {}
                }
            }
            Ok(Dialect::Ugi)
        };
        match ask() {
            Ok(dialect) => Ok(dialect),
            // Some engines exit at an unknown command.
            Err(Trouble::Fault(_)) => Ok(Dialect::Uci),
            Err(Trouble::Abandoned) => Err(StartError::Abandoned),
        }
    }
}
