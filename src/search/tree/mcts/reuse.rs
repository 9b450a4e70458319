//! Keeps the part of a tree that a game has reached, for the next search.

use super::child::{Child, Link, Node, ROOT};
use super::tree::{Group, Tree};
use crate::game::Squares;
use crate::search::budget::Stop;

/// The maximum number of groups that all threads keep together (some 20 MB,
/// moved in some 10 ms), so that a search begins in time.
pub(super) const MAX_GROUPS: usize = 100_000;

/// Nodes between two polls.
const POLL_INTERVAL: u64 = 64;

/// A set of groups, by their distance from the first group of the new root.
struct KeptGroups {
    words: Vec<u64>,
    /// For each word the number of groups in all words before it.
    before: Vec<u32>,
    len: usize,
}

impl KeptGroups {
    fn new(groups: usize) -> KeptGroups {
        KeptGroups { words: vec![0; groups.div_ceil(64)], before: Vec::new(), len: 0 }
    }

    fn insert(&mut self, from: usize, count: usize) {
        (from..from + count).for_each(|i| self.words[i / 64] |= 1 << (i % 64));
        self.len += count;
    }

    /// The first group of the set that is not before this one.
    fn next(&self, from: usize) -> Option<usize> {
        let first = *self.words.get(from / 64)? & u64::MAX << (from % 64);
        let rest = self.words.iter().copied().skip(from / 64 + 1);
        let mut words = (from / 64..).zip(std::iter::once(first).chain(rest));
        words.find(|(_, word)| *word != 0).map(|(i, w)| i * 64 + w.trailing_zeros() as usize)
    }

    /// Prepares [`place`](KeptGroups::place); to be called after all inserts.
    fn count(&mut self) {
        let mut sum = 0;
        self.before.extend(self.words.iter().map(|word| {
            sum += word.count_ones();
            sum - word.count_ones()
        }));
    }

    /// The number of groups of the set before this one: its new index.
    fn place(&self, i: usize) -> u32 {
        let below = self.words[i / 64] & ((1 << (i % 64)) - 1);
        self.before[i / 64] + below.count_ones()
    }
}

impl<S: Squares> Tree<S> {
    /// Makes `root` the root and keeps at most `max_groups` groups below it,
    /// the oldest nodes first, because they have most visits.
    ///
    /// A child has a higher index than its parent. So one pass over the array
    /// marks all nodes, and a second moves each to its new index. If the search
    /// must stop meanwhile, only `root` is kept, which has the best move.
    pub(super) fn keep(&mut self, root: Node, max_groups: usize, stop: &Stop) {
        let kept = self.mark(root, max_groups, stop);
        self.move_down(root, &kept, stop);
        self.update_expand_after();
        debug_assert!(self.node_visits(ROOT) > 0 || self.move_count(ROOT) > 0);
    }

    /// The groups to keep.
    fn mark(&self, root: Node, max_groups: usize, stop: &Stop) -> KeptGroups {
        let first = root.0 as usize;
        let max_groups = max_groups.min(self.groups.capacity() / 2);
        let mut kept = KeptGroups::new(self.groups.len() - first);
        kept.insert(0, self.groups(root).len());
        let (mut at, mut nodes) = (0, 0u64);
        while let Some(i) = kept.next(at) {
            if nodes.is_multiple_of(POLL_INTERVAL) && stop.requested() {
                break;
            }
            nodes += 1;
            let node = Node((first + i) as u32);
            let size = self.groups(node).len();
            for link in (0..size).flat_map(|g| self.groups[first + i + g].link) {
                if let Child::Node(child) = link.read() {
                    let groups = self.groups(child).len();
                    if kept.len + groups <= max_groups {
                        kept.insert(child.0 as usize - first, groups);
                    }
                }
            }
            at = i + size;
        }
        kept.count();
        kept
    }

    /// Moves the groups to keep to the beginning of the array.
    fn move_down(&mut self, root: Node, kept: &KeptGroups, stop: &Stop) {
        let first = root.0 as usize;
        self.positions = 0;
        let (mut at, mut end) = (0, 0);
        while let Some(i) = kept.next(at) {
            let is_due = self.positions > 0 && self.positions.is_multiple_of(POLL_INTERVAL);
            if is_due && stop.requested() {
                end = self.groups(ROOT).len();
                self.groups[..end].iter_mut().for_each(cut);
                self.positions = 1;
                break;
            }
            let size = self.groups(Node((first + i) as u32)).len();
            self.groups.copy_within(first + i..first + i + size, end);
            self.groups[end..end + size].iter_mut().for_each(|group| relink(group, first, kept));
            self.positions += 1;
            (at, end) = (i + size, end + size);
        }
        self.groups.truncate(end);
    }
}

