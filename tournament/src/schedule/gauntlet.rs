//! One player meets everyone else.

use super::{Pairing, Schedule};

/// A gauntlet: the first player meets each other one in every round.
#[derive(Clone, Debug)]
pub struct Gauntlet {
    opponents: usize,
    rounds: usize,
}

impl Gauntlet {
    /// For so many players, the first among them, and rounds.
    pub fn new(players: usize, rounds: usize) -> Gauntlet {
        Gauntlet { opponents: players.saturating_sub(1), rounds }
    }
}

impl Schedule for Gauntlet {
    fn total(&self) -> usize {
        self.opponents.saturating_mul(self.rounds)
    }

    fn pairing(&self, number: usize) -> Pairing {
        let (round, opponent) = (number / self.opponents, number % self.opponents + 1);
        Pairing { players: [0, opponent], round }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_meets_each_other_in_every_round() {
        let schedule = Gauntlet::new(4, 2);
        assert_eq!(schedule.total(), 6);
        let played: Vec<_> =
            (0..6).map(|n| schedule.pairing(n)).map(|p| (p.players, p.round)).collect();
        assert_eq!(
            played,
            [([0, 1], 0), ([0, 2], 0), ([0, 3], 0), ([0, 1], 1), ([0, 2], 1), ([0, 3], 1)]
        );
        assert_eq!(Gauntlet::new(0, 2).total(), 0);
    }
}
