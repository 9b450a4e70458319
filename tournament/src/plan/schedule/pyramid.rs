//! The pyramid: each player meets all players that are named before it.

use super::RoundRobin;
use crate::plan::schedule::row::{Make, Row, no_mistake};

pub(super) const ROW: Row = Row {
    name: "pyramid",
    noun: "a pyramid",
    help: "the pairings of a round robin in another order: in each round every engine, from the \
           second on, meets all engines named before it",
    keys: &[],
    mistake: no_mistake,
    make: Make::Fixed(|config| Box::new(pyramid(config.engines.len(), config.pairings))),
};

/// Returns a pyramid of `players` players: in each round the second player
/// meets the first, the third meets those two, and so on. At any time the games
/// so far rank all players that have joined. The newcomer has X in the first
/// game.
pub(super) fn pyramid(players: usize, rounds: usize) -> RoundRobin {
    let pairs = (0..players).flat_map(|new| (0..new).map(move |old| [new, old])).collect();
    RoundRobin { pairs, rounds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::schedule::pairing::FixedSchedule;

    #[test]
    fn each_player_meets_all_before_it_in_every_round() {
        let schedule = pyramid(4, 2);
        let pairings = (0..schedule.total()).map(|number| schedule.pairing(number));
        let played: Vec<([usize; 2], usize)> = pairings.map(|p| (p.players, p.meeting)).collect();
        let round = |r| [[1, 0], [2, 0], [2, 1], [3, 0], [3, 1], [3, 2]].map(|p| (p, r));
        assert_eq!(played, [round(0), round(1)].concat());
        assert_eq!(pyramid(1, 5).total(), 0);
        assert_eq!(pyramid(0, 5).total(), 0);
    }
}
