//! The adapter for the Gomocup protocol: a session in which the engine keeps the
//! board, and plays its own moves on it.

mod commands;
mod list;
mod manager;
mod message;
mod refusal;
mod search;
mod settings;
mod stones;
mod swap2;

pub(super) use manager::Manager;
