//! The potential of a side: the components that can hold a train of a given
//! length, and the search for such a train.

use crate::game::trains::longest::bits::{
    CHEQUER, flood, lowest, neighbours, two_or_more_neighbours,
};

/// The stones of a side, the empty squares that it can use, and the number of
/// these that it will get.
#[derive(Clone, Copy)]
pub(super) struct Resources {
    pub(super) own: u64,
    pub(super) live: u64,
    pub(super) budget: u32,
}

impl Resources {
    /// The components of stones and live squares that may hold a train of
    /// `length` squares. For each component that is large enough but has too
    /// few stones, adds live squares to `zone` so that the stones would be too
    /// few even if all its other live squares were stones.
    #[inline(always)]
    pub(super) fn components(&self, length: u32, zone: &mut u64) -> u64 {
        let all = self.own | self.live;
        let mut seeds = self.live;
        let mut promising = 0;
        while seeds != 0 {
            let component = flood(lowest(seeds), all);
            seeds &= !component;
            if geometric_bound(component) < length {
                continue;
            }
            let reached = (component & self.own).count_ones() + self.budget;
            if reached >= length {
                promising |= component;
            } else {
                let mut kept = component & self.live;
                for _ in reached + 1..length {
                    kept &= kept.wrapping_sub(1);
                }
                *zone |= kept;
            }
        }
        promising
    }

    /// Looks for a train of `length` squares in `area`, for a number of steps.
    #[inline(always)]
    pub(super) fn find(&self, area: u64, length: u32, mut steps: u32) -> Found {
        let mut stack = [Path::default(); 50];
        // Starts on stones first: trains are found sooner from there.
        for mut starts in [area & self.own, area & !self.own] {
            while starts != 0 {
                let start = lowest(starts);
                starts ^= start;
                stack[0] = Path { area, budget: self.budget, choices: start, taken: 0 };
                let mut depth = 0;
                loop {
                    let path = &mut stack[depth % 50];
                    let step = self.choose(path);
                    if step == 0 {
                        if depth == 0 {
                            break;
                        }
                        depth -= 1;
                        continue;
                    }
                    if steps == 0 {
                        return Found::Unknown;
                    }
                    steps -= 1;
                    let mut next = Path { taken: path.taken | step, ..*path };
                    next.budget -= u32::from(step & self.own == 0);
                    if depth as u32 + 1 == length {
                        return Found::Train(next.taken);
                    }
                    if self.promises(&mut next, step, length - depth as u32 - 1) {
                        depth += 1;
                        stack[depth % 50] = next;
                    }
                }
            }
        }
        Found::Nothing
    }

    /// Removes the next choice of a path and returns it: stones first.
    #[inline(always)]
    fn choose(&self, path: &mut Path) -> u64 {
        let own = path.choices & self.own;
        let affordable = if path.budget == 0 { own } else { path.choices };
        let step = lowest(if own != 0 { own } else { affordable });
        path.choices ^= step;
        step
    }

    /// Prepares a path that has reached `at`; `false` if `more` squares cannot
    /// follow.
    #[inline(always)]
    fn promises(&self, path: &mut Path, at: u64, more: u32) -> bool {
        let free = path.area & !at;
        let free = if path.budget == 0 { free & self.own } else { free };
        path.area = free;
        path.choices = neighbours(at) & free;
        if path.choices & path.choices.wrapping_sub(1) == 0 {
            // Without a choice the bound is checked at a later square.
            return path.choices != 0;
        }
        let reach = flood(path.choices, free);
        path.area = reach;
        let size = reach.count_ones();
        let own = (reach & self.own).count_ones();
        // The path can use only one of the dead ends.
        let ends = (reach & !two_or_more_neighbours(reach | at)).count_ones();
        (own + path.budget).min(size - ends.saturating_sub(1)) >= more
    }
}

/// An upper bound of the length of trains in a component, from its shape alone.
#[inline(always)]
fn geometric_bound(component: u64) -> u32 {
    let size = component.count_ones();
    let dark = (component & CHEQUER).count_ones();
    let leaves = (component & !two_or_more_neighbours(component)).count_ones();
    (size - leaves.saturating_sub(2)).min(2 * dark.min(size - dark) + 1)
}

/// A path under construction.
#[derive(Clone, Copy, Default)]
struct Path {
    /// The squares on which it may go on.
    area: u64,
    /// The possible next squares that have not been tried yet.
    choices: u64,
    taken: u64,
    /// The empty squares it may still use.
    budget: u32,
}

/// The result of a search for a train.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Train(u64),
    Nothing,
    /// The steps ran out.
    Unknown,
}
