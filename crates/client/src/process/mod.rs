//! A child process: its pipes, its resources, and the watchdog that ends it.

pub(crate) mod child;
#[cfg(windows)]
mod job;
pub(crate) mod lines;
pub mod link;
#[cfg_attr(unix, path = "pipe_unix.rs")]
#[cfg_attr(not(unix), path = "pipe_threads.rs")]
pub(crate) mod pipe;
pub mod resources;
pub mod stderr_tail;
pub(crate) mod usage;
pub mod watchdog;

pub use child::Process;
pub use link::{Host, Link, ThisMachine};
pub use stderr_tail::StderrTail;
pub use usage::Usage;
