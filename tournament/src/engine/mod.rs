//! An engine process and the protocol over its standard input and output.
//! Every wait has a deadline and ends with a reply or a named fault.

mod connection;
mod detection;
mod dialect;
mod evaluation;
pub mod fault;
pub(crate) mod gomocup;
mod lines;
pub(crate) mod options;
#[cfg_attr(unix, path = "pipe_unix.rs")]
#[cfg_attr(not(unix), path = "pipe_threads.rs")]
mod pipe;
mod pondering;
pub mod process;
mod query;
pub(crate) mod resources;
pub(crate) mod same_game;
mod session;
mod slow_start;
mod start;
mod stderr_tail;
mod transcript;
mod trial;
mod usage_meter;
pub mod watchdog;

pub(crate) use connection::Connection;
pub(crate) use detection::Greeting;
pub use dialect::Dialect;
pub use gomocup::{Unsuitable, is_gomocup_answer};
pub use options::OptionError;
pub use query::Answers;
pub use session::{Answer, Engine};
pub use start::{Launch, START_ATTEMPTS, StartError};
