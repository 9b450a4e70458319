//! Zobrist hashing: the hash of a position is the exclusive or of one random
//! key for each stone.

use super::square::Square;
use crate::game::side::Side;
use crate::random::splitmix;

static KEYS: [[u64; 128]; 2] = keys();

const fn keys() -> [[u64; 128]; 2] {
    let mut keys = [[0; 128]; 2];
    let mut state = 0;
    let mut i = 0;
    while i < 256 {
        keys[i / 128][i % 128] = splitmix(&mut state);
        i += 1;
    }
    keys
}

/// The key of a stone.
#[inline]
pub fn key(side: Side, square: Square) -> u64 {
    debug_assert!(square.index() < 128, "a square of a large board");
    KEYS[side.index()][square.index() & 127]
}

/// The keys of boards with wide sets of squares, in a separate table, so that
/// the keys of small boards stay close together.
static WIDE_KEYS: [[u64; 512]; 2] = wide_keys();

const fn wide_keys() -> [[u64; 512]; 2] {
    let mut keys = [[0; 512]; 2];
    let mut state = 1;
    let mut i = 0;
    while i < 1024 {
        keys[i / 512][i % 512] = splitmix(&mut state);
        i += 1;
    }
    keys
}

/// The key of a stone on a board with wide sets of squares.
#[inline]
pub fn wide_key(side: Side, square: Square) -> u64 {
    WIDE_KEYS[side.index()][square.index() & 511]
}
