//! The session: receives lines, decides when each command runs, and sends the
//! results of jobs. Its driver supplies the lines and runs the jobs.

mod bench;
mod convert;
mod dispatch;
mod gomocup;
mod output;
mod plan;
mod position;
mod queue;
mod receive;
mod state;

pub(super) use state::Out;

/// A session; its one adapter is that of the Gomocup protocol.
pub(super) type Session<'a> = state::Session<'a, gomocup::Manager>;
