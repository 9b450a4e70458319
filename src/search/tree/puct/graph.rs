//! The graph of `puct`: positions with the statistics of their moves. Positions
//! that several orders of moves reach are one node (Monte Carlo graph search,
//! Czech et al. 2021; Wu 2023).
//!
//! A node's value is the mean of its own evaluation and of the values of its
//! moves, weighted by their visits. A move counts its own visits, which may be
//! fewer than those of the node that it leads to.
//!
//! ```text
//!  nodes    position: value, visits, first move, first edge
//!  moves    its legal moves with their priors, the likeliest first
//!  edges    the statistics of those that have been tried
//! ```

use super::estimate::Estimate;
use super::node::{Edge, Move, Node, NodeId};
use super::pool::{NONE, Pool};
use super::table::NodeTable;
use crate::game::{Side, Square};
use crate::search::memory::use_large_pages;
use crate::search::task::TreeSize;

/// The memory of a position with its moves and its part of the table, in bytes.
pub(super) const BYTES: usize = size_of::<Node>()
    + MOVES * size_of::<Move>()
    + EDGES * size_of::<Edge>()
    + 2 * size_of::<u32>();
/// The usual number of moves of a position: about 22 after six plies and a long
/// search, more in a short one.
const MOVES: usize = 24;
/// The usual number of edges in the block of a position.
const EDGES: usize = 2;

/// All positions, in arrays that never grow beyond their reserved capacity.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) moves: Pool<Move>,
    pub(super) edges: Pool<Edge>,
    /// The nodes by their hash.
    pub(super) table: NodeTable,
    /// The number of nodes requested; the capacity reserved may be smaller.
    capacity: usize,
    /// The first free node. Each has the index of the next one in `first`.
    pub(super) free_node: u32,
    /// The number of free nodes.
    pub(super) free_nodes: usize,
    /// The next node that may be replaced.
    pub(super) hand: usize,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph {
            nodes: Vec::new(),
            moves: Pool::default(),
            edges: Pool::default(),
            table: NodeTable::default(),
            capacity: 0,
            free_node: NONE,
            free_nodes: 0,
            hand: 0,
        }
    }
}

impl Graph {
    /// Empties the graph and gives it at most `bytes` bytes, but at least 256
    /// nodes.
    pub(super) fn reset(&mut self, bytes: usize) {
        let capacity = (bytes / BYTES).clamp(256, 1 << 26);
        if capacity != self.capacity {
            *self = Graph { capacity, ..Graph::default() };
            // This only reserves addresses; with too few of them left, the
            // graph is smaller.
            let mut size = capacity;
            while size > 0
                && (self.nodes.try_reserve_exact(size).is_err()
                    || self.moves.vector().try_reserve_exact(size * MOVES).is_err()
                    || self.edges.vector().try_reserve_exact(size * EDGES).is_err()
                    || !self.table.reset(self.nodes.capacity()))
            {
                *self = Graph { capacity, ..Graph::default() };
                size /= 2;
            }
            use_large_pages(&mut self.nodes);
            use_large_pages(self.moves.vector());
            use_large_pages(self.edges.vector());
            return;
        }
        self.nodes.clear();
        self.moves.clear();
        self.edges.clear();
        (self.free_node, self.free_nodes, self.hand) = (NONE, 0, 0);
        self.table.reset(self.nodes.capacity());
    }

    /// The node of a position.
    pub(super) fn find(&self, hash: u64) -> Option<NodeId> {
        self.table.find(hash, &self.nodes)
    }

