//! The points of a game.

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Points {
    /// 0 points.
    Loss,
    /// 1/2 point.
    Draw,
    /// 1 point.
    Win,
}

impl Points {
    /// Returns the result for the other player.
    pub fn reversed(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }
}
