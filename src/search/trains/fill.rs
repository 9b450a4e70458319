//! Random fillings of the empty squares with the right number of stones.

use crate::random::Random;

/// Words drawn before the last one is mended. A balanced filling of 49 squares
/// is hit once in nine draws, so only lopsided counts get that far.
const DRAWS: u32 = 48;

/// A uniformly random subset of `empty` with `count` squares, of which `empty`
/// has at least as many.
///
/// A random word cut to the empty squares is a fair coin for each of them, so
/// all subsets of one size are equally likely: waiting for the right size is
/// exact. After many failures the last word is mended square by square, which
/// is exact for the same reason, and quick for any count.
#[inline(always)]
pub(super) fn random_subset(random: &mut Random, empty: u64, count: u32) -> u64 {
    let mut subset = 0;
    for _ in 0..DRAWS {
        subset = random.next_u64() & empty;
        if subset.count_ones() == count {
            return subset;
        }
    }
    mend(random, empty, count, subset)
}

/// Adds or removes random squares of `subset` until it has `count` of them.
#[cold]
fn mend(random: &mut Random, empty: u64, count: u32, mut subset: u64) -> u64 {
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

    /// Every subset of the right size is as likely as the others, both with
    /// and without mending.
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
                    mend(&mut random, empty, count, start)
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
