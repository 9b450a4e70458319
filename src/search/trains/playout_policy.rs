//! The policy of playouts: learned weights for the next move, given the move
//! before.
//!
//! The ring of a square is its eight neighbours, each empty, of the side to
//! move, of the other side or off the board. `playout_policy.bin`, which
//! `noughts-learn playouts` makes from games, has a byte for each weight of
//! an empty neighbour: 256 for the corners of the ring, then 256 for the
//! others. The index among them is made of the two neighbours on either side
//! along the ring, nearest first, left before right, two bits each from the
//! lowest on: 0 empty, 1 of the side to move, 2 of the other side, 3 off the
//! board. Mirrored and rotated rings have the same weights. The last 9 bytes
//! are the weights of moving anywhere on the board, for 0 to 8 empty
//! neighbours.

use std::hint::select_unpredictable;
use std::sync::LazyLock;

use crate::game::trains::longest::bits::BOARD;
use crate::search::hardware::{Instructions, Portable};

static WEIGHTS: &[u8; 521] = include_bytes!("playout_policy.bin");
static POLICY: LazyLock<PlayoutPolicy> = LazyLock::new(PlayoutPolicy::new);

/// The bits of a ring in the order around it; the first and then every second
/// one is a corner.
const WALK: [usize; 8] = [4, 5, 6, 0, 3, 2, 1, 7];
/// The steps to the neighbours in the order of the bits, a byte for each,
/// rotated so that the first one begins at the first bit of `TOPS`.
const STEPS: u64 = u64::from_le_bytes([1, 7, 8, 9, 55, 56, 57, 63]).rotate_left(7);
const BYTES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x80 * BYTES;

/// The probabilities of the squares of each ring. The index has the bits of the
/// side to move and above them those of the other side; a square off the board
/// is in both. Each square has a byte, the sum of the probabilities up to it in
/// parts of 128. That is 512 KiB, of which only an eighth is ever used.
pub(super) struct PlayoutPolicy {
    sums: Box<[u64]>,
}

impl PlayoutPolicy {
    /// The table of the learned weights.
    pub(super) fn learned() -> &'static PlayoutPolicy {
        &POLICY
    }

    fn new() -> PlayoutPolicy {
        // The sets of squares that can be off the board together.
        let squares = (0..64).filter(|at| BOARD >> at & 1 == 1);
        let mut edges: Vec<usize> = squares.map(|at| ring(Portable, !BOARD, at)).collect();
        edges.sort_unstable();
        edges.dedup();
        let sums = |ring: usize| {
            if !edges.contains(&(ring & ring >> 8)) {
                return 0;
            }
            let weights = Self::weights(ring);
            let total: u32 = weights.iter().sum::<u32>().max(1);
            let (mut sum, mut bytes) = (0, [0; 8]);
            for (byte, weight) in bytes.iter_mut().zip(weights) {
                sum += weight;
                *byte = (sum * 128 / total) as u8;
            }
            u64::from_le_bytes(bytes)
        };
        PlayoutPolicy { sums: (0..1 << 16).map(sums).collect() }
    }

    /// The weights of the squares of a ring, and of moving anywhere.
    fn weights(ring: usize) -> [u32; 9] {
        let state = |place: usize| {
            let bit = WALK[place % 8];
            (ring >> bit & 1) | (ring >> (bit + 8) & 1) << 1
        };
        let mut found = [0; 9];
        let mut empty = 0;
        for place in 0..8 {
            if state(place) == 0 {
                let near = state(place + 7) | state(place + 1) << 2;
                let class = near | state(place + 6) << 4 | state(place + 2) << 6;
                found[WALK[place]] = u32::from(WEIGHTS[class + 256 * (place % 2)]);
                empty += 1;
            }
        }
        found[8] = u32::from(WEIGHTS[512 + empty]);
        found
    }

    /// A random empty neighbour of the square `from`, or `anywhere`; only the
    /// lowest six bits of these three count. `chance` is a random number below
    /// 128; `own` are the stones of the side to move. Squares off the board are
    /// in both sets.
    #[inline(always)]
    pub(super) fn choose(
        &self,
        instructions: impl Instructions,
        [own, other]: [u64; 2],
        from: u32,
        chance: u64,
        anywhere: u32,
    ) -> u32 {
        let [own, other] = [own, other].map(|stones| ring(instructions, stones, from));
        let sums = self.sums[own | other << 8];
        // In each byte the top bit stays set if the chance is not below the
        // sum. As sums ascend, the lowest missing top bit marks the square.
        let below = !(((chance * BYTES) | TOPS) - sums) & TOPS;
        let step = STEPS.rotate_right(below.trailing_zeros()) as u32;
        select_unpredictable(below == 0, anywhere, from.wrapping_add(step))
    }
}

