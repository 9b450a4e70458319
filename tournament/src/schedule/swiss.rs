//! Everyone meets those who have done as well so far.

use std::collections::HashSet;

use super::format::{Make, Row, no_mistake};
use super::{Pairing, Schedule, Scores};

pub(super) const ROW: Row = Row {
    name: "swiss",
    noun: "a Swiss tournament",
    help: "in each round neighbours in the standings who have not met; of an odd number one is \
           left out, each in turn, as if it had won all games of a match",
    keys: &["rounds"],
    mistake: no_mistake,
    make: Make::FromResults(|config| {
        let games = if config.no_swap { 1 } else { 2 };
        Box::new(Swiss::new(config.engines.len(), config.rounds, config.pairings, games))
    }),
};

/// A Swiss tournament: in every round the players are ordered by their points,
/// and neighbours meet who have not met before. When their number is odd the
/// last one who has not been left out yet is, and gets the points of a won
/// match.
#[derive(Clone, Debug)]
pub struct Swiss {
    players: usize,
    rounds: usize,
    /// Pairings of a match.
    length: usize,
    /// Half points of who wins all of a match.
    most: u64,
    known: Vec<Pairing>,
    scores: Scores,
    /// Half points by player.
    points: Vec<u64>,
    met: HashSet<[usize; 2]>,
    left_out: HashSet<usize>,
    /// Rounds that have begun.
    begun: usize,
    /// Pairings whose points are in the table.
    counted: usize,
}

/// So many couples are tried before a round has some who have met before.
const PATIENCE: usize = 100_000;

impl Swiss {
    /// For so many players, pairings of a match and games of a pairing; without
    /// a number of rounds there are as many as a knockout would have.
    pub fn new(players: usize, rounds: Option<usize>, length: usize, games: usize) -> Swiss {
        let knockout = players.next_power_of_two().trailing_zeros() as usize;
        let mut swiss = Swiss {
            players,
            rounds: rounds.unwrap_or(knockout),
            length,
            most: 2 * games as u64 * length as u64,
            known: Vec::new(),
            scores: Scores::default(),
            points: vec![0; players],
            met: HashSet::new(),
            left_out: HashSet::new(),
            begun: 0,
            counted: 0,
        };
        swiss.begin();
        swiss
    }

    fn begin(&mut self) {
        if self.begun >= self.rounds || self.players < 2 {
            return;
        }
        self.begun += 1;
        let mut order: Vec<usize> = (0..self.players).collect();
        // Stable: equal points stay in the order of the configuration.
        order.sort_by_key(|&player| std::cmp::Reverse(self.points[player]));
        if order.len() % 2 == 1 {
            let newcomer = order.iter().rposition(|player| !self.left_out.contains(player));
            let left = order.remove(newcomer.unwrap_or(order.len() - 1));
            self.left_out.insert(left);
            self.points[left] += self.most;
        }
        let mut couples = Vec::new();
        if !self.couple(&order, &mut couples, &mut { PATIENCE }) {
            // All have met nearly all: then neighbours meet again.
            couples = order.chunks_exact(2).map(|two| [two[0], two[1]]).collect();
        }
        for couple in &mut couples {
            couple.sort_unstable();
            self.met.insert(*couple);
        }
        for round in 0..self.length {
            let again = couples.iter().map(|&players| Pairing { players, round });
            self.known.extend(again);
        }
    }

    /// Finds couples who have not met, for the first player the nearest
    /// possible one.
    fn couple(&self, order: &[usize], couples: &mut Vec<[usize; 2]>, patience: &mut usize) -> bool {
        let [first, others @ ..] = order else { return true };
        for (i, &other) in others.iter().enumerate() {
            if *patience == 0 {
                return false;
            }
            *patience -= 1;
            if self.met.contains(&[*first.min(&other), *first.max(&other)]) {
                continue;
            }
            couples.push([*first, other]);
            let rest = [&others[..i], &others[i + 1..]].concat();
            if self.couple(&rest, couples, patience) {
                return true;
            }
            couples.pop();
        }
        false
    }
}

