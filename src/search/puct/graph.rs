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

use crate::game::{Side, Square};
use crate::search::memory::allocation::{use_large_pages, zeroed};
use crate::search::{PuctConstants, TreeSize};

use super::blocks::{Blocks, size_for};
use super::estimate::{Bounds, Estimate, Expected, Outcome};
use super::node::{Edge, Move, Node, NodeId};

/// The memory of a position with its moves, its part of the table, and what
/// making room takes for it, in bytes.
pub(super) const BYTES: usize = size_of::<Node>()
    + MOVES * size_of::<Move>()
    + EDGES * size_of::<Edge>()
    + 3 * size_of::<u32>();
/// The usual number of moves of a position: about 22 after six plies and a long
/// search, more in a short one.
const MOVES: usize = 24;
/// The usual number of edges in the block of a position.
const EDGES: usize = 2;
/// A table with more places than this is replaced instead of cleared.
const LARGE_TABLE: usize = 1 << 18;

/// All positions, in arrays that never grow beyond their reserved capacity.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) moves: Vec<Move>,
    pub(super) blocks: Blocks,
    /// The nodes by their hash, with open addressing: the index of a node plus
    /// one, or 0. Twice as many places as nodes.
    pub(super) table: Box<[u32]>,
    /// The number of nodes requested; the capacity reserved may be smaller.
    capacity: usize,
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
                    || self.moves.try_reserve_exact(size * MOVES).is_err()
                    || self.blocks.vector().try_reserve_exact(size * EDGES).is_err())
            {
                *self = Graph { capacity, ..Graph::default() };
                size /= 2;
            }
            use_large_pages(&mut self.nodes);
            use_large_pages(&mut self.moves);
            use_large_pages(self.blocks.vector());
        }
        self.nodes.clear();
        self.moves.clear();
        self.blocks.clear();
        self.clear_table();
    }

    /// Empties the table. Fresh memory is zero without being cleared.
    pub(super) fn clear_table(&mut self) {
        let size = 2 * self.nodes.capacity().max(1);
        if self.table.len() != size || size > LARGE_TABLE {
            self.table = Box::default();
            self.table = zeroed(size);
        } else {
            self.table.fill(0);
        }
    }

    /// The slot in the table of the node with this hash, or the free slot for
    /// it.
    pub(super) fn place(&self, hash: u64) -> usize {
        let size = self.table.len();
        let mut at = ((u128::from(hash) * size as u128) >> 64) as usize;
        while let Some(node) = self.node_at(at)
            && self.nodes[node].hash != hash
        {
            at = if at + 1 == size { 0 } else { at + 1 };
        }
        at
    }

    /// The index of the node at a place of the table.
    fn node_at(&self, place: usize) -> Option<usize> {
        (*self.table.get(place)? as usize).checked_sub(1)
    }

    /// The node of a position.
    pub(super) fn find(&self, hash: u64) -> Option<NodeId> {
        self.node_at(self.place(hash)).map(|node| NodeId(node as u32))
    }

    /// Adds a position with its moves and their priors; `None` if the memory is
    /// used up.
    pub(super) fn add(
        &mut self,
        hash: u64,
        side: Side,
        estimate: Estimate,
        moves: &[(Square, f32)],
    ) -> Option<NodeId> {
        if self.nodes.len() == self.nodes.capacity()
            || self.table.is_empty()
            || self.moves.len() + moves.len() > self.moves.capacity()
        {
            return None;
        }
        let first_edge = self.blocks.take(0)?;
        let first = self.moves.len() as u32;
        self.moves.extend(moves.iter().map(|&(square, prior)| Move::new(square, prior)));
        let id = self.nodes.len() as u32;
        let place = self.place(hash);
        self.nodes.push(Node {
            hash,
            first,
            first_edge,
            visits: 1,
            own: estimate.expected,
            expected: estimate.expected,
            bounds: estimate.bounds,
            side,
            moves: moves.len() as u8,
            tried: 0,
        });
        self.table[place] = id + 1;
        Some(NodeId(id))
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// The moves of a position, the likeliest first.
    pub(super) fn moves(&self, node: NodeId) -> &[Move] {
        let Node { first, moves, .. } = *self.node(node);
        &self.moves[first as usize..][..usize::from(moves)]
    }

    /// The moves of a position that have been tried: the first ones.
    pub(super) fn edges(&self, node: NodeId) -> &[Edge] {
        let Node { first_edge, tried, .. } = *self.node(node);
        self.blocks.get(first_edge, tried)
    }

    /// The edge of a move that has been tried, to change it.
    fn edge_mut(&mut self, node: NodeId, choice: usize) -> &mut Edge {
        let Node { first_edge, tried, .. } = *self.node(node);
        &mut self.blocks.get_mut(first_edge, tried)[choice]
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

    /// The move that the next simulation takes (PUCT: Rosin 2011, in the form of
    /// Silver et al. 2017). A move that cannot be better than the proven bound
    /// of its position is not taken (score-bounded search, Cazenave and
    /// Saffidine 2010); with `all`, one whose result is not proven is.
    pub(super) fn select(&self, node: NodeId, all: bool, constants: &PuctConstants) -> usize {
        let Node { visits, expected, bounds, .. } = *self.node(node);
        let (edges, moves) = (self.edges(node), self.moves(node));
        let (mut pending, mut visited) = (0, 0.0);
        for (edge, option) in edges.iter().zip(moves) {
            pending += u32::from(edge.pending);
            visited += if edge.visits > 0 { option.prior() } else { 0.0 };
        }
        let unvisited = expected.value - constants.reduction as f32 / 1000.0 * visited.sqrt();
        let explore = constants.exploration as f32 / 1000.0
            * ((visits - 1).saturating_add(pending).max(1) as f32).sqrt();
        // The first of the moves that have not been tried.
        let next = moves.get(edges.len()).filter(|_| self.has_edge_for(edges.len()));
        let mut best = match next {
            Some(next) => (unvisited + explore * next.prior(), edges.len()),
            None => (f32::NEG_INFINITY, 0),
        };
        for (i, (edge, option)) in edges.iter().zip(moves).enumerate() {
            let is_closed = match all {
                true => edge.bounds.proven().is_some(),
                false => edge.bounds.best <= bounds.worst,
            };
            if is_closed {
                continue;
            }
            let started = edge.visits.saturating_add(edge.pending.into());
            let value = match started {
                0 => unvisited,
                // Visits under way count as losses (virtual loss).
                _ => edge.expected.value * edge.visits as f32 / started as f32,
            };
            let score = value + explore * option.prior() / (1.0 + started as f32);
            // Of equal moves the likelier one.
            if score > best.0 || score == best.0 && i < best.1 {
                best = (score, i);
            }
        }
        best.1
    }

    /// Whether there is memory for one more edge of a position with `tried`.
    pub(super) fn has_edge_for(&self, tried: usize) -> bool {
        !tried.is_power_of_two() || self.blocks.has(size_for(tried as u8) + 1)
    }

    /// Counts a visit of the move that [`select`](Graph::select) returned as under
    /// way (virtual loss).
    pub(super) fn begin_visit(&mut self, node: NodeId, choice: usize) {
        let Node { tried, first_edge, .. } = *self.node(node);
        if choice == usize::from(tried) {
            let square = self.moves(node)[choice].square();
            let place = if tried.is_power_of_two() {
                self.blocks.grow(first_edge, size_for(tried))
            } else {
                Some(first_edge)
            };
            // Unreachable: `select` has asked for the memory.
            let Some(first_edge) = place else { return };
            let node = &mut self.nodes[node.0 as usize];
            *node = Node { first_edge, tried: tried + 1, ..*node };
            self.blocks.get_mut(first_edge, tried + 1)[choice] = Edge::new(square);
        }
        let edge = self.edge_mut(node, choice);
        edge.pending = edge.pending.saturating_add(1);
    }

    pub(super) fn link(&mut self, node: NodeId, choice: usize, child: NodeId) {
        self.edge_mut(node, choice).child = child.0;
    }

    /// Completes a visit of a move that [`begin_visit`](Graph::begin_visit)
    /// counted. If the move leads to no node, `leaf` is the value of the position
    /// after it, for its side to move.
    pub(super) fn end_visit(
        &mut self,
        node: NodeId,
        choice: usize,
        leaf: Option<(Estimate, Side)>,
    ) {
        let mover = self.side(node);
        let child = self.edges(node)[choice].child();
        let of_child = child.map(|child| (self.estimate(child), self.side(child)));
        let Some((after, side)) = of_child.or(leaf) else { return };
        let after = if side == mover { after } else { after.for_opponent() };
        let edge = self.edge_mut(node, choice);
        edge.pending = edge.pending.saturating_sub(1);
        edge.visits = edge.visits.saturating_add(1);
        edge.bounds = after.bounds;
        if child.is_some() || after.bounds.proven().is_some() {
            edge.expected = after.expected;
        } else {
            let mut sum = after.expected;
            sum.add(edge.expected, (edge.visits - 1) as f32);
            edge.expected = sum.divided_by(edge.visits as f32);
        }
        self.update(node);
    }

    /// Computes the value of a node from its moves.
    fn update(&mut self, node: NodeId) {
        let Node { own, moves, tried, bounds: known, .. } = *self.node(node);
        let (mut visits, mut sum) = (1u32, own);
        let best = if tried < moves { Outcome::Win } else { Outcome::Loss };
        let mut bounds = Bounds { worst: known.worst, best };
        for edge in self.edges(node) {
            visits = visits.saturating_add(edge.visits);
            sum.add(edge.expected, edge.visits as f32);
            bounds.worst = bounds.worst.max(edge.bounds.worst);
            bounds.best = bounds.best.max(edge.bounds.best);
        }
        bounds.best = bounds.best.min(known.best);
        let expected = match bounds.proven() {
            Some(outcome) => Estimate::proven(outcome).expected,
            None if bounds == Bounds::UNKNOWN => sum.divided_by(visits as f32),
            None => self.bounded(node, bounds),
        };
        let node = &mut self.nodes[node.0 as usize];
        *node = Node { visits, bounds, expected, ..*node };
    }

    /// The value of a node with proven bounds: instead of a move below them, the
    /// side to move would take the one that proves them.
    #[cold]
    fn bounded(&self, node: NodeId, bounds: Bounds) -> Expected {
        let own = self.node(node).own;
        let (mut visits, mut sum) = (1.0, own.within(bounds));
        for edge in self.edges(node) {
            visits += edge.visits as f32;
            sum.add(edge.expected.within(bounds), edge.visits as f32);
        }
        sum.divided_by(visits)
    }

    /// The used part of the memory, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let part = |used: usize, all: usize| (1000 * used / all.max(1)) as u32;
        let (edges, all_edges) = self.blocks.usage();
        part(self.nodes.len(), self.nodes.capacity())
            .max(part(self.moves.len(), self.moves.capacity()))
            .max(part(edges, all_edges))
    }

    pub(super) fn size(&self) -> TreeSize {
        let bytes = size_of_val(&self.nodes[..])
            + size_of_val(&self.moves[..])
            + self.blocks.usage().0 * size_of::<Edge>();
        TreeSize { positions: self.nodes.len() as u64, bytes: bytes as u64 }
    }
}
