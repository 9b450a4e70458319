//! Pairing strategies: disjoint pairs of empty squares such that every open
//! line of the attacker contains one.
//!
//! The defender answers each stone of the attacker in a pair with the other
//! square of the pair, so the attacker never completes a line, whichever side
//! is to move. The lines of one straight run overlap, and one pair can serve
//! several of them: a sweep along the run gathers neighbours into *clusters* as
//! long as they have two empty squares in common. The rest is a bipartite
//! matching, two squares to each cluster and no square twice, which augmenting
//! paths solve exactly. (The clusters are one choice among several, so `Err` is
//! not a proof that there is no pairing.)

use super::layout::OpenLine;
use crate::search::proof::bits::Bits;

/// The clusters to which 121 squares can give two squares each, at most.
const MAX_CLUSTERS: usize = 60;

/// The matching of squares to clusters; reused between calls, which therefore
/// do not allocate.
pub(crate) struct Pairing<W> {
    /// The empty squares that all lines of a cluster share; it needs two.
    common: [W; MAX_CLUSTERS],
    /// The squares that each cluster holds.
    held: [W; MAX_CLUSTERS],
    /// All the empty squares of each cluster's lines.
    reach: [W; MAX_CLUSTERS],
    clusters: usize,
    /// The cluster that holds a square, for squares in `taken`.
    holder: [u8; 128],
    /// The squares that any cluster holds.
    taken: W,
    /// Squares to leave unpaired where there is a choice.
    pub(crate) avoid: W,
}

/// The reason why no pairing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conflict<W> {
    /// The squares of the lines in the first conflict: a stone of the defender
    /// elsewhere would not resolve it.
    pub(crate) squares: W,
    /// The number of squares by which the pairing falls short.
    pub(crate) deficit: u32,
}

impl<W: Bits> Default for Pairing<W> {
    fn default() -> Self {
        Self {
            common: [W::EMPTY; MAX_CLUSTERS],
            held: [W::EMPTY; MAX_CLUSTERS],
            reach: [W::EMPTY; MAX_CLUSTERS],
            clusters: 0,
            holder: [0; 128],
            taken: W::EMPTY,
            avoid: W::EMPTY,
        }
    }
}

impl<W: Bits> Pairing<W> {
    /// Finds pairs for the open lines. `Ok` is the set of all paired squares.
    pub(crate) fn find(&mut self, lines: &[OpenLine<W>]) -> Result<W, Conflict<W>> {
        self.find_without(lines, W::EMPTY)
    }

    /// The same after the defender has put stones on the squares of `blocked`.
    pub(crate) fn find_without(
        &mut self,
        lines: &[OpenLine<W>],
        blocked: W,
    ) -> Result<W, Conflict<W>> {
        let open = lines.iter().filter(|l| (l.squares & blocked).is_empty());
        if !self.sweep(open) {
            let squares = lines.iter().fold(W::EMPTY, |set, l| set | l.squares);
            return Err(Conflict { squares, deficit: u32::MAX });
        }
        // Squares visited by a failed search cannot help a later one.
        let mut lost = W::EMPTY;
        let mut conflict = Conflict { squares: W::EMPTY, deficit: 0 };
        for cluster in 0..self.clusters {
            for wanted in [2, 1] {
                let mut visited = lost;
                if !self.grab(cluster, &mut visited) {
                    lost = visited;
                    if conflict.deficit == 0 {
                        conflict.squares = self.conflict_squares(cluster, visited);
                    }
                    conflict.deficit += wanted;
                    break;
                }
            }
        }
        if conflict.deficit > 0 { Err(conflict) } else { Ok(self.taken) }
    }

    /// The pairs that the last successful call found.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = W> {
        self.held[..self.clusters].iter().copied()
    }

    /// Gathers the lines into clusters; `false` if a line has fewer than two
    /// empty squares or there are too many clusters.
    fn sweep<'a>(&mut self, lines: impl Iterator<Item = &'a OpenLine<W>>) -> bool {
        self.clusters = 0;
        self.taken = W::EMPTY;
        let mut run = u8::MAX;
        for line in lines {
            if !line.squares.has_two() {
                return false;
            }
            if line.run == run {
                let last = self.clusters - 1;
                let common = self.common[last] & line.squares;
                if common.has_two() {
                    self.common[last] = common;
                    self.reach[last] |= line.squares;
                    continue;
                }
            }
            if self.clusters == MAX_CLUSTERS {
                return false;
            }
            run = line.run;
            self.common[self.clusters] = line.squares;
            self.reach[self.clusters] = line.squares;
            self.held[self.clusters] = W::EMPTY;
            self.clusters += 1;
        }
        true
    }

    /// Gives the cluster one more square, and moves squares of other clusters
    /// if necessary.
    fn grab(&mut self, cluster: usize, visited: &mut W) -> bool {
        let free = self.common[cluster] & !self.taken;
        if !free.is_empty() {
            let best = free & !self.avoid;
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
            if self.grab(other, visited) {
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

    /// The squares of all lines that a failed search visited.
    fn conflict_squares(&self, cluster: usize, visited: W) -> W {
        visited
            .members()
            .fold(self.reach[cluster], |set, square| set | self.reach[self.holder[square] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Lines;
    use crate::game::lines::Shape;
    use crate::search::proof::flat::board::layout::Layout;

    /// Whether a pairing of the empty board is found; checks that it is one.
    fn is_paired<W: Bits>(columns: usize, rows: usize, line: usize) -> bool {
        let shape = Shape::flat(columns, rows, line).expect("within the bounds");
        let layout = Layout::<W>::new(&Lines::new(shape)).expect("it fits");
        let mut pairing = Pairing::default();
        let Ok(set) = pairing.find(layout.lines()) else { return false };
        let pairs: Vec<W> = pairing.pairs().collect();
        let union = pairs.iter().fold(W::EMPTY, |seen, &pair| {
            assert!(pair.len() == 2 && (seen & pair).is_empty());
            seen | pair
        });
        assert_eq!(union, set);
        for line in layout.lines() {
            assert!(pairs.iter().any(|&pair| line.squares & pair == pair));
        }
        true
    }

    /// n in a row on n x n has a pairing from n = 5 on.
    #[test]
    fn empty_boards_have_pairings_where_known() {
        for n in 1..=8 {
            assert_eq!(is_paired::<u64>(n, n, n), n >= 5, "{n}");
        }
        for n in 9..=11 {
            assert!(is_paired::<u128>(n, n, n), "{n}");
        }
        assert!(!is_paired::<u128>(9, 9, 5));
    }
}
