//! What the results of games mean. Pure: no engines, no files.

pub mod elo;
pub mod likelihood;
pub mod normalized;
pub mod ratings;
mod sample;
pub mod score;
pub mod share;
pub mod sprt;
mod strengths;
pub mod superiority;
pub mod tally;

pub use elo::Elo;
pub use ratings::Ratings;
pub use score::{Games, Pairs};
pub use share::Share;
pub use sprt::Sprt;
pub use tally::{Standing, Tally};
