//! The parts of the graph of `puct`: positions and their moves.

use super::estimate::{Bounds, Expected};
use super::pool::{Item, NONE};
use crate::game::{Side, Square};

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(pub(super) u32);

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The hash of the position.
    pub(super) hash: u64,
    /// The index of its first move in the moves of the graph.
    pub(super) first: u32,
    /// The index of its first edge in the edges of the graph.
    pub(super) first_edge: u32,
    pub(super) visits: u32,
    /// The expected result by its own evaluation or, if the position was removed and
    /// added again, by its earlier visits.
    pub(super) own: Expected,
    /// The number of visits that `own` stands for.
    pub(super) base: u32,
    /// The expected result by all visits.
    pub(super) expected: Expected,
    pub(super) bounds: Bounds,
    pub(super) side: Side,
    /// The number of moves.
    pub(super) moves: u8,
    /// How many of them have been tried, and have an edge. Moves are sorted by
    /// their priors and tried in that order.
    pub(super) tried: u8,
    /// The lengths of its blocks of moves and edges.
    pub(super) move_room: u8,
    pub(super) edge_room: u8,
    /// Whether it has been visited since the hand last passed.
    pub(super) is_recent: bool,
}

/// A move of a position with its prior.
///
/// ```text
///  bits  31            16 15     8 7       0
///        prior in 65535ths  unused   square
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Move(u32);

impl Move {
    /// A prior is at least one 65535th, so that every move is tried at some time.
    pub(super) fn new(square: Square, prior: f32) -> Move {
        let prior = (prior * 65535.0).round().clamp(1.0, 65535.0) as u32;
        Move(prior << 16 | square.index() as u32)
    }

    #[inline]
    pub(super) fn square(self) -> Square {
        Square::new(self.0 as usize & 0xff)
    }

    #[inline]
    pub(super) fn prior(self) -> f32 {
        (self.0 >> 16) as f32 / 65535.0
    }
}

impl Item for Move {
    const EMPTY: Move = Move(0);

    fn free(next: u32) -> Move {
        Move(next)
    }

    fn next(self) -> u32 {
        self.0
    }
}

/// A move that has been tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// What the visits expect, for the side that moves.
    pub(super) expected: Expected,
    pub(super) visits: u32,
    pub(super) child: u32,
    /// The visits of other threads that are under way.
    pub(super) pending: u8,
    pub(super) square: u8,
    pub(super) bounds: Bounds,
}

impl Edge {
    /// A move without visits.
    pub(super) fn new(square: Square) -> Edge {
        Edge { square: square.index() as u8, ..Edge::EMPTY }
    }

    pub(super) fn square(&self) -> Square {
        Square::new(usize::from(self.square))
    }

    pub(super) fn child(&self) -> Option<NodeId> {
        (self.child != NONE).then_some(NodeId(self.child))
    }
}

impl Item for Edge {
    const EMPTY: Edge = Edge {
        expected: Expected { value: 0.0, reported: 0.0, draw: 0.0 },
        visits: 0,
        child: NONE,
        pending: 0,
        square: 0,
        bounds: Bounds::UNKNOWN,
    };

    fn free(next: u32) -> Edge {
        Edge { child: next, ..Edge::EMPTY }
    }

    fn next(self) -> u32 {
        self.child
    }
}
