//! The parts of the graph of `puct`: positions and their moves.

use super::estimate::{Bounds, Expected};
use crate::game::{Side, Square};

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(pub(super) u32);

/// The child of a move that leads to no node yet.
pub(super) const NONE: u32 = u32::MAX;

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The hash of the position.
    pub(super) hash: u64,
    /// The index of its first move in the edges of the graph.
    pub(super) first: u32,
    pub(super) visits: u32,
    /// The expected result by its own evaluation.
    pub(super) own: Expected,
    /// The expected result by all visits.
    pub(super) expected: Expected,
    pub(super) bounds: Bounds,
    pub(super) side: Side,
    /// The number of moves.
    pub(super) moves: u8,
    /// How many of them have been tried. Moves are sorted by their priors and
    /// tried in that order.
    pub(super) tried: u8,
}

/// A move of a position.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) prior: f32,
    /// What the visits expect, for the side that moves.
    pub(super) expected: Expected,
    pub(super) visits: u32,
    pub(super) child: u32,
    /// The visits of other threads that are under way.
    pub(super) pending: u8,
    square: u8,
    pub(super) bounds: Bounds,
}

impl Edge {
    /// A move without visits.
    pub(super) fn new(square: Square, prior: f32) -> Edge {
        Edge {
            prior,
            expected: Expected::default(),
            visits: 0,
            child: NONE,
            pending: 0,
            square: square.index() as u8,
            bounds: Bounds::UNKNOWN,
        }
    }

    pub(super) fn square(&self) -> Square {
        Square::new(usize::from(self.square))
    }

    pub(super) fn child(&self) -> Option<NodeId> {
        (self.child != NONE).then_some(NodeId(self.child))
    }
}
