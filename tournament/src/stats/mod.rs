//! What the results of games mean. Pure: no engines, no files.

pub mod elo;
pub mod score;
pub mod tally;

pub use elo::Elo;
pub use score::{Games, Pairs};
pub use tally::{Standing, Tally};
