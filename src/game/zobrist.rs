//! Zobrist hashing: the hash of a position is the exclusive or of one random
//! key for each stone.

use super::{Side, Square, SquareSet};
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
pub(crate) fn key(side: Side, square: Square) -> u64 {
    KEYS[side.index()][square.index() & 127]
}

/// Computes the hash of a placement from scratch.
pub(super) fn hash(x: SquareSet, o: SquareSet) -> u64 {
    let of = |side, stones: SquareSet| stones.into_iter().fold(0, |h, s| h ^ key(side, s));
    of(Side::X, x) ^ of(Side::O, o)
}
