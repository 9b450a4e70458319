//! The value of a position, and forced wins, from queries of both sides.

pub(crate) mod solve;
pub(crate) mod threats;
