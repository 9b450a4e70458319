//! Adds the results of simulations to the moves of their path.

use super::child::{Child, Node};
use super::tree::{Group, Tree, WIDTH};
use crate::game::Squares;
use crate::search::hardware::Instructions;
use crate::search::task::Score;

/// Beyond this many visits a node's numbers are halved: a `f32` counts exactly
/// to twice as many.
const MAX_VISITS: u32 = 1 << 23;

/// Halves the numbers of a node with these groups.
#[cold]
pub(super) fn halve<S: Squares>(groups: &mut [Group<S>]) {
    groups[0].head.visits /= 2;
    for group in groups {
        let numbers =
            [&mut group.visits, &mut group.total, &mut group.amaf_visits, &mut group.amaf_total];
        numbers.into_iter().flatten().for_each(|number| *number /= 2.0);
    }
}

/// The maximum number of AMAF visits that a new node copies from the node two
/// plies before.
pub(super) const INHERITED: f32 = 20.0;

impl<S: Squares> Tree<S> {
    /// Copies to the moves of a new node the AMAF numbers of the same squares
    /// in the node `from`, scaled to at most `max_visits` visits: a square that
    /// was good two plies ago is likely to be good still.
    pub(super) fn inherit_amaf(&mut self, node: Node, from: Node, max_visits: f32) {
        let mut by_square = S::map((0.0, 0.0));
        // The mask avoids bounds checks.
        let place_of = |square: S::Index| usize::from(square.into()) & (S::CAPACITY - 1);
        for index in 0..self.move_count(from) {
            let (group, i) = self.group(from, index);
            // A move that loses here may be the only one two plies later.
            if matches!(group.link[i].read(), Child::Proven(Score::Loss(_))) {
                continue;
            }
            let visits = group.amaf_visits[i].min(max_visits);
            let mean = group.amaf_total[i] / group.amaf_visits[i].max(1.0);
            by_square[place_of(group.square[i])] = (visits, visits * mean);
        }
        let moves = self.move_count(node);
        for (i, group) in self.groups_mut(node).iter_mut().enumerate() {
            for place in 0..WIDTH.min(moves - i * WIDTH) {
                let (visits, total) = by_square[place_of(group.square[place])];
                group.amaf_visits[place] = visits;
                group.amaf_total[place] = total;
            }
        }
    }

    /// Counts a simulation through a node and its move, with AMAF. `own` are
    /// the squares that the side to move owns at the end; `result` is from 0
    /// (lost) to 1 (won) for it.
    #[inline(always)]
    pub(super) fn update(
        &mut self,
        instructions: impl Instructions,
        node: Node,
        chosen: usize,
        own: S,
        result: f32,
    ) {
        let groups = self.groups_mut(node);
        let head = &mut groups[0].head;
        head.visits += 1;
        // The moves of the node whose squares are owned, a bit for each.
        let extract = |word, mask| instructions.extract(word, mask);
        let mut owned = own.extract(head.moves, extract);
        if head.visits >= MAX_VISITS {
            halve(groups);
        }
        for group in &mut *groups {
            let eight_moves = owned.take_byte();
            for i in 0..WIDTH {
                let one = (eight_moves >> i & 1) as f32;
                group.amaf_visits[i] += one;
                group.amaf_total[i] += one * result;
            }
        }
        let group = &mut groups[chosen / WIDTH];
        group.visits[chosen % WIDTH] += 1.0;
        group.total[chosen % WIDTH] += result;
    }

    /// Counts a simulation without a playout, so without AMAF.
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
    use super::super::child::ROOT;
    use super::super::select::Constants;
    use super::*;
    use crate::game::{Side, SquareSet};

    /// However long a search runs, it chooses neither a proven loss nor an
    /// unused slot of a group.
    #[test]
    fn halving_does_not_make_losses_and_unused_places_eligible() {
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
            halve(tree.groups_mut(ROOT));
            let chosen = tree.select(ROOT, &constants);
            assert!((1..moves).contains(&chosen), "{chosen}");
        }
    }
}
