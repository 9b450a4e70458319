//! Pairing strategies: disjoint pairs of empty squares such that every open
//! line of the attacker contains one.
//!
//! The defender answers each stone of the attacker in a pair with the other
//! square of the pair, so the attacker never completes a line, whichever side
//! is to move. The lines of one straight run overlap, and one pair can serve
//! several of them: a sweep along the run gathers neighbours into *clusters* as
//! long as they have two empty squares in common. The rest is a bipartite
//! [`matching`](super::matching), two squares to each cluster and no square twice.
//!
//! Where a cluster lacks squares, its lines, or those of a cluster with which it
//! competes, may be divided in another way, which needs more squares but has more to
//! choose from:
//!
//! ```text
//!   a run   a b c d e f g h         lines of five: abcde bcdef cdefg defgh
//!   one cluster                     d e
//!   abcde, and the others           two of a b c d e, and two of d e f
//!   abcde and bcdef, and the others two of b c d e,   and two of d e f g
//! ```
//!
//! Such changes are tried as long as one lowers the deficit. This finds about nine of
//! ten pairings that exist (in positions of 8x7:5 without a pairing of the first clusters),
//! so `Err` is not a proof that there is none. Without it 8x7:5 takes 300 times as many nodes.

use super::layout::OpenLine;
use super::matching::Matching;
use crate::search::proof::bits::Bits;

/// With a greater deficit the clusters are not changed.
const MAX_DEFICIT: u32 = 12;
/// The changes of clusters that are tried for a position, at most.
const MAX_CHANGES: u32 = 60;

/// Searches for pairings; reused between calls, which therefore do not allocate.
pub(crate) struct Pairing<W> {
    lines: Vec<OpenLine<W>>,
    matching: Matching<W>,
    /// Squares to leave unpaired where there is a choice.
    pub(crate) avoid: W,
}

/// The reason why no pairing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conflict<W> {
    /// The squares of the lines in the first conflict: a stone of the defender
    /// elsewhere would hardly resolve it.
    pub(crate) squares: W,
    /// The number of squares by which the pairing falls short.
    pub(crate) deficit: u32,
}

impl<W: Bits> Default for Pairing<W> {
    fn default() -> Self {
        Self { lines: Vec::new(), matching: Matching::default(), avoid: W::EMPTY }
    }
}

impl<W: Bits> Pairing<W> {
    /// Finds pairs for the open lines. `Ok` is the set of all paired squares.
    pub(crate) fn find(&mut self, lines: &[OpenLine<W>]) -> Result<W, Conflict<W>> {
        self.lines.clear();
        self.lines.extend_from_slice(lines);
        if !self.matching.gather(lines) {
            let squares = lines.iter().fold(W::EMPTY, |set, l| set | l.squares);
            return Err(Conflict { squares, deficit: u32::MAX });
        }
        let deficit = self.matching.fill_all(self.avoid);
        match self.repair(deficit) {
            0 => Ok(self.matching.taken()),
            deficit => {
                let squares = self.matching.conflict(lines, self.avoid);
                Err(Conflict { squares, deficit })
            }
        }
    }

    /// The deficit after the defender has put a stone on a square, from the result of the
    /// last call of `find`, which failed.
    pub(crate) fn deficit_without(&mut self, square: usize) -> u32 {
        let before = self.matching;
        self.matching.block(square, &self.lines);
        let deficit = self.repair(self.matching.deficit());
        self.matching = before;
        deficit
    }

