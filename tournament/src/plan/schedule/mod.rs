//! Schedules: the players of each pairing, as pure functions of its number and,
//! in some formats, of the results so far.

mod format;
mod gauntlet;
mod knockout;
mod ladder;
mod pair;
pub mod pairing;
mod pyramid;
mod round_robin;
pub mod row;
mod swiss;

pub use format::UnknownFormat;
pub use gauntlet::Gauntlet;
pub use knockout::Knockout;
pub use ladder::Ladder;
pub use round_robin::RoundRobin;
pub use swiss::Swiss;

use crate::model::config::Config;
use crate::plan::schedule::pairing::{Fixture, Pairing, Schedule};

impl Config {
    /// Returns the schedule of the pairings.
    pub fn schedule(&self) -> Box<dyn Schedule> {
        self.format.schedule(self)
    }
}

/// Returns the game with this number, from 0; `None` beyond the last known
/// pairing. A pairing has two games with the sides swapped or, with `no_swap`,
/// one.
pub fn fixture(schedule: &dyn Schedule, no_swap: bool, number: usize) -> Option<Fixture> {
    let pairing = if no_swap { number } else { number / 2 };
    if pairing >= schedule.known() {
        return None;
    }
    let Pairing { players: [first, second], meeting } = schedule.pairing(pairing);
    let players =
        if no_swap || number.is_multiple_of(2) { [first, second] } else { [second, first] };
    Some(Fixture { number, pairing, meeting, players })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::schedule::pairing::Scores;

    #[test]
    fn the_games_of_a_pairing_swap_the_sides() {
        let schedule = RoundRobin::new(3, 2);
        let games: Vec<Fixture> = (0..).map_while(|n| fixture(&schedule, false, n)).collect();
        assert_eq!(games.len(), 12);
        for pair in games.chunks(2) {
            let [a, b] = pair else { panic!("odd number of games") };
            assert_eq!((a.pairing, a.meeting), (b.pairing, b.meeting));
            assert_eq!(a.players, [b.players[1], b.players[0]]);
        }
        assert_eq!(fixture(&schedule, false, 12), None);
    }

    #[test]
    fn without_swap_a_pairing_is_one_game() {
        let schedule = super::pyramid::pyramid(3, 2);
        let games: Vec<Fixture> = (0..).map_while(|n| fixture(&schedule, true, n)).collect();
        let played: Vec<([usize; 2], usize)> =
            games.iter().map(|game| (game.players, game.meeting)).collect();
        let round = |round| [[1, 0], [2, 0], [2, 1]].map(|players| (players, round));
        assert_eq!(played, [round(0), round(1)].concat());
        for (number, game) in games.iter().enumerate() {
            assert_eq!((game.number, game.pairing), (number, number));
        }
    }

    #[test]
    fn two_games_share_the_number_of_their_pairing() {
        let schedule = Gauntlet::new(3, 1, 2);
        let games: Vec<(usize, usize, usize)> = (0..)
            .map_while(|n| fixture(&schedule, false, n))
            .map(|game| (game.number, game.pairing, game.meeting))
            .collect();
        let expected = [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)];
        assert_eq!(games, expected.map(|(number, pairing)| (number, pairing, pairing / 2)));
    }

    #[test]
    fn a_swiss_tournament_is_complete_with_its_last_round() {
        let mut schedule = Swiss::new(4, Some(2), 1, 2);
        assert!(!schedule.is_complete());
        (0..2).for_each(|number| schedule.report_result(number, [4, 0]));
        // The pairings of the last round are known, their results are not.
        assert!(schedule.is_complete() && schedule.known() == 4);
        assert_eq!((0..5).map(|n| fixture(&schedule, true, n)).filter(Option::is_some).count(), 4);
    }

    #[test]
    fn only_reported_scores_are_known() {
        let mut scores = Scores::default();
        assert_eq!(scores.get(0), None);
        scores.set(2, [3, 1]);
        scores.set(0, [0, 4]);
        assert_eq!([0, 1, 2, 3].map(|n| scores.get(n)), [Some([0, 4]), None, Some([3, 1]), None]);
        scores.set(2, [2, 2]);
        assert_eq!(scores.get(2), Some([2, 2]));
    }
}
