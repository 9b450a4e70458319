//! Why an engine cannot be used.

use std::time::Duration;

use noughts::protocol::printable;
use noughts_client::StartError;
use noughts_client::fault::{End, FaultKind, RequestError};

/// The maximum number of characters of the last line of standard error.
const MAX_QUOTED: usize = 160;

/// Why an engine cannot be used, or no longer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EngineError {
    /// The program cannot be started, for this reason.
    #[error("{0}")]
    Start(String),
    /// The handshake was not completed in this time.
    #[error("it answered neither \"ugi\" nor \"uci\" within {0:?}: is it a game engine?")]
    Handshake(Duration),
    /// The engine does not support the game.
    #[error("it does not play {0}: choose another engine or another game")]
    Game(String),
    /// The engine has no levels of strength.
    #[error("it has no levels (no option Skill): leave out --level")]
    NoLevels,
    /// The level is outside the engine's range.
    #[error("it has no level {0}: its levels are {1} to {2}")]
    Level(i64, i64, i64),
    /// The process ended by itself.
    #[error("{0}")]
    Ended(String),
    /// The engine does not read its input.
    #[error("it does not read its input")]
    Deaf,
    /// The engine printed a line that is too long.
    #[error("it printed a line that does not end")]
    LongLine,
    /// The engine was dropped before it was ready.
    #[error("nobody asks it any more")]
    Unwanted,
    /// The engine did not answer in time.
    #[error("it does not answer")]
    Silent,
}

impl EngineError {
    /// The reason why the start of an engine failed.
    pub(super) fn of_start(error: StartError, game: String, startup: Duration) -> EngineError {
        match error {
            StartError::Handshake { fault, .. } if fault.kind == FaultKind::NotReady => {
                EngineError::Handshake(startup)
            }
            StartError::Handshake { fault, .. } => RequestError::Fault(fault).into(),
            StartError::Abandoned => EngineError::Unwanted,
            error @ StartError::Spawn { .. } => EngineError::Start(error.to_string()),
            _ => EngineError::Game(game),
        }
    }

    /// Whether the text of the error already names the program.
    pub(crate) fn names_program(&self) -> bool {
        matches!(self, EngineError::Start(_))
    }

    /// Whether the arguments of the command line caused the error.
    pub(crate) fn is_argument_error(&self) -> bool {
        use EngineError::{Game, Level, NoLevels, Start};
        matches!(self, Start(_) | Game(_) | NoLevels | Level(..))
    }
}

impl From<RequestError> for EngineError {
    fn from(error: RequestError) -> EngineError {
        let RequestError::Fault(fault) = error else { return EngineError::Unwanted };
        match (fault.kind, fault.end) {
            (FaultKind::Died, Some(End { status, last_line })) => {
                let ended = match status {
                    Some(status) => format!("it ended ({status})"),
                    None => "it closed its output".to_string(),
                };
                let line = printable(&last_line, MAX_QUOTED);
                EngineError::Ended(if line.is_empty() { ended } else { format!("{ended}: {line}") })
            }
            (FaultKind::LongLine, _) => EngineError::LongLine,
            (FaultKind::Deaf, _) => EngineError::Deaf,
            _ => EngineError::Silent,
        }
    }
}
