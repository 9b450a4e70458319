//! Where the node of a position stands: a hash table of node numbers that
//! grows by a bucket with every node.

use super::arena::NodeId;
use crate::search::memory::buckets::{bucket, parent};

/// No node.
const NONE: NodeId = NodeId::MAX;

/// Finds nodes by their hash.
#[derive(Debug, Default)]
pub(super) struct NodeIndex {
    /// The first node of each bucket.
    heads: Vec<NodeId>,
    /// For each node its hash and the next one of its bucket.
    links: Vec<(u32, NodeId)>,
}

impl NodeIndex {
    /// The node with this hash that `is_it`.
    pub(super) fn find(&self, hash: u32, is_it: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        if self.heads.is_empty() {
            return None;
        }
        let mut id = self.heads[self.bucket(hash)];
        while id != NONE {
            let (of, next) = self.links[id as usize];
            if of == hash && is_it(id) {
                return Some(id);
            }
            id = next;
        }
        None
    }

    /// Adds the next node.
    pub(super) fn push(&mut self, hash: u32) {
        self.split();
        self.links.push((hash, NONE));
        self.link(self.links.len() as NodeId - 1);
    }

    /// Bytes that are set aside for so many nodes.
    pub(super) const fn bytes(nodes: usize) -> usize {
        nodes * (size_of::<NodeId>() + size_of::<(u32, NodeId)>())
    }

    /// The nodes that there is room for.
    pub(super) fn capacity(&self) -> usize {
        self.heads.capacity().max(self.links.capacity())
    }

    /// Makes room for more nodes.
    pub(super) fn reserve(&mut self, nodes: usize) {
        self.heads.reserve(nodes);
        self.links.reserve(nodes);
    }

    /// Adds a bucket, which takes its part of an older one.
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

    /// Puts a node at the head of its bucket.
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
        /// Few different hashes collide, many spread.
        #[test]
        fn what_was_pushed_is_found_and_nothing_else(
            keys in prop::collection::vec(0u32..500, 0..400),
            spread in prop::sample::select(vec![0u32, 1, 0x9e37_79b9]),
        ) {
            let hash = |key: u32| key.wrapping_mul(spread);
            let mut places = NodeIndex::default();
            let mut known: HashMap<u32, NodeId> = HashMap::new();
            let mut nodes: Vec<u32> = Vec::new();
            for key in keys {
                let found = places.find(hash(key), |id| nodes[id as usize] == key);
                prop_assert_eq!(found, known.get(&key).copied());
                if found.is_none() {
                    places.push(hash(key));
                    known.insert(key, nodes.len() as NodeId);
                    nodes.push(key);
                }
            }
            for key in 0..500 {
                let found = places.find(hash(key), |id| nodes[id as usize] == key);
                prop_assert_eq!(found, known.get(&key).copied());
            }
        }
    }

    #[test]
    fn nodes_are_spread_over_as_many_buckets() {
        let mut places = NodeIndex::default();
        for id in 0..1000u32 {
            places.push(id.wrapping_mul(0x9e37_79b9));
        }
        let used = places.heads.iter().filter(|&&head| head != NONE).count();
        assert!(places.heads.len() == 1000 && used > 500, "{used}");
    }
}
