//! Makes room in the graph between two searches.

use super::blocks::size_for;
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
        // Nodes and moves lie in the same order, so both can move down in place.
        let (mut nodes, mut moves) = (0, 0);
        for (node, place) in places.iter_mut().enumerate().filter(|(_, place)| **place != NONE) {
            if is_late(nodes) {
                return nodes == 0 && has_room;
            }
            let Node { first, moves: count, .. } = self.nodes[node];
            let (first, count) = (first as usize, usize::from(count));
            self.moves.copy_within(first..first + count, moves);
            self.nodes.swap(nodes, node);
            self.nodes[nodes].first = moves as u32;
            *place = nodes as u32;
            nodes += 1;
            moves += count;
        }
        self.moves.truncate(moves);
        for node in nodes..self.nodes.len() {
            if is_late(node) {
                return false;
            }
            let Node { first_edge, tried, .. } = self.nodes[node];
            self.blocks.give_back(first_edge, size_for(tried));
        }
        self.nodes.truncate(nodes);
        for i in 0..nodes {
            if is_late(i) {
                return false;
            }
            let node = &mut self.nodes[i];
            let edges = self.blocks.get_mut(node.first_edge, node.tried.max(1));
            for edge in edges.iter_mut().filter(|edge| edge.child != NONE) {
                edge.child = places[edge.child as usize];
            }
            // For the move of the block, the node and its first edge point to each
            // other, and the node keeps what the edge pointed to.
            node.first_edge = std::mem::replace(&mut edges[0].child, i as u32);
        }
        let nodes_of_blocks = &mut self.nodes;
        let owner = |node: u32, place: u32| {
            let node = &mut nodes_of_blocks[node as usize];
            (size_for(node.tried), std::mem::replace(&mut node.first_edge, place))
        };
        if !self.blocks.compact(owner, is_late) {
            return false;
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
    use super::super::node::Move;
    use super::*;
    use crate::game::{Side, Square};
    use crate::random::{Random, splitmix};
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
                let parent = NodeId(node.0 - 1);
                graph.begin_visit(parent, 0);
                graph.link(parent, 0, node);
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
                let child = graph.edges(node).first().and_then(Edge::child);
                assert_eq!(child, (i + 1 < nodes).then(|| graph.find(hash(i + 1)).unwrap()));
            }
            assert!(nodes == kept || graph.find(hash(0)).is_none());
        }
    }

    /// A position as the hash, its moves, and the visits and children of those
    /// that have been tried.
    type Content = (u64, Vec<Move>, Vec<(Square, u32, Option<u64>)>);

    /// The nodes that `root` reaches.
    fn contents(graph: &Graph, root: NodeId) -> Vec<Content> {
        let hash = |node: NodeId| graph.nodes[node.0 as usize].hash;
        let mut known = vec![root];
        let mut at = 0;
        while let Some(&node) = known.get(at) {
            at += 1;
            for child in graph.edges(node).iter().filter_map(Edge::child) {
                if !known.contains(&child) {
                    known.push(child);
                }
            }
        }
        let content = |node: NodeId| {
            let edge = |e: &Edge| (Square::new(e.square.into()), e.visits, e.child().map(hash));
            let edges = graph.edges(node).iter().map(edge).collect();
            (hash(node), graph.moves(node).to_vec(), edges)
        };
        let mut contents: Vec<Content> = known.into_iter().map(content).collect();
        contents.sort_by_key(|content| content.0);
        contents
    }

    /// The graph is used until it is full, again and again.
    #[test]
    fn room_is_made_in_a_graph_of_any_form() {
        let (_canceller, stop) = Canceller::new(Instant::now());
        let estimate = Estimate { expected: Expected::default(), bounds: Bounds::UNKNOWN };
        let mut random = Random::new(3);
        let mut graph = Graph::default();
        graph.reset(CAPACITY * BYTES);
        let mut added = 0;
        for _ in 0..20 {
            let moves: Vec<(Square, f32)> =
                (0..49).map(|at| (Square::new(at), random.below(1000) as f32 / 1000.0)).collect();
            let mut add = |graph: &mut Graph, moves: &[(Square, f32)]| {
                added += 1;
                graph.add(hash(added), Side::X, estimate, moves)
            };
            while add(&mut graph, &moves[random.below(49)..]).is_some() {
                // Some moves of a random position lead to other ones.
                let node = NodeId(random.below(graph.nodes.len()) as u32);
                for _ in 0..random.below(5) {
                    let choice = graph.edges(node).len();
                    if choice < graph.moves(node).len() && graph.has_edge_for(choice) {
                        graph.begin_visit(node, choice);
                        let leaf = Some((estimate, Side::X));
                        graph.end_visit(node, choice, leaf);
                        let child = NodeId(random.below(graph.nodes.len()) as u32);
                        graph.link(node, choice, child);
                    }
                }
            }
            // All but a random position and what it leads to is removed.
            let root = NodeId(random.below(graph.nodes.len()) as u32);
            let before = contents(&graph, root);
            let root_hash = graph.nodes[root.0 as usize].hash;
            assert!(graph.fullness() > 900);
            assert!(graph.make_room(root, &stop));
            let root = graph.find(root_hash).unwrap();
            assert_eq!(contents(&graph, root), before);
            assert_eq!(graph.nodes.len(), before.len());
            let edges: usize =
                before.iter().map(|(.., edges)| 1 << size_for(edges.len() as u8)).sum();
            assert_eq!(graph.blocks.usage().0, edges);
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
