//! The graph of `puct`: positions with the statistics of their moves. Positions
//! that several orders of moves reach are one node (Monte Carlo graph search,
//! Czech et al. 2021; Wu 2023).
//!
//! A node's value is the mean of its own evaluation and of the values of its
//! moves, weighted by their visits. A move counts its own visits, which may be
//! fewer than those of the node that it leads to.

use crate::game::{Side, Square};
use crate::search::memory::allocation::{use_large_pages, zeroed};
use crate::search::{PuctConstants, TreeSize};

use super::estimate::{Bounds, Estimate, Expected, Outcome};
use super::node::{Edge, Node, NodeId};

/// The memory of a position with its moves, its part of the table, and what
/// making room takes for it, in bytes.
pub(super) const BYTES: usize =
    size_of::<Node>() + MOVES * size_of::<Edge>() + 3 * size_of::<u32>();
/// The usual number of moves of a position: about 22 after six plies and a long
/// search, more in a short one.
const MOVES: usize = 24;
/// A table with more places than this is replaced instead of cleared.
const LARGE_TABLE: usize = 1 << 18;

/// All positions, in arrays that never grow beyond their reserved capacity.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
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
                    || self.edges.try_reserve_exact(size * MOVES).is_err())
            {
                (self.nodes, self.edges) = (Vec::new(), Vec::new());
                size /= 2;
            }
            use_large_pages(&mut self.nodes);
            use_large_pages(&mut self.edges);
        }
        self.nodes.clear();
        self.edges.clear();
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
            || self.edges.len() + moves.len() > self.edges.capacity()
        {
            return None;
        }
        let first = self.edges.len() as u32;
        self.edges.extend(moves.iter().map(|&(square, prior)| Edge::new(square, prior)));
        let id = self.nodes.len() as u32;
        let place = self.place(hash);
        self.nodes.push(Node {
            hash,
            first,
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
    pub(super) fn edges(&self, node: NodeId) -> &[Edge] {
        let Node { first, moves, .. } = *self.node(node);
        &self.edges[first as usize..][..usize::from(moves)]
    }

    /// The moves of a position, to change them.
    pub(super) fn edges_mut(&mut self, node: NodeId) -> &mut [Edge] {
        let Node { first, moves, .. } = *self.node(node);
        &mut self.edges[first as usize..][..usize::from(moves)]
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
        let Node { visits, expected, bounds, first, moves, tried, .. } = *self.node(node);
        // The moves that have been tried, and the first of the others.
        let edges = &self.edges[first as usize..][..usize::from(moves.min(tried + 1))];
        let (mut pending, mut visited) = (0, 0.0);
        for edge in edges {
            pending += u32::from(edge.pending);
            visited += if edge.visits > 0 { edge.prior } else { 0.0 };
        }
        let unvisited = expected.value - constants.reduction as f32 / 1000.0 * visited.sqrt();
        let explore = constants.exploration as f32 / 1000.0
            * ((visits - 1).saturating_add(pending).max(1) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (i, edge) in edges.iter().enumerate() {
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
            let score = value + explore * edge.prior / (1.0 + started as f32);
            if score > best.0 {
                best = (score, i);
            }
        }
        best.1
    }

    /// Counts a visit of a move as under way (virtual loss).
    pub(super) fn begin_visit(&mut self, node: NodeId, choice: usize) {
        let tried = &mut self.nodes[node.0 as usize].tried;
        *tried = (*tried).max(choice as u8 + 1);
        let edge = &mut self.edges_mut(node)[choice];
        edge.pending = edge.pending.saturating_add(1);
    }

    pub(super) fn link(&mut self, node: NodeId, choice: usize, child: NodeId) {
        self.edges_mut(node)[choice].child = child.0;
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
        let edge = &mut self.edges_mut(node)[choice];
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
        let Node { own, first, moves, tried, bounds: known, .. } = *self.node(node);
        let (mut visits, mut sum) = (1u32, own);
        let best = if tried < moves { Outcome::Win } else { Outcome::Loss };
        let mut bounds = Bounds { worst: known.worst, best };
        for edge in &self.edges[first as usize..][..usize::from(tried)] {
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
        let &Node { own, tried, .. } = self.node(node);
        let (mut visits, mut sum) = (1.0, own.within(bounds));
        for edge in &self.edges(node)[..usize::from(tried)] {
            visits += edge.visits as f32;
            sum.add(edge.expected.within(bounds), edge.visits as f32);
        }
        sum.divided_by(visits)
    }

    /// The used part of the memory, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let part = |used: usize, all: usize| (1000 * used / all.max(1)) as u32;
        let nodes = part(self.nodes.len(), self.nodes.capacity());
        nodes.max(part(self.edges.len(), self.edges.capacity()))
    }

    pub(super) fn size(&self) -> TreeSize {
        let bytes = size_of_val(&self.nodes[..]) + size_of_val(&self.edges[..]);
        TreeSize { positions: self.nodes.len() as u64, bytes: bytes as u64 }
    }
}
