//! Words for people: those that they type, and those for levels and rules.

pub(super) mod level;
pub(super) mod rules;
pub(super) mod typed;
