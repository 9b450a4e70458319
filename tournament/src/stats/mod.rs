//! Statistics of the results of games, as pure functions.

mod bradley_terry;
pub mod comparison;
pub mod elo;
mod groups;
pub mod in_order;
pub mod likelihood;
pub mod los;
pub mod normalized;
pub mod performance;
pub mod ratings;
mod sample;
pub mod score;
pub mod sprt;
pub mod tally;
pub mod wilson;

pub use comparison::Comparison;
pub use elo::Elo;
pub use ratings::Ratings;
pub use score::{Games, Pairs};

pub use tally::{Standing, Tally};
pub use wilson::Proportion;
