//! The relation of a stored value to the true one.

/// How the true value of a position compares with a stored one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact = 1,
    /// The true value is at least this.
    Lower = 2,
    /// The true value is at most this.
    Upper = 3,
}

impl Bound {
    /// The bound of a value found by a search with this window.
    #[inline]
    pub(crate) fn of(value: i32, (alpha, beta): (i32, i32)) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Whether a value with this bound settles a search with this window.
    #[inline]
    pub(crate) fn settles(self, value: i32, (alpha, beta): (i32, i32)) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// The bound with this number.
    #[inline]
    pub(super) fn from_byte(byte: u8) -> Option<Bound> {
        match byte {
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Upper),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: (i32, i32) = (-10, 10);

    #[test]
    fn a_result_is_exact_inside_of_the_window_only() {
        for (value, bound) in [
            (-11, Bound::Upper),
            (-10, Bound::Upper),
            (-9, Bound::Exact),
            (9, Bound::Exact),
            (10, Bound::Lower),
        ] {
            assert_eq!(Bound::of(value, WINDOW), bound, "{value}");
            // A search with the same window is settled by it.
            assert!(bound.settles(value, WINDOW), "{value}");
        }
    }

    #[test]
    fn a_bound_counts_outside_of_the_window_only() {
        for (bound, value, settles) in [
            (Bound::Exact, 0, true),
            (Bound::Lower, 9, false),
            (Bound::Lower, 10, true),
            (Bound::Lower, -10, false),
            (Bound::Upper, -9, false),
            (Bound::Upper, -10, true),
            (Bound::Upper, 10, false),
        ] {
            assert_eq!(bound.settles(value, WINDOW), settles, "{bound:?} {value}");
        }
    }
}
