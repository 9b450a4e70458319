//! The scale of wins: proven results as numbers that a search maximises, and
//! that tables keep.
//!
//! ```text
//!   -WIN      -PROVEN             0              PROVEN       WIN
//!     | losses |      estimates, draw is 0         |   wins    |
//!     lost now   lost in 1023                 won in 1023   won now
//! ```
//!
//! A win in `n` plies is worth `n` less than one now, so nearer wins and later
//! losses are better.

use crate::search::Score;

/// A win now.
pub(in crate::search) const WIN: i32 = 1 << 28;

/// Beyond every value.
pub(in crate::search) const INFINITE: i32 = WIN + 1;

/// Values beyond this are wins; games are far shorter than the difference.
const PROVEN: i32 = WIN - 1024;

/// The largest estimate.
pub(in crate::search) const MAX_ESTIMATE: i32 = PROVEN - 1;

/// What a number means at the root.
pub(in crate::search) fn to_score(value: i32) -> Score {
    if value > PROVEN {
        Score::Win((WIN - value) as u32)
    } else if value < -PROVEN {
        Score::Loss((WIN + value) as u32)
    } else {
        Score::estimate(value)
    }
}

/// Whether the value is a win or loss.
pub(in crate::search) fn is_decisive(value: i32) -> bool {
    value.abs() > PROVEN
}

/// The value as seen from `plies` further down the tree: tables keep values
/// that do not depend on where the root was.
#[inline]
pub(in crate::search) fn from_root(value: i32, plies: i32) -> i32 {
    if value > PROVEN {
        value + plies
    } else if value < -PROVEN {
        value - plies
    } else {
        value
    }
}

/// The inverse of [`from_root`].
#[inline]
pub(in crate::search) fn to_root(value: i32, plies: i32) -> i32 {
    from_root(value, -plies)
}
