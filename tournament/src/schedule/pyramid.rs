//! Everyone meets those who came before.

use super::{Pairing, Schedule};

/// A pyramid: in each round the second player meets the first, the third
/// those two, and so on. They are the pairings of a round robin in another
/// order: what has been played at any time ranks the players up to the last
/// one who has come. The newcomer has X in the first game.
#[derive(Clone, Debug)]
pub struct Pyramid {
    couples: Vec<[usize; 2]>,
    rounds: usize,
}

impl Pyramid {
    /// For so many players and rounds.
    pub fn new(players: usize, rounds: usize) -> Pyramid {
        let couples = (0..players).flat_map(|new| (0..new).map(move |old| [new, old])).collect();
        Pyramid { couples, rounds }
    }
}

impl Schedule for Pyramid {
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
    fn each_newcomer_meets_all_before_it_in_every_round() {
        let schedule = Pyramid::new(4, 2);
        let pairings = (0..schedule.total()).map(|number| schedule.pairing(number));
        let played: Vec<([usize; 2], usize)> = pairings.map(|p| (p.players, p.round)).collect();
        let round = |r| [[1, 0], [2, 0], [2, 1], [3, 0], [3, 1], [3, 2]].map(|p| (p, r));
        assert_eq!(played, [round(0), round(1)].concat());
        assert_eq!(Pyramid::new(1, 5).total(), 0);
        assert_eq!(Pyramid::new(0, 5).total(), 0);
    }
}
