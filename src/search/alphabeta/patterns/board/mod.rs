//! The board of the search: a position with what a stone would make on each empty square.

mod classes;
mod combination;
mod field;
mod played_move;
mod position;

pub(super) use classes::class::COUNT as CLASSES;
pub(super) use classes::{ClassTable, key};
pub use combination::COMBINATIONS;
pub(super) use combination::{category, combinations, pack, unpack};
pub(crate) use field::has_network;
pub(super) use field::{CELLS, Cell, LINES, MAX_DEFENCES, STATE, STEPS, Tables, empty_neighbours};
pub(super) use position::PatternBoard;
