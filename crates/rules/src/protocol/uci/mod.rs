//! What only chess programs say: moves as drops, and the notation of chess.

mod chess;
pub mod drops;

pub use chess::chess_word;
