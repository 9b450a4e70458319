//! Joint ratings of many players from all their games.
//!
//! The model is that of Bradley and Terry: of two players whose ratings differ
//! by d Elo the better one scores 1/(1 + 10^(−d/400)) of the points on average,
//! where a draw is half a point. The ratings are those of maximum likelihood:
//! every player's expected points equal its points. Their covariance is the
//! sandwich estimate, with the observed variances of the pairings, so that
//! frequent draws and openings that favour a side do not distort the errors.
//!
//! Every player has one more game, a draw against a player of average rating
//! who takes no other part. That keeps the ratings finite if a player has won
//! or lost everything, or if two groups have never met; the error is then
//! large. With two players it corresponds to the half point by which
//! [`Elo`](crate::stats::formulas::elo::Elo) corrects one-sided scores.

use super::groups::groups;
use crate::stats::formulas::bradley_terry::{
    information, inverse, most_likely, points_covariance, product,
};
use crate::stats::formulas::los::{MIN_RESULTS, above_zero};
use crate::stats::formulas::sample::Z;
use crate::stats::formulas::score::Encounter;

/// One Elo in the unit of the strengths, the natural logarithm of odds.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// Joint ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The ratings in Elo, by the places of the players.
    ratings: Vec<f64>,
    /// The covariance of the ratings in Elo², not relative to an anchor.
    covariance: Vec<Vec<f64>>,
    /// The number of results of each player: pairings, or else games.
    results: Vec<u64>,
    /// The players with games in groups, within which every two have met, if only
    /// through others.
    groups: Vec<Vec<usize>>,
    anchor: Option<usize>,
}

impl Ratings {
    /// Computes the ratings of `players` players; their mean is 0. The time is
    /// cubic in the number of players.
    pub fn new(players: usize, encounters: &[Encounter]) -> Ratings {
        let groups = groups(players, encounters);
        let encounters: Vec<&Encounter> = encounters
            .iter()
            .filter(|e| e.games.total() > 0 && e.players.iter().all(|&player| player < players))
            .collect();
        let strengths = most_likely(players, &encounters);
        let bread = inverse(information(&strengths, &encounters));
        let meat = points_covariance(&strengths, &encounters);
        let mut covariance = product(&product(&bread, &meat), &bread);
        let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
        for row in &mut covariance {
            row.iter_mut().for_each(|value| *value /= PER_ELO * PER_ELO);
        }
        let ratings = strengths.iter().map(|strength| (strength - mean) / PER_ELO).collect();
        let mut results = vec![0; players];
        for e in &encounters {
            let pairs = e.pairs.total();
            let met = if pairs > 0 { pairs } else { e.games.total() };
            e.players.iter().for_each(|&player| results[player] += met);
        }
        Ratings { ratings, covariance, results, groups, anchor: None }
    }

    /// Shifts all ratings so that this player has this rating, and makes errors
    /// relative to it.
    #[must_use]
    pub fn anchored(mut self, player: usize, rating: f64) -> Ratings {
        if let Some(&own) = self.ratings.get(player) {
            self.ratings.iter_mut().for_each(|other| *other += rating - own);
            self.anchor = Some(player);
        }
        self
    }

    /// Returns the anchored player.
    pub fn anchor(&self) -> Option<usize> {
        self.anchor
    }

    /// Returns the players that have games, in groups: only ratings of the same
    /// group can be compared, because the groups never met.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Returns the rating of a player, in Elo.
    pub fn rating(&self, player: usize) -> f64 {
        self.ratings.get(player).copied().unwrap_or_default()
    }

    /// Returns half the width of the 95 % interval of a rating, in Elo,
    /// relative to the anchor, whose own error is 0, or to the mean of all
    /// players.
    pub fn error(&self, player: usize) -> f64 {
        let players = self.ratings.len();
        let mut weights = match self.anchor {
            Some(anchor) => {
                let mut weights = vec![0.0; players];
                weights[anchor] = -1.0;
                weights
            }
            None => vec![-1.0 / players.max(1) as f64; players],
        };
        if let Some(weight) = weights.get_mut(player) {
            *weight += 1.0;
        }
        Z * self.deviation(&weights)
    }

