//! Keeps the part of a tree that a game has reached, for the next search.

use super::behind::{Behind, Link};
use super::tree::{Group, Node, ROOT, Tree};

/// At most so many groups are kept (some 20 MB, moved in some 10 ms): a search
/// must not begin late.
const MOST: usize = 100_000;

/// A set of groups, counted from the new root on.
struct Kept {
    words: Vec<u64>,
    /// The groups in all words before each.
    before: Vec<u32>,
    len: usize,
}

impl Kept {
    fn new(groups: usize) -> Kept {
        Kept { words: vec![0; groups.div_ceil(64)], before: Vec::new(), len: 0 }
    }

    fn insert(&mut self, from: usize, count: usize) {
        (from..from + count).for_each(|i| self.words[i / 64] |= 1 << (i % 64));
        self.len += count;
    }

    /// The first group of the set from this one on.
    fn next(&self, from: usize) -> Option<usize> {
        let first = *self.words.get(from / 64)? & u64::MAX << (from % 64);
        let rest = self.words.iter().copied().skip(from / 64 + 1);
        let mut words = (from / 64..).zip(std::iter::once(first).chain(rest));
        words.find(|(_, word)| *word != 0).map(|(i, w)| i * 64 + w.trailing_zeros() as usize)
    }

    /// Makes [`place`](Kept::place) possible, once nothing more is inserted.
    fn count(&mut self) {
        let mut sum = 0;
        self.before.extend(self.words.iter().map(|word| {
            sum += word.count_ones();
            sum - word.count_ones()
        }));
    }

    /// How many groups of the set are before this one.
    fn place(&self, i: usize) -> u32 {
        let below = self.words[i / 64] & ((1 << (i % 64)) - 1);
        self.before[i / 64] + below.count_ones()
    }
}

impl Tree {
    /// Makes `root` the root and keeps what is behind it, the oldest nodes
    /// first, which are those with most visits.
    ///
    /// What is behind a node was added after it. So one sweep upwards marks
    /// all nodes, and another moves each of them down to its place.
    pub(super) fn keep(&mut self, root: Node) {
        let first = root.0 as usize;
        let most = MOST.min(self.groups.capacity() / 2);
        let mut kept = Kept::new(self.groups.len() - first);
        kept.insert(0, self.groups(root).len());
        let mut at = 0;
        while let Some(i) = kept.next(at) {
            let node = Node((first + i) as u32);
            let size = self.groups(node).len();
            for link in (0..size).flat_map(|g| self.groups[first + i + g].link) {
                if let Behind::Node(child) = link.read() {
                    let groups = self.groups(child).len();
                    if kept.len + groups <= most {
                        kept.insert(child.0 as usize - first, groups);
                    }
                }
            }
            at = i + size;
        }
        kept.count();
        self.positions = 0;
        let (mut at, mut end) = (0, 0);
        while let Some(i) = kept.next(at) {
            let size = self.groups(Node((first + i) as u32)).len();
            self.groups.copy_within(first + i..first + i + size, end);
            self.groups[end..end + size].iter_mut().for_each(|group| relink(group, first, &kept));
            self.positions += 1;
            (at, end) = (i + size, end + size);
        }
        self.groups.truncate(end);
        self.tell_room();
        debug_assert!(self.node_visits(ROOT) > 0 || self.moves(ROOT) > 0);
    }
}

/// Points a group's links to where their nodes will be.
fn relink(group: &mut Group, first: usize, kept: &Kept) {
    for link in &mut group.link {
        if let Behind::Node(child) = link.read() {
            let i = child.0 as usize - first;
            let is_kept = kept.words[i / 64] >> (i % 64) & 1 == 1;
            *link = if is_kept { Link::new(Behind::Node(Node(kept.place(i)))) } else { Link::NONE };
        }
    }
}
