//! Makes room in the graph between two searches.

use super::graph::Graph;
use super::node::{Edge, NONE, Node, NodeId};
use crate::search::Stop;

/// The nodes between two polls.
const POLL_INTERVAL: usize = 256;

impl Graph {
    /// If half of the memory is used, removes all nodes that cannot be reached
    /// from `root`. Gives up if the search is stopped or this takes more than a
    /// tenth of its time. Returns `false` if the graph must then be reset: if some
    /// nodes have been moved, or little memory is left.
    pub(super) fn make_room(&mut self, root: NodeId, stop: &Stop) -> bool {
        if self.fullness() < 500 {
            return true;
        }
        let is_late = |i: usize| {
            i.is_multiple_of(POLL_INTERVAL) && (stop.requested() || stop.has_used_part(0.1))
        };
        // The new index of each node. At first 0 only marks the nodes to keep.
        let mut places = vec![NONE; self.nodes.len()];
        let mut open = vec![root];
        places[root.0 as usize] = 0;
        let mut marked = 0;
        while let Some(node) = open.pop() {
            marked += 1;
            if is_late(marked) {
                return self.fullness() < 900;
            }
            for child in self.edges(node).iter().filter_map(Edge::child) {
                if places[child.0 as usize] == NONE {
                    places[child.0 as usize] = 0;
                    open.push(child);
                }
            }
        }
        // Nodes and edges lie in the same order, so both can move down in place.
        let (mut nodes, mut edges) = (0, 0);
        for (node, place) in places.iter_mut().enumerate().filter(|(_, place)| **place != NONE) {
            if is_late(nodes) {
                return false;
            }
            let Node { first, count, .. } = self.nodes[node];
            let (first, count) = (first as usize, usize::from(count));
            for i in 0..count {
                self.edges.swap(edges + i, first + i);
            }
            self.nodes.swap(nodes, node);
            self.nodes[nodes].first = edges as u32;
            *place = nodes as u32;
            nodes += 1;
            edges += count;
        }
        self.nodes.truncate(nodes);
        self.edges.truncate(edges);
        for child in self.edges.iter_mut().filter(|edge| edge.child != NONE) {
            child.child = places[child.child as usize];
        }
        self.clear_table();
        for node in 0..nodes {
            let place = self.place(self.nodes[node].hash);
            self.table[place] = node as u32 + 1;
        }
        true
    }
}
