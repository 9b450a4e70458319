//! What only the searches of TicTacTrains need.

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

/// The longest trains of so many stones on random squares are found in some
/// microseconds; of five more, it takes ten times as long.
const STONES_OF_QUICK_FILLINGS: u32 = 32;

/// How many random fillings to look at: fewer than `usual` where each takes long.
fn fillings(game: &Trains, usual: u32) -> u32 {
    if game.most_stones() > STONES_OF_QUICK_FILLINGS { usual / 20 } else { usual }
}