    /// Returns the probability that one player is better than another; `None` if
    /// they are of different groups or one has fewer than [`MIN_RESULTS`] results.
    pub fn superiority(&self, player: usize, other: usize) -> Option<f64> {
        let both = [player, other];
        let is_enough = |&place: &usize| self.results.get(place) >= Some(&MIN_RESULTS);
        if player == other || !both.iter().all(is_enough) {
            return None;
        }
        let group = self.groups.iter().find(|group| group.binary_search(&player).is_ok())?;
        group.binary_search(&other).ok()?;
        let mut weights = vec![0.0; self.ratings.len()];
        (weights[player], weights[other]) = (1.0, -1.0);
        let difference = self.rating(player) - self.rating(other);
        Some(above_zero(difference, self.deviation(&weights)))
    }

    /// Returns the standard deviation of a weighted sum of the ratings.
    fn deviation(&self, weights: &[f64]) -> f64 {
        let rows = self.covariance.iter().zip(weights);
        let sum: f64 = rows
            .map(|(row, weight)| weight * row.iter().zip(weights).map(|(c, w)| c * w).sum::<f64>())
            .sum();
        sum.max(0.0).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::formulas::bradley_terry::expected;
    use crate::stats::formulas::elo::Elo;
    use crate::stats::formulas::los;
    use crate::stats::formulas::score::Pairs;
    use noughts::random::Random;

    fn encounter(players: [usize; 2], pairs: [u64; 6]) -> Encounter {
        let pairs = Pairs(pairs);
        Encounter { players, games: pairs.games(), pairs }
    }

    #[test]
    fn the_ratings_of_two_players_differ_by_their_elo() {
        for pairs in [[34, 54, 31, 32, 64, 75], [332, 433, 457, 41, 333, 334], [0, 1, 2, 3, 90, 30]]
        {
            let both = encounter([0, 1], pairs);
            let ratings = Ratings::new(2, &[both]);
            let elo = Elo::from_pairs(&both.pairs).unwrap();
            let difference = ratings.rating(0) - ratings.rating(1);
            assert!((difference / elo.difference - 1.0).abs() < 0.02, "{difference} {elo:?}");
            assert!((ratings.rating(0) + ratings.rating(1)).abs() < 1e-6);
            let anchored = ratings.clone().anchored(1, 1500.0);
            assert!((anchored.rating(1) - 1500.0).abs() < 1e-9 && anchored.error(1) < 1e-9);
            assert!((anchored.error(0) / elo.error - 1.0).abs() < 0.05, "{anchored:?} {elo:?}");
            let los = los::from_pairs(&both.pairs).unwrap();
            assert!((ratings.superiority(0, 1).unwrap() - los).abs() < 0.01);
        }
    }

    /// Returns the points of a player, and its expected points at these
    /// ratings.
    fn points(ratings: &Ratings, encounters: &[Encounter], player: usize) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for e in encounters {
            let difference =
                PER_ELO * (ratings.rating(e.players[0]) - ratings.rating(e.players[1]));
            let total = e.games.total() as f64;
            if e.players[0] == player {
                sums[0] += e.games.points();
                sums[1] += total * expected(difference);
            } else if e.players[1] == player {
                sums[0] += total - e.games.points();
                sums[1] += total * expected(-difference);
            }
        }
        sums
    }

    #[test]
    fn expected_points_equal_points() {
        let mut random = Random::new(3);
        for players in 2..8 {
            let mut encounters = Vec::new();
            for a in 0..players {
                for b in a + 1..players {
                    let pairs = std::array::from_fn(|_| 5 + random.below(50) as u64);
                    encounters.push(encounter([a, b], pairs));
                }
            }
            let ratings = Ratings::new(players, &encounters);
            for player in 0..players {
                let [made, expected] = points(&ratings, &encounters, player);
                // The drawn game with the average player shifts the points by
                // less than 1/2.
                assert!((made - expected).abs() < 0.5, "{made} {expected}");
                assert!(ratings.error(player) > 0.0 && ratings.error(player) < 60.0);
                assert_eq!(ratings.superiority(player, player), None);
            }
        }
    }

