//! The tree of `mcts`: positions with the statistics of their moves.
//!
//! The numbers of eight moves lie next to each other, so that the choice
//! between all moves of a position takes a few vector instructions. All data
//! of a position lies in one place, because cache misses dominate the time in a
//! large tree:
//!
//! ```text
//! node n ──> group n:      visits ×8, total ×8, amaf visits ×8,
//!                          amaf total ×8, link ×8, head, square ×8
//!            group n + 1:  the next eight moves, as many groups as needed
//! ```
//!
//! The unused slots of a node's last group look like moves that are never
//! chosen. Nodes are only added at the end, so a child has a higher index than
//! its parent.

use super::child::{Child, Link, Node};
use crate::game::{Side, Square, SquareSet, Squares, WideSet};
use crate::search::memory::use_large_pages;
use crate::search::task::{Score, TreeSize};

/// Moves in a group.
pub(super) const WIDTH: usize = 8;

pub(super) type Eight = [f32; WIDTH];

/// The statistics of eight moves. Totals are sums of results, from 0 to 1, for
/// the side to move.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Group<S: Squares = SquareSet> {
    /// Simulations through the move.
    pub(super) visits: Eight,
    pub(super) total: Eight,
    /// Simulations through the node in which the side to move took the square
    /// sooner or later (all moves as first).
    pub(super) amaf_visits: Eight,
    pub(super) amaf_total: Eight,
    pub(super) link: [Link; WIDTH],
    /// The data of the node itself; only in its first group.
    pub(super) head: Head<S>,
    pub(super) square: [S::Index; WIDTH],
}

/// The data of a node besides its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<S: Squares = SquareSet> {
    /// The set of squares, split into words of 64 bits: the alignment of a
    /// `u128` would make a group larger by a quarter.
    pub(super) moves: S::Words,
    pub(super) visits: u32,
    /// The number of moves.
    pub(super) count: u16,
    pub(super) side: Side,
}

/// All nodes, in one array that never grows beyond its reserved capacity.
#[derive(Debug)]
pub(super) struct Tree<S: Squares = SquareSet> {
    pub(super) groups: Vec<Group<S>>,
    pub(super) positions: u64,
    /// The capacity requested; the capacity reserved may be smaller.
    capacity: usize,
    /// The visits after which a move gets its own node.
    pub(super) expand_after: f32,
}

const _: () = assert!(size_of::<Group>() == 192, "three cache lines");
const _: () = assert!(size_of::<Group<WideSet>>() == 256, "four cache lines");

impl<S: Squares> Group<S> {
    fn empty() -> Group<S> {
        Group {
            visits: [0.0; WIDTH],
            total: [0.0; WIDTH],
            amaf_visits: [0.0; WIDTH],
            amaf_total: [0.0; WIDTH],
            link: [Link::NONE; WIDTH],
            square: [S::pack(Square::new(0)); WIDTH],
            head: Head { moves: S::EMPTY.to_words(), visits: 0, count: 0, side: Side::X },
        }
    }
}

impl<S: Squares> Default for Tree<S> {
    fn default() -> Tree<S> {
        Tree { groups: Vec::new(), positions: 0, capacity: 0, expand_after: 0.0 }
    }
}

/// A value that excludes a move from selection; it stays the same when halved.
const NEVER: f32 = f32::NEG_INFINITY;

/// The visits after which a move gets its own node while more than half of the
/// memory is free.
const EXPAND_AFTER: f32 = 4.0;
/// Each time half of the remaining memory is used up, the threshold is
/// multiplied by this factor. So a tree that fills up grows where the search
/// goes most, and never fills completely.
const EXPAND_FACTOR: f32 = 4.0;

impl<S: Squares> Tree<S> {
    /// Empties the tree and gives it at most `bytes` bytes, but at least 64
    /// groups (12 or 16 KiB).
    pub(super) fn reset(&mut self, bytes: usize) {
        let capacity = (bytes / size_of::<Group<S>>()).clamp(64, 1 << 31);
        if capacity != self.capacity {
            *self = Tree { capacity, ..Tree::default() };
            // This only reserves addresses; the system provides memory as it
            // is used. If too few addresses are left, the tree is smaller.
            let mut size = capacity;
            while size > 0 && self.groups.try_reserve_exact(size).is_err() {
                size /= 2;
            }
            use_large_pages(&mut self.groups);
        }
        self.groups.clear();
        self.positions = 0;
        self.update_expand_after();
    }

