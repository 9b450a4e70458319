//! Finds nodes by the hash of their position: open addressing with linear
//! probing, in twice as many slots as there can be nodes. The hashes are in the
//! nodes only.

use super::node::{Node, NodeId};
use crate::search::memory::zeroed;

/// A table with more slots than this is replaced instead of cleared.
const LARGE: usize = 1 << 18;

/// The nodes by their hash: in each slot the index of a node plus one, or 0.
#[derive(Debug, Default)]
pub(super) struct NodeTable {
    slots: Box<[u32]>,
}

impl NodeTable {
    /// Empties the table and makes room for this many nodes; `false` if there is
    /// no memory for them. Fresh memory is zero without being cleared.
    pub(super) fn reset(&mut self, nodes: usize) -> bool {
        let size = 2 * nodes.max(1);
        if self.slots.len() != size || size > LARGE {
            self.slots = Box::default();
            self.slots = zeroed(size);
        } else {
            self.slots.fill(0);
        }
        !self.is_empty()
    }

    /// Whether there was no memory for the table.
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The number of nodes in the table.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.slots.iter().filter(|&&slot| slot != 0).count()
    }

    /// The node with this hash.
    pub(super) fn find(&self, hash: u64, nodes: &[Node]) -> Option<NodeId> {
        self.node_in(self.slot_of(hash, nodes)).map(|node| NodeId(node as u32))
    }

    /// Adds a node that is not in the table.
    pub(super) fn insert(&mut self, node: NodeId, nodes: &[Node]) {
        let slot = self.slot_of(nodes[node.0 as usize].hash, nodes);
        self.slots[slot] = node.0 + 1;
    }

    /// Removes a node, and moves the following ones up so that they are still
    /// found.
    pub(super) fn remove(&mut self, hash: u64, nodes: &[Node]) {
        let size = self.slots.len();
        let mut gap = self.slot_of(hash, nodes);
        let mut at = gap;
        loop {
            at = self.after(at);
            let Some(node) = self.node_in(at) else { break };
            let first = self.first_slot(nodes[node].hash);
            // Whether its first slot lies after the gap: then it may not move there.
            let is_behind = (at + size - first) % size < (at + size - gap) % size;
            if !is_behind {
                self.slots[gap] = self.slots[at];
                gap = at;
            }
        }
        self.slots[gap] = 0;
    }

    /// The slot of the node with this hash, or the free slot for it.
    fn slot_of(&self, hash: u64, nodes: &[Node]) -> usize {
        let mut at = self.first_slot(hash);
        while let Some(node) = self.node_in(at)
            && nodes[node].hash != hash
        {
            at = self.after(at);
        }
        at
    }

    /// The slot at which the search for a hash begins.
    fn first_slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// The index of the node in a slot.
    fn node_in(&self, slot: usize) -> Option<usize> {
        (*self.slots.get(slot)? as usize).checked_sub(1)
    }
}
