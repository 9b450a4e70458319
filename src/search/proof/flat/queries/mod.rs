//! Answers one question: can this side force a line?

mod completion;
mod distance;
mod force;
mod node;
pub(crate) mod query;
pub(crate) mod refute;
mod sharing;

pub(crate) use distance::{Distance, Distances};
pub(crate) use query::{Aim, Answer, Query};
pub(crate) use refute::COMPLETE;
