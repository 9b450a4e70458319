//! The changes that one thread's simulations have made to its tree, as
//! differences that other threads add to theirs.

use std::collections::HashMap;

use super::child::{Child, Link, Node, ROOT};
use super::tree::{Eight, Group, Tree, WIDTH};
use crate::game::Squares;

/// New visits that a node needs before its changes are sent. Fewer are not
/// worth the time, and most nodes never have as many.
const MIN_NEW_VISITS: f32 = 32.0;
/// The number of groups after which no further nodes are added to one
/// [`Deltas`]; they follow in a later one.
const MAX_GROUPS: usize = 256;

/// Changes of eight moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupDelta {
    /// Differences of visits, totals, AMAF visits and AMAF totals.
    numbers: [Eight; 4],
    /// Newly proven results.
    pub(super) link: [Link; WIDTH],
}

/// Changes of a tree: a list of nodes, parents before children.
#[derive(Debug, Default)]
pub(super) struct Deltas {
    pub(super) nodes: Vec<NodeDelta>,
    groups: Vec<GroupDelta>,
}

/// The place of a node in the tree, and its changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeDelta {
    /// Plies from the root.
    pub(super) depth: usize,
    /// The index of the move to it. Its parent is the last node before it in
    /// the list that has less depth.
    pub(super) choice: usize,
    /// New simulations through the node.
    visits: u32,
    /// The index of its first group in [`Deltas::groups`].
    first_group: usize,
    group_count: usize,
}

impl Deltas {
    pub(super) fn groups(&self, node: &NodeDelta) -> &[GroupDelta] {
        &self.groups[node.first_group..node.first_group + node.group_count]
    }
}

/// The numbers of a tree that have been exchanged already. Nodes without
/// entries have never been exchanged.
#[derive(Debug, Default)]
pub(super) struct SyncState {
    /// For each node the visits exchanged and the index of its first entry.
    nodes: HashMap<u32, (u32, usize)>,
    entries: Vec<SentNode>,
    max_entries: usize,
    /// Groups from this index on were added by the current search.
    first_new_group: usize,
    /// The maximum number of AMAF visits that a new node has copied from
    /// another node.
    inherited: f32,
}

#[derive(Clone, Copy, Debug)]
struct SentNode {
    /// The numbers of the group when they were last exchanged.
    exchanged: GroupDelta,
    /// New visits of each move since the changes of its child were collected.
    new_visits: Eight,
}

/// The memory of an entry in bytes, including its part of the map.
const ENTRY_BYTES: usize = size_of::<SentNode>() + 32;

impl GroupDelta {
    fn of<S: Squares>(group: &Group<S>) -> GroupDelta {
        let numbers = [group.visits, group.total, group.amaf_visits, group.amaf_total];
        let mut link = group.link;
        for link in link.iter_mut().filter(|link| !matches!(link.read(), Child::Proven(_))) {
            *link = Link::NONE;
        }
        GroupDelta { numbers, link }
    }

    /// The changes since `before`. An infinite total marks a move that is
    /// never chosen and is no number to add, so it counts as no change.
    fn since(mut self, before: &GroupDelta) -> GroupDelta {
        let all = self.numbers.iter_mut().zip(&before.numbers);
        for (now, before) in all.flat_map(|(now, before)| now.iter_mut().zip(before)) {
            let new = *now - before;
            *now = if new.is_finite() { new } else { 0.0 };
        }
        for (now, before) in self.link.iter_mut().zip(before.link) {
            *now = if *now == before { Link::NONE } else { *now };
        }
        self
    }

    fn add(&mut self, new: &GroupDelta) {
        let all = self.numbers.iter_mut().zip(&new.numbers);
        all.flat_map(|(sum, new)| sum.iter_mut().zip(new)).for_each(|(sum, new)| *sum += new);
    }
}

impl SyncState {
    /// A state of at most `bytes` bytes. Numbers that `tree` has already are
    /// not exchanged, nor are the AMAF visits that a new node copies from
    /// another node, at most `inherited`.
    pub(super) fn new<S: Squares>(tree: &Tree<S>, bytes: usize, inherited: f32) -> SyncState {
        let first_new_group = if tree.node_visits(ROOT) == 0 { 0 } else { tree.groups.len() };
        let (max_entries, mut entries) = (bytes / ENTRY_BYTES, Vec::new());
        // Reserves addresses; the system provides memory as it is used.
        let is_reserved = entries.try_reserve_exact(max_entries).is_ok();
        let max_entries = if is_reserved { max_entries } else { 0 };
        let nodes = HashMap::new();
        let mut state = SyncState { nodes, entries, max_entries, first_new_group, inherited };
        state.entry_index(tree, ROOT);
        state
    }

