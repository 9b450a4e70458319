//! The longest train in bounded time, for any number of paths: dynamic
//! programming over the paths that cross a frontier (a broken profile).
//!
//! The sweep visits the squares row by row. The frontier between the visited
//! squares and the rest has eight places where a path can cross it:
//!
//! ```text
//!     # # # # # # #        #  visited               .  not visited
//!     # # # # # # #        +  the next square: a path enters it from the
//!     # # # + . . .           left at place 3, from above at place 4
//!     0 1 2 3              places 0 to 2 lie below the visited squares of this
//!           4 5 6 7        row, places 4 to 7 above the squares not visited
//! ```
//!
//! The visited squares affect the rest only by the places that paths cross and
//! by the pairs of crossings that belong to one path: a *profile*, two bits for
//! each place, place 0 the lowest.
//!
//! ```text
//!     0   not crossed
//!     1   crossed by a path that also crosses the matching 2, like brackets:
//!     2   paths do not cross each other
//!     3   crossed by a path of which one end has been visited
//! ```
//!
//! A train has two ends, so at most two places are 3: there are at most
//! `323 + 8 * 127 + 28 * 51` profiles (Motzkin numbers). The sweep keeps the
//! greatest length for each profile.

use super::bits::lowest;

/// The greatest number of profiles of a frontier.
const MAX_STATES: usize = 323 + 8 * 127 + 28 * 51;

// The values of a place in a profile; 0 is a place that is not crossed.
const OPENS: u16 = 1;
const CLOSES: u16 = 2;
const ENDED: u16 = 3;

/// A profile and the greatest length that leads to it, the tails of visited
/// ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct State {
    profile: u16,
    length: u8,
}

/// The next square of the sweep, the same for all profiles.
#[derive(Clone, Copy)]
struct Place {
    /// The column, which is also the place of a path from the left.
    column: u32,
    /// Whether the square to the right has a stone.
    right: bool,
    /// Whether the square below has a stone.
    down: bool,
    /// The length of the longest tail of the square.
    tail: u8,
}

impl Place {
    #[inline(always)]
    fn new(square: u64, stones: u64, tails: &[u8; 64]) -> Place {
        let at = square.trailing_zeros();
        Place {
            column: at & 7,
            right: stones & (square << 1) != 0,
            down: stones & (square << 8) != 0,
            tail: tails[at as usize & 63],
        }
    }

    /// Calls `next` with every successor of `state`, and `complete` with the
    /// length of every train that this square completes.
    #[inline(always)]
    fn follow(self, state: State, mut next: impl FnMut(State), mut complete: impl FnMut(u8)) {
        let low = 2 * self.column;
        let (left, above) = (state.profile >> low & 3, state.profile >> (low + 2) & 3);
        let rest = state.profile & !(15 << low);
        let (length, ended) = (state.length + 1, state.length + 1 + self.tail);
        let mut to = |profile, length| next(State { profile, length });
        match (left, above) {
            (0, 0) => {
                to(rest, state.length);
                if self.right && self.down {
                    to(rest | (OPENS | CLOSES << 2) << low, length);
                }
                if ends(rest) < 2 && self.down {
                    to(rest | ENDED << low, ended);
                }
                if ends(rest) < 2 && self.right {
                    to(rest | ENDED << (low + 2), ended);
                }
                if rest == 0 {
                    complete(ended);
                }
            }
            (path, 0) | (0, path) => {
                if self.down {
                    to(rest | path << low, length);
                }
                if self.right {
                    to(rest | path << (low + 2), length);
                }
                if path != ENDED && ends(rest) < 2 {
                    let place = self.column + u32::from(left == 0);
                    to(rest ^ at_match(state.profile, place, path), ended);
                } else if path == ENDED && rest == 0 {
                    complete(ended);
                }
            }
            // A cycle is not a train.
            (OPENS, CLOSES) => {}
            (CLOSES, OPENS) => to(rest, length),
            (ENDED, ENDED) => {
                if rest == 0 {
                    complete(length);
                }
            }
            // Joining two brackets of one kind leaves the partner of one as the
            // other kind of bracket; joining a bracket and an end turns the
            // partner of the bracket into an end.
            _ => {
                let (place, change) = match (left, above) {
                    (OPENS, OPENS) => (self.column + 1, 3),
                    (CLOSES, CLOSES) => (self.column, 3),
                    (ENDED, bracket) => (self.column + 1, bracket),
                    (bracket, _) => (self.column, bracket),
                };
                to(rest ^ at_match(state.profile, place, change), length);
            }
        }
    }
}

