//! Finds out the dialect of an engine whose configuration leaves it open.

use std::time::Instant;

use super::fault::{Fault, FaultKind, Trouble};
use super::session::first_word;
use super::start::{Launch, StartError};
use crate::config::{Config, Dialect, EngineConfig, Program};
use crate::referee::Rules;
use crate::text::rounded;

impl Launch {
    /// Settles the dialects that a configuration leaves open. Returns the
    /// engines that do not answer, by name. For one that cannot be started at
    /// all the dialect stays open: its regular start reports why.
    pub fn settle_dialects(&self, config: &mut Config) -> Vec<(String, StartError)> {
        let judge = config.adjudication.proof.as_deref_mut();
        let mut silent = Vec::new();
        for engine in config.engines.iter_mut().chain(judge) {
            let _wait = self.wait_for(engine);
            match self.dialect(engine) {
                Ok(dialect) => engine.dialect = dialect,
                Err(StartError::Abandoned) => break,
                Err(error @ StartError::Handshake { .. }) => {
                    silent.push((engine.name.clone(), error));
                }
                Err(_) => {}
            }
        }
        silent
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
            let detail =
                format!("no \"ugiok\" or \"readyok\" within {}", rounded(self.deadlines.startup));
            Err(Fault::new(FaultKind::NotReady, detail).into())
        };
        match ask() {
            Ok(dialect) => Ok(dialect),
            Err(Trouble::Fault(fault)) if fault.kind == FaultKind::NotReady => {
                Err(StartError::Handshake { fault, transcript: connection.transcript() })
            }
            // Some engines exit at an unknown command.
            Err(Trouble::Fault(_)) => Ok(Dialect::Uci),
            Err(Trouble::Abandoned) => Err(StartError::Abandoned),
        }
    }
}