    /// The index of a node's first entry. Adds the entries if there are none;
    /// `None` if there is no room for them.
    fn entry_index<S: Squares>(&mut self, tree: &Tree<S>, node: Node) -> Option<usize> {
        if let Some(&(_, first)) = self.nodes.get(&node.0) {
            return Some(first);
        }
        let (groups, first) = (tree.groups(node), self.entries.len());
        if first + groups.len() > self.max_entries {
            return None;
        }
        let is_new = node.0 as usize >= self.first_new_group;
        let visits = if is_new { 0 } else { tree.node_visits(node) };
        for group in groups {
            let mut exchanged = GroupDelta::of(group);
            if is_new {
                let [visits, total, amaf_visits, amaf_total] = &mut exchanged.numbers;
                (*visits, *total) = ([0.0; WIDTH], [0.0; WIDTH]);
                exchanged.link = [Link::NONE; WIDTH];
                for (visits, total) in amaf_visits.iter_mut().zip(amaf_total) {
                    if *visits > self.inherited {
                        *total *= self.inherited / *visits;
                        *visits = self.inherited;
                    }
                }
            }
            self.entries.push(SentNode { exchanged, new_visits: [0.0; WIDTH] });
        }
        self.nodes.insert(node.0, (visits, first));
        Some(first)
    }

    /// Returns the changes of a tree since the last call. They count as
    /// exchanged from now on.
    pub(super) fn take_deltas<S: Squares>(&mut self, tree: &Tree<S>) -> Deltas {
        let mut deltas = Deltas::default();
        self.collect(tree, ROOT, (0, 0), &mut deltas);
        deltas
    }

    /// Adds the changes of a node, and of those below it that have enough new
    /// visits.
    fn collect<S: Squares>(
        &mut self,
        tree: &Tree<S>,
        node: Node,
        (depth, choice): (usize, usize),
        deltas: &mut Deltas,
    ) {
        let Some(first) = self.entry_index(tree, node) else { return };
        let groups = tree.groups(node);
        let entries = &mut self.entries[first..first + groups.len()];
        let Some((exchanged_visits, _)) = self.nodes.get_mut(&node.0) else { return };
        let visits = tree.node_visits(node);
        let Some(new_visits) = visits.checked_sub(*exchanged_visits) else {
            // The numbers have been halved.
            *exchanged_visits = visits;
            let pairs = entries.iter_mut().zip(groups);
            pairs.for_each(|(entry, group)| entry.exchanged = GroupDelta::of(group));
            return;
        };
        *exchanged_visits = visits;
        deltas.nodes.push(NodeDelta {
            depth,
            choice,
            visits: new_visits,
            first_group: deltas.groups.len(),
            group_count: groups.len(),
        });
        for (entry, group) in entries.iter_mut().zip(groups) {
            let now = GroupDelta::of(group);
            let new = now.since(&entry.exchanged);
            entry.exchanged = now;
            entry.new_visits.iter_mut().zip(new.numbers[0]).for_each(|(sum, new)| *sum += new);
            deltas.groups.push(new);
        }
        for i in 0..tree.move_count(node) {
            let new_visits = &mut self.entries[first + i / WIDTH].new_visits[i % WIDTH];
            if *new_visits >= MIN_NEW_VISITS
                && deltas.groups.len() < MAX_GROUPS
                && let Child::Node(child) = tree.child(node, i)
            {
                *new_visits = 0.0;
                self.collect(tree, child, (depth + 1, i), deltas);
            }
        }
    }

    /// Adds another thread's changes of a node to the tree, except the proven
    /// results.
    pub(super) fn add<S: Squares>(
        &mut self,
        tree: &mut Tree<S>,
        node: Node,
        delta: &NodeDelta,
        new_groups: &[GroupDelta],
    ) {
        if let Some(first) = self.entry_index(tree, node) {
            let pairs = self.entries[first..].iter_mut().zip(new_groups);
            pairs.for_each(|(entry, new)| entry.exchanged.add(new));
            self.nodes.entry(node.0).and_modify(|(visits, _)| *visits += delta.visits);
        }
        let groups = tree.groups_mut(node);
        groups[0].head.visits += delta.visits;
        for (group, new) in groups.iter_mut().zip(new_groups) {
            let mut sum = GroupDelta::of(group);
            sum.add(new);
            [group.visits, group.total, group.amaf_visits, group.amaf_total] = sum.numbers;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Side, SquareSet};
    use crate::random::Random;
    use crate::search::task::Score;

    const ENOUGH: usize = 1 << 20;

    /// A tree of a root with 13 moves and a node after each of them.
    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.reset(1 << 16);
        let squares = SquareSet((1 << 13) - 1);
        tree.add(squares, Side::X);
        for i in 0..13 {
            let child = tree.add(squares, Side::O).expect("there is room");
            tree.set_child(ROOT, i, Child::Node(child));
        }
        tree
    }

    fn apply(state: &mut SyncState, tree: &mut Tree, deltas: &Deltas) {
        for delta in &deltas.nodes {
            let node = match tree.child(ROOT, delta.choice) {
                Child::Node(child) if delta.depth == 1 => child,
                _ => ROOT,
            };
            state.add(tree, node, delta, deltas.groups(delta));
        }
    }

