//! Selects the move of a node that a simulation descends into.

use super::child::{Child, Node};
use super::tree::{Group, Tree, WIDTH};
use crate::game::Squares;
use crate::search::task::MctsConstants;

/// The constants of the formula that compares moves; [`MctsConstants`] has them
/// as whole numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants {
    /// The larger this is, the sooner real visits outweigh AMAF.
    pub(super) bias: f32,
    /// The weight of exploration: how much moves with few visits gain.
    pub(super) exploration: f32,
    /// AMAF visits that every move is given in advance.
    pub(super) prior: f32,
    /// The mean result of these visits (first-play urgency).
    pub(super) urgency: f32,
}

impl Constants {
    pub(super) fn new(constants: &MctsConstants) -> Constants {
        let in_units = |number: u32, unit: f64| (f64::from(number) / unit) as f32;
        Constants {
            bias: in_units(constants.bias, 1e6),
            exploration: in_units(constants.exploration, 1e6),
            prior: in_units(constants.prior, 100.0),
            urgency: in_units(constants.urgency, 1000.0),
        }
    }
}

/// The mask of the last bits of a value, which are replaced by the place of the
/// move. With at most 128 moves:
///
/// ```text
///     sign, 1 | exponent, 8 | mantissa, 16 of 23 | PLACE - place, 7
/// ```
///
/// The bits of floats that are not negative compare like integers. Of two
/// values that differ only in the replaced bits, the one with the lower place
/// is greater. So one comparison finds the best move together with its place.
const fn place_mask<S: Squares>() -> i32 {
    S::CAPACITY as i32 - 1
}

/// The fourth root of a number of at least 1, at most 9 % too large: the bits
/// of a float are nearly its logarithm, and a quarter of that is the logarithm
/// of the root. Exploration needs no more precision, and exact roots would take
/// most of the time of the choice.
#[inline(always)]
fn fourth_root(number: f32) -> f32 {
    f32::from_bits((number.to_bits() >> 2) + (ONE - (ONE >> 2)))
}

/// One over the square root of a number of at least 1, computed in the same
/// way, at most 9 % too large.
#[inline(always)]
fn inverse_root(number: f32) -> f32 {
    f32::from_bits(ONE + (ONE >> 1) - (number.to_bits() >> 1))
}

/// The bits of 1.0, whose logarithm is 0.
const ONE: u32 = 0x3f80_0000;

/// The value of a move: a weighted mean of the results of its visits and of
/// AMAF, plus exploration. With `n` visits and `a` AMAF visits, AMAF has the
/// weight `a / (a + n + bias a n)` (Silver's minimum-MSE schedule, 2009). With
/// `b = 1 + bias a` the mean of the two is
/// `(AMAF total + b total) / (a + b n)`.
#[inline(always)]
fn value<S: Squares>(group: &Group<S>, i: usize, explore: f32, constants: &Constants) -> f32 {
    let Constants { bias, prior, urgency, .. } = *constants;
    let n = group.visits[i];
    let a = group.amaf_visits[i] + prior;
    let b = 1.0 + bias * a;
    let sum = group.amaf_total[i] + prior * urgency + b * group.total[i];
    sum / (a + b * n) + explore * inverse_root(1.0 + n)
}

/// The weight of exploration in a node, which grows with its visits as slowly
/// as a logarithm.
#[inline(always)]
fn explore<S: Squares>(first: &Group<S>, constants: &Constants) -> f32 {
    constants.exploration * fourth_root(first.head.visits as f32)
}

impl<S: Squares> Tree<S> {
    /// The move to descend into.
    #[inline(always)]
    pub(super) fn select(&self, node: Node, constants: &Constants) -> usize {
        let groups = self.groups(node);
        let explore = explore(&groups[0], constants);
        let mut best = [i32::MIN; WIDTH];
        let mask = place_mask::<S>();
        let mut places: [i32; WIDTH] = std::array::from_fn(|i| mask - i as i32);
        for group in groups {
            for i in 0..WIDTH {
                let value = value(group, i, explore, constants);
                best[i] = best[i].max(value.to_bits() as i32 & !mask | places[i]);
                places[i] -= WIDTH as i32;
            }
        }
        // Afterwards every lane has the maximum. The compiler turns this into
        // vector instructions, which is faster than extracting the lanes.
        for half in [WIDTH / 2, WIDTH / 4, WIDTH / 8] {
            let others: [i32; WIDTH] = std::array::from_fn(|i| best[i ^ half]);
            for (best, other) in best.iter_mut().zip(others) {
                *best = (*best).max(other);
            }
        }
        (mask - (best[0] & mask)) as usize
    }

    /// The best move without a proven result; the first of equal ones.
    #[cold]
    pub(super) fn select_open(&self, node: Node, constants: &Constants) -> Option<usize> {
        let explore = explore(&self.groups(node)[0], constants);
        let mut best: Option<(usize, f32)> = None;
        for index in 0..self.move_count(node) {
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
    fn approximate_roots_are_at_most_9_percent_too_large() {
        for i in 0..10_000 {
            let number = 1.003f32.powi(i).min(2e7);
            let ratios =
                [fourth_root(number) / number.powf(0.25), inverse_root(number) / number.powf(-0.5)];
            assert!(ratios.iter().all(|r| (0.999..1.09).contains(r)), "{number}: {ratios:?}");
        }
    }

    /// The move chosen with random counts has nearly the highest value by the
    /// exact formula, and of equal moves the first is chosen.
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
                    // Added to what is there: -∞ in unused slots.
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
            // Exploration is up to 0.56 here, and each of its roots up to 9 %
            // too large.
            assert!(chosen < moves && value(chosen) > best - 0.1, "{chosen} of {moves}");
        }
    }
}
