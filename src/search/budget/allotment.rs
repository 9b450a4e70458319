//! Allots the time for one ply from the limits on time.

use std::time::Duration;

/// The limits on time that the client set; `None` where it set none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimits {
    /// The time for this ply alone.
    pub move_time: Option<Duration>,
    /// The time left on the own clock.
    pub clock: Option<Duration>,
    /// The time added to the own clock for each ply.
    pub increment: Duration,
    /// Own plies until the clock is refilled.
    pub plies_to_go: Option<u32>,
}

/// The time allotted to a ply, counted from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// The planned time, which ends at the soft deadline.
    pub soft: Duration,
    /// The maximum time, for an unstable choice; it ends at the hard deadline.
    /// More than `soft` if time can be saved for later plies.
    pub hard: Duration,
}

/// The maximum number of own plies among which a clock is divided. A game on a large
/// board ends long before the board is full: on 15x15 a side plays 13 to 23 plies of
/// five in a row. In a longer game each ply gets a share of the time that is left.
const MAX_PLIES: u32 = 30;
/// The maximum time of a ply, as a multiple of its planned time.
const MAX_EXTENSION: u32 = 3;
/// A ply may exceed its planned time by the time that would then be left on the clock,
/// divided by this number. So after N plies the clock has at least (15/16)^N of the
/// time it would have if all plies had taken their planned time.
const PART_OF_REST: u32 = 16;
/// The overhead divided by this number is reserved for every later ply, for the time
/// lost between the plies.
const PART_OF_OVERHEAD: u32 = 8;
/// The maximum number of plies for which this time is reserved. The reserve takes at
/// most three quarters of the clock.
const MAX_RESERVED_PLIES: u32 = 60;

/// What no ply uses of the clock, besides the overhead: a busy machine may delay the answer
/// of the last ply by a few times as much as that of others.
const RESERVE: Duration = Duration::from_millis(50);

