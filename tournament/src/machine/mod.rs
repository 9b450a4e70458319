//! The machine of a run: what it is, how fast, how busy, and its processors.

pub mod affinity;
pub mod description;
pub mod load;
pub mod speed;

pub use description::{Machine, ProgramFile};
