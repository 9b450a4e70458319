//! What simulations teach: how moves are chosen, and what is counted for them.

use super::behind::Behind;
use super::tree::{Group, Node, Tree, WIDTH};
use crate::game::SquareSet;
use crate::search::Score;
use crate::search::hardware::Instructions;

/// How the moves of a position are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants {
    /// The larger, the sooner real visits count more than AMAF.
    pub(super) bias: f32,
    /// How much a move gains by having been neglected.
    pub(super) exploration: f32,
    /// AMAF visits that a move is given before it has any …
    pub(super) prior: f32,
    /// … and their mean result: the urgency of the first play.
    pub(super) urgency: f32,
}

/// Beyond this many visits a node's numbers are halved: a `f32` counts exactly
/// to twice as many.
const MOST_VISITS: u32 = 1 << 23;

impl Group {
    #[cold]
    fn halve(&mut self) {
        let all = [&mut self.visits, &mut self.total, &mut self.amaf_visits, &mut self.amaf_total];
        all.into_iter().flatten().for_each(|number| *number /= 2.0);
    }
}

impl Tree {
    /// Gives the moves of a new position the AMAF numbers that their squares
    /// have in another, counting at most `most` visits: what was a good square
    /// two plies ago is likely to be one still.
    pub(super) fn inherit(&mut self, node: Node, from: Node, most: f32) {
        let mut known = [(0.0, 0.0); 128];
        for index in 0..self.moves(from) {
            let (group, i) = self.group(from, index);
            // Here it loses; two plies later it may well be the only move.
            if matches!(group.link[i].read(), Behind::Proven(Score::Loss(_))) {
                continue;
            }
            let visits = group.amaf_visits[i].min(most);
            let mean = group.amaf_total[i] / group.amaf_visits[i].max(1.0);
            known[usize::from(group.square[i]) & 127] = (visits, visits * mean);
        }
        let moves = self.moves(node);
        for (i, group) in self.groups_mut(node).iter_mut().enumerate() {
            for place in 0..WIDTH.min(moves - i * WIDTH) {
                let (visits, total) = known[usize::from(group.square[place]) & 127];
                group.amaf_visits[place] = visits;
                group.amaf_total[place] = total;
            }
        }
    }

    /// The move to descend into.
    ///
    /// Its value is the mean of its visits and of AMAF, where AMAF weighs
    /// `a / (a + n + bias a n)` with `n` visits and `a` AMAF visits (Silver's
    /// minimum-MSE schedule, 2009). With `b = 1 + bias a` the mean of the two
    /// is `(AMAF total + b total) / (a + b n)`.
    #[inline(always)]
    pub(super) fn select(&self, node: Node, constants: &Constants) -> usize {
        let Constants { bias, exploration, prior, urgency } = *constants;
        let groups = self.groups(node);
        // Grows slowly, as the logarithm would, and is the same everywhere.
        let explore = exploration * (groups[0].head.visits as f32).sqrt().sqrt();
        let mut best = [f32::NEG_INFINITY; WIDTH];
        let mut best_group = [0u32; WIDTH];
        for (index, group) in (0u32..).zip(groups) {
            for i in 0..WIDTH {
                let n = group.visits[i];
                let a = group.amaf_visits[i] + prior;
                let b = 1.0 + bias * a;
                let sum = group.amaf_total[i] + prior * urgency + b * group.total[i];
                let count = a + b * n;
                let root = (1.0 + n).sqrt();
                // sum / count + explore / root with one division.
                let value = (sum * root + explore * count) / (count * root);
                let better = value > best[i];
                best[i] = if better { value } else { best[i] };
                best_group[i] = if better { index } else { best_group[i] };
            }
        }
        let mut choice = 0;
        for i in 1..WIDTH {
            let tie = best[i] == best[choice] && best_group[i] < best_group[choice];
            if best[i] > best[choice] || tie {
                choice = i;
            }
        }
        best_group[choice] as usize * WIDTH + choice
    }

    /// Counts a simulation through a node and its move. `own` are the squares
    /// that became the side's by the end, `result` is from 0 to 1 for it.
    #[inline(always)]
    pub(super) fn update(
        &mut self,
        instructions: impl Instructions,
        node: Node,
        chosen: usize,
        own: SquareSet,
        result: f32,
    ) {
        let groups = self.groups_mut(node);
        let head = &mut groups[0].head;
        head.visits += 1;
        // The owned squares, a bit for each move of the node.
        let [low, high] = [head.moves.0 as u64, (head.moves.0 >> 64) as u64];
        let mut owned = u128::from(instructions.extract(own.0 as u64, low));
        if high != 0 {
            let rest = instructions.extract((own.0 >> 64) as u64, high);
            owned |= u128::from(rest) << low.count_ones();
        }
        if head.visits >= MOST_VISITS {
            head.visits /= 2;
            groups.iter_mut().for_each(Group::halve);
        }
        for group in &mut *groups {
            let eight = owned as u32 & 0xff;
            owned >>= WIDTH;
            for i in 0..WIDTH {
                let one = (eight >> i & 1) as f32;
                group.amaf_visits[i] += one;
                group.amaf_total[i] += one * result;
            }
        }
        let group = &mut groups[chosen / WIDTH];
        group.visits[chosen % WIDTH] += 1.0;
        group.total[chosen % WIDTH] += result;
    }

    /// Counts a simulation of which only the result is known.
    pub(super) fn count(&mut self, node: Node, chosen: usize, result: f32) {
        let groups = self.groups_mut(node);
        groups[0].head.visits += 1;
        let group = &mut groups[chosen / WIDTH];
        group.visits[chosen % WIDTH] += 1.0;
        group.total[chosen % WIDTH] += result;
    }
}