/// Points a group's links to the new indices of their nodes, and removes
/// links to nodes that are not kept.
fn relink<S: Squares>(group: &mut Group<S>, first: usize, kept: &KeptGroups) {
    for link in &mut group.link {
        if let Child::Node(child) = link.read() {
            let i = child.0 as usize - first;
            let is_kept = kept.words[i / 64] >> (i % 64) & 1 == 1;
            *link = if is_kept { Link::new(Child::Node(Node(kept.place(i)))) } else { Link::NONE };
        }
    }
}

/// Removes a group's links to nodes.
fn cut<S: Squares>(group: &mut Group<S>) {
    for link in &mut group.link {
        if let Child::Node(_) = link.read() {
            *link = Link::NONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::game::{Side, SquareSet};
    use crate::random::Random;
    use crate::search::budget::Canceller;

    /// The contents of a tree from a node on, without the indices of nodes.
    fn describe(tree: &Tree, node: Node) -> String {
        let moves = (0..tree.move_count(node)).map(|i| {
            let child = match tree.child(node, i) {
                Child::Node(child) => describe(tree, child),
                other => format!("{other:?}"),
            };
            format!("{:?} {:?} {child}", tree.square(node, i), tree.visits(node, i))
        });
        format!("({:?} {})", tree.side(node), moves.collect::<Vec<_>>().join(", "))
    }

    /// A tree of up to `size` random nodes besides the root.
    fn random_tree(size: usize, random: &mut Random) -> (Tree, Vec<Node>) {
        let mut tree = Tree::default();
        tree.reset(1 << 20);
        let squares = |n: usize| (0..n).map(crate::game::Square::new).collect::<SquareSet>();
        tree.add(squares(9), Side::X);
        let mut nodes = vec![ROOT];
        for _ in 0..size {
            let node = nodes[random.below(nodes.len())];
            let i = random.below(tree.move_count(node));
            if tree.child(node, i) == Child::Unknown {
                let side = if random.below(2) == 0 { Side::X } else { Side::O };
                let Some(child) = tree.add(squares(1 + random.below(20)), side) else { break };
                tree.set_child(node, i, Child::Node(child));
                tree.count(node, i, 0.5);
                nodes.push(child);
            }
        }
        (tree, nodes)
    }

    #[test]
    fn kept_nodes_have_the_same_contents() {
        let mut random = Random::new(3);
        let (_canceller, stop) = Canceller::new(Instant::now());
        for round in 0..40 {
            let (mut tree, nodes) = random_tree(20 * round, &mut random);
            let root = nodes[random.below(nodes.len())];
            let before = describe(&tree, root);
            tree.keep(root, MAX_GROUPS, &stop);
            assert_eq!(describe(&tree, ROOT), before);
            let positions = before.matches("(X").count() + before.matches("(O").count();
            assert_eq!(tree.size().positions, positions as u64);
        }
    }

    #[test]
    fn when_there_is_no_time_the_root_is_kept() {
        let mut random = Random::new(4);
        let (canceller, late) = Canceller::new(Instant::now());
        drop(canceller);
        let (_canceller, stop) = Canceller::new(Instant::now());
        for marks in [&stop, &late] {
            let (mut tree, _) = random_tree(1000, &mut random);
            let visits = |tree: &Tree| {
                let moves = 0..tree.move_count(ROOT);
                moves.map(|i| (tree.square(ROOT, i), tree.visits(ROOT, i))).collect::<Vec<_>>()
            };
            let before = visits(&tree);
            let kept = tree.mark(ROOT, MAX_GROUPS, marks);
            tree.move_down(ROOT, &kept, &late);
            assert_eq!(visits(&tree), before);
            assert_eq!((tree.size().positions, tree.groups.len()), (1, tree.groups(ROOT).len()));
            assert!((0..tree.move_count(ROOT)).all(|i| tree.child(ROOT, i) == Child::Unknown));
        }
    }
}
