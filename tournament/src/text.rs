//! Text from engines, made safe to show and to store.

pub use noughts::protocol::printable;
