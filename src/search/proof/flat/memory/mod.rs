//! The memory of a prover between searches, and the effort that it reports.

pub(crate) mod known;
mod shared;
pub(crate) mod table;

pub(crate) use known::{KnownAnswer, KnownDistance, StoredAnswer};
pub(crate) use table::{KnownEntry, KnownTable};

use super::board::{Layout, Pairing, Stack};
use crate::game::Lines;
use crate::search::proof::bits::Bits;

/// The effort of a search so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The nodes visited.
    pub(crate) nodes: u64,
    /// The maximum number of stones on the board in any node.
    pub(crate) stones: u32,
    /// The part of the table in use, in thousandths.
    pub(crate) fullness: u32,
    /// The share of the present attempt that is done, from 0 to 1.
    pub(crate) done: f32,
}

/// Receives the effort at regular intervals.
pub(crate) type Progress<'a> = &'a mut dyn FnMut(Effort);

/// The nodes between two calls of [`Progress`]: a node takes 0.3 to 10
/// microseconds.
pub(crate) const PROGRESS_INTERVAL: u64 = 1 << 14;

/// The memory of a prover between searches.
pub(crate) struct Memory<W> {
    pub(crate) layout: Layout<W>,
    pub(crate) table: KnownTable<W, KnownAnswer>,
    pub(crate) distances: KnownTable<W, KnownDistance>,
    pub(crate) stack: Stack<W>,
    pub(crate) pairing: Pairing<W>,
}

impl<W: Bits> Memory<W> {
    /// Empty memory, with `bytes` bytes for the tables.
    pub(crate) fn new(layout: Layout<W>, bytes: usize) -> Self {
        // Enough for the longest path without growing: a frame never holds
        // more lines than its parent.
        let stack = Vec::with_capacity(2 * layout.lines().len() * (layout.squares() + 2));
        Self {
            layout,
            table: KnownTable::new(bytes - bytes / 4),
            distances: KnownTable::new(bytes / 4),
            stack,
            pairing: Pairing::default(),
        }
    }
}

/// The memory of a searcher, allocated by the first task, which sets its size.
#[derive(Default)]
pub(crate) struct LazyMemory<W> {
    memory: Option<Memory<W>>,
    bytes: usize,
}

impl<W: Bits> LazyMemory<W> {
    /// The memory with tables of `bytes` bytes, new if the size has changed;
    /// `None` if the board does not fit the word.
    pub(crate) fn get(&mut self, game: &Lines, bytes: usize) -> Option<&mut Memory<W>> {
        if self.bytes != bytes {
            *self = LazyMemory { memory: None, bytes };
        }
        if self.memory.is_none() {
            self.memory = Layout::new(game).map(|layout| Memory::new(layout, bytes));
        }
        self.memory.as_mut()
    }
}
