//! The scale of values: proven results and estimates as numbers for searches
//! and tables.
//!
//! ```text
//!   -WIN      -PROVEN             0              PROVEN       WIN
//!     | losses |      estimates, draw is 0         |   wins    |
//!     lost now   lost in 1023                 won in 1023   won now
//! ```
//!
//! A win in `n` plies has the value of a win now minus `n`, so shorter wins and
//! longer losses are better.

use super::score::{Score, WIN};

/// More than any value.
pub(crate) const INFINITE: i32 = WIN + 1;

/// Values above this are wins. The longest game has far fewer plies than the
/// difference from [`WIN`].
const PROVEN: i32 = WIN - 1024;

/// The largest estimate.
pub(crate) const MAX_ESTIMATE: i32 = PROVEN - 1;

/// The score of a value at the root.
pub(crate) fn to_score(value: i32) -> Score {
    if value > PROVEN {
        Score::Win((WIN - value) as u32)
    } else if value < -PROVEN {
        Score::Loss((WIN + value) as u32)
    } else {
        Score::estimate(value)
    }
}

/// Whether the value is a win or loss.
pub(crate) fn is_decisive(value: i32) -> bool {
    value.abs() > PROVEN
}

/// Converts distances from the root into distances from a position `plies`
/// below: table values must not depend on the root.
#[inline]
pub(crate) fn from_root(value: i32, plies: i32) -> i32 {
    if value > PROVEN {
        value + plies
    } else if value < -PROVEN {
        value - plies
    } else {
        value
    }
}

/// Converts distances from a position `plies` below the root into distances
/// from the root.
#[inline]
pub(crate) fn to_root(value: i32, plies: i32) -> i32 {
    from_root(value, -plies)
}
