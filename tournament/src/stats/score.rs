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

    /// How often each share of a game's point was made, the lowest first.
    pub fn frequencies(&self) -> [f64; 3] {
        [self.losses, self.draws, self.wins].map(|count| count as f64)
    }
}

/// Pairings by the half points made in their two games, 0 to 4. A win and a
/// loss count like two draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pairing.
    pub fn add(&mut self, first: Points, second: Points) {
        self.0[first as usize + second as usize] += 1;
    }

    /// How many pairings there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How often each share of a pairing's two points was made, the lowest
    /// first.
    pub fn frequencies(&self) -> [f64; 5] {
        self.0.map(|count| count as f64)
    }
}
