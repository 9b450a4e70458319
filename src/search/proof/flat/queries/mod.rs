//! Answers one question: can this side force a line?

pub(crate) mod distance;
mod force;
mod node;
pub(crate) mod query;
pub(crate) mod refute;
