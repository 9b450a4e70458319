//! Fills the empty squares at random.

use super::playout_policy::PlayoutPolicy;
use crate::game::trains::Position;
use crate::game::{Game, Side, Square, Trains};
use crate::random::Random;
use crate::search::hardware::Instructions;

/// Words drawn before the last one is adjusted. A balanced filling of 49
/// squares takes nine draws on average, so only unbalanced counts need that
/// many.
const DRAWS: u32 = 48;

/// The squares that X owns after random legal moves to the end, with equal
/// probabilities.
///
/// Once no ply is restricted, that is a uniformly random filling with the right
/// number of stones.
#[inline(always)]
pub(super) fn fill(game: &Trains, mut position: Position, random: &mut Random) -> u64 {
    while position.ply() < game.unrestricted_from() {
        let Some(square) = any_legal(game, &position, random) else { break };
        game.play(&mut position, square);
    }
    let x = position.stones(Side::X);
    let empty = game.squares() & !(x | position.stones(Side::O));
    let missing = game.stones_of_x() - x.count_ones();
    x | random_subset(random, empty, missing)
}

/// The squares that X owns after random legal moves to the end, each chosen by
/// the learned policy from the move before: such fillings predict the result of
/// a game better than uniform ones.
///
/// No branch depends on random data here: a mispredicted branch would take
/// longer than all the rest of a ply.
#[inline(always)]
pub(super) fn fill_nearby(
    instructions: impl Instructions,
    policy: &PlayoutPolicy,
    game: &Trains,
    mut position: Position,
    mut last: Square,
    random: &mut Random,
) -> u64 {
    while position.ply() < game.unrestricted_from() {
        let Some(square) = any_legal(game, &position, random) else { break };
        game.play(&mut position, square);
        last = square;
    }
    // Squares off the board count as occupied by both sides.
    let [mut x, mut o] = Side::BOTH.map(|side| position.stones(side) | !game.squares());
    let mut at = last.index() as u32;
    // The stone of the last ply, added to the board one ply later. A square is
    // not in its own ring, so the next choice need not wait for it.
    let (mut to_x, mut to_o) = (0, 0);
    let mut plies_of_x = game.plies_of_x() >> position.ply();
    for left in (1..=(game.plies() - position.ply()) as u64).rev() {
        let bits = random.next_u64();
        let by_x = (plies_of_x & 1).wrapping_neg();
        let own = o ^ ((x ^ o) & by_x);
        let stones = [own, own ^ x ^ o];
        x |= to_x;
        o |= to_o;
        let anywhere = instructions.deposit(1 << (((bits >> 32) * left) >> 32), !(x | o));
        let anywhere = anywhere.trailing_zeros();
        at = policy.choose(instructions, stones, at, bits & 127, anywhere);
        let step = 1u64.rotate_left(at);
        (to_x, to_o) = (step & by_x, step & !by_x);
        plies_of_x >>= 1;
    }
    (x | to_x) & game.squares()
}

fn any_legal(game: &Trains, position: &Position, random: &mut Random) -> Option<Square> {
    let legal = game.legal(position);
    legal.nth(random.below(legal.len()))
}

/// A uniformly random subset of `empty` with `count` squares; `empty` has at
/// least as many.
///
/// A random word restricted to the empty squares is a fair coin for each of
/// them, so all subsets of one size are equally likely, and drawing until the
/// size is right is exact. After many failures the last word is adjusted square
/// by square, which is exact for the same reason, and quick for any count.
#[inline(always)]
pub(super) fn random_subset(random: &mut Random, empty: u64, count: u32) -> u64 {
    let mut subset = 0;
    for _ in 0..DRAWS {
        subset = random.next_u64() & empty;
        if subset.count_ones() == count {
            return subset;
        }
    }
    adjust(random, empty, count, subset)
}

/// Adds or removes random squares of `subset` until it has `count` of them.
#[cold]
fn adjust(random: &mut Random, empty: u64, count: u32, mut subset: u64) -> u64 {
    loop {
        let size = subset.count_ones();
        let candidates = match size.cmp(&count) {
            std::cmp::Ordering::Less => empty & !subset,
            std::cmp::Ordering::Equal => return subset,
            std::cmp::Ordering::Greater => subset,
        };
        subset ^= nth(candidates, random.below(candidates.count_ones() as usize));
    }
}

