//! The hash table that finds the node of a position. It grows by one bucket
//! with every node.

use crate::search::memory::{bucket, parent};

/// The index of a node in the arena.
pub(crate) type NodeId = u32;

/// The end of a chain of nodes.
const NONE: NodeId = NodeId::MAX;

/// The hash table: a chain of nodes for each bucket.
#[derive(Debug, Default)]
pub(crate) struct NodeIndex {
    /// The first node of each bucket.
    heads: Vec<NodeId>,
    /// The hash of each node, and the next node of its bucket.
    links: Vec<(u32, NodeId)>,
}

impl NodeIndex {
    /// The node with this hash for which `matches` returns `true`.
    pub(crate) fn find(&self, hash: u32, matches: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        if self.heads.is_empty() {
            return None;
        }
        let mut id = self.heads[self.bucket(hash)];
        while id != NONE {
            let (node_hash, next) = self.links[id as usize];
            if node_hash == hash && matches(id) {
                return Some(id);
            }
            id = next;
        }
        None
    }

    /// Adds a node, whose number is the number of nodes so far.
    pub(crate) fn push(&mut self, hash: u32) {
        self.split();
        self.links.push((hash, NONE));
        self.link(self.links.len() as NodeId - 1);
    }

    /// The memory for `nodes` nodes, in bytes.
    pub(crate) const fn bytes(nodes: usize) -> usize {
        nodes * (size_of::<NodeId>() + size_of::<(u32, NodeId)>())
    }

    /// An upper bound of the nodes for which memory is allocated.
    pub(crate) fn capacity(&self) -> usize {
        self.heads.capacity().max(self.links.capacity())
    }

    /// Allocates memory for `nodes` more nodes.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.heads.reserve(nodes);
        self.links.reserve(nodes);
    }

    /// Adds a bucket, and moves to it the nodes of an older one that belong
    /// there.
    fn split(&mut self) {
        self.heads.push(NONE);
        let new = self.heads.len() - 1;
        if new == 0 {
            return;
        }
        let mut id = std::mem::replace(&mut self.heads[parent(new)], NONE);
        while id != NONE {
            let next = self.links[id as usize].1;
            self.link(id);
            id = next;
        }
    }

    fn bucket(&self, hash: u32) -> usize {
        bucket(hash as usize, self.heads.len())
    }

    /// Puts a node at the head of its bucket's chain.
    fn link(&mut self, id: NodeId) {
        let bucket = self.bucket(self.links[id as usize].0);
        self.links[id as usize].1 = std::mem::replace(&mut self.heads[bucket], id);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// With a `spread` of 0 all hashes are equal, otherwise they differ.
        #[test]
        fn exactly_the_pushed_nodes_are_found(
            keys in prop::collection::vec(0u32..500, 0..400),
            spread in prop::sample::select(vec![0u32, 1, 0x9e37_79b9]),
        ) {
            let hash = |key: u32| key.wrapping_mul(spread);
            let mut index = NodeIndex::default();
            let mut known: HashMap<u32, NodeId> = HashMap::new();
            let mut nodes: Vec<u32> = Vec::new();
            for key in keys {
                let found = index.find(hash(key), |id| nodes[id as usize] == key);
                prop_assert_eq!(found, known.get(&key).copied());
                if found.is_none() {
                    index.push(hash(key));
                    known.insert(key, nodes.len() as NodeId);
                    nodes.push(key);
                }
            }
            for key in 0..500 {
                let found = index.find(hash(key), |id| nodes[id as usize] == key);
                prop_assert_eq!(found, known.get(&key).copied());
            }
        }
    }

    #[test]
    fn nodes_are_spread_over_as_many_buckets() {
        let mut index = NodeIndex::default();
        for id in 0..1000u32 {
            index.push(id.wrapping_mul(0x9e37_79b9));
        }
        let used = index.heads.iter().filter(|&&head| head != NONE).count();
        assert!(index.heads.len() == 1000 && used > 500, "{used}");
    }
}
