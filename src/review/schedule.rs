//! Which position of a game to search next, how, and for how long.
//!
//! Three passes: proofs from the end of the game backwards, while they succeed; then, where
//! a move kept a proven result, whether any other would have; then estimates of the rest.

use std::time::Duration;

use crate::search::SearchKind;

/// The longest proof of a position.
const PROOF: Duration = Duration::from_millis(1000);
/// The longest search for a second move that keeps a proven result.
const SECOND: Duration = Duration::from_millis(150);
/// The shortest and the longest search for an estimate.
const ESTIMATE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(1000));
/// After so many positions in a row that are not proven, earlier ones are not either.
const MISSES: usize = 2;

/// The time limits of a review, each for everything until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For the proofs.
    pub proofs: Duration,
    /// For the proofs, and for the search for other moves that keep the result.
    pub certain: Duration,
    /// For everything.
    pub whole: Duration,
}

impl Limits {
    /// The limits of a review of every move.
    pub const WHOLE: Limits = Limits {
        proofs: Duration::from_secs(7),
        certain: Duration::from_millis(9500),
        whole: Duration::from_secs(50),
    };
    /// The limits of a short look for what decided a game.
    pub const SHORT: Limits = Limits {
        proofs: Duration::from_secs(2),
        certain: Duration::from_secs(2),
        whole: Duration::ZERO,
    };
}

/// A search that a review needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The number of moves before the position.
    pub plies: usize,
    /// How to search it.
    pub kind: SearchKind,
    /// The number of lines (`multipv`).
    pub lines: usize,
    /// The time limit.
    pub time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pass {
    Proofs,
    Seconds,
    Estimates,
    Done,
}

/// What a pass needs to know of the positions.
pub(super) trait Positions {
    /// The positions, also one after the last move if the game is not over there.
    fn count(&self) -> usize;
    /// Whether a pass has to search a position.
    fn needs(&self, pass: Pass, plies: usize) -> bool;
}

/// The progress of a review.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    limits: Limits,
    prover: SearchKind,
    pass: Pass,
    /// The positions that are left in this pass, the next one last.
    left: Vec<usize>,
    /// The positions in a row that could not be proven.
    misses: usize,
    spent: Duration,
}

impl Schedule {
    /// Begins; `proves` says whether the search `proof` supports the game. Without it,
    /// `auto` proves short wins.
    pub(super) fn new(limits: Limits, proves: bool, positions: &impl Positions) -> Schedule {
        let prover = if proves { SearchKind::Proof } else { SearchKind::Auto };
        let left = (0..positions.count()).collect();
        let mut schedule =
            Schedule { limits, prover, pass: Pass::Proofs, left, misses: 0, spent: Duration::ZERO };
        schedule.settle(positions);
        schedule
    }

    pub(super) fn pass(&self) -> Pass {
        self.pass
    }

    /// The next search; `None` at the end.
    pub(super) fn next(&self) -> Option<Search> {
        let plies = *self.left.last()?;
        let rest = |until: Duration| until.saturating_sub(self.spent);
        let (kind, lines, time) = match self.pass {
            Pass::Proofs => (self.prover, 1, PROOF.min(rest(self.limits.proofs))),
            Pass::Seconds => (self.prover, 2, SECOND.min(rest(self.limits.certain))),
            Pass::Estimates => {
                let share = rest(self.limits.whole) / self.left.len() as u32;
                (SearchKind::Auto, 1, share.clamp(ESTIMATE.0, ESTIMATE.1))
            }
            Pass::Done => return None,
        };
        Some(Search { plies, kind, lines, time })
    }

    /// Takes note of the search of [`next`](Schedule::next), whether it proved the position, and its
    /// time.
    pub(super) fn searched(&mut self, proven: bool, time: Duration, positions: &impl Positions) {
        self.left.pop();
        self.spent += time;
        self.misses = if proven { 0 } else { self.misses + 1 };
        if self.pass == Pass::Proofs && self.misses >= MISSES {
            self.left.clear();
        }
        self.settle(positions);
    }

    /// The limit of the current pass.
    fn limit(&self) -> Duration {
        match self.pass {
            Pass::Proofs => self.limits.proofs,
            Pass::Seconds => self.limits.certain,
            Pass::Estimates | Pass::Done => self.limits.whole,
        }
    }

    /// Goes on to the next position that needs a search.
    fn settle(&mut self, positions: &impl Positions) {
        while self.pass != Pass::Done {
            if self.spent >= self.limit() {
                self.left.clear();
            }
            match self.left.last() {
                Some(&plies) if positions.needs(self.pass, plies) => return,
                Some(_) => drop(self.left.pop()),
                None => {
                    self.pass = match self.pass {
                        Pass::Proofs => Pass::Seconds,
                        Pass::Seconds => Pass::Estimates,
                        Pass::Estimates | Pass::Done => Pass::Done,
                    };
                    self.left = (0..positions.count()).collect();
                    self.left.retain(|&plies| positions.needs(self.pass, plies));
                }
            }
        }
    }
}
