//! Detects the dialect of an engine whose configuration leaves it open.

use crate::base::text::rounded;
use crate::base::time::Instant;
use crate::config::dialect::Dialect;
use crate::config::engine::{EngineConfig, Program};
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::evaluation::answer::first_word;
use crate::gomocup::BrainReply;
use crate::start::{Launch, StartError};

impl Launch {
    /// Detects the dialect of an engine whose configuration leaves it open. The dialect
    /// of an engine that cannot be started stays open: its regular start reports the
    /// reason.
    ///
    /// # Errors
    ///
    /// When the engine does not answer, or the run is abandoned.
    pub fn settle_dialect(&self, engine: &mut EngineConfig) -> Result<(), StartError> {
        let _wait = self.wait_for(engine);
        match self.dialect(engine) {
            Ok(dialect) => engine.dialect = dialect,
            Err(error @ (StartError::Abandoned | StartError::Handshake { .. })) => {
                return Err(error);
            }
            Err(_) => {}
        }
        Ok(())
    }

    /// Returns the dialect of an engine. If the configuration leaves it open, a
    /// separate process is asked.
    pub fn dialect(&self, config: &EngineConfig) -> Result<Dialect, StartError> {
        if config.dialect != Dialect::Auto {
            return Ok(config.dialect);
        }
        if config.program == Program::Builtin {
            return Ok(Dialect::Ugi);
        }
        let mut connection = self.connect(config)?;
        let until = Instant::now() + self.deadlines.startup;
        let mut ask = || -> Result<Dialect, RequestError> {
            connection.send(&format!("{}\n", Greeting::TEXT), self.deadlines.startup)?;
            while let Some(line) = connection.line(until)? {
                if let Some(dialect) = Greeting::dialect(&line) {
                    return Ok(dialect);
                }
                // Buffered lines are returned even after the deadline.
                if Instant::now() >= until {
                    break;
                }
            }
            let detail =
                format!("no \"ugiok\" or \"readyok\" within {}", rounded(self.deadlines.startup));
            Err(Fault::new(FaultKind::NotReady, detail).into())
        };
        match ask() {
            Ok(dialect) => Ok(dialect),
            Err(RequestError::Fault(fault)) if fault.kind == FaultKind::NotReady => {
                Err(StartError::Handshake { fault, transcript: connection.transcript() })
            }
            // Some engines exit at an unknown command.
            Err(RequestError::Fault(_)) => Ok(Dialect::Uci),
            Err(RequestError::Abandoned) => Err(StartError::Abandoned),
        }
    }
}

/// The lines that an engine of any dialect answers, and the answers to them.
pub struct Greeting;

impl Greeting {
    /// The lines, for a separate process. An engine that ignores `ugi` answers
    /// `isready`. An engine of the Gomocup protocol knows neither, and must
    /// answer `ABOUT` and play on 20x20 squares.
    pub const TEXT: &str = "ugi\nisready\nABOUT\nSTART 20";

    /// Returns the dialect that a line answers in; `None` if it is no answer.
    /// The first answer decides.
    pub fn dialect(line: &str) -> Option<Dialect> {
        match (first_word(line), BrainReply::parse(line)) {
            ("ugiok", _) => Some(Dialect::Ugi),
            ("readyok", _) => Some(Dialect::Uci),
            (_, Ok(BrainReply::Ok | BrainReply::About(_))) => Some(Dialect::Gomocup),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answer_names_the_dialect() {
        let of = |lines: &[&str]| lines.iter().find_map(|line| Greeting::dialect(line));
        assert_eq!(of(&["id name A", "ugiok", "readyok"]), Some(Dialect::Ugi));
        assert_eq!(of(&["Unknown command: ugi", "readyok"]), Some(Dialect::Uci));
        let about = "name=\"A\", version=\"1\"";
        assert_eq!(of(&["UNKNOWN", "UNKNOWN command", about]), Some(Dialect::Gomocup));
        assert_eq!(of(&["ERROR", "MESSAGE ugi", "OK"]), Some(Dialect::Gomocup));
        assert_eq!(of(&["UNKNOWN", "7,7", "option name=x"]), None);
    }
}
