//! Makes room in the graph between two searches.

use super::graph::Graph;
use super::node::{Edge, NONE, Node, NodeId};
use crate::search::Stop;

/// The nodes between two polls.
const POLL_INTERVAL: usize = 256;
/// The end of the list of nodes.
const END: u32 = NONE - 1;

impl Graph {
    /// If half of the memory is used, removes all nodes that cannot be reached
    /// from `root`. Gives up if the search is stopped or this takes more than a
    /// tenth of its time. Returns `false` if the graph must then be reset: if some
    /// nodes have been moved, or little memory is left.
    pub(super) fn make_room(&mut self, root: NodeId, stop: &Stop) -> bool {
        let fullness = self.fullness();
        if fullness < 500 {
            return true;
        }
        let has_room = fullness < 900;
        let is_late = |i: usize| {
            i.is_multiple_of(POLL_INTERVAL) && (stop.requested() || stop.has_used_part(0.1))
        };
        // The new index of each node that is kept. Before it is known, this is a
        // list: the nodes whose moves are still to be followed, each with the
        // next one.
        let mut places = Vec::new();
        if places.try_reserve_exact(self.nodes.len()).is_err() {
            return has_room;
        }
        places.resize(self.nodes.len(), NONE);
        let mut marked = 0;
        let mut list = root.0;
        places[list as usize] = END;
        while list != END {
            marked += 1;
            if is_late(marked) {
                return has_room;
            }
            let node = NodeId(list);
            list = places[list as usize];
            for child in self.edges(node).iter().filter_map(Edge::child) {
                let place = &mut places[child.0 as usize];
                if *place == NONE {
                    *place = list;
                    list = child.0;
                }
            }
        }
        // Nodes and edges lie in the same order, so both can move down in place.
        let (mut nodes, mut edges) = (0, 0);
        for (node, place) in places.iter_mut().enumerate().filter(|(_, place)| **place != NONE) {
            if is_late(nodes) {
                return nodes == 0 && has_room;
            }
            let Node { first, moves, .. } = self.nodes[node];
            let (first, moves) = (first as usize, usize::from(moves));
            for i in 0..moves {
                self.edges.swap(edges + i, first + i);
            }
            self.nodes.swap(nodes, node);
            self.nodes[nodes].first = edges as u32;
            *place = nodes as u32;
            nodes += 1;
            edges += moves;
        }
        self.nodes.truncate(nodes);
        self.edges.truncate(edges);
        for (i, edge) in self.edges.iter_mut().enumerate() {
            if is_late(i) {
                return false;
            }
            if edge.child != NONE {
                edge.child = places[edge.child as usize];
            }
        }
        self.clear_table();
        for node in 0..nodes {
            if is_late(node) {
                return false;
            }
            let place = self.place(self.nodes[node].hash);
            self.table[place] = node as u32 + 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::estimate::{Bounds, Estimate, Expected};
    use super::super::graph::BYTES;
    use super::*;
    use crate::game::{Side, Square};
    use crate::random::splitmix;
    use crate::search::Canceller;

    /// The nodes that the graph has room for.
    const CAPACITY: usize = 4096;

    /// A graph with this many nodes, each of which leads to the next one.
    fn chain(nodes: usize) -> Graph {
        let mut graph = Graph::default();
        graph.reset(CAPACITY * BYTES);
        assert_eq!(graph.nodes.capacity(), CAPACITY);
        let estimate = Estimate { expected: Expected::default(), bounds: Bounds::UNKNOWN };
        for i in 0..nodes {
            let node = graph.add(hash(i), Side::X, estimate, &[(Square::new(0), 1.0)]).unwrap();
            if i > 0 {
                graph.link(NodeId(node.0 - 1), 0, node);
            }
        }
        graph
    }

    fn hash(node: usize) -> u64 {
        splitmix(&mut (node as u64))
    }

    #[test]
    fn what_the_root_reaches_is_kept() {
        let (_canceller, stop) = Canceller::new(Instant::now());
        for (nodes, kept) in [(1000, 1000), (3000, 2000)] {
            let mut graph = chain(nodes);
            assert!(graph.make_room(NodeId((nodes - kept) as u32), &stop));
            assert_eq!(graph.nodes.len(), kept);
            for i in nodes - kept..nodes {
                let node = graph.find(hash(i)).unwrap();
                let child = graph.edges(node)[0].child();
                assert_eq!(child, (i + 1 < nodes).then(|| graph.find(hash(i + 1)).unwrap()));
            }
            assert!(nodes == kept || graph.find(hash(0)).is_none());
        }
    }

    #[test]
    fn a_graph_that_cannot_be_cleaned_in_time_is_kept_while_it_has_room() {
        let (canceller, stop) = Canceller::new(Instant::now());
        drop(canceller);
        for (nodes, is_kept) in [(3600, true), (3800, false)] {
            let mut graph = chain(nodes);
            assert_eq!(graph.make_room(NodeId(0), &stop), is_kept);
            assert_eq!(graph.nodes.len(), nodes);
        }
    }
}
