//! One engine process, spoken to over its standard input and output. Every
//! wait has a deadline and ends in an answer or a named fault.

mod connection;
pub mod fault;
mod last_words;
mod lines;
pub(crate) mod options;
#[cfg_attr(unix, path = "pipe_unix.rs")]
#[cfg_attr(not(unix), path = "pipe_threads.rs")]
mod pipe;
mod pondering;
mod process;
mod session;
mod start;
mod transcript;

pub(crate) use connection::Connection;
pub use session::{Answer, Answers, Engine};
pub use start::{Launch, StartError};
