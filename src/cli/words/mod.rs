//! Words for people: those that they type, and those for values.

pub(super) mod level;
pub(super) mod typed;
pub(super) mod value;