    /// The pairs that the last successful call found.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = W> {
        self.matching.pairs()
    }

    /// Divides the lines of clusters that lack squares, and of those with which they
    /// compete, in other ways until the deficit is gone or no change lowers it. Returns
    /// the deficit that is left.
    fn repair(&mut self, mut deficit: u32) -> u32 {
        if deficit > MAX_DEFICIT {
            return deficit;
        }
        let Self { lines, matching, avoid } = self;
        let mut changes = MAX_CHANGES;
        'lower: while let Some(short) = matching.first_short() {
            let mut visited = W::EMPTY;
            if matching.grab(short, &mut visited, *avoid) {
                deficit -= 1;
                continue;
            }
            let rivals = matching.rivals(short, visited);
            let gain = matching.available() & !matching.common_of(rivals);
            for cluster in rivals.members() {
                for division in matching.divisions(cluster, lines) {
                    if changes == 0 {
                        return deficit;
                    }
                    let before = *matching;
                    if !matching.divide(&division, lines, gain) {
                        continue;
                    }
                    changes -= 1;
                    let changed = [short, cluster, division.other];
                    matching.fill(changed, *avoid);
                    let [lacked, lacks] = [before.lack_of(changed), matching.lack_of(changed)];
                    if lacks < lacked {
                        deficit -= lacked - lacks;
                        continue 'lower;
                    }
                    *matching = before;
                }
            }
            break;
        }
        deficit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Lines;
    use crate::game::lines::Shape;
    use crate::random::Random;
    use crate::search::proof::flat::board::layout::Layout;

    /// Whether a pairing of these lines is found; checks that it is one.
    fn is_paired<W: Bits>(pairing: &mut Pairing<W>, lines: &[OpenLine<W>]) -> bool {
        let Ok(set) = pairing.find(lines) else { return false };
        let pairs: Vec<W> = pairing.pairs().collect();
        let union = pairs.iter().fold(W::EMPTY, |seen, &pair| {
            assert!(pair.len() == 2 && (seen & pair).is_empty());
            seen | pair
        });
        assert_eq!(union, set);
        for line in lines {
            assert!(pairs.iter().any(|&pair| line.squares & pair == pair));
        }
        true
    }

    fn layout<W: Bits>(columns: usize, rows: usize, line: usize) -> Layout<W> {
        let shape = Shape::flat(columns, rows, line).expect("within the bounds");
        Layout::new(&Lines::new(shape)).expect("it fits")
    }

    /// n in a row on n x n has a pairing from n = 5 on.
    #[test]
    fn empty_boards_have_pairings_where_known() {
        let is_paired = |columns, rows, line| {
            is_paired(&mut Pairing::default(), layout::<u128>(columns, rows, line).lines())
        };
        for n in 1..=11 {
            assert_eq!(is_paired(n, n, n), n >= 5, "{n}");
        }
        assert!(!is_paired(9, 9, 5));
    }

    /// The lines open to the attacker after so many random stones of both sides.
    fn random_lines(
        layout: &Layout<u64>,
        stones: [usize; 2],
        random: &mut Random,
    ) -> Vec<OpenLine<u64>> {
        let mut squares: Vec<u32> = (0..layout.squares() as u32).collect();
        random.shuffle(&mut squares);
        let mut squares = squares.into_iter();
        let stones =
            stones.map(|stones| squares.by_ref().take(stones).fold(0, |set, s| set | 1u64 << s));
        let open = layout.lines().iter().filter(|line| line.squares & stones[1] == 0);
        open.map(|line| OpenLine { squares: line.squares & !stones[0], ..*line }).collect()
    }

    /// Whether the lines have a pairing, by trying all pairs for the line without one that
    /// has the fewest squares left.
    fn exists(lines: &[OpenLine<u64>], pairs: &mut Vec<u64>, taken: u64) -> bool {
        let is_paired = |line: &&OpenLine<u64>| pairs.iter().any(|p| line.squares & p == *p);
        let left = lines.iter().filter(|line| !is_paired(line)).map(|line| line.squares & !taken);
        let Some(left) = left.min_by_key(|left| left.len()) else { return true };
        let pair = |a: usize| left.members().filter(move |&b| a < b).map(move |b| 1 << a | 1 << b);
        left.members().flat_map(pair).any(|pair| {
            pairs.push(pair);
            let found = exists(lines, pairs, taken | pair);
            pairs.pop();
            found
        })
    }

    #[test]
    fn nearly_all_pairings_that_exist_are_found() {
        let random = &mut Random::new(50);
        let mut pairing = Pairing::default();
        let [mut found, mut existing] = [0, 0];
        for (columns, rows, line) in [(5, 5, 4), (6, 6, 5), (8, 5, 5), (7, 6, 5)] {
            let layout = layout(columns, rows, line);
            for _ in 0..200 {
                let lines = random_lines(&layout, [2, 5], random);
                let is_found = is_paired(&mut pairing, &lines);
                found += u32::from(is_found);
                existing += u32::from(is_found || exists(&lines, &mut Vec::new(), 0));
            }
        }
        assert!((200..700).contains(&existing), "{existing}");
        assert!(found * 20 >= existing * 19, "{found} of {existing}");
    }

    #[test]
    fn other_clusters_give_pairings_where_the_first_ones_do_not() {
        let random = &mut Random::new(52);
        let mut pairing = Pairing::default();
        let [mut at_once, mut found] = [0, 0];
        let layout = layout(8, 7, 5);
        for _ in 0..1000 {
            let lines = random_lines(&layout, [3, 6], random);
            found += u32::from(is_paired(&mut pairing, &lines));
            let mut matching = Matching::default();
            at_once += u32::from(matching.gather(&lines) && matching.fill_all(u64::EMPTY) == 0);
        }
        assert!(at_once > 0 && found > 2 * at_once, "{found} instead of {at_once}");
    }

    /// A stone of the defender never raises the deficit, and where it leaves a deficit of 0
    /// there is a pairing.
    #[test]
    fn the_deficit_after_a_stone_is_that_of_the_lines_it_leaves() {
        let random = &mut Random::new(51);
        let mut pairing = Pairing::default();
        let layout = layout(6, 6, 5);
        let mut resolved = 0;
        for _ in 0..300 {
            let lines = random_lines(&layout, [2, 4], random);
            let Err(conflict) = pairing.find(&lines) else { continue };
            if conflict.deficit == u32::MAX {
                continue;
            }
            for square in 0..layout.squares() {
                let deficit = pairing.deficit_without(square);
                assert!(deficit <= conflict.deficit);
                let left: Vec<_> =
                    lines.iter().filter(|line| !line.squares.has(square)).copied().collect();
                resolved += u32::from(deficit == 0);
                assert!(deficit > 0 || exists(&left, &mut Vec::new(), 0));
                assert_eq!(pairing.deficit_without(square), deficit);
            }
        }
        assert!(resolved > 100, "{resolved}");
    }
}
