//! Peels the trees off a set of stones, so that only what holds cycles is left.
//!
//! Taking away all squares with at most one neighbour, again and again, eats every
//! component that is a tree from its leaves to its middle, all components of the
//! board at once: `r` rounds mean a longest train of `2r - 1` or `2r` squares. What
//! no round can eat is the *core*; the trees that hung on it have become a depth for
//! each core square, the longest *tail* a train can end with after leaving the core.
//!
//! ```text
//!   X X . . .        2 1 . . .        # # . . .       core #, the tail of its
//!   X X X . X   ->   # # 2 . 1   ->   # # . . .       top right square is 2 long,
//!   . . X . X        . . 1 . 1                        the tree on the right is 2 long
//! ```

use super::bits::neighbours;

/// What peeling leaves of one set.
#[derive(Clone, Copy)]
pub(super) struct Peeled {
    /// The squares that are on a cycle or between cycles.
    pub(super) core: u64,
    /// The longest train among the components without a cycle.
    pub(super) trees: u32,
    /// The tails of the core squares.
    pub(super) tails: Tails,
}

/// The length of the longest tail of each square, a binary number of five digits
/// spread over five planes: digit `i` of square `s` is bit `s` of plane `i`. Planes
/// are what all squares of the board can be updated in at once.
#[derive(Clone, Copy, Default)]
pub(super) struct Tails {
    planes: [u64; 5],
}

/// Peels several sets in step: the rounds of one hide in the waits of the other.
#[inline(always)]
pub(super) fn peel<const N: usize>(sets: [u64; N]) -> [Peeled; N] {
    let mut all = sets.map(|core| Peeled { core, trees: 0, tails: Tails::default() });
    let mut leaves = [0; N];
    // A snake of 49 squares takes 25 rounds.
    for round in 0..32 {
        let mut any = 0;
        for i in 0..N {
            leaves[i] = all[i].peel_round(round, leaves[i]);
            any |= leaves[i];
        }
        if any == 0 {
            break;
        }
        for i in 0..N {
            all[i].tails.set(neighbours(leaves[i]) & all[i].core, round + 1);
        }
    }
    all
}

impl Peeled {
    /// Takes the leaves off the core and returns them. `fallen` are the leaves of the
    /// rounds before, the last of which was `round`.
    #[inline(always)]
    fn peel_round(&mut self, round: u32, fallen: u64) -> u64 {
        let core = self.core;
        let (down, up, right, left) = (core << 8, core >> 8, core << 1, core >> 1);
        let (vertical, level) = (down | up, right | left);
        // Leaves that hung on nothing were the middle of a tree: one square or two.
        let middles = fallen & !(vertical | level);
        let pair = middles & ((middles << 1) | (middles << 8)) != 0;
        let length = (2 * round + u32::from(pair)).wrapping_sub(1);
        // A maximum, not a choice: a branch here cannot be predicted.
        self.trees = self.trees.max(length.wrapping_mul(u32::from(middles != 0)));
        self.core = core & ((down & up) | (right & left) | (vertical & level));
        core ^ self.core
    }
}

impl Tails {
    /// Gives `squares` the length `round`, which is not below what they had.
    #[inline(always)]
    fn set(&mut self, squares: u64, round: u32) {
        // The upper planes stay empty as long as the rounds do not reach them.
        let planes = if round < 8 { 3 } else { 5 };
        for (digit, plane) in self.planes[..planes].iter_mut().enumerate() {
            let value = 0u64.wrapping_sub(u64::from(round >> digit & 1));
            *plane ^= (*plane ^ value) & squares;
        }
    }

    /// The squares with a tail, among others that are not in the core.
    #[inline(always)]
    pub(super) fn hooks(&self) -> u64 {
        self.planes.iter().fold(0, |all, plane| all | plane)
    }

    /// The tail of square number `square`.
    #[inline(always)]
    pub(super) fn of(&self, square: u32) -> u32 {
        let digit = |i: usize| (self.planes[i] >> square & 1) << i;
        (0..5).fold(0, |sum, i| sum | digit(i)) as u32
    }

    /// Whether one of `squares` has a tail longer than three.
    #[inline(always)]
    pub(super) fn any_above_three(&self, squares: u64) -> bool {
        (self.planes[2] | self.planes[3] | self.planes[4]) & squares != 0
    }

    /// The tails of the four squares of a block of two by two, three digits each, in
    /// the order `1098 1098 1098` ... see `block.rs`; nothing if a tail needs more.
    #[inline(always)]
    pub(super) fn of_block(&self, at: u32) -> Option<usize> {
        let corners = |plane: u64| plane >> at & 0x0303;
        if corners(self.planes[3] | self.planes[4]) != 0 {
            return None;
        }
        let [ones, twos, fours, ..] = self.planes;
        let bytes = corners(ones) | corners(twos) << 2 | corners(fours) << 4;
        Some(((bytes & 0x3f) | (bytes >> 2 & 0xfc0)) as usize)
    }

    /// The longest tail among `squares`.
    #[inline(always)]
    pub(super) fn longest(&self, squares: u64) -> u32 {
        // From the highest digit down, keep the squares that have the most.
        let (mut longest, mut candidates) = (0, squares);
        for digit in (0..5).rev() {
            let set = candidates & self.planes[digit];
            longest |= u32::from(set != 0) << digit;
            candidates = if set == 0 { candidates } else { set };
        }
        longest
    }

    /// The tails of `squares`, by square; zero elsewhere.
    #[inline(always)]
    pub(super) fn by_square(&self, squares: u64) -> [u8; 64] {
        let mut tails = [0; 64];
        let mut hooks = self.hooks() & squares;
        while hooks != 0 {
            let square = hooks.trailing_zeros();
            tails[square as usize & 63] = self.of(square) as u8;
            hooks &= hooks - 1;
        }
        tails
    }
}
