//! The squares of the 7x7 board as bits of a `u64`, and their neighbours.
//!
//! ```text
//!         a  b  c  d  e  f  g
//!  7      0  1  2  3  4  5  6  .     bit = row * 8 + column
//!  6      8  9 10 11 12 13 14  .     row 0 is the top row, column 0 is file a
//!  5     16 17 18 19 20 21 22  .
//!  4     24 25 26 27 28 29 30  .     column 7 and row 7 (the dots) are always
//!  3     32 33 34 35 36 37 38  .     empty, so a neighbour shift that leaves the
//!  2     40 41 42 43 44 45 46  .     board lands on a dot, and any mask of stones
//!  1     48 49 50 51 52 53 54  .     removes it again: no wrap-around masks.
//!         .  .  .  .  .  .  .  .
//! ```

/// All 49 squares.
pub const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;

/// The squares of one colour of a chequerboard; a train alternates between the
/// colours.
pub const CHEQUER: u64 = 0x0055_2a55_2a55_2a55;

/// The squares orthogonally adjacent to a square of `mask`. May contain bits
/// off the board; every caller masks them out.
#[inline(always)]
pub const fn neighbours(mask: u64) -> u64 {
    (mask << 8) | (mask >> 8) | (mask << 1) | (mask >> 1)
}

/// The squares of `within` that are connected to `seed`, a subset of `within`.
#[inline(always)]
pub const fn flood(seed: u64, within: u64) -> u64 {
    let mut area = seed;
    loop {
        // Two steps per test, as a test costs as much as a step.
        let once = area | (neighbours(area) & within);
        let twice = once | (neighbours(once) & within);
        if twice == area {
            return area;
        }
        area = twice;
    }
}

/// The lowest bit of `mask`, as a mask.
#[inline(always)]
pub const fn lowest(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}

/// The squares of `mask` that have at least two neighbours in `mask`.
#[inline(always)]
pub const fn two_or_more_neighbours(mask: u64) -> u64 {
    let (down, up, right, left) = (mask << 8, mask >> 8, mask << 1, mask >> 1);
    mask & ((down & up) | (right & left) | ((down | up) & (right | left)))
}
