//! What the engine finds about a position or a whole game, for the player.

mod analyst;
mod findings;
mod glances;
mod judged;

pub(super) use analyst::{Analyst, Progress};
pub(super) use findings::Findings;
pub(super) use judged::JudgedGame;
