//! A table for the most frequent core, a block of two by two squares.
//!
//! ```text
//!   a b     The index holds the tails of the corners, digit by digit:
//!   c d     bits  11 10   9  8   7  6   5  4   3  2   1  0
//!                 d4 c4  d2 c2  d1 c1  b4 a4  b2 a2  b1 a1
//! ```

use super::peel::Tails;

/// The length of the longest train through a block, for tails up to seven
/// squares.
static LONGEST: [u8; 4096] = {
    let mut table = [0; 4096];
    let mut index = 0;
    while index < table.len() {
        table[index] =
            through(corner(index, 0), corner(index, 1), corner(index, 6), corner(index, 7));
        index += 1;
    }
    table
};

/// The tail of the corner whose lowest digit is bit `at` of the index.
const fn corner(index: usize, at: usize) -> u8 {
    let digits = index >> at;
    (digits & 1 | digits >> 1 & 2 | digits >> 2 & 4) as u8
}

/// The length of the longest train through a block with these tails. A path
/// between adjacent corners covers all four squares; a path between opposite
/// corners misses one.
const fn through(a: u8, b: u8, c: u8, d: u8) -> u8 {
    let adjacent = max(a, d) + max(b, c) + 4;
    let opposite = max(a + d, b + c) + 3;
    max(adjacent, opposite)
}

const fn max(a: u8, b: u8) -> u8 {
    if a > b { a } else { b }
}

/// A block of two by two squares with its top left corner on bit 0.
pub(crate) const BLOCK: u64 = 0x0303;

/// The top left corners of the blocks that are whole components of `core`.
#[inline(always)]
pub(super) fn alone(core: u64) -> u64 {
    let wide = core & (core >> 1);
    let blocks = wide & (wide >> 8);
    //   . 7 8 .       The squares around the block 0 1 8 9 as distances from its
    //  -1 0 1 2       corner: two on each side.
    //   7 8 9 10
    //   . 16 17 .
    let either = core | (core >> 1);
    let column = core | (core >> 8);
    let around = (either << 8) | (either >> 16) | (column << 1) | (column >> 2);
    blocks & !around
}

/// The length of the longest train through the block with its top left corner
/// on square `at`.
#[inline(always)]
pub(super) fn longest_through(at: u32, tails: &Tails) -> u32 {
    match tails.of_block(at) {
        Some(index) => u32::from(LONGEST[index & 4095]),
        None => long_tails(at, tails),
    }
}

#[cold]
fn long_tails(at: u32, tails: &Tails) -> u32 {
    let [a, b, c, d] = [0, 1, 8, 9].map(|corner| tails.of(at + corner) as u8);
    u32::from(through(a, b, c, d))
}
