//! One game: two engines, their clocks, a referee, and the conditions that end it early.

pub mod adjudicator;
pub mod play;
pub mod referee;
pub mod swap2;

pub use play::{Abandoned, Conditions, Played, play};
