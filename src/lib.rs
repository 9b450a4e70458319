//! noughts
pub mod game;
pub mod random;
