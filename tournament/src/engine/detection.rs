//! Detects the dialect of an engine whose configuration leaves it open.

use super::dialect::Dialect;
use super::fault::{Fault, FaultKind, RequestError};
use super::gomocup::BrainReply;
use super::session::first_word;
use super::start::{Launch, StartError};
use crate::config::{Config, EngineConfig, Program};
use crate::referee::Rules;
use crate::text::rounded;
use crate::time::Instant;

impl Launch {
    /// Detects the dialects that a configuration leaves open. Returns the
    /// errors of engines, by name, that do not answer, that nobody can referee,
    /// or whose dialect does not support their role. The dialect of an engine
    /// that cannot be started stays open: its regular start reports the reason.
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
        let judge = config.adjudication.proof.as_deref();
        if let Some(judge) = judge.filter(|judge| judge.dialect == Dialect::Gomocup) {
            silent.push((judge.name.clone(), StartError::ProvesNothing));
        }
        // UCI has no queries, by which engines referee a game; one such engine
        // can be refereed by its opponents.
        if self.rules == Rules::Asked && config.referee.is_none() {
            let uci = config.engines.iter().filter(|engine| engine.dialect == Dialect::Uci);
            silent.extend(uci.skip(1).map(|engine| (engine.name.clone(), StartError::NoReferee)));
        }
        silent
    }

    /// Returns the dialect of an engine. If the configuration leaves it open, a
    /// separate process is asked.
    pub(super) fn dialect(&self, config: &EngineConfig) -> Result<Dialect, StartError> {
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
pub(crate) struct Greeting;

impl Greeting {
    /// The lines, for a separate process. An engine that ignores `ugi` answers
    /// `isready`. An engine of the Gomocup protocol knows neither, and must
    /// answer `ABOUT` and play on 20x20 squares.
    pub(crate) const TEXT: &str = "ugi\nisready\nABOUT\nSTART 20";

    /// Returns the dialect that a line answers in; `None` if it is no answer.
    /// The first answer decides.
    pub(crate) fn dialect(line: &str) -> Option<Dialect> {
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