impl Schedule for Swiss {
    fn total(&self) -> usize {
        (self.players / 2).saturating_mul(self.rounds).saturating_mul(self.length)
    }

    fn known(&self) -> usize {
        self.known.len()
    }

    fn pairing(&self, number: usize) -> Pairing {
        self.known[number]
    }

    fn learn(&mut self, number: usize, points: [u32; 2]) {
        self.scores.learn(number, points);
        while self.counted < self.known.len() {
            let round = self.counted..self.known.len();
            let scores: Option<Vec<[u32; 2]>> = round.clone().map(|n| self.scores.get(n)).collect();
            let Some(scores) = scores else { return };
            for (pairing, points) in round.zip(scores) {
                let players = self.known[pairing].players;
                for (player, points) in players.into_iter().zip(points) {
                    self.points[player] += u64::from(points);
                }
            }
            self.counted = self.known.len();
            self.begin();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays to the end, the player with the lower place winning; returns the
    /// couples round by round.
    fn play(schedule: &mut Swiss) -> Vec<Vec<[usize; 2]>> {
        let mut rounds = Vec::new();
        let mut next = 0;
        while next < schedule.known() {
            let known = schedule.known();
            rounds.push((next..known).map(|n| schedule.pairing(n).players).collect());
            // The last result of a round first.
            (next..known).rev().for_each(|number| schedule.learn(number, [3, 1]));
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
    fn nobody_meets_anybody_twice_and_all_play_alike() {
        for players in 2..=20 {
            // With more rounds than opponents some would meet again.
            for rounds in [1, 3, players / 2].map(|rounds| rounds.min(players - 1)) {
                let mut schedule = Swiss::new(players, Some(rounds), 1, 2);
                let mut met = HashSet::new();
                let mut games = vec![0; players];
                for couple in play(&mut schedule).concat() {
                    assert!(met.insert(couple), "{players} {couple:?}");
                    couple.iter().for_each(|&player| games[player] += 1);
                }
                // Who was left out has one match less, and nobody two.
                assert!(games.iter().all(|&count| count == rounds || count + 1 == rounds));
                assert!(players % 2 == 1 || games.iter().all(|&count| count == rounds));
            }
        }
    }

    #[test]
    fn when_all_have_met_they_meet_again() {
        let mut schedule = Swiss::new(3, Some(10), 2, 2);
        play(&mut schedule);
        assert_eq!(schedule.known(), 20);
        assert_eq!(Swiss::new(1, None, 3, 2).total(), 0);
        assert_eq!(Swiss::new(0, None, 3, 2).known(), 0);
    }

    #[test]
    fn the_pairings_of_a_match_have_different_openings() {
        let schedule = Swiss::new(4, Some(2), 3, 2);
        let rounds: Vec<usize> = (0..6).map(|number| schedule.pairing(number).round).collect();
        assert_eq!(rounds, [0, 0, 1, 1, 2, 2]);
        assert_eq!((schedule.known(), schedule.total()), (6, 12));
    }

    #[test]
    fn to_be_left_out_is_worth_a_won_match() {
        for games in [1, 2] {
            let mut schedule = Swiss::new(3, Some(2), 3, games);
            assert_eq!(schedule.pairing(0).players, [0, 1]);
            let won = u32::try_from(2 * games).unwrap();
            (0..3).for_each(|number| schedule.learn(number, [won, 0]));
            // The loser is left out now.
            assert_eq!(schedule.points, [6, 6, 6].map(|half| half * games as u64));
            assert_eq!(schedule.pairing(3).players, [0, 2]);
        }
    }

    /// Here the last players have all met, in more ways than could be tried: the
    /// round is played all the same, and some meet again.
    #[test]
    fn a_round_whose_couples_take_too_long_to_find_is_played_all_the_same() {
        let mut schedule = Swiss::new(40, Some(20), 1, 2);
        let rounds = play(&mut schedule);
        assert_eq!(rounds.len(), 20);
        for couples in rounds {
            let mut players = couples.concat();
            players.sort_unstable();
            assert_eq!(players, (0..40).collect::<Vec<_>>());
        }
    }
}
