//! Replaces positions of a full graph by new ones.
//!
//! A hand goes round all nodes. It passes those that have been visited since it
//! last came, and removes the others (the clock algorithm, Corbato 1968). The
//! moves that led to a removed node keep its value and the number of their visits.
//! If the position is visited again, it gets a node that begins with these.

use super::graph::Graph;
use super::node::{Edge, Node, NodeId};
use super::pool::NONE;

/// The most nodes that the hand looks at for one new position. If none can be
/// removed among these, the position is not stored.
const MAX_STEPS: usize = 64;
/// The length of the blocks of edges for whose doubling nodes are removed, at most.
const MAX_DOUBLED: u8 = 2;

impl Graph {
    /// Removes nodes until there is memory for one with a block of moves of this
    /// length. Returns `false` if the hand has found too few.
    pub(super) fn make_room(&mut self, length: usize) -> bool {
        self.step_until(None, |graph| {
            let has_node = graph.free_node != NONE || graph.nodes.len() < graph.nodes.capacity();
            has_node && !graph.table.is_empty() && graph.moves.has(length) && graph.edges.has(1)
        })
    }

    /// As far as possible, removes nodes until `node` can have one more edge. For a
    /// long block that is hopeless, because few nodes have one. Without it the node
    /// keeps to the moves that it has, which are the likeliest.
    pub(super) fn make_room_for_edge(&mut self, node: NodeId) {
        let is_short = self.nodes[node.0 as usize].edge_room <= MAX_DOUBLED;
        if is_short && !self.has_room_for_edge(node) {
            self.step_until(Some(node), |graph| graph.has_room_for_edge(node));
        }
    }

    /// Moves the hand until the graph has enough room, and returns whether it has.
    /// The node `kept` is not removed.
    fn step_until(&mut self, kept: Option<NodeId>, has_room: impl Fn(&Graph) -> bool) -> bool {
        for _ in 0..MAX_STEPS {
            if has_room(self) {
                return true;
            }
            if self.nodes.is_empty() {
                return false;
            }
            let at = self.hand;
            self.hand = if at + 1 < self.nodes.len() { at + 1 } else { 0 };
            if kept != Some(NodeId(at as u32)) {
                self.visit_with_hand(at);
            }
        }
        has_room(self)
    }

    /// Removes the node if it has not been visited since the hand last came, and
    /// no visit is under way.
    fn visit_with_hand(&mut self, at: usize) {
        let id = NodeId(at as u32);
        let node = &mut self.nodes[at];
        if std::mem::take(&mut node.is_recent) || node.visits == 0 {
            return;
        }
        let Node { hash, first, first_edge, move_room, edge_room, .. } = *node;
        if self.edges(id).iter().any(|edge: &Edge| edge.pending > 0) {
            return;
        }
        self.table.remove(hash, &self.nodes);
        self.moves.give_back(first, move_room);
        self.edges.give_back(first_edge, edge_room);
        // A free node has no visits, and no move leads to the hash 0.
        let node = &mut self.nodes[at];
        (node.visits, node.hash, node.tried, node.moves) = (0, 0, 0, 0);
        node.first = std::mem::replace(&mut self.free_node, at as u32);
        self.free_nodes += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::estimate::{Bounds, Estimate, Expected};
    use super::super::graph::BYTES;
    use super::super::node::Move;
    use super::*;
    use crate::game::{Side, Square};
    use crate::random::{Random, splitmix};

    /// The nodes that the graph has room for.
    const CAPACITY: usize = 1000;
    const ESTIMATE: Estimate = Estimate {
        expected: Expected { value: 0.5, reported: 0.5, draw: 0.5 },
        bounds: Bounds::UNKNOWN,
    };

    fn hash(node: usize) -> u64 {
        splitmix(&mut (node as u64))
    }

    /// Checks that the nodes are those of the table, and that their memory is what
    /// is used.
    fn check(graph: &Graph, known: &HashMap<u64, Vec<Move>>) {
        let (mut live, mut moves, mut edges) = (0, 0, 0);
        for (i, node) in graph.nodes.iter().enumerate().filter(|(_, node)| node.visits > 0) {
            let id = NodeId(i as u32);
            assert_eq!(graph.find(node.hash), Some(id));
            assert_eq!(graph.moves(id), known[&node.hash]);
            let squares = graph.moves(id).iter().map(|option| option.square());
            assert!(graph.edges(id).iter().map(Edge::square).eq(squares.take(node.tried.into())));
            live += 1;
            moves += usize::from(node.move_room);
            edges += usize::from(node.edge_room);
            assert!(node.moves <= node.move_room && node.tried <= node.edge_room);
        }
        assert_eq!(graph.table.count(), live);
        assert_eq!(graph.nodes.len() - live, graph.free_nodes);
        assert_eq!((graph.moves.usage().0, graph.edges.usage().0), (moves, edges));
    }

    #[test]
    fn a_graph_of_any_form_stays_whole() {
        let mut random = Random::new(3);
        let mut graph = Graph::default();
        graph.reset(CAPACITY * BYTES);
        let mut known = HashMap::new();
        let mut refused = 0;
        for number in 0..20_000 {
            let moves: Vec<(Square, f32)> = (random.below(49)..49)
                .map(|at| (Square::new(at), random.below(1000) as f32 / 1000.0))
                .collect();
            match graph.add((hash(number), Side::X), (ESTIMATE, 1), &moves) {
                Some(node) => {
                    known.insert(hash(number), graph.moves(node).to_vec());
                }
                None => refused += 1,
            }
            // Some nodes are visited, and have moves that lead to other ones.
            let node = graph.find(hash(number.saturating_sub(random.below(200))));
            let Some(node) = node else { continue };
            for _ in 0..random.below(5) {
                graph.make_room_for_edge(node);
                let choice = graph.edges(node).len();
                if choice < graph.moves(node).len() && graph.has_room_for_edge(node) {
                    graph.begin_visit(node, choice);
                    graph.end_visit(node, choice, Some((ESTIMATE, Side::X)));
                    graph.link(node, choice, graph.find(hash(random.below(number + 1))));
                }
            }
            if number % 100 == 0 {
                check(&graph, &known);
            }
            // The memory is used all the time.
            assert!(number < 2000 || graph.fullness() > 500, "{}", graph.fullness());
        }
        assert!(refused < 20, "{refused}");
        // Those added last are still there, those added first are not.
        let is_known = |number: usize| graph.find(hash(number)).is_some();
        assert!((19_900..20_000).filter(|&number| is_known(number)).count() > 80);
        assert!((0..10_000).filter(|&number| is_known(number)).count() < 50);
    }

    #[test]
    fn nodes_that_are_being_visited_stay() {
        let mut graph = Graph::default();
        graph.reset(CAPACITY * BYTES);
        let moves = [(Square::new(1), 1.0)];
        let kept: Vec<u64> = (0..100).map(hash).collect();
        for &hash in &kept {
            let node = graph.add((hash, Side::O), (ESTIMATE, 1), &moves).unwrap();
            graph.begin_visit(node, 0);
        }
        for number in 100..10_000 {
            graph.add((hash(number), Side::O), (ESTIMATE, 1), &moves);
        }
        assert!(kept.iter().all(|&hash| graph.find(hash).is_some()));
        let node = graph.find(kept[50]).unwrap();
        graph.end_visit(node, 0, Some((ESTIMATE, Side::O)));
        // The hand comes twice.
        for number in 10_000..13_000 {
            graph.add((hash(number), Side::O), (ESTIMATE, 1), &moves);
        }
        assert!(graph.find(kept[50]).is_none() && graph.find(kept[51]).is_some());
    }
}
