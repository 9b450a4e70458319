//! The knockout: the loser of a match is out, and the last player left wins.

use crate::plan::schedule::pairing::{Pairing, Schedule, Scores};
use crate::plan::schedule::row::{Make, Row, no_mistake};

pub(super) const ROW: Row = Row {
    name: "knockout",
    noun: "a knockout",
    help: "the loser of a match is out; the order of the engines is the seeding; a drawn match is \
           extended by one pairing at a time, and at twice its length the engine that is named \
           first advances",
    keys: &[],
    mistake: no_mistake,
    make: Make::FromResults(|config| {
        Box::new(Knockout::new(config.engines.len(), config.pairings))
    }),
};

/// A knockout. The order of the configuration is the seeding: the first two can
/// only meet in the final, and if the number of players is not a power of two
/// the first ones have a bye in the first round. A drawn match is extended by
/// one pairing at a time; if it is still drawn at twice its length, the player
/// that the configuration names first advances.
#[derive(Clone, Debug)]
pub struct Knockout {
    /// The number of pairings of a match that is not extended.
    pairings_per_match: usize,
    players: usize,
    known: Vec<Pairing>,
    scores: Scores,
    /// The matches of the current round, in the order of the bracket.
    matches: Vec<Match>,
    /// The number of known pairings at the last evaluation of the results.
    judged: usize,
}

/// A match of a round; a player without an opponent advances at once.
#[derive(Clone, Debug)]
struct Match {
    first: usize,
    second: Option<usize>,
    /// The numbers of the pairings.
    pairings: Vec<usize>,
}

impl Knockout {
    /// Creates a knockout of `players` players.
    pub fn new(players: usize, pairings_per_match: usize) -> Knockout {
        let mut knockout = Knockout {
            pairings_per_match,
            players,
            known: Vec::new(),
            scores: Scores::default(),
            matches: Vec::new(),
            judged: 0,
        };
        knockout.begin_round(&bracket(players));
        knockout
    }

    /// Begins a round in which adjacent players of the bracket meet.
    fn begin_round(&mut self, players: &[Option<usize>]) {
        self.matches.clear();
        for pair in players.chunks(2) {
            let mut present = pair.iter().flatten().copied();
            let Some(one) = present.next() else { continue };
            let other = present.next();
            let first = other.map_or(one, |other| one.min(other));
            let second = other.map(|other| one.max(other));
            self.matches.push(Match { first, second, pairings: Vec::new() });
        }
        // Interleave the matches: the first pairing of each, then the second.
        for _ in 0..self.pairings_per_match {
            for i in 0..self.matches.len() {
                self.add(i);
            }
        }
    }

    /// Adds a pairing to a match.
    fn add(&mut self, place: usize) {
        let players = &mut self.matches[place];
        if let Some(second) = players.second {
            // Two players meet in one match only.
            let meeting = players.pairings.len();
            players.pairings.push(self.known.len());
            self.known.push(Pairing { players: [players.first, second], meeting });
        }
    }

    /// Returns the winner of a match whose pairings are all over; `None` if it
    /// must be extended.
    fn winner(&self, of: &Match) -> Option<usize> {
        let Some(second) = of.second else { return Some(of.first) };
        let scores = of.pairings.iter().filter_map(|&number| self.scores.get(number));
        let [a, b] = scores.fold([0, 0], |[a, b], [x, y]| [a + x, b + y]);
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(of.first),
            std::cmp::Ordering::Less => Some(second),
            std::cmp::Ordering::Equal => {
                (of.pairings.len() >= self.pairings_per_match.saturating_mul(2)).then_some(of.first)
            }
        }
    }

    /// Advances as far as the results allow.
    fn judge(&mut self) {
        while self.judged < self.known.len()
            && (self.judged..self.known.len()).all(|number| self.scores.get(number).is_some())
        {
            self.judged = self.known.len();
            let winners: Vec<Option<usize>> =
                self.matches.iter().map(|of| self.winner(of)).collect();
            if winners.iter().all(Option::is_some) {
                if winners.len() > 1 {
                    self.begin_round(&winners);
                }
            } else {
                let drawn = winners.iter().enumerate().filter(|(_, winner)| winner.is_none());
                drawn.for_each(|(place, _)| self.add(place));
            }
        }
    }
}

impl Schedule for Knockout {
    fn total(&self) -> usize {
        // Each match of this round leaves one player, and each further match
        // eliminates one.
        let to_come = self.matches.len().saturating_sub(1).min(self.players);
        self.known.len() + to_come.saturating_mul(self.pairings_per_match)
    }

