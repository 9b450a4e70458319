//! A proof that several processes work on: entries are passed on and taken over during the
//! search.

use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::Layout;
use crate::search::proof::flat::memory::{KnownAnswer, KnownEntry, KnownTable};
use crate::search::task::Exchange;

/// Entries that took at least 2 to the power of this many nodes are shared: one for about
/// 400 nodes, which save nearly all of the work.
const SHARED_LOG_NODES: u8 = 8;
/// Entries from elsewhere that took 2 to the power of this many nodes make a search begin
/// again, because they may settle nodes of its path.
const OUTDATING_LOG_NODES: u8 = 12;

/// The other processes that work on the proof.
#[derive(Default)]
pub(crate) struct Sharing {
    exchange: Option<Exchange>,
    /// Whether entries from elsewhere have come that may settle nodes of the path.
    pub(crate) outdated: bool,
    /// Whether the caller begins an outdated search again.
    pub(crate) may_restart: bool,
}

impl Sharing {
    /// Sharing through these channels.
    pub(crate) fn through(exchange: Option<&Exchange>) -> Sharing {
        Sharing { exchange: exchange.cloned(), ..Sharing::default() }
    }

    /// Passes an entry on if it is dear.
    #[inline]
    pub(crate) fn send<W: Bits>(&self, entry: &KnownEntry<W, KnownAnswer>) {
        if let Some(exchange) = &self.exchange
            && entry.known.log_nodes >= SHARED_LOG_NODES
        {
            // If nobody listens any more, the proof goes on alone.
            let _ = exchange.found.send(entry.shared());
        }
    }

    /// Takes over the entries from elsewhere.
    pub(crate) fn receive<W: Bits>(
        &mut self,
        layout: &Layout<W>,
        table: &mut KnownTable<W, KnownAnswer>,
    ) {
        let Some(exchange) = &self.exchange else { return };
        for entry in exchange.elsewhere.try_iter() {
            let Some(mut entry) = KnownEntry::from_shared(&entry, layout) else { continue };
            if let Some(old) = table.probe(entry.key, entry.mover) {
                entry = old.merged(entry);
                if entry == old {
                    continue;
                }
            }
            self.outdated |= entry.known.log_nodes >= OUTDATING_LOG_NODES;
            table.store(&entry);
        }
    }

    /// Whether this process tries the moves of a node in reverse order, where all of them
    /// have to fail: two that meet from both ends have shared the work. Bit `i` of the
    /// number of the process decides for levels `2i` and `2i + 1` of such nodes, counted
    /// from the root. On 10x6:5 two processes took 43 s with two levels reversed, 42 with
    /// three, 53 with four, 60 with half of all nodes, and one took 81 s.
    #[inline]
    pub(crate) fn reverses(&self, level: u32) -> bool {
        let worker = self.exchange.as_ref().map_or(0, |exchange| exchange.worker);
        worker.checked_shr(level / 2).unwrap_or(0) & 1 == 1
    }
}
