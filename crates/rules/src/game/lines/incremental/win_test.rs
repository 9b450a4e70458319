//! The trait of incremental win tests.

use crate::game::lines::Geometry;
use crate::game::{Side, Square};

/// The counters by which a board detects a complete line.
pub trait WinTest: Clone + Send + Sync + 'static {
    /// The constants of a board.
    type Tables: Send + Sync;
    /// Builds the tables of a board; `None` if the test does not support it.
    fn tables(geometry: &Geometry) -> Option<Self::Tables>;
    /// Returns the counters of the empty board.
    fn start(tables: &Self::Tables) -> Self;
    /// Adds a stone and returns whether it completes a line.
    fn put(&mut self, tables: &Self::Tables, side: Side, square: Square) -> bool;
    /// Whether a stone would complete a line.
    fn completes(&self, tables: &Self::Tables, side: Side, square: Square) -> bool;
    /// Whether X and O can still complete a line: whether one has no stones of the other
    /// side. May be `true` where that takes long to find out.
    fn open(&self, tables: &Self::Tables) -> [bool; 2];
    /// Removes a stone.
    fn take(&mut self, tables: &Self::Tables, side: Side, square: Square);
}
