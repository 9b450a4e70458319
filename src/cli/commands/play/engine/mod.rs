//! An engine in a separate process. A thread talks to it.

mod asked;
mod error;
mod running;
mod talk;
mod task;

pub(super) use asked::{AskedEngine, MAX_EVENTS};
pub(super) use error::EngineError;
pub(super) use task::{EngineEvent, LEVELS, Launch, Task, deadlines};
