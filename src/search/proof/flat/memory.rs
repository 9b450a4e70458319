//! The memory of a prover between searches, and the effort that it reports.

use super::bits::Bits;
use super::frame::Stack;
use super::known::{KnownAnswer, KnownDistance};
use super::layout::Layout;
use super::pairing::Pairing;
use super::table::Table;

/// The effort of a search so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The nodes visited.
    pub(super) nodes: u64,
    /// The maximum number of stones on the board in any node.
    pub(super) stones: u32,
    /// The part of the table in use, in thousandths.
    pub(super) fullness: u32,
}

/// Receives the effort at regular intervals.
pub(super) type Progress<'a> = &'a mut dyn FnMut(Effort);

/// The nodes between two calls of [`Progress`]: a node takes 0.3 to 10
/// microseconds.
pub(super) const PROGRESS_INTERVAL: u64 = 1 << 14;

/// The memory of a prover between searches.
pub(super) struct Memory<W> {
    pub(super) layout: Layout<W>,
    pub(super) table: Table<W, KnownAnswer>,
    pub(super) distances: Table<W, KnownDistance>,
    pub(super) stack: Stack<W>,
    pub(super) pairing: Pairing<W>,
}

impl<W: Bits> Memory<W> {
    /// Empty memory, with `bytes` bytes for the tables.
    pub(super) fn new(layout: Layout<W>, bytes: usize) -> Self {
        // Enough for the longest path without growing: a frame never holds
        // more lines than its parent.
        let stack = Vec::with_capacity(2 * layout.lines().len() * (layout.squares() + 2));
        Self {
            layout,
            table: Table::new(bytes - bytes / 4),
            distances: Table::new(bytes / 4),
            stack,
            pairing: Pairing::default(),
        }
    }
}