/// The row of the first square of a set.
#[inline(always)]
fn row_of(square: u64) -> u32 {
    square.trailing_zeros() >> 3
}

/// The number of paths of `profile` with one visited end.
#[inline(always)]
fn ends(profile: u16) -> u32 {
    (profile & profile >> 1 & 0x5555).count_ones()
}

/// `change`, shifted to the place of the partner of the bracket at `place`.
#[inline(always)]
fn at_match(profile: u16, place: u32, change: u16) -> u16 {
    let opens = profile >> (2 * place) & 3 == OPENS;
    let (mut at, mut depth) = (place, 0);
    loop {
        match profile >> (2 * at) & 3 {
            OPENS => depth += 1,
            CLOSES => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return change << (2 * at);
        }
        at = if opens { at + 1 } else { at.wrapping_sub(1) } & 7;
    }
}

/// Returns the length of the longest train in `stones` if it is longer than
/// `best`; otherwise `best`. The length includes the `tails` of its two ends.
/// Stops early with any length of at least `enough`. Calls `record` with each
/// square and the states before it.
#[inline(always)]
fn sweep(
    stones: u64,
    tails: &[u8; 64],
    mut best: u32,
    enough: u32,
    mut record: impl FnMut(u64, &[State]),
) -> u32 {
    let longest_tail = tails.iter().copied().max().unwrap_or(0);
    // The length plus one for each profile of the next frontier; 0 for profiles
    // not reached.
    let mut lengths = [0u8; 1 << 16];
    let mut profiles = [0; MAX_STATES];
    let mut states = [State::default(); MAX_STATES];
    let mut count = 1;
    let (mut rest, mut row) = (stones, row_of(stones));
    while rest != 0 && count != 0 {
        let square = lowest(rest);
        rest ^= square;
        if row_of(square) != row {
            row = row_of(square);
            states[..count].iter_mut().for_each(|state| state.profile <<= 2);
        }
        record(square, &states[..count]);
        let place = Place::new(square, stones, tails);
        let mut followers = 0;
        for &state in &states[..count] {
            let next = |next: State| {
                let tails = (2 - ends(next.profile)) * u32::from(longest_tail);
                if u32::from(next.length) + rest.count_ones() + tails <= best {
                    return;
                }
                let length = &mut lengths[usize::from(next.profile)];
                if *length == 0
                    && let Some(profile) = profiles.get_mut(followers)
                {
                    *profile = next.profile;
                    followers += 1;
                }
                *length = (*length).max(next.length + 1);
            };
            let mut completed = 0;
            place.follow(state, next, |length| completed = u32::from(length));
            best = best.max(completed);
        }
        if best >= enough {
            break;
        }
        count = followers;
        for (state, &profile) in states.iter_mut().zip(&profiles[..count]) {
            let length = std::mem::take(&mut lengths[usize::from(profile)]);
            *state = State { profile, length: length - 1 };
        }
    }
    best
}

/// Returns the length of the longest train through the connected `core` if it
/// is longer than `best`; otherwise `best`. Stops early with any length of at
/// least `enough`.
#[cold]
#[inline(never)]
pub(super) fn longest_through(core: u64, tails: &[u8; 64], best: u32, enough: u32) -> u32 {
    sweep(core, tails, best, enough, |_, _| {})
}

/// Returns the squares of one longest train, from one end to the other.
pub(super) fn squares(stones: u64) -> Vec<u64> {
    let tails = [0; 64];
    let mut layers = Vec::new();
    let length = sweep(stones, &tails, 0, u32::MAX, |square, states| {
        layers.push((square, states.to_vec()));
    });
    // Trace the train back from the square that completes it: the predecessor
    // of the state `wanted` shows the directions in which the train leaves each
    // square.
    let (mut used, mut right, mut down) = (0, 0, 0);
    let mut wanted: Option<State> = None;
    let mut row = None;
    for (square, states) in layers.iter().rev() {
        let place = Place::new(*square, stones, &tails);
        let shift = if row.replace(row_of(*square)) == Some(row_of(*square)) { 0 } else { 2 };
        let leads_on = |&state: &State| {
            let mut found = None;
            let next = |next: State| {
                let shifted = State { profile: next.profile << shift, ..next };
                found = found.or((wanted == Some(shifted)).then_some((state, next.profile)));
            };
            let mut completes = false;
            place.follow(state, next, |reached| completes = u32::from(reached) == length);
            found.or((wanted.is_none() && completes).then_some((state, 0)))
        };
        let Some((state, profile)) = states.iter().find_map(leads_on) else { continue };
        if wanted.is_none() {
            used |= square;
        }
        wanted = Some(state);
        let crosses = |place: u32| profile >> (2 * place) & 3 != 0;
        down |= if crosses(place.column) { *square } else { 0 };
        right |= if crosses(place.column + 1) { *square } else { 0 };
    }
    used |= right | right << 1 | down | down << 8;
    walk(used, right, down)
}

