//! Programs that we did not write, at the other end of the engine's pipes:
//! what they send, byte for byte, and what they need to read.

mod cutechess;
mod cutegames;
mod monitors;
mod process;
mod python_chess;
