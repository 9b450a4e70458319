//! What simulations teach: what is counted for the moves on their way.

use super::child::Child;
use super::tree::{Group, Node, Tree, WIDTH};
use crate::game::SquareSet;
use crate::search::Score;
use crate::search::hardware::Instructions;

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
    pub(super) fn inherit_amaf(&mut self, node: Node, from: Node, most: f32) {
        let mut known = [(0.0, 0.0); 128];
        for index in 0..self.moves(from) {
            let (group, i) = self.group(from, index);
            // Here it loses; two plies later it may well be the only move.
            if matches!(group.link[i].read(), Child::Proven(Score::Loss(_))) {
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
        let [low, high] = head.moves;
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

#[cfg(test)]
mod tests {
    use super::super::select::Constants;
    use super::super::tree::ROOT;
    use super::*;
    use crate::game::Side;

    /// However long a search goes on, it never plays a move that loses for
    /// certain, nor one of the places that are no moves.
    #[test]
    fn what_is_never_to_be_chosen_stays_so_when_numbers_are_halved() {
        let constants = Constants { bias: 0.0005, exploration: 0.01, prior: 2.0, urgency: 0.6 };
        let mut tree = Tree::default();
        tree.reset(1 << 14);
        let moves = 13;
        tree.add(SquareSet((1 << moves) - 1), Side::X);
        tree.set_child(ROOT, 0, Child::Proven(Score::Loss(4)));
        for _ in 0..400 {
            for i in 1..moves {
                tree.count(ROOT, i, 0.0);
            }
            tree.groups_mut(ROOT).iter_mut().for_each(Group::halve);
            let chosen = tree.select(ROOT, &constants);
            assert!((1..moves).contains(&chosen), "{chosen}");
        }
    }
}
