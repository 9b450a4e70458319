//! Which move of a position a simulation descends into.

use super::child::Child;
use super::tree::{Group, Node, Tree, WIDTH};

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

/// The last bits of a value, which give way to the place of the move:
///
/// ```text
///     sign, 1 | exponent, 8 | mantissa, 16 of 23 | PLACE - place, 7
/// ```
///
/// Floats that are not negative compare as the integers that they look like,
/// and of two that are as good as equal the one with the lower place is the
/// greater now. So one comparison finds the best move together with its place.
const PLACE: i32 = 0x7f;
const FIRST_PLACES: [i32; WIDTH] = [127, 126, 125, 124, 123, 122, 121, 120];

/// The fourth root of a number from 1 on, at most 9 % too large: the bits of
/// a float are nearly its logarithm, and a quarter of that is the root's.
/// Exploration needs no more, and with exact roots the choice of a move would
/// wait for them most of the time.
#[inline(always)]
fn fourth_root(number: f32) -> f32 {
    f32::from_bits((number.to_bits() >> 2) + (ONE - (ONE >> 2)))
}

/// One over the square root of a number from 1 on, found in the same way,
/// at most 9 % too large.
#[inline(always)]
fn inverse_root(number: f32) -> f32 {
    f32::from_bits(ONE + (ONE >> 1) - (number.to_bits() >> 1))
}

/// The bits of 1.0, whose logarithm is 0.
const ONE: u32 = 0x3f80_0000;

/// How good a move of a group looks: the mean of its visits and of AMAF, where
/// AMAF weighs `a / (a + n + bias a n)` with `n` visits and `a` AMAF visits
/// (Silver's minimum-MSE schedule, 2009), and something for having been
/// neglected. With `b = 1 + bias a` the mean of the two is
/// `(AMAF total + b total) / (a + b n)`.
#[inline(always)]
fn value(group: &Group, i: usize, explore: f32, constants: &Constants) -> f32 {
    let Constants { bias, prior, urgency, .. } = *constants;
    let n = group.visits[i];
    let a = group.amaf_visits[i] + prior;
    let b = 1.0 + bias * a;
    let sum = group.amaf_total[i] + prior * urgency + b * group.total[i];
    sum / (a + b * n) + explore * inverse_root(1.0 + n)
}

/// The weight of exploration in a position, which grows slowly, as the
/// logarithm would.
#[inline(always)]
fn explore(first: &Group, constants: &Constants) -> f32 {
    constants.exploration * fourth_root(first.head.visits as f32)
}

impl Tree {
    /// The move to descend into.
    #[inline(always)]
    pub(super) fn select(&self, node: Node, constants: &Constants) -> usize {
        let groups = self.groups(node);
        let explore = explore(&groups[0], constants);
        let mut best = [i32::MIN; WIDTH];
        let mut places = FIRST_PLACES;
        for group in groups {
            for i in 0..WIDTH {
                let value = value(group, i, explore, constants);
                best[i] = best[i].max(value.to_bits() as i32 & !PLACE | places[i]);
                places[i] -= WIDTH as i32;
            }
        }
        // Every place ends up with the greatest; so the compiler does it in a
        // vector, which is quicker than taking it apart.
        for half in [WIDTH / 2, WIDTH / 4, WIDTH / 8] {
            let others: [i32; WIDTH] = std::array::from_fn(|i| best[i ^ half]);
            for (best, other) in best.iter_mut().zip(others) {
                *best = (*best).max(other);
            }
        }
        (PLACE - (best[0] & PLACE)) as usize
    }

    /// The best move whose result is not proven; the first of equal ones.
    #[cold]
    pub(super) fn select_open(&self, node: Node, constants: &Constants) -> Option<usize> {
        let explore = explore(&self.groups(node)[0], constants);
        let mut best: Option<(usize, f32)> = None;
        for index in 0..self.moves(node) {
            if let Child::Proven(_) = self.child(node, index) {
                continue;
            }
            let (group, i) = self.group(node, index);
            let value = value(group, i, explore, constants);
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((index, value));
            }
        }
        best.map(|(index, _)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Side, SquareSet};
    use crate::random::Random;

    #[test]
    fn rough_roots_are_nearly_right() {
        for i in 0..10_000 {
            let number = 1.003f32.powi(i).min(2e7);
            let ratios =
                [fourth_root(number) / number.powf(0.25), inverse_root(number) / number.powf(-0.5)];
            assert!(ratios.iter().all(|r| (0.999..1.09).contains(r)), "{number}: {ratios:?}");
        }
    }

    /// The choice among random counts has nearly the highest value by the
    /// formula, and of equal moves the first one is chosen.
    #[test]
    fn the_best_move_is_chosen() {
        let constants = Constants { bias: 0.001, exploration: 0.1, prior: 2.0, urgency: 0.6 };
        let mut random = Random::new(4);
        for moves in [1, 7, 8, 9, 49, 121].into_iter().cycle().take(600) {
            let squares = SquareSet((1u128 << moves) - 1);
            let mut tree = Tree::default();
            tree.reset(1 << 14);
            let node = tree.add(squares, Side::X).expect("there is room");
            assert_eq!(tree.select(node, &constants), 0);
            for group in tree.groups_mut(node) {
                for i in 0..WIDTH {
                    group.visits[i] = random.below(50) as f32;
                    group.total[i] = group.visits[i] * random.below(100) as f32 / 100.0;
                    group.amaf_visits[i] = group.visits[i] + random.below(100) as f32;
                    // Unused places are told by what is subtracted here.
                    group.amaf_total[i] += group.amaf_visits[i] * random.below(100) as f32 / 100.0;
                }
                group.head.visits = 1000;
            }
            let value = |i: usize| {
                let (group, i) = tree.group(node, i);
                let [n, total, a, amaf_total] =
                    [group.visits[i], group.total[i], group.amaf_visits[i], group.amaf_total[i]]
                        .map(f64::from);
                let (a, amaf_total) = (a + 2.0, amaf_total + 2.0 * 0.6);
                let weight = a / (a + n + 0.001 * a * n);
                let mean = weight * (amaf_total / a) + (1.0 - weight) * (total / n.max(1.0));
                mean + 0.1 * 1000f64.powf(0.25) / (1.0 + n).sqrt()
            };
            let best = (0..moves).map(value).fold(f64::MIN, f64::max);
            let chosen = tree.select(node, &constants);
            // Exploration is up to 0.56 here, and each of its roots up to 9 % too large.
            assert!(chosen < moves && value(chosen) > best - 0.1, "{chosen} of {moves}");
        }
    }
}
