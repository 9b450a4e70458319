//! Schedules: the players of each pairing, as pure functions of its number and,
//! in some formats, of the results so far.

mod format;
mod gauntlet;
mod knockout;
mod pair;
mod pyramid;
mod round_robin;
mod swiss;

pub use format::UnknownFormat;
pub use gauntlet::Gauntlet;
pub use knockout::Knockout;
pub use round_robin::RoundRobin;
pub use swiss::Swiss;

use crate::model::config::Config;

/// The rows of the formats, each from its own file.
const FORMATS: &[&format::Row] = &[
    // Keep one line for each.
    &pair::ROW,
    &round_robin::ROW,
    &pyramid::ROW,
    &gauntlet::ROW,
    &knockout::ROW,
    &swiss::ROW,
];

/// The pairings of a tournament.
pub trait Schedule: Send + Sync {
    /// Returns the number of pairings. If that depends on results, this is the
    /// current estimate, never less than [`known`](Schedule::known).
    fn total(&self) -> usize;

    /// Returns the number of pairings that are known now; further ones depend
    /// on missing results.
    fn known(&self) -> usize {
        self.total()
    }

    /// Returns whether no pairings will be added, whatever the missing results
    /// are.
    fn is_complete(&self) -> bool {
        self.known() >= self.total()
    }

    /// Returns the pairing with this number, which is below
    /// [`known`](Schedule::known). A known pairing never changes.
    fn pairing(&self, number: usize) -> Pairing;

    /// Reports the half points that the players of a pairing scored in its
    /// games, in the order of [`Pairing::players`]. Pairings may be reported in
    /// any order.
    fn report_result(&mut self, _number: usize, _points: [u32; 2]) {}
}

/// A schedule that is known before the first game. It does not depend on
/// results, so that several machines can share its pairings.
pub trait FixedSchedule: Send + Sync {
    /// Returns the number of pairings.
    fn total(&self) -> usize;

    /// Returns the pairing with this number, which is below the total.
    fn pairing(&self, number: usize) -> Pairing;
}

impl<S: FixedSchedule> Schedule for S {
    fn total(&self) -> usize {
        FixedSchedule::total(self)
    }

    fn pairing(&self, number: usize) -> Pairing {
        FixedSchedule::pairing(self, number)
    }
}

impl FixedSchedule for Box<dyn FixedSchedule> {
    fn total(&self) -> usize {
        (**self).total()
    }

    fn pairing(&self, number: usize) -> Pairing {
        (**self).pairing(number)
    }
}

impl Config {
    /// Returns the schedule of the pairings.
    pub fn schedule(&self) -> Box<dyn Schedule> {
        self.format.schedule(self)
    }
}

/// The games, usually two, of two players from one opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The players, by their places in the configuration. The first one has X
    /// in the first game.
    pub players: [usize; 2],
    /// The number of earlier pairings of these two. It selects the opening, so
    /// that the first pairings of all players have the same one.
    pub meeting: usize,
}

/// One game of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub number: usize,
    /// The number of its pairing, from 0.
    pub pairing: usize,
    /// The number of earlier pairings of these two, which selects the opening.
    pub meeting: usize,
    /// The players, by their places in the configuration, X first.
    pub players: [usize; 2],
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

/// The half points of the pairings whose results are known, for formats that
/// depend on results.
#[derive(Clone, Debug, Default)]
struct Scores(Vec<Option<[u32; 2]>>);

impl Scores {
    fn set(&mut self, number: usize, points: [u32; 2]) {
        if self.0.len() <= number {
            self.0.resize(number + 1, None);
        }
        self.0[number] = Some(points);
    }

    fn get(&self, number: usize) -> Option<[u32; 2]> {
        self.0.get(number).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
