//! Words for people: those that they type, and those for the levels.

pub(super) mod level;
pub(super) mod typed;