    fn known(&self) -> usize {
        self.known.len()
    }

    fn is_complete(&self) -> bool {
        // The final may still be drawn and be extended.
        self.judged == self.known.len()
            && self.matches.len() <= 1
            && self.matches.iter().all(|last| self.winner(last).is_some())
    }

    fn pairing(&self, number: usize) -> Pairing {
        self.known[number]
    }

    fn report_result(&mut self, number: usize, points: [u32; 2]) {
        self.scores.set(number, points);
        self.judge();
    }
}

/// Returns the players in the order of the bracket, with gaps up to a power of
/// two. If the better seed always wins, the places of two opponents in a round
/// of n matches add up to 2n − 1.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < players {
        let last = 2 * order.len() - 1;
        order = order.iter().flat_map(|&place| [place, last - place]).collect();
    }
    order.into_iter().map(|place| (place < players).then_some(place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays to the end; `result` determines the half points of a pairing from
    /// its players and its meeting. Returns the pairs in the order of their
    /// matches.
    fn play(
        schedule: &mut Knockout,
        result: impl Fn([usize; 2], usize) -> [u32; 2],
    ) -> Vec<[usize; 2]> {
        let mut next = 0;
        while next < schedule.known() {
            assert!(!schedule.is_complete());
            let Pairing { players, meeting } = schedule.pairing(next);
            schedule.report_result(next, result(players, meeting));
            next += 1;
        }
        assert_eq!(schedule.total(), schedule.known());
        assert!(schedule.is_complete());
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for pairing in &schedule.known {
            if !pairs.contains(&pairing.players) {
                pairs.push(pairing.players);
            }
        }
        pairs
    }

    #[test]
    fn the_best_seeds_meet_last() {
        let better = |_: [usize; 2], _| [3, 1];
        let pairs = play(&mut Knockout::new(8, 2), better);
        assert_eq!(pairs, [[0, 7], [3, 4], [1, 6], [2, 5], [0, 3], [1, 2], [0, 1]]);
        // The first three have a bye.
        let pairs = play(&mut Knockout::new(5, 1), better);
        assert_eq!(pairs, [[3, 4], [0, 3], [1, 2], [0, 1]]);
        for players in 0..20 {
            let mut schedule = Knockout::new(players, 3);
            assert_eq!(schedule.total(), 3 * players.saturating_sub(1));
            let pairs = play(&mut schedule, better);
            assert_eq!(pairs.len(), players.saturating_sub(1));
        }
    }

    #[test]
    fn every_player_but_the_winner_loses_once() {
        for players in 2..20 {
            // The player named later wins, or a function of both decides.
            for wins in [|_: [usize; 2]| false, |[a, b]: [usize; 2]| (a * b + a) % 3 == 0] {
                let mut lost = vec![0; players];
                for pair in
                    play(
                        &mut Knockout::new(players, 1),
                        |pair, _| {
                            if wins(pair) { [4, 0] } else { [0, 4] }
                        },
                    )
                {
                    lost[pair[usize::from(wins(pair))]] += 1;
                }
                lost.sort_unstable();
                assert_eq!(lost[0], 0);
                assert!(lost[1..].iter().all(|&count| count == 1), "{lost:?}");
            }
        }
    }

    #[test]
    fn a_drawn_match_is_extended_but_ends() {
        let mut schedule = Knockout::new(2, 2);
        play(&mut schedule, |_, meeting| if meeting < 2 { [2, 2] } else { [1, 3] });
        assert_eq!(schedule.known(), 3);
        assert_eq!(schedule.pairing(2).meeting, 2);
        let mut schedule = Knockout::new(4, 2);
        let pairs = play(&mut schedule, |_, _| [2, 2]);
        assert_eq!(pairs.last(), Some(&[0, 1]));
        assert_eq!(schedule.known(), 3 * 4);
    }

    #[test]
    fn the_order_of_results_does_not_matter() {
        let mut one = Knockout::new(6, 2);
        let mut other = one.clone();
        let points = |number: usize| if number.is_multiple_of(3) { [1, 3] } else { [4, 0] };
        loop {
            let known = one.known();
            (0..known).for_each(|number| one.report_result(number, points(number)));
            (0..known).rev().for_each(|number| other.report_result(number, points(number)));
            assert_eq!(one.known, other.known);
            if one.known() == known {
                break;
            }
        }
        assert_eq!(one.total(), one.known());
    }
}
