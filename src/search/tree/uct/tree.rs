//! The tree of `uct`: nodes in one array of fixed size, the children of a
//! node next to each other.

use super::logarithm::ln;
use crate::game::{Side, Square, Squares};
use crate::random::Random;
use crate::search::task::TreeSize;
use crate::search::task::sorting::sort_by_key;

/// The index of the root node.
pub(crate) const ROOT: u32 = 0;

#[derive(Clone, Copy, Debug)]
struct UctNode {
    /// The sum of the results for the side that moved to this node.
    total: f64,
    visits: u32,
    first_child: u32,
    children: u16,
    square: Square,
    /// The side that moved to this node.
    mover: Side,
}

/// The tree. When its memory is used up, leaves stay leaves, and the search
/// goes on without new nodes.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<UctNode>,
    capacity: usize,
}

impl Tree {
    /// Empties the tree and gives it at most `megabytes` MiB, but room for the
    /// children of the root at least. `side` is to move at the root.
    pub(crate) fn reset(&mut self, megabytes: usize, side: Side) {
        let capacity = ((megabytes << 20) / size_of::<UctNode>()).clamp(512, u32::MAX as usize);
        if capacity != self.capacity {
            self.nodes = Vec::new();
            self.capacity = capacity;
        }
        self.nodes.clear();
        self.push(Square::new(0), !side);
    }

    fn push(&mut self, square: Square, mover: Side) {
        let node = UctNode { total: 0.0, visits: 0, first_child: 0, children: 0, square, mover };
        self.nodes.push(node);
    }

    fn node(&self, index: u32) -> &UctNode {
        &self.nodes[index as usize]
    }

    fn children(&self, index: u32) -> std::ops::Range<u32> {
        let node = self.node(index);
        node.first_child..node.first_child + u32::from(node.children)
    }

    /// Gives a leaf a child for each move, if there is room. The tree also
    /// counts as full if the system has no memory left.
    pub(crate) fn expand(&mut self, index: u32, moves: impl Squares, mover: Side) {
        let first = self.nodes.len();
        let full = first + moves.len() > self.capacity;
        if full || self.node(index).children > 0 {
            return;
        }
        if self.nodes.capacity() < first + moves.len() {
            let more = first.min(self.capacity - first).max(moves.len());
            if self.nodes.try_reserve_exact(more).is_err() {
                return;
            }
        }
        for square in moves {
            self.push(square, mover);
        }
        let node = &mut self.nodes[index as usize];
        node.first_child = first as u32;
        node.children = moves.len() as u16;
    }

    /// The child to descend into: the highest upper confidence bound, where
    /// unvisited children come first. `None` at a leaf.
    pub(crate) fn select(&self, index: u32) -> Option<u32> {
        let exploration = 2.0 * ln(self.node(index).visits);
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for child in self.children(index) {
            let node = self.node(child);
            if node.visits == 0 {
                return Some(child);
            }
            let visits = f64::from(node.visits);
            let bound = node.total / visits + (exploration / visits).sqrt();
            if bound > highest {
                (best, highest) = (Some(child), bound);
            }
        }
        best
    }

    pub(crate) fn random_child(&self, index: u32, random: &mut Random) -> Option<u32> {
        let children = self.children(index);
        (!children.is_empty()).then(|| children.start + random.below(children.len()) as u32)
    }

    pub(crate) fn update(&mut self, index: u32, reward_of_x: f32) {
        let node = &mut self.nodes[index as usize];
        node.total += for_side(node.mover, reward_of_x);
        node.visits = node.visits.saturating_add(1);
    }

    pub(crate) fn square(&self, index: u32) -> Square {
        self.node(index).square
    }

    pub(crate) fn visits(&self, index: u32) -> u32 {
        self.node(index).visits
    }

    /// The mean result for the side that moved to this node.
    pub(crate) fn value(&self, index: u32) -> f64 {
        let node = self.node(index);
        if node.visits == 0 { 0.5 } else { node.total / f64::from(node.visits) }
    }

    /// The children, most visited first; equal ones in board order.
    pub(crate) fn ranked(&self, index: u32) -> Vec<u32> {
        let mut children: Vec<u32> = self.children(index).collect();
        sort_by_key(&mut children, |&child| std::cmp::Reverse(self.visits(child)));
        children
    }

    /// The most visited moves from a node on, as long as all alternatives have
    /// been visited too: later moves would be random.
    pub(crate) fn best_line(&self, from: u32) -> Vec<Square> {
        let mut line = Vec::new();
        let mut node = from;
        loop {
            let complete = self.children(node).all(|child| self.visits(child) > 0);
            let best = self.children(node).min_by_key(|&c| std::cmp::Reverse(self.visits(c)));
            let Some(best) = best.filter(|_| complete) else { return line };
            line.push(self.square(best));
            node = best;
        }
    }

    /// The size of the tree.
    pub(crate) fn size(&self) -> TreeSize {
        let positions = self.nodes.len() as u64;
        TreeSize { positions, bytes: positions * size_of::<UctNode>() as u64 }
    }

    /// The used memory in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        (self.nodes.len() * 1000 / self.capacity.max(1)) as u32
    }
}

/// X's reward, from 0 to 1, as the reward of `side`.
pub(super) fn for_side(side: Side, reward_of_x: f32) -> f64 {
    let reward = f64::from(reward_of_x);
    if side == Side::X { reward } else { 1.0 - reward }
}
