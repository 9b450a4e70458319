//! Exact lengths of longest trains, with memos that last from board to board.

use super::bits::{flood, lowest};
use super::block;
use super::core::longest_through;
use super::memo::NumberMemo;
use super::peel::{Peeled, Tails, peel};
use super::shapes::{self, Shapes};

/// A calculator of longest trains that keeps its memos between boards.
#[derive(Default)]
pub struct Lengths {
    shapes: Shapes,
    components: NumberMemo<14>,
    /// Whether to keep large components in a memo. Worthwhile when they recur,
    /// as when most of the board is the same from filling to filling.
    pub repeating: bool,
}

impl Lengths {
    /// Returns the lengths of the longest trains of two sets.
    #[inline(always)]
    pub fn of_both(&mut self, x: u64, o: u64) -> (u32, u32) {
        let [px, po] = peel([x, o]);
        (self.finish(x, &px, 0, u32::MAX), self.finish(o, &po, 0, u32::MAX))
    }

    /// Returns the length of the longest train of `mask`.
    #[inline(always)]
    pub fn of(&mut self, mask: u64) -> u32 {
        self.within(mask, 0, u32::MAX)
    }

    /// Returns the length of the longest train of `mask` if it is above `floor`
    /// and below `enough`. Returns a number of at most `floor` if the length is
    /// at most `floor`, and one of at least `enough`, but not above the length,
    /// if the length is at least `enough`.
    #[inline(always)]
    pub fn within(&mut self, mask: u64, floor: u32, enough: u32) -> u32 {
        let [peeled] = peel([mask]);
        self.finish(mask, &peeled, floor, enough)
    }

    #[inline(always)]
    fn finish(&mut self, mask: u64, peeled: &Peeled, floor: u32, enough: u32) -> u32 {
        let mut best = floor.max(peeled.trees);
        let mut cores = peeled.core;
        if cores == 0 || best >= enough {
            return best;
        }
        let mut blocks = block::alone(cores);
        cores &= !(blocks * block::BLOCK);
        while blocks != 0 {
            best = best.max(block::longest_through(blocks.trailing_zeros(), &peeled.tails));
            blocks &= blocks - 1;
        }
        while cores != 0 && best < enough {
            let core = flood(lowest(cores), cores);
            cores ^= core;
            let length = if core.count_ones() <= shapes::MAX_SIZE {
                through_shape(&mut self.shapes, core, &peeled.tails)
            } else if self.repeating {
                let whole = flood(core, mask);
                let search = || longest_through(core, &peeled.tails, 0, u32::MAX);
                self.components.get(whole, search)
            } else {
                longest_through(core, &peeled.tails, best, enough)
            };
            best = best.max(length);
        }
        if best >= enough {
            return best;
        }
        // A train may also lie in one of the trees that hang on a core. But the
        // train from the longest tail into a cycle has at least four squares
        // more than that tail.
        let tails = &peeled.tails;
        if tails.any_above_three(peeled.core) && 2 * tails.longest(peeled.core) + 1 > best {
            best = best.max(beside_cores(mask, peeled, best));
        }
        best
    }
}

/// The length of the longest train through a core of at most
/// [`shapes::MAX_SIZE`] squares.
#[inline(always)]
fn through_shape(shapes: &mut Shapes, core: u64, tails: &Tails) -> u32 {
    let shape = shapes.get(core);
    let index = |square: u32| (core & ((1 << square) - 1)).count_ones() as usize;
    let mut best = u32::from(shape.longest);
    let mut hooks = tails.hooks() & core;
    while hooks != 0 {
        let one = hooks.trailing_zeros();
        hooks &= hooks - 1;
        let (tail, between) = (tails.of(one), &shape.between[index(one)]);
        best = best.max(tail + u32::from(shape.from[index(one)]));
        let mut others = hooks;
        while others != 0 {
            let other = others.trailing_zeros();
            others &= others - 1;
            best = best.max(tail + tails.of(other) + u32::from(between[index(other)]));
        }
    }
    best
}

/// The length of the longest train in one of the trees that hang on the cores,
/// core square included, if it is longer than `best`; otherwise `best`.
#[cold]
pub(super) fn beside_cores(mask: u64, peeled: &Peeled, best: u32) -> u32 {
    let mut longest = best;
    let mut roots = peeled.core & peeled.tails.hooks();
    while roots != 0 {
        let root = lowest(roots);
        roots ^= root;
        if 2 * peeled.tails.of(root.trailing_zeros()) + 1 > longest {
            let tree = flood(root, mask & !peeled.core | root);
            let [alone] = peel([tree]);
            longest = longest.max(alone.trees);
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::super::bits::BOARD;
    use super::super::tests::brute_force;
    use super::*;
    use crate::random::Random;

    /// A number that was found with bounds says nothing about other bounds.
    #[test]
    fn a_memo_keeps_lengths_and_no_bounds() {
        let mut random = Random::new(8);
        let mut lengths = Lengths { repeating: true, ..Lengths::default() };
        for _ in 0..3_000 {
            // Dense, so that cores are too large for the table of shapes.
            let set = (random.next_u64() | random.next_u64()) & BOARD;
            let want = Lengths::default().of(set);
            let floor = random.below(want as usize + 5) as u32;
            let enough = floor + 1 + random.below(5) as u32;
            lengths.within(set, floor, enough);
            assert_eq!(lengths.of(set), want, "{set:x} after {floor} and {enough}");
        }
    }

    #[test]
    fn agrees_with_brute_force() {
        let mut rng = Random::new(3);
        let mut lengths = Lengths::default();
        for i in 0..30_000 {
            let mut set = rng.next_u64() & BOARD;
            match i % 6 {
                0 => set &= rng.next_u64(),
                1 => set |= rng.next_u64() & rng.next_u64() & BOARD,
                _ => {}
            }
            lengths.repeating = i % 2 == 0;
            let want = brute_force(set);
            assert_eq!(lengths.of(set), want, "{set:x}");
            for floor in want.saturating_sub(2)..want + 2 {
                for enough in [floor + 1, floor + 2, floor + 5] {
                    let got = lengths.within(set, floor, enough);
                    if want <= floor {
                        assert!(got <= floor);
                    } else if want >= enough {
                        assert!(got >= enough && got <= want);
                    } else {
                        assert_eq!(got, want);
                    }
                }
            }
            if i % 6 > 1 {
                let other = brute_force(BOARD & !set);
                assert_eq!(lengths.of_both(set, BOARD & !set), (want, other));
            }
        }
    }
}
