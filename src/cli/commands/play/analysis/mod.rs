//! What the engine finds about a position or a whole game, for the player.

mod analyst;
mod findings;
mod review;

pub(super) use analyst::Analyst;
pub(super) use findings::{Finding, Findings};
