//! Everyone meets everyone, as often as there are rounds, in one of two orders.

use super::{Pairing, Schedule};

/// A round robin: each round holds one pairing of every two players, so that
/// an interrupted tournament has treated all alike.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    couples: Vec<[usize; 2]>,
    rounds: usize,
}

impl RoundRobin {
    /// For so many players and rounds.
    pub fn new(players: usize, rounds: usize) -> RoundRobin {
        let couples = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect();
        RoundRobin { couples, rounds }
    }

    /// A pyramid for so many players and rounds: in each round the second
    /// player meets the first, the third those two, and so on. What has been
    /// played at any time ranks the players up to the last one who has come.
    /// The newcomer has X in the first game.
    pub fn pyramid(players: usize, rounds: usize) -> RoundRobin {
        let couples = (0..players).flat_map(|new| (0..new).map(move |old| [new, old])).collect();
        RoundRobin { couples, rounds }
    }
}

impl Schedule for RoundRobin {
    fn total(&self) -> usize {
        self.couples.len().saturating_mul(self.rounds)
    }

    fn pairing(&self, number: usize) -> Pairing {
        let couples = self.couples.len();
        Pairing { players: self.couples[number % couples], round: number / couples }
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
            assert!(pairings.iter().all(|p| p.round == round));
            let couples: Vec<[usize; 2]> = pairings.iter().map(|p| p.players).collect();
            assert_eq!(couples, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        }
    }

    #[test]
    fn one_player_has_nobody_to_meet() {
        assert_eq!(RoundRobin::new(1, 5).total(), 0);
    }

    #[test]
    fn each_newcomer_meets_all_before_it_in_every_round() {
        let schedule = RoundRobin::pyramid(4, 2);
        let pairings = (0..schedule.total()).map(|number| schedule.pairing(number));
        let played: Vec<([usize; 2], usize)> = pairings.map(|p| (p.players, p.round)).collect();
        let round = |r| [[1, 0], [2, 0], [2, 1], [3, 0], [3, 1], [3, 2]].map(|p| (p, r));
        assert_eq!(played, [round(0), round(1)].concat());
        assert_eq!(RoundRobin::pyramid(1, 5).total(), 0);
        assert_eq!(RoundRobin::pyramid(0, 5).total(), 0);
    }
}
