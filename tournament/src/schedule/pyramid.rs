//! Everyone meets those who are named before it.

use super::RoundRobin;
use super::format::{Make, Row, no_mistake};

pub(super) const ROW: Row = Row {
    name: "pyramid",
    noun: "a pyramid",
    help: "the same in another order: in each round every engine, from the second on, all those \
           named before it",
    keys: &[],
    mistake: no_mistake,
    make: Make::Fixed(|config| Box::new(pyramid(config.engines.len(), config.pairings))),
};

/// A pyramid for so many players and rounds: in each round the second player
/// meets the first, the third those two, and so on. What has been played at any
/// time ranks the players up to the last one who has come. The newcomer has X in
/// the first game.
pub(super) fn pyramid(players: usize, rounds: usize) -> RoundRobin {
    let couples = (0..players).flat_map(|new| (0..new).map(move |old| [new, old])).collect();
    RoundRobin { couples, rounds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::FixedSchedule;

    #[test]
    fn each_newcomer_meets_all_before_it_in_every_round() {
        let schedule = pyramid(4, 2);
        let pairings = (0..schedule.total()).map(|number| schedule.pairing(number));
        let played: Vec<([usize; 2], usize)> = pairings.map(|p| (p.players, p.round)).collect();
        let round = |r| [[1, 0], [2, 0], [2, 1], [3, 0], [3, 1], [3, 2]].map(|p| (p, r));
        assert_eq!(played, [round(0), round(1)].concat());
        assert_eq!(pyramid(1, 5).total(), 0);
        assert_eq!(pyramid(0, 5).total(), 0);
    }
}