    /// Adds a position with its moves and their priors, in place of one that has
    /// not been visited for long if the memory is used up; `None` if there is no
    /// such position. `visits` is the number of visits that the estimate stands
    /// for.
    pub(super) fn add(
        &mut self,
        (hash, side): (u64, Side),
        (estimate, visits): (Estimate, u32),
        moves: &[(Square, f32)],
    ) -> Option<NodeId> {
        let length = block_of_moves(moves.len());
        if !self.make_room(length) {
            return None;
        }
        let ((first, move_room), (first_edge, edge_room)) =
            (self.moves.take(length)?, self.edges.take(1)?);
        let places = self.moves.get_mut(first, moves.len()).iter_mut();
        places.zip(moves).for_each(|(place, &(square, prior))| *place = Move::new(square, prior));
        let node = Node {
            hash,
            first,
            first_edge,
            visits,
            own: estimate.expected,
            base: visits,
            expected: estimate.expected,
            bounds: estimate.bounds,
            side,
            moves: moves.len() as u8,
            tried: 0,
            move_room,
            edge_room,
            is_recent: false,
        };
        let id = self.free_node;
        match self.nodes.get_mut(id as usize) {
            Some(free) => {
                self.free_node = free.first;
                self.free_nodes -= 1;
                *free = node;
            }
            None => self.nodes.push(node),
        }
        let id = if id == NONE { self.nodes.len() as u32 - 1 } else { id };
        self.table.insert(NodeId(id), &self.nodes);
        Some(NodeId(id))
    }

    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// The moves of a position, the likeliest first.
    pub(super) fn moves(&self, node: NodeId) -> &[Move] {
        let Node { first, moves, .. } = *self.node(node);
        self.moves.get(first, moves.into())
    }

    /// The moves of a position that have been tried: the first ones.
    pub(super) fn edges(&self, node: NodeId) -> &[Edge] {
        let Node { first_edge, tried, .. } = *self.node(node);
        self.edges.get(first_edge, tried.into())
    }

    /// The edge of a move that has been tried, to change it.
    pub(super) fn edge_mut(&mut self, node: NodeId, choice: usize) -> &mut Edge {
        let Node { first_edge, tried, .. } = *self.node(node);
        &mut self.edges.get_mut(first_edge, tried.into())[choice]
    }

    pub(super) fn side(&self, node: NodeId) -> Side {
        self.node(node).side
    }

    pub(super) fn visits(&self, node: NodeId) -> u32 {
        self.node(node).visits
    }

    /// The estimate of a position from all its visits.
    pub(super) fn estimate(&self, node: NodeId) -> Estimate {
        let &Node { expected, bounds, .. } = self.node(node);
        Estimate { expected, bounds }
    }

    /// Sets the node to which a move leads. Later it may be replaced, so code
    /// that follows the move must compare the hash.
    pub(super) fn link(&mut self, node: NodeId, choice: usize, child: Option<NodeId>) {
        self.edge_mut(node, choice).child = child.map_or(NONE, |child| child.0);
    }

    /// The node of the position with this hash to which a move leads.
    #[inline]
    pub(super) fn child(&self, edge: &Edge, hash: u64) -> Option<NodeId> {
        let known = edge.child().filter(|&child| self.node(child).hash == hash);
        known.or_else(|| self.find(hash))
    }

    /// The used part of the memory, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let part = |used: usize, all: usize| (1000 * used / all.max(1)) as u32;
        let ((moves, all_moves), (edges, all_edges)) = (self.moves.usage(), self.edges.usage());
        part(self.nodes.len() - self.free_nodes, self.nodes.capacity())
            .max(part(moves, all_moves))
            .max(part(edges, all_edges))
    }

    pub(super) fn size(&self) -> TreeSize {
        let positions = self.nodes.len() - self.free_nodes;
        let bytes = positions * size_of::<Node>()
            + self.moves.usage().0 * size_of::<Move>()
            + self.edges.usage().0 * size_of::<Edge>();
        TreeSize { positions: positions as u64, bytes: bytes as u64 }
    }
}

/// The length of the block for this many moves: a multiple of 4, so that blocks
/// can often be used again.
pub(super) fn block_of_moves(moves: usize) -> usize {
    moves.max(1).next_multiple_of(4)
}
