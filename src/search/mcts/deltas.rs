//! What a thread's simulations have added to the numbers of its tree, for the
//! trees of other threads.

use std::collections::HashMap;

use super::child::{Child, Link};
use super::tree::{Eight, Group, Node, ROOT, Tree, WIDTH};

/// A position is told about whenever it has so many new visits: fewer are not
/// worth the time, and most positions never have as many.
const WORTH_TELLING: f32 = 32.0;
/// The most groups that are told about at one time; the rest waits.
const MOST_TOLD: usize = 256;

/// Deltas of eight moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupDelta {
    /// What is to be added to visits, totals, AMAF visits and AMAF totals.
    numbers: [Eight; 4],
    /// What has been proven.
    pub(super) link: [Link; WIDTH],
}

/// What is new in a tree: positions, each before those below it.
#[derive(Debug, Default)]
pub(super) struct Deltas {
    pub(super) positions: Vec<NodeDelta>,
    sums: Vec<GroupDelta>,
}

/// Where a position is and what is new of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeDelta {
    /// Plies from the root.
    pub(super) depth: usize,
    /// The move into it, of the last position before it with less depth.
    pub(super) choice: usize,
    visits: u32,
    /// Its first group among all sums, and how many there are.
    first: usize,
    groups: usize,
}

impl Deltas {
    pub(super) fn sums(&self, told: &NodeDelta) -> &[GroupDelta] {
        &self.sums[told.first..told.first + told.groups]
    }
}

/// Which numbers of a tree are known to all threads. What is not in it has not
/// been talked about.
#[derive(Debug, Default)]
pub(super) struct SyncState {
    /// Visits, and the first entry of each node.
    nodes: HashMap<u32, (u32, usize)>,
    entries: Vec<Entry>,
    /// The most entries.
    most: usize,
    /// Groups from here on are from this search.
    new_from: usize,
    /// AMAF visits that nodes of this search began with.
    inherited: f32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    known: GroupDelta,
    /// New visits since what follows a move has been looked at.
    waiting: Eight,
}

/// The memory that an entry takes, with its part of the map.
const ENTRY: usize = size_of::<Entry>() + 32;

impl GroupDelta {
    fn of(group: &Group) -> GroupDelta {
        let numbers = [group.visits, group.total, group.amaf_visits, group.amaf_total];
        let mut link = group.link;
        for link in link.iter_mut().filter(|link| !matches!(link.read(), Child::Proven(_))) {
            *link = Link::NONE;
        }
        GroupDelta { numbers, link }
    }

    /// What has been added since. Totals that are infinite say only that a
    /// move is never to be chosen.
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
    /// A ledger in so many bytes for a tree in which all that is there
    /// already is the thread's own affair. New nodes take over at most so
    /// many AMAF visits from others.
    pub(super) fn new(tree: &Tree, bytes: usize, inherited: f32) -> SyncState {
        let new_from = if tree.node_visits(ROOT) == 0 { 0 } else { tree.groups.len() };
        let (most, mut entries) = (bytes / ENTRY, Vec::new());
        // Memory is used only as it is needed.
        let most = if entries.try_reserve_exact(most).is_ok() { most } else { 0 };
        let mut ledger = SyncState { nodes: HashMap::new(), entries, most, new_from, inherited };
        ledger.place(tree, ROOT);
        ledger
    }

    /// Where a node's entries begin, made if there are none and there is room.
    fn place(&mut self, tree: &Tree, node: Node) -> Option<usize> {
        if let Some(&(_, first)) = self.nodes.get(&node.0) {
            return Some(first);
        }
        let (groups, first) = (tree.groups(node), self.entries.len());
        if first + groups.len() > self.most {
            return None;
        }
        let is_new = node.0 as usize >= self.new_from;
        let visits = if is_new { 0 } else { tree.node_visits(node) };
        for group in groups {
            let mut known = GroupDelta::of(group);
            if is_new {
                let [visits, total, amaf_visits, amaf_total] = &mut known.numbers;
                (*visits, *total, known.link) = ([0.0; WIDTH], [0.0; WIDTH], [Link::NONE; WIDTH]);
                for (visits, total) in amaf_visits.iter_mut().zip(amaf_total) {
                    if *visits > self.inherited {
                        *total *= self.inherited / *visits;
                        *visits = self.inherited;
                    }
                }
            }
            self.entries.push(Entry { known, waiting: [0.0; WIDTH] });
        }
        self.nodes.insert(node.0, (visits, first));
        Some(first)
    }

