//! What drives a session: it passes in the lines, and runs the jobs.

mod hosted;
mod serve;
mod stdio;
mod threaded;

pub use hosted::{HostedEngine, HostedJob};
pub use serve::{run, serve, serve_script, serve_stdio};
