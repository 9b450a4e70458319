//! Peels the trees off a set of stones, which leaves the cores with cycles.
//!
//! Each round removes all squares with at most one neighbour, in all components
//! of the board at once. A component that is a tree vanishes from its leaves to
//! its middle: `r` rounds mean a longest train of `2r - 1` or `2r` squares. The
//! squares that no round removes are the *core*. Each core square keeps the
//! length of its longest *tail*, the part of a train outside the core that
//! begins beside that square.
//!
//! ```text
//!   X X . . .        2 1 . . .        # # . . .    core #, the tail of its
//!   X X X . X   ->   # # 2 . 1   ->   # # . . .    top right square is 2 long,
//!   . . X . X        . . 1 . 1                     the tree on the right is 2 long
//! ```

use super::bits::neighbours;

/// The result of peeling one set.
#[derive(Clone, Copy)]
pub(super) struct Peeled {
    /// The squares on cycles or on paths between cycles.
    pub(super) core: u64,
    /// The length of the longest train in the components without a cycle.
    pub(super) trees: u32,
    /// The tails of the core squares.
    pub(super) tails: Tails,
}

/// The length of the longest tail of each square, as a binary number of five
/// digits in five planes: digit `i` of square `s` is bit `s` of plane `i`. One
/// operation on a plane updates all squares of the board.
#[derive(Clone, Copy, Default)]
pub(super) struct Tails {
    planes: [u64; 5],
}

/// Peels several sets in lockstep, so that the processor overlaps their rounds.
#[inline(always)]
pub(super) fn peel<const N: usize>(sets: [u64; N]) -> [Peeled; N] {
    let mut all = sets.map(|core| Peeled { core, trees: 0, tails: Tails::default() });
    let mut leaves = [0; N];
    // A path of 49 squares, the longest tree, takes 25 rounds.
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
    /// Removes the leaves from the core and returns them. `fallen` are the
    /// leaves of the previous round, `round` is the number of rounds before
    /// this one.
    #[inline(always)]
    fn peel_round(&mut self, round: u32, fallen: u64) -> u64 {
        let core = self.core;
        let (down, up, right, left) = (core << 8, core >> 8, core << 1, core >> 1);
        let (vertical, level) = (down | up, right | left);
        // Fallen leaves without a neighbour in the core were the middle of a
        // tree: one square or two.
        let middles = fallen & !(vertical | level);
        let pair = middles & ((middles << 1) | (middles << 8)) != 0;
        let length = (2 * round + u32::from(pair)).wrapping_sub(1);
        // A maximum instead of a branch, which would be unpredictable.
        self.trees = self.trees.max(length.wrapping_mul(u32::from(middles != 0)));
        self.core = core & ((down & up) | (right & left) | (vertical & level));
        core ^ self.core
    }
}

impl Tails {
    /// Sets the tails of `squares` to the length `round`, which is at least
    /// their present length.
    #[inline(always)]
    fn set(&mut self, squares: u64, round: u32) {
        // The upper planes are empty before round 8.
        let planes = if round < 8 { 3 } else { 5 };
        for (digit, plane) in self.planes[..planes].iter_mut().enumerate() {
            let value = 0u64.wrapping_sub(u64::from(round >> digit & 1));
            *plane ^= (*plane ^ value) & squares;
        }
    }

    /// A superset of the core squares with a tail; may contain squares off the
    /// core.
    #[inline(always)]
    pub(super) fn hooks(&self) -> u64 {
        self.planes.iter().fold(0, |all, plane| all | plane)
    }

    /// The length of the tail of the square with this index.
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

    /// The tails of the block of two by two squares with its top left corner at
    /// `at`, three digits each, as an index of the table in `block.rs`; `None`
    /// if a tail needs more digits.
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

    /// The length of the longest tail among `squares`.
    #[inline(always)]
    pub(super) fn longest(&self, squares: u64) -> u32 {
        // From the highest digit down, keep the squares with the longest tails.
        let (mut longest, mut candidates) = (0, squares);
        for digit in (0..5).rev() {
            let set = candidates & self.planes[digit];
            longest |= u32::from(set != 0) << digit;
            candidates = if set == 0 { candidates } else { set };
        }
        longest
    }

    /// The lengths of the tails of `squares`, by square; 0 elsewhere.
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
