//! noughts: an engine for three families of noughts-and-crosses games.
pub mod engine;
pub mod game;
pub mod protocol;
pub mod random;
pub mod search;