/// Returns the squares of a path in order. The path joins each square of
/// `right` to its right neighbour and each square of `down` to the square
/// below.
fn walk(used: u64, right: u64, down: u64) -> Vec<u64> {
    let next_to = |square: u64| {
        (square & right) << 1 | (square & down) << 8 | square >> 1 & right | square >> 8 & down
    };
    let mut rest = used;
    let mut at = lowest(rest);
    while next_to(at).count_ones() > 1 {
        rest ^= at;
        at = lowest(rest);
    }
    let mut path = Vec::new();
    rest = used;
    while at != 0 {
        path.push(at);
        rest ^= at;
        at = next_to(at) & rest;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::super::bits::BOARD;
    use super::super::tests::random_stones;
    use super::*;
    use crate::random::Random;

    /// The number of states in a sweep of `stones`.
    fn work(stones: u64) -> usize {
        let mut work = 0;
        sweep(stones, &[0; 64], 0, u32::MAX, |_, states| work += states.len());
        work
    }

    #[test]
    fn tails_lengthen_the_ends_only() {
        let mut random = Random::new(4);
        for round in 0..2_000 {
            let stones = random_stones(&mut random, 5 + round % 20);
            let mut tails = [0; 64];
            (0..64).for_each(|square| tails[square] = random.below(9) as u8);
            let want = longest_with(stones, &tails);
            for (best, enough) in [(0, u32::MAX), (want - 1, u32::MAX), (0, want)] {
                assert_eq!(longest_through(stones, &tails, best, enough), want, "{stones:#x}");
            }
            assert_eq!(longest_through(stones, &tails, want, u32::MAX), want);
            assert!(longest_through(stones, &tails, 0, want.min(3)) >= want.min(3));
        }
    }

    /// The length of the longest train with tails, by enumeration of all paths.
    fn longest_with(stones: u64, tails: &[u8; 64]) -> u32 {
        fn walk(at: u64, free: u64, tails: &[u8; 64]) -> u32 {
            let tail = u32::from(tails[at.trailing_zeros() as usize]);
            let mut next = super::super::bits::neighbours(at) & free;
            let mut longest = 1 + tail;
            while next != 0 {
                let step = lowest(next);
                next ^= step;
                longest = longest.max(1 + walk(step, free ^ step, tails));
            }
            longest
        }
        let mut longest = 0;
        let mut starts = stones;
        while starts != 0 {
            let start = lowest(starts);
            starts ^= start;
            let tail = u32::from(tails[start.trailing_zeros() as usize]);
            let alone = 1 + tail;
            let onward = walk(start, stones ^ start, tails);
            longest = longest.max(if onward > alone { onward + tail } else { alone });
        }
        longest
    }

    /// Searches hard boards by changes to the hardest one so far. The work on
    /// any board is bounded by the most profiles of a frontier times the
    /// squares.
    #[test]
    fn the_work_on_the_hardest_boards_is_bounded() {
        let mut random = Random::new(9);
        let mut hardest = 0;
        for squares in [36, 40, 44, 47, 49] {
            let mut stones = random_stones(&mut random, squares);
            let mut worst = work(stones);
            for _ in 0..60 {
                let mut changed = stones;
                for _ in 0..=random.below(2) {
                    changed ^= 1 << random.below(64) & BOARD;
                }
                let more = work(changed);
                if more >= worst {
                    (stones, worst) = (changed, more);
                }
            }
            hardest = hardest.max(worst);
        }
        assert!(hardest <= 49 * MAX_STATES, "{hardest} states");
        assert!(hardest > 49 * MAX_STATES / 4, "{hardest} states: no hard board found");
    }
}
