//! The state between commands: options, position, and the searcher thread.
//!
//! ```text
//!  stdin ──> reader thread ──lines──> control thread ──> stdout
//!                                       │       ▲
//!                                    jobs       events
//!                                       ▼       │
//!                                    searcher thread
//! ```
//!
//! The control thread owns all state and the output. It never searches, except that it
//! chooses random moves itself, so it answers every command promptly. The searcher thread lives as long as the
//! engine and runs one job at a time.
//!
//! Where there are no threads, a host gives lines to a [`HostedEngine`] and runs
//! its jobs.

mod drivers;
mod input;
mod options;
mod player;
mod session;
mod show;
mod worker;

pub use drivers::{HostedEngine, HostedJob, run, serve, serve_script, serve_stdio};
pub use input::{Line, LineError, MAX_LINE};
pub use options::{OptionError, OptionRow, Options};
pub use player::{Player, SearchWork, SetError, player};
pub use show::{drawing, drawing_with, status};