    /// What is new in a tree.
    pub(super) fn news(&mut self, tree: &Tree) -> Deltas {
        let mut news = Deltas::default();
        self.collect(tree, ROOT, (0, 0), &mut news);
        news
    }

    fn collect(
        &mut self,
        tree: &Tree,
        node: Node,
        (depth, choice): (usize, usize),
        news: &mut Deltas,
    ) {
        let Some(first) = self.place(tree, node) else { return };
        let groups = tree.groups(node);
        let entries = &mut self.entries[first..first + groups.len()];
        let Some((known_visits, _)) = self.nodes.get_mut(&node.0) else { return };
        let visits = tree.node_visits(node);
        let Some(more) = visits.checked_sub(*known_visits) else {
            // The numbers have been halved.
            *known_visits = visits;
            entries.iter_mut().zip(groups).for_each(|(e, group)| e.known = GroupDelta::of(group));
            return;
        };
        *known_visits = visits;
        let told =
            NodeDelta { depth, choice, visits: more, first: news.sums.len(), groups: groups.len() };
        news.positions.push(told);
        for (entry, group) in entries.iter_mut().zip(groups) {
            let now = GroupDelta::of(group);
            let new = now.since(&entry.known);
            entry.known = now;
            entry.waiting.iter_mut().zip(new.numbers[0]).for_each(|(sum, new)| *sum += new);
            news.sums.push(new);
        }
        for i in 0..tree.moves(node) {
            let waiting = &mut self.entries[first + i / WIDTH].waiting[i % WIDTH];
            if *waiting >= WORTH_TELLING
                && news.sums.len() < MOST_TOLD
                && let Child::Node(child) = tree.child(node, i)
            {
                *waiting = 0.0;
                self.collect(tree, child, (depth + 1, i), news);
            }
        }
    }