    /// Adjusts the visits needed for a new node to the free memory.
    pub(super) fn update_expand_after(&mut self) {
        let left = self.groups.capacity() - self.groups.len();
        let halvings = (self.groups.capacity() / left.max(1)).max(1).ilog2();
        self.expand_after = EXPAND_AFTER * EXPAND_FACTOR.powi(halvings as i32);
    }

    /// Adds a position with these moves, at least one; `None` when there is
    /// no room.
    pub(super) fn add(&mut self, moves: S, side: Side) -> Option<Node> {
        let first = self.groups.len();
        let end = first + moves.len().div_ceil(WIDTH);
        if end > self.groups.capacity() {
            return None;
        }
        self.groups.resize(end, Group::empty());
        let groups = &mut self.groups[first..];
        let count = moves.len() as u16;
        groups[0].head = Head { moves: moves.to_words(), visits: 0, count, side };
        for (i, square) in moves.into_iter().enumerate() {
            groups[i / WIDTH].square[i % WIDTH] = S::pack(square);
        }
        for i in moves.len()..groups.len() * WIDTH {
            groups[i / WIDTH].amaf_total[i % WIDTH] = NEVER;
        }
        self.positions += 1;
        self.update_expand_after();
        Some(Node(first as u32))
    }

    fn head(&self, node: Node) -> &Head<S> {
        &self.groups[node.0 as usize].head
    }

    #[inline(always)]
    pub(super) fn groups(&self, node: Node) -> &[Group<S>] {
        let rest = &self.groups[node.0 as usize..];
        &rest[..usize::from(rest[0].head.count).div_ceil(WIDTH)]
    }

    #[inline(always)]
    pub(super) fn groups_mut(&mut self, node: Node) -> &mut [Group<S>] {
        let rest = &mut self.groups[node.0 as usize..];
        let count = usize::from(rest[0].head.count).div_ceil(WIDTH);
        &mut rest[..count]
    }

    #[inline(always)]
    pub(super) fn group(&self, node: Node, index: usize) -> (&Group<S>, usize) {
        (&self.groups[node.0 as usize + index / WIDTH], index % WIDTH)
    }

    /// The number of moves of a node.
    pub(super) fn move_count(&self, node: Node) -> usize {
        usize::from(self.head(node).count)
    }

    /// Simulations through a node.
    pub(super) fn node_visits(&self, node: Node) -> u32 {
        self.head(node).visits
    }

    /// The side to move.
    #[inline(always)]
    pub(super) fn side(&self, node: Node) -> Side {
        self.head(node).side
    }

    /// The used memory in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.groups.len() * 1000 / self.groups.capacity().max(1)) as u32
    }

    /// The square of a node's move.
    #[inline(always)]
    pub(super) fn square(&self, node: Node, index: usize) -> Square {
        let (group, place) = self.group(node, index);
        Square::new(usize::from(group.square[place].into()))
    }

    /// The child reached by a node's move.
    #[inline(always)]
    pub(super) fn child(&self, node: Node, index: usize) -> Child {
        let (group, place) = self.group(node, index);
        group.link[place].read()
    }

    pub(super) fn set_child(&mut self, node: Node, index: usize, child: Child) {
        let group = &mut self.groups[node.0 as usize + index / WIDTH];
        group.link[index % WIDTH] = Link::new(child);
        if let Child::Proven(Score::Loss(_)) = child {
            group.amaf_total[index % WIDTH] = NEVER;
            group.total[index % WIDTH] = NEVER;
        }
    }

    /// The proven result of a position for its side to move, if its moves
    /// prove one: by a move that wins, or by results of all moves.
    pub(super) fn proven(&self, node: Node) -> Option<Score> {
        let moves = (0..self.move_count(node)).map(|i| match self.child(node, i) {
            Child::Proven(score) => Some(score),
            _ => None,
        });
        let win = moves.clone().flatten().filter(|score| matches!(score, Score::Win(_)));
        win.max_by_key(|score| score.rank()).or_else(|| {
            let all: Option<Vec<Score>> = moves.collect();
            all?.into_iter().max_by_key(|score| score.rank())
        })
    }

    /// The moves of a position.
    pub(super) fn squares(&self, node: Node) -> S {
        S::from_words(self.head(node).moves)
    }

    /// The size of the tree.
    pub(super) fn size(&self) -> TreeSize {
        TreeSize {
            positions: self.positions,
            bytes: (self.groups.len() * size_of::<Group<S>>()) as u64,
        }
    }

    /// The visits of a node's move, and the sum of its results.
    #[inline(always)]
    pub(super) fn visits(&self, node: Node, index: usize) -> (f32, f32) {
        let (group, place) = self.group(node, index);
        (group.visits[place], group.total[place])
    }
}
