//! The Swiss tournament: players meet opponents with a similar score.

use std::collections::HashSet;

use super::format::{Make, Row, no_mistake};
use super::{Pairing, Schedule, Scores};

pub(super) const ROW: Row = Row {
    name: "swiss",
    noun: "a Swiss tournament",
    help: "in each round neighbours in the standings meet who have not met before; of an odd \
           number of engines one has a bye, which counts as a match with all games won",
    keys: &["rounds"],
    mistake: no_mistake,
    make: Make::FromResults(|config| {
        let games = if config.no_swap { 1 } else { 2 };
        Box::new(Swiss::new(config.engines.len(), config.rounds, config.pairings, games))
    }),
};

/// A Swiss tournament: in every round the players are ordered by their points,
/// and neighbours meet who have not met before. If the number of players is
/// odd, the last one who has not had a bye yet gets one, with the points of a
/// match with all games won.
#[derive(Clone, Debug)]
pub struct Swiss {
    players: usize,
    rounds: usize,
    /// The number of pairings of a match.
    length: usize,
    /// The half points for winning all games of a match.
    most: u64,
    known: Vec<Pairing>,
    scores: Scores,
    /// The half points of each player.
    points: Vec<u64>,
    met: HashSet<[usize; 2]>,
    byes: HashSet<usize>,
    /// The number of rounds that have begun.
    begun: usize,
    /// The number of pairings whose points have been added.
    counted: usize,
}

/// The number of couples to try before a round repeats earlier couples.
const PATIENCE: usize = 100_000;

impl Swiss {
    /// Creates a Swiss tournament of `players` players with matches of `length`
    /// pairings of `games` games. Without `rounds` it has as many rounds as a
    /// knockout.
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
            byes: HashSet::new(),
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
        // The sort is stable: equal points keep the order of the configuration.
        order.sort_by_key(|&player| std::cmp::Reverse(self.points[player]));
        if order.len() % 2 == 1 {
            let newcomer = order.iter().rposition(|player| !self.byes.contains(player));
            let left = order.remove(newcomer.unwrap_or(order.len() - 1));
            self.byes.insert(left);
            self.points[left] += self.most;
        }
        let mut couples = Vec::new();
        if !self.couple(&order, &mut couples, &mut { PATIENCE }) {
            // Nearly all players have met: neighbours meet again.
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

    /// Finds couples who have not met by depth-first search, trying the nearest
    /// opponents of the first player first. Returns `false` if there are none
    /// or `patience` runs out.
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

    /// Plays to the end; the player with the lower place wins. Returns the
    /// couples of each round.
    fn play(schedule: &mut Swiss) -> Vec<Vec<[usize; 2]>> {
        let mut rounds = Vec::new();
        let mut next = 0;
        while next < schedule.known() {
            let known = schedule.known();
            rounds.push((next..known).map(|n| schedule.pairing(n).players).collect());
            // Report the results of a round in reverse.
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
    fn no_two_players_meet_twice_and_byes_are_shared() {
        for players in 2..=20 {
            // With more rounds than opponents some players would meet again.
            for rounds in [1, 3, players / 2].map(|rounds| rounds.min(players - 1)) {
                let mut schedule = Swiss::new(players, Some(rounds), 1, 2);
                let mut met = HashSet::new();
                let mut games = vec![0; players];
                for couple in play(&mut schedule).concat() {
                    assert!(met.insert(couple), "{players} {couple:?}");
                    couple.iter().for_each(|&player| games[player] += 1);
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
    fn a_bye_is_worth_a_won_match() {
        for games in [1, 2] {
            let mut schedule = Swiss::new(3, Some(2), 3, games);
            assert_eq!(schedule.pairing(0).players, [0, 1]);
            let won = u32::try_from(2 * games).unwrap();
            (0..3).for_each(|number| schedule.learn(number, [won, 0]));
            // The loser has the bye now.
            assert_eq!(schedule.points, [6, 6, 6].map(|half| half * games as u64));
            assert_eq!(schedule.pairing(3).players, [0, 2]);
        }
    }

    /// The last players have all met, and the search cannot try all couples:
    /// the round is played with repeated couples.
    #[test]
    fn a_round_without_new_couples_is_played() {
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
