//! The Swiss tournament: players meet opponents with a similar score.

use std::collections::{HashMap, HashSet};

use crate::plan::schedule::pairing::{Pairing, Schedule, Scores};
use crate::plan::schedule::row::{Make, Row, no_mistake};

pub(super) const ROW: Row = Row {
    name: "swiss",
    noun: "a Swiss tournament",
    help: "in each round, adjacent engines in the standings that have not met are paired; with an \
           odd number, one gets a bye, scored as winning every game of a match",
    keys: &["rounds"],
    mistake: no_mistake,
    make: Make::FromResults(|config| {
        let games = if config.no_swap { 1 } else { 2 };
        Box::new(Swiss::new(config.engines.len(), config.rounds, config.pairings, games))
    }),
};

/// A Swiss tournament: in each round the players are ordered by their points,
/// and adjacent players who have not met are paired. If the number of players
/// is odd, the last one who has not had a bye gets one, with the points for
/// winning every game of a match.
#[derive(Clone, Debug)]
pub struct Swiss {
    players: usize,
    rounds: usize,
    pairings_per_match: usize,
    /// The half points for winning every game of a match.
    full_points: u64,
    known: Vec<Pairing>,
    scores: Scores,
    /// The half points of each player.
    points: Vec<u64>,
    /// The numbers of pairings of players who have met, the lower place first.
    meetings: HashMap<[usize; 2], usize>,
    byes: HashSet<usize>,
    rounds_begun: usize,
    /// The number of pairings whose points have been added to `points`.
    pairings_counted: usize,
}

/// The number of pairs to try in a round before players who have met are paired
/// again.
const MAX_PAIR_ATTEMPTS: usize = 100_000;

impl Swiss {
    /// Creates a Swiss tournament of `players` players with pairings of `games`
    /// games. Without `rounds` it has as many rounds as a knockout.
    pub fn new(
        players: usize,
        rounds: Option<usize>,
        pairings_per_match: usize,
        games: usize,
    ) -> Swiss {
        let knockout = players.next_power_of_two().trailing_zeros() as usize;
        let mut swiss = Swiss {
            players,
            rounds: rounds.unwrap_or(knockout),
            pairings_per_match,
            full_points: 2 * games as u64 * pairings_per_match as u64,
            known: Vec::new(),
            scores: Scores::default(),
            points: vec![0; players],
            meetings: HashMap::new(),
            byes: HashSet::new(),
            rounds_begun: 0,
            pairings_counted: 0,
        };
        swiss.begin_round();
        swiss
    }

    fn begin_round(&mut self) {
        if self.rounds_begun >= self.rounds || self.players < 2 {
            return;
        }
        self.rounds_begun += 1;
        let mut order: Vec<usize> = (0..self.players).collect();
        // The sort is stable: equal points keep the order of the configuration.
        order.sort_by_key(|&player| std::cmp::Reverse(self.points[player]));
        if order.len() % 2 == 1 {
            let without_bye = order.iter().rposition(|player| !self.byes.contains(player));
            let bye = order.remove(without_bye.unwrap_or(order.len() - 1));
            self.byes.insert(bye);
            self.points[bye] += self.full_points;
        }
        let mut pairs = Vec::new();
        if !self.find_pairs(&order, &mut pairs, &mut { MAX_PAIR_ATTEMPTS }) {
            // No pairs who have not met were found: adjacent players meet
            // again.
            pairs = order.chunks_exact(2).map(|two| [two[0], two[1]]).collect();
        }
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        for _ in 0..self.pairings_per_match {
            for &players in &pairs {
                let meetings = self.meetings.entry(players).or_default();
                self.known.push(Pairing { players, meeting: *meetings });
                *meetings += 1;
            }
        }
    }

    /// Finds pairs of players who have not met by depth-first search, trying
    /// the nearest opponents of the first player first. Returns `false` if
    /// there are none or `attempts` runs out.
    fn find_pairs(
        &self,
        order: &[usize],
        pairs: &mut Vec<[usize; 2]>,
        attempts: &mut usize,
    ) -> bool {
        let [first, others @ ..] = order else { return true };
        for (i, &other) in others.iter().enumerate() {
            if *attempts == 0 {
                return false;
            }
            *attempts -= 1;
            if self.meetings.contains_key(&[*first.min(&other), *first.max(&other)]) {
                continue;
            }
            pairs.push([*first, other]);
            let rest = [&others[..i], &others[i + 1..]].concat();
            if self.find_pairs(&rest, pairs, attempts) {
                return true;
            }
            pairs.pop();
        }
        false
    }
}

impl Schedule for Swiss {
    fn total(&self) -> usize {
        (self.players / 2).saturating_mul(self.rounds).saturating_mul(self.pairings_per_match)
    }

    fn known(&self) -> usize {
        self.known.len()
    }

    fn pairing(&self, number: usize) -> Pairing {
        self.known[number]
    }

