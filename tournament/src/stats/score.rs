//! Counts of results, by game and by pairing.

/// The points a game is worth to a player, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Points {
    /// 0.
    Loss,
    /// 1/2.
    Draw,
    /// 1.
    Win,
}

impl Points {
    /// The points of the other player.
    pub fn reversed(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }
}

/// Games by their results.
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

    /// How many games there are.
    pub fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points made.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The points made of all there were; 0 without games.
    pub fn share(&self) -> f64 {
        self.points() / self.total().max(1) as f64
    }

    /// How often each share of a game's point was made, the lowest first.
    pub fn frequencies(&self) -> [f64; 3] {
        [self.losses, self.draws, self.wins].map(|count| count as f64)
    }
}

/// Pairings by the results of their two games, in either order: LL, LD, WL, DD,
/// WD, WW.
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

    /// How many pairings there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The pentanomial counts: pairings by their half points, 0 to 4. A win and
    /// a loss are worth as much as two draws.
    pub fn by_points(&self) -> [u64; 5] {
        let [ll, ld, wl, dd, wd, ww] = self.0;
        [ll, ld, wl + dd, wd, ww]
    }

    /// How often each share of a pairing's two points was made, the lowest
    /// first.
    pub fn frequencies(&self) -> [f64; 5] {
        self.by_points().map(|count| count as f64)
    }

    /// The games of the pairings.
    pub fn games(&self) -> Games {
        let [ll, ld, wl, dd, wd, ww] = self.0;
        Games { wins: wl + wd + 2 * ww, draws: ld + 2 * dd + wd, losses: 2 * ll + ld + wl }
    }

    /// How many times as many pairings were won as lost; `None` when none was
    /// lost.
    pub fn ratio(&self) -> Option<f64> {
        let [ll, ld, _, wd, ww] = self.by_points();
        (ll + ld > 0).then(|| (wd + ww) as f64 / (ll + ld) as f64)
    }
}

impl Games {
    /// The share of drawn games, from 0 to 1; `None` without a game.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.total() > 0).then(|| self.draws as f64 / self.total() as f64)
    }
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
