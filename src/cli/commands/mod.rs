//! The commands, each with its arguments.

pub(super) mod play;
pub(super) mod prompt;
pub(super) mod protocol;
pub(super) mod puzzles;
pub(super) mod selfplay;
pub(super) mod solve;
pub(super) mod verify;
