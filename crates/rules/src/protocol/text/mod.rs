//! Text for people: made safe to show, and suggestions for mistyped words.

mod nearest;
mod printable;

pub use nearest::{did_you_mean, nearest};
pub use printable::printable;
