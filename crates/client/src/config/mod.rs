//! How an engine is started and limited, as plain data.

pub mod deadlines;
pub mod dialect;
pub mod engine;
pub mod limits;
pub mod rules;

pub use deadlines::Deadlines;
pub use dialect::Dialect;
pub use engine::{ARGUMENTS, EngineConfig, Program};
pub use limits::{Limits, TimeControl};
pub use rules::{Rules, RulesError};
