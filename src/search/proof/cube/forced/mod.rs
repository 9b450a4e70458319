//! Wins by threats alone, and the moves that parry them.

pub(crate) mod defence;
pub(crate) mod distance;
pub(crate) mod forcing;
pub(crate) mod sequence;
