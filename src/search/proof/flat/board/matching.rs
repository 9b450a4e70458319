//! The matching behind a pairing: lines in clusters, and two squares for each cluster, which
//! augmenting paths find (Kuhn's algorithm).

use super::layout::OpenLine;
use crate::search::proof::bits::Bits;

/// The clusters to which 121 squares can give two squares each, at most.
const MAX_CLUSTERS: usize = 60;

/// The lines divided into clusters, and the squares given to each.
#[derive(Clone, Copy)]
pub(super) struct Matching<W> {
    clusters: usize,
    /// The lines of each cluster: the first, and the one behind the last.
    spans: [(u16, u16); MAX_CLUSTERS],
    /// The empty squares that all lines of a cluster share; it needs two. None if all its
    /// lines are blocked: then it needs none.
    common: [W; MAX_CLUSTERS],
    /// The squares that each cluster holds.
    held: [W; MAX_CLUSTERS],
    /// The cluster that holds a square, for squares in `taken`.
    holder: [u8; 128],
    /// The squares that any cluster holds.
    taken: W,
    /// Lines through these squares need no pair.
    blocked: W,
}

/// A way to divide the lines of two clusters: those before `at` for one, and those from
/// there to `end` for the other, which may be new.
pub(super) struct Division {
    cluster: usize,
    pub(super) other: usize,
    at: u16,
    end: u16,
}

impl<W: Bits> Default for Matching<W> {
    fn default() -> Self {
        Matching {
            clusters: 0,
            spans: [(0, 0); MAX_CLUSTERS],
            common: [W::EMPTY; MAX_CLUSTERS],
            held: [W::EMPTY; MAX_CLUSTERS],
            holder: [0; 128],
            taken: W::EMPTY,
            blocked: W::EMPTY,
        }
    }
}

impl<W: Bits> Matching<W> {
    /// Gathers the lines into clusters without squares; `false` if a line has fewer than
    /// two empty squares or there are too many clusters.
    pub(super) fn gather(&mut self, lines: &[OpenLine<W>]) -> bool {
        self.clusters = 0;
        (self.taken, self.blocked) = (W::EMPTY, W::EMPTY);
        let mut run = u8::MAX;
        for (number, line) in lines.iter().enumerate() {
            if !line.squares.has_two() {
                return false;
            }
            if line.run == run {
                let last = self.clusters - 1;
                let common = self.common[last] & line.squares;
                if common.has_two() {
                    self.common[last] = common;
                    self.spans[last].1 += 1;
                    continue;
                }
            }
            if self.clusters == MAX_CLUSTERS {
                return false;
            }
            run = line.run;
            self.add((number as u16, number as u16 + 1), line.squares);
        }
        true
    }

    /// Adds a cluster.
    fn add(&mut self, span: (u16, u16), common: W) {
        self.spans[self.clusters] = span;
        self.common[self.clusters] = common;
        self.held[self.clusters] = W::EMPTY;
        self.clusters += 1;
    }

    /// The squares that the clusters hold.
    pub(super) fn taken(&self) -> W {
        self.taken
    }

    /// The squares of each cluster.
    pub(super) fn pairs(&self) -> impl Iterator<Item = W> {
        self.held[..self.clusters].iter().copied()
    }

    /// The number of squares that a cluster lacks.
    #[inline]
    fn lack(&self, cluster: usize) -> u32 {
        if self.common[cluster].is_empty() { 0 } else { 2 - self.held[cluster].len() }
    }

    /// The number of squares that all clusters lack.
    pub(super) fn deficit(&self) -> u32 {
        (0..self.clusters).map(|cluster| self.lack(cluster)).sum()
    }

    /// The number of squares that three clusters lack, some of which may be the same one or
    /// not exist yet.
    pub(super) fn lack_of(&self, [a, b, c]: [usize; 3]) -> u32 {
        let lack = |cluster| if cluster < self.clusters { self.lack(cluster) } else { 0 };
        let second = if b == a { 0 } else { lack(b) };
        lack(a) + second + if c == a || c == b { 0 } else { lack(c) }
    }

    /// The first cluster that lacks a square.
    pub(super) fn first_short(&self) -> Option<usize> {
        (0..self.clusters).find(|&cluster| self.lack(cluster) > 0)
    }

    /// Gives squares to all clusters. Returns the number of squares that are lacking.
    pub(super) fn fill_all(&mut self, avoid: W) -> u32 {
        self.fill(0..self.clusters, avoid);
        self.deficit()
    }

    /// Gives these clusters the squares that they lack; one may be among them twice.
    pub(super) fn fill(&mut self, clusters: impl IntoIterator<Item = usize>, avoid: W) {
        // Squares visited by a failed search cannot help a later one.
        let mut lost = W::EMPTY;
        for cluster in clusters {
            while self.lack(cluster) > 0 {
                let mut visited = lost;
                if !self.grab(cluster, &mut visited, avoid) {
                    lost = visited;
                    break;
                }
            }
        }
    }

    /// Gives the cluster one more square, and moves squares of other clusters
    /// if necessary.
    pub(super) fn grab(&mut self, cluster: usize, visited: &mut W, avoid: W) -> bool {
        let free = self.common[cluster] & !self.taken;
        if !free.is_empty() {
            let best = free & !avoid;
            let square = if best.is_empty() { free.first() } else { best.first() };
            self.taken |= W::of(square);
            self.hold(cluster, square);
            return true;
        }
        loop {
            let next = self.common[cluster] & !self.held[cluster] & !*visited;
            if next.is_empty() {
                return false;
            }
            let square = next.first();
            *visited |= W::of(square);
            let other = self.holder[square] as usize;
            if self.grab(other, visited, avoid) {
                self.held[other] &= !W::of(square);
                self.hold(cluster, square);
                return true;
            }
        }
    }

