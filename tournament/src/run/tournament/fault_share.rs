//! The share of games that ended by a fault, above which results mean nothing.

/// The least number of games from which the share is computed during a run, so
/// that the first few games do not decide.
const FEWEST: usize = 20;

/// The number of faults in a run, and the share that is permitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultShare {
    /// The games that ended by a fault.
    pub(crate) faults: usize,
    pub(crate) played: usize,
    /// The games of the whole run.
    pub(crate) total: usize,
    /// The largest permitted share of faults.
    pub(crate) most: f64,
}

impl FaultShare {
    /// Returns whether a run must end: its faults so far are too many for
    /// twenty games, or for the games played if there are more.
    pub(crate) fn ends_run(self) -> bool {
        self.is_above(self.played.max(FEWEST.min(self.total)))
    }

    /// Returns whether a run that has ended has too many faults, however few
    /// its games.
    pub(crate) fn spoils_results(self) -> bool {
        self.is_above(self.played)
    }

    /// A single fault counts only if the whole run may have none.
    fn is_above(self, games: usize) -> bool {
        let are_too_many = |games: usize| self.faults as f64 > self.most * games as f64;
        are_too_many(games) && (self.faults > 1 || are_too_many(self.total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(faults: usize, played: usize, total: usize, most: f64) -> FaultShare {
        FaultShare { faults, played, total, most }
    }

    #[test]
    fn faults_end_a_run_from_the_first_game_on() {
        for (faults, played, total, most, ends, spoils) in [
            // None is allowed.
            (1, 1, 1000, 0.0, true, true),
            (0, 1, 1000, 0.0, false, false),
            // A single fault may remain the only one.
            (1, 1, 1000, 0.01, false, false),
            (1, 50, 1000, 0.01, false, false),
            (2, 50, 1000, 0.01, true, true),
            // One is too many for the whole run.
            (1, 1, 50, 0.01, true, true),
            // At least twenty games are assumed during the run.
            (2, 3, 1000, 0.1, false, true),
            (3, 3, 1000, 0.1, true, true),
            (10, 10, 1000, 0.5, false, true),
            (11, 11, 1000, 0.5, true, true),
            (12, 24, 1000, 0.5, false, false),
            (13, 24, 1000, 0.5, true, true),
            // But not more games than the run has.
            (2, 2, 4, 0.5, false, true),
            (3, 3, 4, 0.5, true, true),
            (4, 4, 4, 1.0, false, false),
        ] {
            let share = share(faults, played, total, most);
            assert_eq!((share.ends_run(), share.spoils_results()), (ends, spoils), "{share:?}");
        }
    }
}