    /// Visits and totals of all moves of a node.
    fn numbers(tree: &Tree, node: Node) -> Vec<(f32, f32)> {
        (0..tree.move_count(node)).map(|i| tree.visits(node, i)).collect()
    }

    /// Three threads that receive each other's changes late end up with the
    /// sums of all counts, no more and no less.
    #[test]
    fn everything_is_counted_once_in_every_tree() {
        let mut random = Random::new(7);
        let mut trees = [tree(), tree(), tree()];
        let mut states = trees.each_ref().map(|tree| SyncState::new(tree, ENOUGH, 20.0));
        let mut all = tree();
        let mut delayed: Vec<(usize, Deltas)> = Vec::new();
        for round in 0..300 {
            let ending = round >= 290;
            for thread in 0..3 {
                for _ in 0..if ending { 0 } else { random.below(100) } {
                    let (i, j, result) = (random.below(3), random.below(13), random.below(3));
                    for tree in [&mut all, &mut trees[thread]] {
                        tree.count(ROOT, i, result as f32 / 2.0);
                        let Child::Node(child) = tree.child(ROOT, i) else { unreachable!() };
                        tree.count(child, j, result as f32 / 2.0);
                    }
                }
                delayed.push((thread, states[thread].take_deltas(&trees[thread])));
            }
            while delayed.len() > if ending { 0 } else { 7 } {
                let (from, deltas) = delayed.swap_remove(random.below(delayed.len()));
                for to in (0..3).filter(|&to| to != from) {
                    apply(&mut states[to], &mut trees[to], &deltas);
                }
            }
        }
        for tree in &trees {
            assert_eq!(numbers(tree, ROOT), numbers(&all, ROOT));
            assert_eq!(tree.node_visits(ROOT), all.node_visits(ROOT));
            for i in 0..3 {
                let Child::Node(child) = tree.child(ROOT, i) else { unreachable!() };
                let (visits, most) = (tree.node_visits(child), all.node_visits(child));
                // The last few visits of a node are not sent.
                let unsent = 3 * MIN_NEW_VISITS as u32;
                assert!(visits <= most && visits + unsent > most, "{visits} of {most}");
            }
        }
    }

    /// Numbers of an earlier search were exchanged during that search.
    #[test]
    fn only_changes_of_this_search_are_sent() {
        let mut tree = tree();
        (0..100).for_each(|_| tree.count(ROOT, 4, 1.0));
        let mut state = SyncState::new(&tree, ENOUGH, 20.0);
        (0..7).for_each(|_| tree.count(ROOT, 5, 0.5));
        let deltas = state.take_deltas(&tree);
        let [delta] = deltas.nodes[..] else { panic!("{deltas:?}") };
        let [visits, totals, ..] = deltas.groups(&delta)[0].numbers;
        assert_eq!((delta.visits, visits[4], visits[5]), (7, 0.0, 7.0));
        assert_eq!(totals[5], 3.5);
    }

    /// The infinite total of a lost move and halved numbers do not corrupt
    /// the numbers of the other tree.
    #[test]
    fn infinite_and_halved_numbers_are_not_sent() {
        let (mut first, mut second) = (tree(), tree());
        let mut states = [&first, &second].map(|tree| SyncState::new(tree, ENOUGH, 20.0));
        for _ in 0..60 {
            (0..13).for_each(|i| first.count(ROOT, i, 1.0));
        }
        first.set_child(ROOT, 3, Child::Proven(Score::Loss(2)));
        let deltas = states[0].take_deltas(&first);
        assert_eq!(deltas.groups(&deltas.nodes[0])[0].link[3].read(), first.child(ROOT, 3));
        apply(&mut states[1], &mut second, &deltas);
        assert_eq!(second.visits(ROOT, 2), (60.0, 60.0));
        let head = &mut first.groups_mut(ROOT)[0];
        (head.head.visits, head.visits[2], head.total[2]) = (100, 30.0, 30.0);
        let deltas = states[0].take_deltas(&first);
        apply(&mut states[1], &mut second, &deltas);
        assert_eq!(second.visits(ROOT, 2), (60.0, 60.0));
        first.count(ROOT, 2, 0.0);
        let deltas = states[0].take_deltas(&first);
        apply(&mut states[1], &mut second, &deltas);
        assert_eq!(second.visits(ROOT, 2), (61.0, 60.0));
        assert!(second.groups_mut(ROOT).iter().all(|group| group.visits.iter().all(|n| *n >= 0.0)));
    }

    #[test]
    fn without_memory_nothing_is_sent() {
        let mut tree = tree();
        let mut state = SyncState::new(&tree, ENTRY_BYTES, 20.0);
        (0..100).for_each(|_| tree.count(ROOT, 4, 1.0));
        assert!(state.take_deltas(&tree).nodes.is_empty());
    }
}
