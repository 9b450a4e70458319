//! The round robin: every two players meet once in every round.

use crate::plan::schedule::pairing::{FixedSchedule, Pairing};
use crate::plan::schedule::row::{Make, Row, no_mistake};

pub(super) const ROW: Row = Row {
    name: "round-robin",
    noun: "a round robin",
    help: "every two engines meet",
    keys: &[],
    mistake: no_mistake,
    make: Make::Fixed(|config| Box::new(RoundRobin::new(config.engines.len(), config.pairings))),
};

/// A round robin: each round has one pairing of every two players, so that an
/// interrupted tournament treats all alike.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    pub(super) pairs: Vec<[usize; 2]>,
    pub(super) rounds: usize,
}

impl RoundRobin {
    /// Creates a round robin of `players` players.
    pub fn new(players: usize, rounds: usize) -> RoundRobin {
        let pairs = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect();
        RoundRobin { pairs, rounds }
    }
}

impl FixedSchedule for RoundRobin {
    fn total(&self) -> usize {
        self.pairs.len().saturating_mul(self.rounds)
    }

    fn pairing(&self, number: usize) -> Pairing {
        let pairs = self.pairs.len();
        Pairing { players: self.pairs[number % pairs], meeting: number / pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_two_meet_once_in_every_round() {
        let schedule = RoundRobin::new(4, 3);
        assert_eq!(schedule.total(), 18);
        for round in 0..3 {
            let pairings: Vec<Pairing> =
                (6 * round..6 * (round + 1)).map(|n| schedule.pairing(n)).collect();
            assert!(pairings.iter().all(|p| p.meeting == round));
            let pairs: Vec<[usize; 2]> = pairings.iter().map(|p| p.players).collect();
            assert_eq!(pairs, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        }
    }

    #[test]
    fn one_player_has_no_pairings() {
        assert_eq!(RoundRobin::new(1, 5).total(), 0);
    }
}
