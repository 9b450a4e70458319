//! Counts of games by result, as they are written as JSON.

use serde::Serialize;

use crate::stats::formulas::score::Games;

/// Counts of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GameCounts {
    /// All of them.
    pub total: u64,
    /// Games won.
    pub wins: Option<u64>,
    /// Games drawn.
    pub draws: Option<u64>,
    /// Games lost.
    pub losses: Option<u64>,
    /// The share of the points; `None` without games.
    pub share: Option<f64>,
}

impl GameCounts {
    /// Removes the numbers that depend on that of the drawn games.
    pub(super) fn forget_draws(&mut self) {
        (self.wins, self.draws, self.losses) = (None, None, None);
    }
}

impl From<&Games> for GameCounts {
    fn from(games: &Games) -> GameCounts {
        let [wins, draws, losses] = [games.wins, games.draws, games.losses].map(Some);
        let total = games.total();
        let share = (total > 0).then(|| games.share());
        GameCounts { total, wins, draws, losses, share }
    }
}
