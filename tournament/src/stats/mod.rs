//! Statistics of the results of games, as pure functions.

pub mod comparison;
pub mod formulas;
mod groups;
pub mod in_order;
pub mod ladder;
pub mod performance;
pub mod ratings;
pub mod sprt;
pub mod tally;

pub use comparison::Comparison;
pub use formulas::elo::Elo;
pub use formulas::score::{Games, Pairs};
pub use ratings::Ratings;

pub use formulas::wilson::Proportion;
pub use tally::{Standing, Tally};
