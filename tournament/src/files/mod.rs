//! The files that users name: how they are opened, what kind they are, their text, and PGN.

pub mod access;
pub mod kind;
pub mod pgn;
pub mod text;