/// The neighbours of a square that are in `set`, as these bits:
///
/// ```text
///     1 2 3
///     7 . 0
///     4 5 6
/// ```
///
/// Rows have eight bits, of which the last is never on the board. The word is
/// rotated so that the square is bit 0; the row before it is then at the upper
/// end of the word.
#[inline(always)]
fn ring(instructions: impl Instructions, set: u64, at: u32) -> usize {
    const RING: u64 = 1 << 1 | 0b111 << 7 | 0b111 << 55 | 1 << 63;
    instructions.extract(set.rotate_right(at), RING) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::search::hardware::{Hardware, Work};

    const ANYWHERE: u32 = u32::MAX;

    /// The squares chosen for all values of `chance`.
    struct All([u64; 2], u32);

    impl Work for All {
        type Output = Vec<u32>;
        fn run(self, instructions: impl Instructions) -> Vec<u32> {
            let stones = self.0.map(|stones| stones | !BOARD);
            let choose = |chance| POLICY.choose(instructions, stones, self.1, chance, ANYWHERE);
            (0..128).map(choose).map(|at| if at == ANYWHERE { at } else { at & 63 }).collect()
        }
    }

    fn random_position(random: &mut Random) -> ([u64; 2], u32) {
        let filled = random.next_u64() | random.next_u64() & random.next_u64();
        let own = random.next_u64() & filled & BOARD;
        let squares: Vec<u32> = (0..56).filter(|i| BOARD >> i & 1 == 1).collect();
        let from = squares[random.below(squares.len())];
        ([own, filled & BOARD & !own & !(1 << from)], from)
    }

    /// The weights of all squares, looked up by columns and rows.
    fn slow_weights([own, other]: [u64; 2], from: u32) -> ([u32; 64], u32) {
        let circle = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        let (column, row) = (from as i32 % 8, from as i32 / 8);
        let state = |place: usize| {
            let (x, y) = (column + circle[place % 8].0, row + circle[place % 8].1);
            let square = x + 8 * y;
            match (0..7).contains(&x) && (0..7).contains(&y) {
                false => (3, 0),
                true if own >> square & 1 == 1 => (1, 0),
                true if other >> square & 1 == 1 => (2, 0),
                true => (0, square as usize),
            }
        };
        let (mut weights, mut empty) = ([0; 64], 0);
        for place in (0..8).filter(|&place| state(place).0 == 0) {
            let class = [7, 1, 6, 2].map(|away| state(place + away).0);
            let class = class[0] + 4 * class[1] + 16 * class[2] + 64 * class[3];
            weights[state(place).1] = u32::from(WEIGHTS[class + 256 * (place % 2)]);
            empty += 1;
        }
        (weights, u32::from(WEIGHTS[512 + empty]))
    }

    #[test]
    fn squares_are_chosen_in_proportion_to_their_weights() {
        let mut random = Random::new(11);
        for _ in 0..3_000 {
            let (stones, from) = random_position(&mut random);
            let (weights, anywhere) = slow_weights(stones, from);
            let total = f64::from(weights.iter().sum::<u32>() + anywhere);
            let chosen = Hardware::detect().run(All(stones, from));
            for (square, &weight) in weights.iter().enumerate() {
                let count = chosen.iter().filter(|&&chosen| chosen == square as u32).count();
                assert!(weight > 0 || count == 0, "{stones:x?} {from}: {square} is taken");
                let expected = f64::from(weight) / total * 128.0;
                assert!((count as f64 - expected).abs() < 1.0, "{stones:x?} {from} {square}");
            }
        }
    }

    #[test]
    fn both_versions_choose_the_same() {
        let mut random = Random::new(12);
        for _ in 0..1_000 {
            let (stones, from) = random_position(&mut random);
            let portable = All(stones, from).run(Portable);
            assert_eq!(Hardware::detect().run(All(stones, from)), portable, "{stones:x?} {from}");
        }
    }

    #[test]
    fn rotated_and_mirrored_rings_have_the_same_weights() {
        let rotated = |place: usize| (place + 2) % 8;
        let mirrored = |place: usize| (10 - place) % 8;
        for ring in 0..1 << 16 {
            let weights = PlayoutPolicy::weights(ring);
            for symmetry in [rotated as fn(usize) -> usize, mirrored] {
                let mut image = 0;
                for place in 0..8 {
                    let (bit, to) = (WALK[place], WALK[symmetry(place)]);
                    image |= (ring >> bit & 0x101) << to;
                }
                let images = PlayoutPolicy::weights(image);
                for place in 0..8 {
                    assert_eq!(weights[WALK[place]], images[WALK[symmetry(place)]], "{ring:x}");
                }
                assert_eq!(weights[8], images[8], "{ring:x}");
            }
        }
    }
}