    fn report_result(&mut self, number: usize, points: [u32; 2]) {
        self.scores.set(number, points);
        while self.pairings_counted < self.known.len() {
            let round = self.pairings_counted..self.known.len();
            let scores: Option<Vec<[u32; 2]>> = round.clone().map(|n| self.scores.get(n)).collect();
            let Some(scores) = scores else { return };
            for (pairing, points) in round.zip(scores) {
                let players = self.known[pairing].players;
                for (player, points) in players.into_iter().zip(points) {
                    self.points[player] += u64::from(points);
                }
            }
            self.pairings_counted = self.known.len();
            self.begin_round();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::config::Config;
    use noughts_client::{EngineConfig, Limits};

    /// Plays to the end; the player named first in the configuration wins.
    /// Returns the pairs of each round.
    fn play(schedule: &mut Swiss) -> Vec<Vec<[usize; 2]>> {
        let mut rounds = Vec::new();
        let mut next = 0;
        while next < schedule.known() {
            let known = schedule.known();
            rounds.push((next..known).map(|n| schedule.pairing(n).players).collect());
            // Report the results of a round in reverse.
            (next..known).rev().for_each(|number| schedule.report_result(number, [3, 1]));
            next = known;
        }
        assert_eq!(schedule.total(), schedule.known());
        rounds
    }

    #[test]
    fn winners_meet_winners() {
        let rounds = play(&mut Swiss::new(8, None, 1, 2));
        assert_eq!(
            rounds,
            [
                [[0, 1], [2, 3], [4, 5], [6, 7]],
                [[0, 2], [4, 6], [1, 3], [5, 7]],
                [[0, 4], [1, 2], [5, 6], [3, 7]],
            ]
        );
    }

    #[test]
    fn no_two_players_meet_twice_and_byes_are_shared() {
        for players in 2..=20 {
            // With more rounds than opponents some players would meet again.
            for rounds in [1, 3, players / 2].map(|rounds| rounds.min(players - 1)) {
                let mut schedule = Swiss::new(players, Some(rounds), 1, 2);
                let mut met = HashSet::new();
                let mut games = vec![0; players];
                for pair in play(&mut schedule).concat() {
                    assert!(met.insert(pair), "{players} {pair:?}");
                    pair.iter().for_each(|&player| games[player] += 1);
                }
                // A bye is one match less, and no player has two byes.
                assert!(games.iter().all(|&count| count == rounds || count + 1 == rounds));
                assert!(players % 2 == 1 || games.iter().all(|&count| count == rounds));
            }
        }
    }

    #[test]
    fn players_meet_again_when_all_have_met() {
        let mut schedule = Swiss::new(3, Some(10), 2, 2);
        let rounds = play(&mut schedule);
        assert_eq!(schedule.known(), 20);
        assert!(rounds.iter().all(|round| round.len() == 2 && round[0] == round[1]));
        assert_eq!(Swiss::new(1, None, 3, 2).total(), 0);
        assert_eq!(Swiss::new(0, None, 3, 2).known(), 0);
    }

    #[test]
    fn the_pairings_of_a_match_have_different_openings() {
        let schedule = Swiss::new(4, Some(2), 3, 2);
        let meetings = (0..6).map(|number| schedule.pairing(number).meeting);
        assert_eq!(meetings.collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
        assert_eq!((schedule.known(), schedule.total()), (6, 12));
    }

    #[test]
    fn repeated_opponents_get_new_openings() {
        for (players, pairings_per_match) in [(2, 1), (2, 3), (3, 2), (4, 2)] {
            let mut schedule = Swiss::new(players, Some(10), pairings_per_match, 2);
            play(&mut schedule);
            let mut meetings: HashMap<[usize; 2], Vec<usize>> = HashMap::new();
            for Pairing { players, meeting } in schedule.known {
                meetings.entry(players).or_default().push(meeting);
            }
            assert!(meetings.values().any(|found| found.len() > pairings_per_match));
            for (players, found) in meetings {
                assert_eq!(found, (0..found.len()).collect::<Vec<_>>(), "{players:?}");
            }
        }
    }

    #[test]
    fn a_bye_is_worth_a_won_match() {
        for games in [1, 2] {
            let mut schedule = Swiss::new(3, Some(2), 3, games);
            assert_eq!(schedule.pairing(0).players, [0, 1]);
            let won = u32::try_from(2 * games).unwrap();
            (0..3).for_each(|number| schedule.report_result(number, [won, 0]));
            // The loser has the bye now.
            assert_eq!(schedule.points, [6, 6, 6].map(|half| half * games as u64));
            assert_eq!(schedule.pairing(3).players, [0, 2]);
        }
    }

    /// The schedule that a configuration makes knows how many games a pairing has.
    #[test]
    fn a_bye_without_swapped_sides_is_worth_one_game() {
        for no_swap in [false, true] {
            let engine = |name| EngineConfig::builtin(name, &[], Limits::default());
            let engines = ["a", "b", "c", "d", "e"].map(engine).to_vec();
            let config = Config { no_swap, ..Config::new("tictactoe".parse().unwrap(), engines) };
            let config = Config { rounds: Some(2), pairings: 1, ..config };
            let Make::FromResults(make) = &ROW.make else { panic!("it follows the results") };
            let mut schedule = make(&config);
            // The last player has the bye; all winners have as many points as it.
            let won = if no_swap { 2 } else { 4 };
            (0..2).for_each(|number| schedule.report_result(number, [won, 0]));
            let second = [2, 3].map(|number| schedule.pairing(number).players);
            assert_eq!(second, [[0, 2], [1, 4]], "{no_swap}");
        }
    }

    /// The last players have all met, and the search cannot try all pairs: the
    /// round is played with repeated pairs.
    #[test]
    fn a_round_without_new_pairs_is_played() {
        let mut schedule = Swiss::new(40, Some(20), 1, 2);
        let rounds = play(&mut schedule);
        assert_eq!(rounds.len(), 20);
        for pairs in rounds {
            let mut players = pairs.concat();
            players.sort_unstable();
            assert_eq!(players, (0..40).collect::<Vec<_>>());
        }
    }
}