    /// Adds what another thread tells of a node to a tree. All but the proofs.
    pub(super) fn add(
        &mut self,
        tree: &mut Tree,
        node: Node,
        told: &NodeDelta,
        sums: &[GroupDelta],
    ) {
        let place = self.place(tree, node);
        if let Some(first) = place {
            self.entries[first..].iter_mut().zip(sums).for_each(|(e, new)| e.known.add(new));
            self.nodes.entry(node.0).and_modify(|(visits, _)| *visits += told.visits);
        }
        let groups = tree.groups_mut(node);
        groups[0].head.visits += told.visits;
        for (group, new) in groups.iter_mut().zip(sums) {
            let mut all = GroupDelta::of(group);
            all.add(new);
            [group.visits, group.total, group.amaf_visits, group.amaf_total] = all.numbers;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Side, SquareSet};
    use crate::random::Random;
    use crate::search::Score;

    const ENOUGH: usize = 1 << 20;

    /// A tree with the same few nodes every time: the root with 13 moves, one
    /// node behind each.
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

    fn hear(ledger: &mut SyncState, tree: &mut Tree, news: &Deltas) {
        for told in &news.positions {
            let node = match tree.child(ROOT, told.choice) {
                Child::Node(child) if told.depth == 1 => child,
                _ => ROOT,
            };
            ledger.add(tree, node, told, news.sums(told));
        }
    }

    /// Visits and totals of all moves of a node.
    fn numbers(tree: &Tree, node: Node) -> Vec<(f32, f32)> {
        (0..tree.moves(node)).map(|i| tree.visits(node, i)).collect()
    }

    /// Three threads that hear each other late end up with the sums of what
    /// all have counted, no more and no less.
    #[test]
    fn everything_is_counted_once_in_every_tree() {
        let mut random = Random::new(7);
        let mut trees = [tree(), tree(), tree()];
        let mut ledgers = trees.each_ref().map(|tree| SyncState::new(tree, ENOUGH, 20.0));
        let mut all = tree();
        let mut late: Vec<(usize, Deltas)> = Vec::new();
        for round in 0..300 {
            let ending = round >= 290;
            for who in 0..3 {
                for _ in 0..if ending { 0 } else { random.below(100) } {
                    let (i, j, result) = (random.below(3), random.below(13), random.below(3));
                    for tree in [&mut all, &mut trees[who]] {
                        tree.count(ROOT, i, result as f32 / 2.0);
                        let Child::Node(child) = tree.child(ROOT, i) else { unreachable!() };
                        tree.count(child, j, result as f32 / 2.0);
                    }
                }
                late.push((who, ledgers[who].news(&trees[who])));
            }
            while late.len() > if ending { 0 } else { 7 } {
                let (from, news) = late.swap_remove(random.below(late.len()));
                for who in (0..3).filter(|&who| who != from) {
                    hear(&mut ledgers[who], &mut trees[who], &news);
                }
            }
        }
        for tree in &trees {
            assert_eq!(numbers(tree, ROOT), numbers(&all, ROOT));
            assert_eq!(tree.node_visits(ROOT), all.node_visits(ROOT));
            for i in 0..3 {
                let Child::Node(child) = tree.child(ROOT, i) else { unreachable!() };
                let (visits, most) = (tree.node_visits(child), all.node_visits(child));
                // The last few visits of a position are not worth telling.
                let untold = 3 * WORTH_TELLING as u32;
                assert!(visits <= most && visits + untold > most, "{visits} of {most}");
            }
        }
    }

    /// What is left of an older search has been told then.
    #[test]
    fn only_news_are_told() {
        let mut tree = tree();
        (0..100).for_each(|_| tree.count(ROOT, 4, 1.0));
        let mut ledger = SyncState::new(&tree, ENOUGH, 20.0);
        (0..7).for_each(|_| tree.count(ROOT, 5, 0.5));
        let news = ledger.news(&tree);
        let [told] = news.positions[..] else { panic!("{news:?}") };
        let sums = news.sums(&told);
        assert_eq!((told.visits, sums[0].numbers[0][4], sums[0].numbers[0][5]), (7, 0.0, 7.0));
        assert_eq!(sums[0].numbers[1][5], 3.5);
    }

    /// A lost move's infinite total, and numbers that have become smaller,
    /// leave the other tree's in order.
    #[test]
    fn unusual_numbers_do_no_harm() {
        let (mut first, mut second) = (tree(), tree());
        let mut ledgers = [&first, &second].map(|tree| SyncState::new(tree, ENOUGH, 20.0));
        for _ in 0..60 {
            (0..13).for_each(|i| first.count(ROOT, i, 1.0));
        }
        first.set_child(ROOT, 3, Child::Proven(Score::Loss(2)));
        let news = ledgers[0].news(&first);
        assert_eq!(news.sums(&news.positions[0])[0].link[3].read(), first.child(ROOT, 3));
        hear(&mut ledgers[1], &mut second, &news);
        assert_eq!(second.visits(ROOT, 2), (60.0, 60.0));
        let head = &mut first.groups_mut(ROOT)[0];
        (head.head.visits, head.visits[2], head.total[2]) = (100, 30.0, 30.0);
        let news = ledgers[0].news(&first);
        hear(&mut ledgers[1], &mut second, &news);
        assert_eq!(second.visits(ROOT, 2), (60.0, 60.0));
        first.count(ROOT, 2, 0.0);
        let news = ledgers[0].news(&first);
        hear(&mut ledgers[1], &mut second, &news);
        assert_eq!(second.visits(ROOT, 2), (61.0, 60.0));
        assert!(second.groups_mut(ROOT).iter().all(|group| group.visits.iter().all(|n| *n >= 0.0)));
    }

    #[test]
    fn without_memory_nothing_is_told() {
        let mut tree = tree();
        let mut ledger = SyncState::new(&tree, ENTRY, 20.0);
        (0..100).for_each(|_| tree.count(ROOT, 4, 1.0));
        assert!(ledger.news(&tree).positions.is_empty());
    }
}
