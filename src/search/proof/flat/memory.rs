//! What a prover keeps from one search to the next, and what it tells of its
//! effort.

use super::bits::Bits;
use super::frame::Stack;
use super::known::{KnownAnswer, KnownDistance};
use super::layout::Layout;
use super::pairing::Pairing;
use super::table::Table;

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) nodes: u64,
    /// The most stones that were on the board.
    pub(super) stones: u32,
    /// How full the table is, in thousandths.
    pub(super) fullness: u32,
}

/// Is told now and then how far a search is.
pub(super) type Progress<'a> = &'a mut dyn FnMut(Effort);

/// Nodes between two looks at whether there is something to tell: a node
/// takes 0.3 to 10 microseconds.
pub(super) const POLL_INTERVAL: u64 = 1 << 14;

/// What a prover keeps from one search to the next.
pub(super) struct Memory<W> {
    pub(super) layout: Layout<W>,
    pub(super) table: Table<W, KnownAnswer>,
    pub(super) distances: Table<W, KnownDistance>,
    pub(super) stack: Stack<W>,
    pub(super) pairing: Pairing<W>,
}

impl<W: Bits> Memory<W> {
    /// Knows nothing yet; `bytes` is for the tables.
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
