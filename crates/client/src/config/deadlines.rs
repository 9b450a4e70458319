//! How long the client waits for an engine.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::seconds;

/// The times to wait for an engine, in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadlines {
    /// For the whole handshake, options included.
    #[serde(with = "seconds")]
    pub startup: Duration,
    /// For `readyok` before a game.
    #[serde(with = "seconds")]
    pub ready: Duration,
    /// For a move if nodes or depth alone limit the search.
    #[serde(with = "seconds")]
    pub think: Duration,
    /// For the reply to `stop` or `query`, and for the engine to read its
    /// input.
    #[serde(with = "seconds")]
    pub answer: Duration,
    /// For the engine to end after `quit`.
    #[serde(with = "seconds")]
    pub quit: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines {
            startup: Duration::from_secs(20),
            ready: Duration::from_secs(20),
            think: Duration::from_secs(300),
            answer: Duration::from_secs(2),
            quit: Duration::from_secs(2),
        }
    }
}
