//! How long to think: from what the clocks say to one ply's time.

use std::time::Duration;

/// What the other side said about time; `None` where it said nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimits {
    /// Exactly this for the ply.
    pub move_time: Option<Duration>,
    /// What is left on the own clock.
    pub clock: Option<Duration>,
    /// What the own clock gets for each ply.
    pub increment: Duration,
    /// Own plies until the clock is refilled.
    pub plies_to_go: Option<u32>,
}

/// When to stop thinking, counted from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// No new iteration after this.
    pub soft: Duration,
    /// The answer must be on its way.
    pub hard: Duration,
}

/// The time for one ply, or `None` when time is not limited.
///
/// `own_plies` is how many plies the own side may still have to play in this
/// game, this one included; `overhead` is lost on the way to the clock.
pub fn allot(limits: &TimeLimits, own_plies: u32, overhead: Duration) -> Option<Allotment> {
    let by_move = limits.move_time.map(|time| {
        let time = time.saturating_sub(overhead.min(time / 2));
        Allotment { soft: time, hard: time }
    });
    let by_clock = limits.clock.map(|clock| {
        let left = clock.saturating_sub(overhead);
        let plies = limits.plies_to_go.unwrap_or(u32::MAX).min(own_plies).max(1);
        // Games of lines end long before the board is full, and the last
        // plies of the others need no thought: an equal share of the clock
        // for every ply that could come would leave much of it unused.
        let share = left / (plies - plies / 3).max(1);
        let soft = left.min(share + limits.increment.mul_f64(0.75));
        // The overhead is kept for every ply to come, not only for this one.
        let reserve = overhead.saturating_mul(plies.min(10) - 1).min(left / 2);
        let hard = (left - reserve).min(soft.saturating_mul(3));
        Allotment { soft: soft.min(hard), hard }
    });
    match (by_move, by_clock) {
        (Some(a), Some(b)) => {
            Some(Allotment { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) })
        }
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(milliseconds: u64, increment: u64) -> TimeLimits {
        TimeLimits {
            clock: Some(Duration::from_millis(milliseconds)),
            increment: Duration::from_millis(increment),
            ..TimeLimits::default()
        }
    }

    #[test]
    fn no_limit_is_no_allotment() {
        assert_eq!(allot(&TimeLimits::default(), 25, OVERHEAD), None);
    }

    #[test]
    fn the_last_ply_before_a_refill_may_take_what_is_left() {
        let limits = TimeLimits { plies_to_go: Some(1), ..clock(1000, 0) };
        let allotment = allot(&limits, 25, OVERHEAD).map(|a| a.hard);
        assert_eq!(allotment, Some(Duration::from_millis(990)));
    }

    proptest! {
        /// A whole game in which every ply is thought about to the hard limit
        /// and loses something on the way leaves something on the clock.
        #[test]
        fn the_clock_is_never_overstepped(
            start in 500u64..100_000,
            increment in 0u64..1000,
            plies in 1u32..62,
        ) {
            let lost = OVERHEAD / 10;
            let mut left = Duration::from_millis(start);
            for ply in 0..plies {
                let limits = TimeLimits {
                    clock: Some(left),
                    increment: Duration::from_millis(increment),
                    ..TimeLimits::default()
                };
                let hard = allot(&limits, plies - ply, OVERHEAD).map_or(Duration::MAX, |a| a.hard);
                prop_assert!(hard + lost <= left, "{hard:?} of {left:?} at ply {ply}");
                left = left - hard - lost + Duration::from_millis(increment);
            }
        }

        #[test]
        fn allotments_are_within_bounds(
            time in any::<u32>(),
            increment in any::<u32>(),
            plies in any::<u32>(),
            to_go in proptest::option::of(any::<u32>()),
            overhead in any::<u32>(),
        ) {
            let limits = TimeLimits { plies_to_go: to_go, ..clock(time.into(), increment.into()) };
            let overhead = Duration::from_millis(overhead.into());
            let a = allot(&limits, plies, overhead);
            prop_assert!(a.is_some_and(|a| a.soft <= a.hard));
            prop_assert!(a.is_some_and(|a| a.hard <= Duration::from_millis(time.into())));
        }
    }
}
