//! A memo of small cores: the longest path between any two of their squares.
//!
//! Random stones have few and small cores, and the same shapes recur at
//! different places and with different tails. So the paths of a shape are
//! enumerated once and later looked up for the squares that have tails.

use super::bits::{lowest, neighbours};
use crate::hashing::{Memo, mix};

/// The maximum number of squares of a core in the memo; larger cores recur too
/// seldom.
pub(crate) const MAX_SIZE: u32 = 11;
const SQUARES: usize = MAX_SIZE as usize;
/// The memo has `2^BITS` entries of 144 bytes, 576 KiB: they fit into a level-2
/// cache.
const BITS: u32 = 12;

/// The path lengths of one core. Its squares are numbered in the order of their
/// bits.
#[derive(Clone)]
pub(super) struct Shape {
    /// The core, shifted to the top left corner; 0 in an empty entry.
    core: u64,
    /// The length of the longest path in the core.
    pub(super) longest: u8,
    /// The length of the longest path with one end on each square.
    pub(super) from: [u8; SQUARES],
    /// The length of the longest path between each two squares.
    pub(super) between: [[u8; SQUARES]; SQUARES],
}

/// The direct-mapped memo of shapes.
pub(super) struct Shapes(Memo<Shape, BITS>);

impl Default for Shapes {
    fn default() -> Self {
        let empty =
            Shape { core: 0, longest: 0, from: [0; SQUARES], between: [[0; SQUARES]; SQUARES] };
        Shapes(Memo::new(empty))
    }
}

impl Shapes {
    /// Returns the shape of `core`, which has at most [`MAX_SIZE`] squares.
    #[inline(always)]
    pub(super) fn get(&mut self, core: u64) -> &Shape {
        let core = to_corner(core);
        let shape = self.0.entry(mix(core));
        if shape.core != core {
            *shape = enumerate(core);
        }
        shape
    }
}

/// Returns `mask` shifted as far up and left as possible.
#[inline(always)]
fn to_corner(mask: u64) -> u64 {
    let mask = mask >> (mask.trailing_zeros() & !7);
    let halves = mask | (mask >> 32);
    let quarters = halves | (halves >> 16);
    mask >> ((quarters | (quarters >> 8)) & 0xff).trailing_zeros()
}

/// Enumerates all paths of `core`.
#[inline(never)]
fn enumerate(core: u64) -> Shape {
    let mut shape =
        Shape { core, longest: 0, from: [0; SQUARES], between: [[0; SQUARES]; SQUARES] };
    let mut starts = core;
    for start in 0..core.count_ones() as usize {
        let bit = lowest(starts);
        starts ^= bit;
        let row = &mut shape.between[start];
        walk(core, bit, core ^ bit, 1, row);
        shape.from[start] = row.iter().copied().max().unwrap_or(0);
        shape.longest = shape.longest.max(shape.from[start]);
    }
    shape
}

fn walk(core: u64, at: u64, free: u64, length: u8, row: &mut [u8; SQUARES]) {
    let mut next = neighbours(at) & free;
    while next != 0 {
        let step = lowest(next);
        next ^= step;
        let end = &mut row[(core & (step - 1)).count_ones() as usize];
        *end = (*end).max(length + 1);
        walk(core, step, free ^ step, length + 1, row);
    }
}
