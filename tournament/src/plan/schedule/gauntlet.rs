//! The gauntlet: the first players meet all others.

use crate::plan::schedule::pairing::{FixedSchedule, Pairing};
use crate::plan::schedule::row::{Make, Row};

pub(super) const ROW: Row = Row {
    name: "gauntlet",
    noun: "a gauntlet",
    help: "each of the first `seeds` engines meets every engine that is not among them",
    keys: &["seeds"],
    mistake: |config, engines| {
        let reason = "seeds: must be less than the number of engines";
        (config.seeds >= engines).then_some(("seeds", reason))
    },
    make: Make::Fixed(|config| {
        Box::new(Gauntlet::new(config.engines.len(), config.seeds, config.pairings))
    }),
};

/// A gauntlet: in every round each of the first players, called seeds, meets
/// each of the others. Seeds do not meet one another.
#[derive(Clone, Debug)]
pub struct Gauntlet {
    seeds: usize,
    opponents: usize,
    rounds: usize,
}

impl Gauntlet {
    /// Creates a gauntlet of `players` players, the first `seeds` of them
    /// seeds.
    pub fn new(players: usize, seeds: usize, rounds: usize) -> Gauntlet {
        Gauntlet { seeds, opponents: players.saturating_sub(seeds), rounds }
    }
}

impl FixedSchedule for Gauntlet {
    fn total(&self) -> usize {
        self.seeds.saturating_mul(self.opponents).saturating_mul(self.rounds)
    }

    fn pairing(&self, number: usize) -> Pairing {
        // These two meet once in every round.
        let meeting = number / (self.seeds * self.opponents);
        let opponent = number % self.opponents + self.seeds;
        let seed = number / self.opponents % self.seeds;
        Pairing { players: [seed, opponent], meeting }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(schedule: &Gauntlet) -> Vec<([usize; 2], usize)> {
        let pairings = (0..schedule.total()).map(|n| schedule.pairing(n));
        pairings.map(|pairing| (pairing.players, pairing.meeting)).collect()
    }

    #[test]
    fn the_seed_meets_each_opponent_in_every_round() {
        assert_eq!(
            played(&Gauntlet::new(4, 1, 2)),
            [([0, 1], 0), ([0, 2], 0), ([0, 3], 0), ([0, 1], 1), ([0, 2], 1), ([0, 3], 1)]
        );
        assert_eq!(Gauntlet::new(0, 1, 2).total(), 0);
    }

    #[test]
    fn seeds_do_not_meet() {
        assert_eq!(
            played(&Gauntlet::new(4, 2, 2)),
            [0, 1].map(|r| [([0, 2], r), ([0, 3], r), ([1, 2], r), ([1, 3], r)]).concat()
        );
        assert_eq!(Gauntlet::new(2, 2, 5).total(), 0);
    }
}
