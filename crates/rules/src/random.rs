//! Seeded pseudo-random numbers, the same on every machine.

/// Advances a SplitMix64 state and returns its next word (Steele, Lea and
/// Flood 2014). Any state is a good seed.
pub const fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The generator of the searches: xoroshiro128++ (Blackman and Vigna 2019).
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 2],
}

impl Random {
    /// Creates a generator; `seed` alone determines its numbers.
    pub fn new(mut seed: u64) -> Random {
        Random { state: [splitmix(&mut seed), splitmix(&mut seed)] }
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, mut b] = self.state;
        let result = a.wrapping_add(b).rotate_left(17).wrapping_add(a);
        b ^= a;
        self.state = [a.rotate_left(49) ^ b ^ (b << 21), b.rotate_left(28)];
        result
    }

    /// Returns a number below `bound`, which must not be 0. The bias is below
    /// `bound` / 2^64 (Lemire's multiplication without rejection).
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Shuffles a slice uniformly (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_gives_its_published_numbers() {
        // The first outputs for seed 1234567 in the generator's reference
        // tests.
        let mut state = 1_234_567;
        let first: Vec<u64> = (0..3).map(|_| splitmix(&mut state)).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        let mut random = Random::new(1);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[random.below(6)] += 1;
        }
        // Six standard deviations of a count.
        assert!(counts.iter().all(|&c| (9_450..10_550).contains(&c)), "{counts:?}");
    }
}
