//! One random word for each side and square; a position's hash is the
//! exclusive or of the words of its stones (Zobrist hashing).

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

/// The word of a stone.
#[inline]
pub(crate) fn key(side: Side, square: Square) -> u64 {
    KEYS[side.index()][square.index() & 127]
}

/// The hash of a placement, computed from nothing.
pub(super) fn hash(x: SquareSet, o: SquareSet) -> u64 {
    let of = |side, stones: SquareSet| stones.into_iter().fold(0, |h, s| h ^ key(side, s));
    of(Side::X, x) ^ of(Side::O, o)
}