    fn hold(&mut self, cluster: usize, square: usize) {
        self.held[cluster] |= W::of(square);
        self.holder[square] = cluster as u8;
    }

    fn release(&mut self, cluster: usize) {
        self.taken &= !self.held[cluster];
        self.held[cluster] = W::EMPTY;
    }

    /// The clusters with which one competes that found no square: the holders of the
    /// squares that its search visited, and itself. As a set of numbers.
    pub(super) fn rivals(&self, cluster: usize, visited: W) -> u64 {
        let holders = visited.members().map(|square| 1 << self.holder[square]);
        holders.fold(1 << cluster, |set: u64, holder| set | holder)
    }

    /// The squares that each of these clusters has in common, together.
    pub(super) fn common_of(&self, clusters: u64) -> W {
        clusters.members().fold(W::EMPTY, |set, cluster| set | self.common[cluster])
    }

    /// The squares that some cluster could get: those that are free, and those that their
    /// holders could replace.
    pub(super) fn available(&self) -> W {
        let mut available = !self.taken;
        loop {
            let before = available;
            for cluster in 0..self.clusters {
                if !(self.common[cluster] & available & !self.held[cluster]).is_empty() {
                    available |= self.held[cluster];
                }
            }
            if available == before {
                return available;
            }
        }
    }

    /// The ways to divide the lines of a cluster, or to move lines between it and the next
    /// one on the same run.
    pub(super) fn divisions(
        &self,
        cluster: usize,
        lines: &[OpenLine<W>],
    ) -> impl Iterator<Item = Division> + use<W> {
        let ((from, to), new) = (self.spans[cluster], self.clusters);
        let next = self.next(cluster, lines);
        let end = next.map_or(to, |next| self.spans[next].1);
        let split = (from + 1..to).map(move |at| Division { cluster, other: new, at, end: to });
        let moves = next.into_iter().flat_map(move |other| {
            let at = (from + 1..end).filter(move |&at| at != to);
            at.map(move |at| Division { cluster, other, at, end })
        });
        split.chain(moves)
    }

    /// The cluster of the lines behind those of a cluster on the same run.
    fn next(&self, cluster: usize, lines: &[OpenLine<W>]) -> Option<usize> {
        let end = self.spans[cluster].1;
        let run = |line: u16| lines.get(usize::from(line)).map(|line| line.run);
        let is_next = |&other: &usize| self.spans[other].0 == end;
        (0..self.clusters).find(is_next).filter(|_| end > 0 && run(end) == run(end - 1))
    }

    /// Divides lines in another way, if the two clusters could get as many squares of
    /// `gain` as they need to lower the deficit; `false` if not.
    pub(super) fn divide(&mut self, division: &Division, lines: &[OpenLine<W>], gain: W) -> bool {
        let &Division { cluster, other, at, end } = division;
        let from = self.spans[cluster].0;
        let part =
            |from: u16, to: u16| common(&lines[usize::from(from)..usize::from(to)], self.blocked);
        let (first, second) = (part(from, at), part(at, end));
        // A new cluster needs two squares, and the deficit falls by one.
        let is_new = other == self.clusters;
        let needed = if is_new { 3 } else { 1 };
        if !first.has_two()
            || !second.has_two()
            || ((first | second) & gain).len() < needed
            || other == MAX_CLUSTERS
        {
            return false;
        }
        self.release(cluster);
        if is_new {
            self.add((at, end), second);
        } else {
            self.release(other);
            (self.spans[other], self.common[other]) = ((at, end), second);
        }
        (self.spans[cluster], self.common[cluster]) = ((from, at), first);
        true
    }

    /// Frees the lines through a square of the need for a pair.
    pub(super) fn block(&mut self, square: usize, lines: &[OpenLine<W>]) {
        let bit = W::of(square);
        self.blocked |= bit;
        if self.taken.has(square) {
            self.held[self.holder[square] as usize] &= !bit;
            self.taken &= !bit;
        }
        for cluster in 0..self.clusters {
            let (from, to) = self.spans[cluster];
            let lines = &lines[usize::from(from)..usize::from(to)];
            if lines.iter().all(|line| (line.squares & bit).is_empty()) {
                continue;
            }
            self.common[cluster] = common(lines, self.blocked);
            if self.common[cluster].is_empty() {
                self.release(cluster);
            }
        }
    }

    /// The squares of the lines of the first cluster that lacks squares, and of its rivals.
    pub(super) fn conflict(&mut self, lines: &[OpenLine<W>], avoid: W) -> W {
        let Some(short) = self.first_short() else { return W::EMPTY };
        let mut visited = W::EMPTY;
        self.grab(short, &mut visited, avoid);
        self.rivals(short, visited).members().fold(W::EMPTY, |set, cluster| {
            let (from, to) = self.spans[cluster];
            let lines = &lines[usize::from(from)..usize::from(to)];
            lines.iter().fold(set, |set, line| set | line.squares)
        })
    }
}

/// The squares that the lines have in common, without the lines through `blocked`; none if
/// no line is left.
fn common<W: Bits>(lines: &[OpenLine<W>], blocked: W) -> W {
    let mut open = lines.iter().map(|line| line.squares).filter(|&s| (s & blocked).is_empty());
    open.next().map_or(W::EMPTY, |first| open.fold(first, |all, squares| all & squares))
}