/// The bit of `mask` that has `n` bits of `mask` below it.
fn nth(mut mask: u64, n: usize) -> u64 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask & mask.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SquareSet;
    use crate::game::trains::{NAMED, RuleSet, SIZES};
    use crate::search::hardware::{Hardware, Portable, Work};

    struct Nearby<'a>(&'a Trains, Position, Square, &'a mut Random);

    impl Work for Nearby<'_> {
        type Output = u64;
        fn run(self, instructions: impl Instructions) -> u64 {
            fill_nearby(instructions, PlayoutPolicy::learned(), self.0, self.1, self.2, self.3)
        }
    }

    #[test]
    fn fillings_of_every_rule_set_are_possible_ends() {
        let mut random = Random::new(3);
        let unequal = "(XA, O1, O3, XA, XA, OA, XA, OA, ...)";
        let sizes = NAMED.map(|(name, _)| SIZES.map(move |size| format!("{size}:{name}")));
        for rules in sizes.into_iter().flatten().chain([unequal.to_string()]) {
            let game = Trains::new(rules.parse().expect("a rule set"));
            for _ in 0..300 {
                let mut position = game.start();
                let mut last = Square::new(0);
                for _ in 0..random.below(game.plies() + 1) {
                    last = any_legal(&game, &position, &mut random).expect("a move");
                    game.play(&mut position, last);
                }
                let before = Side::BOTH.map(|side| position.stones(side));
                let near = Nearby(&game, position, last, &mut random);
                for x in [Hardware::detect().run(near), fill(&game, position, &mut random)] {
                    let sides = [x, game.squares() & !x];
                    assert!((0..2).all(|i| before[i] & !sides[i] == 0), "{rules}");
                    let [x, o] = sides.map(|set| SquareSet(u128::from(set)));
                    assert!(game.place(x, o, game.side_at(game.plies())).is_ok(), "{rules}");
                }
            }
        }
    }

    /// O may take one of two squares; one of them is next to the last move.
    #[test]
    fn the_square_next_to_the_last_move_is_filled_more_often() {
        let game = Trains::new(RuleSet::default());
        let [near, far] = ["b2", "f6"].map(|name| game.board().parse(name).expect("a square"));
        let last = game.board().parse("c3").expect("a square");
        let set = |square: Square| 1u64 << square.index();
        let rest = game.squares() & !(set(near) | set(far));
        let mut x = rest;
        while x.count_ones() > 24 {
            x &= x - 1;
        }
        let [x, o] = [x, rest & !x].map(|set| SquareSet(u128::from(set)));
        let position = game.place(x, o, Side::O).expect("two plies are left");
        let mut random = Random::new(5);
        let games = 20_000;
        let draw = |_: &u32| {
            Hardware::detect().run(Nearby(&game, position, last, &mut random)) & set(near) == 0
        };
        let hits = (0..games).filter(draw).count() as f64 / f64::from(games);
        // Chosen by the policy, or else at random, one of two.
        let stones = [Side::O, Side::X].map(|side| position.stones(side) | !game.squares());
        let at = [last, near].map(|square| square.index() as u32);
        let policy = PlayoutPolicy::learned();
        let choose = |chance| policy.choose(Portable, stones, at[0], chance, 63) & 63;
        let chosen = (0..128).map(choose).filter(|&square| square == at[1]).count() as f64 / 128.0;
        assert!(chosen > 0.5, "{chosen}");
        let expected = chosen + (1.0 - chosen) / 2.0;
        // Six standard deviations.
        assert!((hits - expected).abs() < 6.0 * 0.5 / f64::from(games).sqrt(), "{hits}");
    }

    /// All subsets of the right size are equally likely, with and without
    /// adjustment.
    #[test]
    fn fillings_are_uniform() {
        let mut random = Random::new(8);
        let empty: u64 = 0x0103_0008_1002_0040;
        for count in [0, 1, 3, 7, empty.count_ones()] {
            let mut counts = std::collections::HashMap::new();
            let draws = 60_000;
            for round in 0..draws {
                let subset = if round % 2 == 0 {
                    random_subset(&mut random, empty, count)
                } else {
                    let start = random.next_u64() & empty;
                    adjust(&mut random, empty, count, start)
                };
                assert_eq!((subset & !empty, subset.count_ones()), (0, count));
                *counts.entry(subset).or_insert(0u32) += 1;
            }
            let n = empty.count_ones();
            let subsets = (0..count).fold(1, |product, i| product * (n - i) / (i + 1));
            assert_eq!(counts.len() as u32, subsets);
            let expected = f64::from(draws) / f64::from(subsets);
            let chi: f64 =
                counts.values().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
            // Five standard deviations above the mean of the distribution.
            let freedom = f64::from(subsets - 1);
            assert!(chi <= freedom + 5.0 * (2.0 * freedom).sqrt() + 1.0, "{count}: {chi}");
        }
    }
}