/// The time for one ply; `None` if time is not limited.
///
/// `own_plies` is the maximum number of plies that the own side may still play in this
/// game, including this one; `overhead` is the time lost between the engine and the
/// clock.
pub fn allot(limits: &TimeLimits, own_plies: u32, overhead: Duration) -> Option<Allotment> {
    let by_move = limits.move_time.map(|time| {
        let time = time.saturating_sub(overhead.min(time / 2));
        Allotment { soft: time, hard: time }
    });
    let by_clock = limits.clock.map(|clock| {
        let left = clock.saturating_sub(overhead);
        // The increment makes up for what is lost.
        let lost = (overhead / PART_OF_OVERHEAD).saturating_sub(limits.increment);
        let possible = limits.plies_to_go.unwrap_or(u32::MAX).min(own_plies).max(1);
        let plies = limits.plies_to_go.unwrap_or(MAX_PLIES).min(possible);
        let lost = lost.saturating_mul(possible.min(MAX_RESERVED_PLIES) - 1).min(left * 3 / 4);
        let left = left.saturating_sub(RESERVE).min(left - lost);
        // Games of lines end long before the board is full, and the last
        // plies of other games need little time: equal shares for all
        // possible plies would leave much of the clock unused.
        let share = left / (plies - plies / 3).max(1);
        let share = left.min(share + limits.increment.mul_f64(0.75));
        // The overhead is kept for every ply to come, not only for this one.
        let reserve = overhead.saturating_mul(plies.min(10) - 1).min(left / 2);
        let hard = share.saturating_mul(MAX_EXTENSION).min(share + (left - share) / PART_OF_REST);
        let hard = hard.min(left - reserve);
        let less = if plies > 1 { hard / 64 } else { Duration::ZERO };
        Allotment { soft: share.min(hard - less), hard }
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

    /// Checks that a game in which every ply uses the time until the hard deadline, and
    /// some overhead, leaves time on the clock.
    fn play_to_the_hard_deadlines(start: u64, increment: u64, plies: u32) {
        let lost = OVERHEAD / 10;
        let mut left = Duration::from_millis(start);
        for ply in 0..plies {
            let limits = TimeLimits { clock: Some(left), ..clock(0, increment) };
            let hard = allot(&limits, plies - ply, OVERHEAD).map_or(Duration::MAX, |a| a.hard);
            assert!(hard + lost <= left, "{hard:?} of {left:?} at ply {ply}");
            left = left - hard - lost + Duration::from_millis(increment);
        }
    }

    #[test]
    fn a_short_clock_lasts_for_a_long_game() {
        for plies in 1..=MAX_RESERVED_PLIES {
            play_to_the_hard_deadlines(500, 0, plies);
        }
    }

    /// A clock that is long compared with the overhead is used, however many plies
    /// remain.
    #[test]
    fn a_ply_has_a_share_of_every_clock() {
        for (overhead, clock) in [(10, 140), (10, 240), (100, 1_400), (1_000, 14_000)] {
            for plies in [1, 10, 40, 112, 200] {
                let limits =
                    TimeLimits { clock: Some(Duration::from_millis(clock)), ..Default::default() };
                let soft = allot(&limits, plies, Duration::from_millis(overhead)).unwrap().soft;
                let least = Duration::from_millis(clock) / 120;
                assert!(soft > least, "{soft:?} of {clock} ms before {plies} plies");
            }
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
        assert_eq!(allotment, Some(Duration::from_millis(940)));
    }

    proptest! {
        /// No ply of a game plans to leave less than the reserve, whatever clock the game
        /// began with.
        #[test]
        fn the_reserve_is_left_after_every_ply(
            start in 100u64..=3_600_000,
            increment in 0u64..=10_000,
            plies in 1u32..=200,
            to_go in proptest::option::of(1u32..=60),
        ) {
            let reserve = Duration::from_millis(start).min(OVERHEAD + RESERVE);
            let mut left = Duration::from_millis(start);
            for ply in 0..plies {
                let plies_to_go = to_go.map(|to_go| to_go.saturating_sub(ply).max(1));
                let limits =
                    TimeLimits { clock: Some(left), plies_to_go, ..clock(0, increment) };
                let hard = allot(&limits, plies - ply, OVERHEAD).map_or(Duration::MAX, |a| a.hard);
                prop_assert!(left >= reserve + hard, "{hard:?} of {left:?} at ply {ply}");
                left = left - hard + Duration::from_millis(increment);
            }
        }

        #[test]
        fn the_clock_is_never_overstepped(
            start in 500u64..100_000,
            increment in 0u64..1000,
            plies in 1u32..=MAX_RESERVED_PLIES,
        ) {
            play_to_the_hard_deadlines(start, increment, plies);
        }

        /// Compares a game in which every ply takes the hard deadline with one
        /// in which every ply takes the planned time.
        #[test]
        fn a_part_of_the_planned_clock_is_left_after_every_ply(
            start in 0u64..1_000_000,
            increment in 0u64..10_000,
            plies in 1u32..200,
            overhead in 0u64..100,
        ) {
            let overhead = Duration::from_millis(overhead);
            let [mut used, mut planned] = [Duration::from_millis(start); 2];
            let mut part = 1.0;
            for ply in 0..plies {
                let at = |left: Duration| {
                    let limits = TimeLimits { clock: Some(left), ..clock(0, increment) };
                    let a = allot(&limits, plies - ply, overhead);
                    a.unwrap_or(Allotment { soft: Duration::MAX, hard: Duration::MAX })
                };
                let increment = Duration::from_millis(increment);
                used = used - at(used).hard + increment;
                planned = planned - at(planned).soft + increment;
                part *= 15.0 / 16.0;
                let least = planned.mul_f64(part).saturating_sub(Duration::from_micros(1));
                prop_assert!(used >= least, "{used:?} of {planned:?} after {ply} plies");
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
            let has_later = plies.min(to_go.unwrap_or(u32::MAX)) > 1;
            let may_save = a.is_some_and(|a| a.soft < a.hard || a.hard.is_zero());
            prop_assert!(may_save || !has_later, "{a:?}");
            prop_assert!(a.is_some_and(|a| a.hard <= Duration::from_millis(time.into())));
        }
    }

    /// The soft and the hard deadline in milliseconds.
    fn milliseconds(limits: &TimeLimits, plies: u32) -> Option<[u128; 2]> {
        allot(limits, plies, OVERHEAD).map(|a| [a.soft, a.hard].map(|time| time.as_millis()))
    }

    #[test]
    fn the_overhead_of_the_plies_to_come_is_kept_in_reserve() {
        for (own_plies, to_come) in [(1, 0), (2, 1), (10, 9), (11, 9), (49, 9)] {
            for left in [10, 30, 100, 1000] {
                let clock = clock(left + 10 + RESERVE.as_millis() as u64, 100_000);
                let hard = allot(&clock, own_plies, OVERHEAD).map(|a| a.hard);
                // The increment is so large that nothing else limits the ply.
                let left = Duration::from_millis(left);
                let reserve = (OVERHEAD * to_come).min(left / 2);
                assert_eq!(hard, Some(left - reserve), "{own_plies} plies, {left:?}");
            }
        }
    }

    #[test]
    fn a_time_for_the_ply_is_used_as_a_whole_less_the_overhead() {
        for (time, used) in [(1500, 1490), (20, 10), (10, 5), (1, 0), (0, 0)] {
            let move_time = Some(Duration::from_millis(time));
            let limits = TimeLimits { move_time, ..TimeLimits::default() };
            assert_eq!(milliseconds(&limits, 25), Some([used; 2]), "{time}");
        }
    }

    #[test]
    fn of_a_time_for_the_ply_and_a_clock_the_shorter_one_counts() {
        let by_clock = milliseconds(&clock(1000, 0), 25);
        let both = |time| {
            let move_time = Some(Duration::from_millis(time));
            milliseconds(&TimeLimits { move_time, ..clock(1000, 0) }, 25)
        };
        assert_eq!(both(5000), by_clock);
        assert_eq!(both(20), Some([10, 10]));
    }

    #[test]
    fn fewer_plies_to_play_and_an_increment_give_more_time() {
        let soft = |limits: &TimeLimits, plies| milliseconds(limits, plies).map(|[soft, _]| soft);
        let plain = clock(10_000, 0);
        assert!(soft(&plain, 10) > soft(&plain, 20));
        assert!(soft(&clock(10_000, 100), 20) > soft(&plain, 20));
        let to_go = |plies| TimeLimits { plies_to_go: Some(plies), ..plain };
        // The nearer of the refill and the end of the game counts.
        assert_eq!(milliseconds(&to_go(10), 20), milliseconds(&plain, 10));
        assert_eq!(milliseconds(&to_go(30), 20), milliseconds(&plain, 20));
    }

    #[test]
    fn two_thirds_of_the_plies_share_the_clock() {
        // Of 10 s, 1.25 ms are kept for each of at most 59 later plies, and at least 50 ms.
        for (plies, share) in [(30, 497), (3, 4975), (28, 523), (4, 3316), (112, 496)] {
            let soft = milliseconds(&clock(10_010, 0), plies).map(|[soft, _]| soft);
            assert_eq!(soft, Some(share), "{plies} plies");
        }
        // Three quarters of the increment are for this ply.
        let soft = milliseconds(&clock(10_010, 400), 30).map(|[soft, _]| soft);
        assert_eq!(soft, Some(797));
    }
}
