//! What only the searches of TicTacTrains need.

mod answers;
mod fill;
mod playouts;
mod proof;
mod solver;
mod survey;

pub use playouts::Playouts;
pub(super) use proof::Proof;
pub use solver::{Bounds, Solver};
