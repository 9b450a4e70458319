//! noughts
pub mod game;
pub mod protocol;
pub mod random;
