//! Counts of results, of games and of pairings.

use crate::model::points::Points;
/// Numbers of games by result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Games {
    /// Won games.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games.
    pub losses: u64,
}

impl Games {
    /// Counts a game.
    pub fn add(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// Returns the number of games.
    pub fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 for a win, 1/2 for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the points as a share of all points, from 0 to 1; 0 without
    /// games.
    pub fn share(&self) -> f64 {
        self.points() / self.total().max(1) as f64
    }

    /// Returns the number of games by points, the lowest first.
    pub fn frequencies(&self) -> [f64; 3] {
        [self.losses, self.draws, self.wins].map(|count| count as f64)
    }
}

/// Numbers of pairings by the results of their two games in any order: LL, LD,
/// WL, DD, WD, WW.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pairs(pub [u64; 6]);

impl Pairs {
    /// Counts a pairing.
    pub fn add(&mut self, first: Points, second: Points) {
        use Points::{Draw, Loss, Win};
        let place = match (first, second) {
            (Loss, Loss) => 0,
            (Loss, Draw) | (Draw, Loss) => 1,
            (Win, Loss) | (Loss, Win) => 2,
            (Draw, Draw) => 3,
            (Win, Draw) | (Draw, Win) => 4,
            (Win, Win) => 5,
        };
        self.0[place] += 1;
    }

    /// Returns the number of pairings.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the pentanomial counts: the number of pairings with 0 to 4 half
    /// points. WL and DD both have 2.
    pub fn by_points(&self) -> [u64; 5] {
        let [ll, ld, wl, dd, wd, ww] = self.0;
        [ll, ld, wl + dd, wd, ww]
    }

    /// Returns the number of pairings by points, the lowest first.
    pub fn frequencies(&self) -> [f64; 5] {
        self.by_points().map(|count| count as f64)
    }

    /// Returns the games of the pairings.
    pub fn games(&self) -> Games {
        let [ll, ld, wl, dd, wd, ww] = self.0;
        Games { wins: wl + wd + 2 * ww, draws: ld + 2 * dd + wd, losses: 2 * ll + ld + wl }
    }

    /// Returns the ratio of pairings won to pairings lost; `None` if none was
    /// lost.
    pub fn ratio(&self) -> Option<f64> {
        let [ll, ld, _, wd, ww] = self.by_points();
        (ll + ld > 0).then(|| (wd + ww) as f64 / (ll + ld) as f64)
    }
}

impl Games {
    /// Returns the share of drawn games, from 0 to 1; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.total() > 0).then(|| self.draws as f64 / self.total() as f64)
    }
}

/// The games of two players, from the view of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Encounter {
    /// The players, by their places.
    pub players: [usize; 2],
    /// The scored games.
    pub games: Games,
    /// The complete pairings.
    pub pairs: Pairs,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_and_their_games_have_the_same_points() {
        let all = [Points::Loss, Points::Draw, Points::Win];
        for first in all {
            for second in all {
                let (mut pairs, mut games) = (Pairs::default(), Games::default());
                pairs.add(first, second);
                games.add(first);
                games.add(second);
                assert_eq!(pairs.games(), games);
                let half_points = pairs.by_points().iter().position(|&count| count == 1);
                assert_eq!(half_points, Some(first as usize + second as usize));
            }
        }
    }

    #[test]
    fn ratios() {
        assert_eq!(Pairs([1, 1, 5, 5, 2, 1]).ratio(), Some(1.5));
        assert_eq!(Pairs([0, 0, 1, 0, 0, 4]).ratio(), None);
        assert_eq!(Games { wins: 1, draws: 2, losses: 1 }.draw_ratio(), Some(0.5));
        assert_eq!(Games::default().draw_ratio(), None);
    }
}