    #[test]
    fn intervals_cover_the_true_ratings() {
        // Four players of known strength, who draw a third of close games.
        let truth = [120.0, 40.0, -30.0, -130.0];
        let mut random = Random::new(11);
        let mut outside = 0;
        let runs = 200;
        for _ in 0..runs {
            let mut encounters = Vec::new();
            for a in 0..4 {
                for b in a + 1..4 {
                    let score = expected(PER_ELO * (truth[a] - truth[b]));
                    let mut e = Encounter { players: [a, b], ..Encounter::default() };
                    for _ in 0..50 {
                        let mut game = || {
                            use crate::model::points::Points;
                            let share = random.below(1_000_000) as f64 / 1e6;
                            if random.below(3) == 0 && (0.2..0.8).contains(&score) {
                                // Draws pull the score towards 1/2; the decided
                                // games below are more one-sided to keep the
                                // expected score.
                                return Points::Draw;
                            }
                            let decided = if (0.2..0.8).contains(&score) {
                                1.5 * (score - 0.5) + 0.5
                            } else {
                                score
                            };
                            if share < decided { Points::Win } else { Points::Loss }
                        };
                        let (first, second) = (game(), game());
                        e.games.add(first);
                        e.games.add(second);
                        e.pairs.add(first, second);
                    }
                    encounters.push(e);
                }
            }
            let ratings = Ratings::new(4, &encounters);
            let wrong = (0..4).filter(|&p| (ratings.rating(p) - truth[p]).abs() > ratings.error(p));
            outside += wrong.count();
        }
        // 40 of 800 are expected outside their 95 % intervals.
        assert!((15..75).contains(&outside), "{outside}");
    }

    #[test]
    fn one_sided_and_separate_groups_have_finite_ratings() {
        let won = encounter([0, 1], [0, 0, 0, 0, 0, 50]);
        let close = encounter([2, 3], [100, 100, 100, 100, 100, 100]);
        let ratings = Ratings::new(5, &[won, close]);
        assert!(ratings.rating(0) > 300.0 && ratings.rating(0) < 2000.0, "{ratings:?}");
        assert!(ratings.error(0) > 100.0);
        assert!((ratings.rating(2) - ratings.rating(3)).abs() < 1e-6);
        // A player without games has a large error.
        assert!(ratings.error(4) > 400.0 && ratings.rating(4).is_finite());
        assert!(ratings.superiority(0, 1) > Some(0.99));
        assert!((0.4..0.6).contains(&ratings.superiority(2, 3).unwrap()));
        assert_eq!(Ratings::new(0, &[]).rating(3), 0.0);
        // Groups that never met cannot be compared.
        assert_eq!(ratings.groups(), [vec![0, 1], vec![2, 3]]);
        assert_eq!((ratings.superiority(0, 2), ratings.superiority(0, 4)), (None, None));
        assert_eq!(ratings.superiority(0, 9), None);
    }

    #[test]
    fn few_results_have_no_likelihood() {
        let superiority = |pairs| {
            let both = [encounter([0, 1], [0, 0, 0, 0, 0, pairs]), encounter([1, 2], [5; 6])];
            Ratings::new(3, &both).superiority(0, 1)
        };
        assert_eq!(superiority(9), None);
        assert!(superiority(10) > Some(0.9));
    }

    #[test]
    fn the_order_of_players_does_not_matter() {
        let pairs = [3, 9, 4, 8, 15, 11];
        let turned = |[ll, ld, wl, dd, wd, ww]: [u64; 6]| [ww, wd, wl, dd, ld, ll];
        let one = Ratings::new(3, &[encounter([0, 1], pairs), encounter([1, 2], pairs)]);
        let other =
            Ratings::new(3, &[encounter([1, 2], turned(pairs)), encounter([0, 1], turned(pairs))]);
        for player in 0..3 {
            assert!((one.rating(player) - other.rating(2 - player)).abs() < 1e-6 || player == 1);
            assert!((one.error(player) - other.error(player)).abs() < 1e-6 || player != 1);
        }
    }
}
