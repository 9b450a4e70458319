//! Reports of proofs: values of moves, and lines of play.

pub(crate) mod builder;
pub(crate) mod line;
mod moves;

pub(crate) use builder::{ReportBuilder, Request, line};
pub(crate) use line::is_reported_without_line;
