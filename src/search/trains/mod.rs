//! Search modules for TicTacTrains only: playouts and the solver of endings.

mod fill;
mod playout_policy;
mod playouts;
mod proof;
mod root_survey;
mod solver;

use crate::game::Trains;

pub use playouts::Playouts;
pub(super) use proof::Proof;
pub use solver::{Bounds, Solver};

/// The longest trains of this many stones on random squares are found in some
/// microseconds; with five stones more it takes ten times as long.
const STONES_OF_QUICK_FILLINGS: u32 = 32;

/// The number of random fillings to play: `usual`, or fewer where each takes
/// long.
fn fillings(game: &Trains, usual: u32) -> u32 {
    if game.most_stones() > STONES_OF_QUICK_FILLINGS { usual / 20 } else { usual }
}
