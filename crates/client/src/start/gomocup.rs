//! Starts an engine of the Gomocup protocol: its name and an empty board.

use std::time::Duration;

use crate::base::text::rounded;
use crate::base::time::Instant;
use crate::config::engine::EngineConfig;
use crate::connection::Connection;
use crate::connection::fault::{Fault, FaultKind, RequestError};
use crate::gomocup::{BrainReply, Gomocup, Unsuitable, board};
use crate::session::Engine;
use crate::start::{Launch, StartError};

impl Launch {
    /// Starts an engine of the Gomocup protocol.
    pub(crate) fn start_gomocup(&self, config: &EngineConfig) -> Result<Engine, StartError> {
        let options = config.options.iter().map(|(name, _)| name.as_str());
        let reasons = Unsuitable::all(&self.rules, &config.limits, options);
        let (Some(spec), Some(size), true) =
            (self.rules.spec(), board(self.rules.spec()), reasons.is_empty())
        else {
            return Err(StartError::Unsuitable(reasons.into_iter().map(|(_, why)| why).collect()));
        };
        let mut gomocup = Gomocup::new(spec, size, &config.options);
        let mut connection = self.connect(config)?;
        let until = Instant::now() + self.deadlines.startup;
        match introduce(&mut connection, &gomocup.start, self.deadlines.startup, until) {
            Ok(name) => {
                gomocup.has_about = name.is_some();
                let id = name.unwrap_or_default();
                Ok(Engine::of_gomocup(connection, id, gomocup, self.deadlines.clone()))
            }
            Err(trouble) => Err(StartError::new(trouble, connection.transcript())),
        }
    }
}

/// Asks for the name and makes an empty board; returns the name, if the engine
/// gives one.
fn introduce(
    connection: &mut Connection,
    start: &str,
    patience: Duration,
    until: Instant,
) -> Result<Option<String>, RequestError> {
    connection.send(&format!("ABOUT\n{start}\n"), patience)?;
    // The answers come in the order of the commands.
    let (mut name, mut is_refused) = (None, false);
    while let Some(line) = connection.line(until)? {
        match BrainReply::parse(&line) {
            Ok(BrainReply::About(found)) => name = Some(found),
            Ok(BrainReply::Ok) => return Ok(name),
            Ok(BrainReply::Unknown | BrainReply::Error) if name.is_none() && !is_refused => {
                is_refused = true;
            }
            Ok(BrainReply::Unknown | BrainReply::Error) => {
                let detail = format!("the engine answers \"{start}\" with \"{line}\"");
                return Err(Fault::new(FaultKind::NotReady, detail).into());
            }
            // Some engines print extra lines as a greeting.
            Ok(
                BrainReply::Remark
                | BrainReply::Move(..)
                | BrainReply::Stones(_)
                | BrainReply::Swap,
            )
            | Err(_) => {}
        }
        // Buffered lines are returned even after the deadline.
        if Instant::now() >= until {
            break;
        }
    }
    let detail = format!("no \"OK\" to \"{start}\" within {}", rounded(patience));
    Err(Fault::new(FaultKind::NotReady, detail).into())
}
