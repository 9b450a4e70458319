//! Third-party clients: their commands, byte for byte, and the replies that
//! they need.

#[cfg(target_os = "linux")]
mod closing;
mod cutechess;
mod cutegames;
mod gomocup;
mod monitors;
mod process;
mod python_chess;
