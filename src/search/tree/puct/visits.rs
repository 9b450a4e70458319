//! Visits of the graph: which move a simulation takes, and what its result changes.

use super::estimate::{Bounds, Estimate, Expected, Outcome};
use super::graph::Graph;
use super::node::{Edge, Node, NodeId};
use crate::game::Side;
use crate::search::task::PuctConstants;

impl Graph {
    /// The move that the next simulation takes (PUCT: Rosin 2011, in the form of
    /// Silver et al. 2017). A move that cannot be better than the proven bound
    /// of its position is not taken (score-bounded search, Cazenave and
    /// Saffidine 2010). If a position has more than one of the `lines` to report, it is
    /// taken unless its own result is proven, and that many moves are tried first.
    pub(super) fn select(&self, node: NodeId, lines: usize, constants: &PuctConstants) -> usize {
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
        let next = moves.get(edges.len()).filter(|_| self.has_room_for_edge(node));
        let mut best = match next {
            Some(_) if edges.len() < lines => return edges.len(),
            Some(next) => (unvisited + explore * next.prior(), edges.len()),
            None => (f32::NEG_INFINITY, 0),
        };
        for (i, (edge, option)) in edges.iter().zip(moves).enumerate() {
            let is_closed = match lines {
                1 => edge.bounds.best <= bounds.worst,
                _ => edge.bounds.proven().is_some(),
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

    /// Whether there is memory for one more edge of a position.
    pub(super) fn has_room_for_edge(&self, node: NodeId) -> bool {
        let Node { tried, edge_room, .. } = *self.node(node);
        tried < edge_room || self.edges.has(2 * usize::from(edge_room))
    }

    /// Counts a visit of the move that [`select`](Graph::select) returned as under
    /// way (virtual loss).
    pub(super) fn begin_visit(&mut self, node: NodeId, choice: usize) {
        let Node { tried, first_edge, edge_room, .. } = *self.node(node);
        if choice == usize::from(tried) {
            let square = self.moves(node)[choice].square();
            let block = match tried < edge_room {
                true => Some((first_edge, edge_room)),
                false => self.edges.grow(first_edge, edge_room),
            };
            // Unreachable: `select` has asked for the memory.
            let Some((first_edge, edge_room)) = block else { return };
            let node = &mut self.nodes[node.0 as usize];
            *node = Node { first_edge, edge_room, tried: tried + 1, ..*node };
            self.edges.get_mut(first_edge, choice + 1)[choice] = Edge::new(square);
        }
        self.nodes[node.0 as usize].is_recent = true;
        let edge = self.edge_mut(node, choice);
        edge.pending = edge.pending.saturating_add(1);
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
        let edge = self.edge_mut(node, choice);
        let after = match of_child.or(leaf) {
            Some((after, side)) if side == mover => after,
            Some((after, _)) => after.for_opponent(),
            // Nothing is left of a proven position but the move that leads to it.
            None => Estimate { expected: edge.expected, bounds: edge.bounds },
        };
        edge.pending = edge.pending.saturating_sub(1);
        edge.visits = edge.visits.saturating_add(1);
        // What was proven before the position was replaced stays proven.
        edge.bounds = edge.bounds.and(after.bounds);
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
        let Node { own, base, moves, tried, bounds: known, .. } = *self.node(node);
        let mut visits = base;
        let mut sum = Expected::default();
        sum.add(own, base as f32);
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
        let Node { own, base, .. } = *self.node(node);
        let mut visits = base as f32;
        let mut sum = Expected::default();
        sum.add(own.within(bounds), visits);
        for edge in self.edges(node) {
            visits += edge.visits as f32;
            sum.add(edge.expected.within(bounds), edge.visits as f32);
        }
        sum.divided_by(visits)
    }
}
