//! What only the searches of TicTacTrains need.

mod fill;
mod playouts;

pub use playouts::Playouts;
