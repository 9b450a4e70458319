//! The rule swap2: one player places three stones, and the other one chooses a side, or
//! places two more for the first player to choose.
//!
//! The engine always chooses the side that a search finds better, which is at least as
//! good as two more stones.
//!
//! Source: <https://gomocup.org/news/experimental-tournament-update-2020/>.

use super::manager::Manager;
use super::refusal::GomocupRefusal;
use crate::engine::session::state::{Refusal, Session};
use crate::game::Square;
use crate::protocol::{GomocupReply, Point};
use crate::random::Random;
use crate::search::Score;

/// The smallest number of columns and rows on which [`OPENINGS`] were examined.
const SIDE: usize = 12;

/// Stones of X, O and X, as columns and rows from the top left. `patterns` scores each
/// of these openings within 15 centipoints of 0 on 12x12, 15x15 and 20x20 with exactly
/// five in a row, after 1,000,000 nodes or more.
const OPENINGS: [[(u32, u32); 3]; 8] = [
    [(3, 3), (4, 2), (1, 4)],
    [(5, 6), (4, 5), (1, 6)],
    [(2, 6), (2, 3), (2, 2)],
    [(2, 2), (0, 4), (5, 0)],
    [(4, 1), (3, 2), (2, 6)],
    [(1, 0), (1, 5), (3, 5)],
    [(0, 3), (0, 1), (6, 1)],
    [(6, 7), (1, 3), (3, 0)],
];

impl Session<'_, Manager> {
    /// Chooses the first three stones of a game by `Seed` and the number of openings
    /// before, and sets their position.
    pub(super) fn choose_opening(&mut self) -> Result<GomocupReply, Refusal> {
        let board = self.player.state().board();
        if board.columns().min(board.rows()) < SIDE {
            return Err(GomocupRefusal::TooSmall(SIDE).into());
        }
        let seed = self.options.settings.seed.wrapping_add(self.adapter().openings);
        let opening = OPENINGS[Random::new(seed).below(OPENINGS.len())];
        let points = opening.map(|(column, row)| Point { column, row });
        let [first, second, third] = points.map(|point| self.square_at(point));
        self.set_unfinished(&[first?, third?], &[second?])?;
        self.adapter().openings += 1;
        Ok(GomocupReply::Opening(points))
    }

    /// Sets the position of three or five stones, for a search that chooses a side.
    pub(super) fn set_opening(&mut self, stones: &[Square]) -> Result<(), Refusal> {
        if ![3, 5].contains(&stones.len()) {
            return Err(GomocupRefusal::OpeningLength(stones.len()).into());
        }
        let of_side = |first| stones.iter().copied().skip(first).step_by(2).collect::<Vec<_>>();
        self.set_unfinished(&of_side(0), &of_side(1))
    }
}

/// Whether the side that is not to move is the better one.
pub(super) fn swaps(score: Score) -> bool {
    match score {
        Score::Cp(value) => value < 0,
        Score::Loss(_) => true,
        Score::Win(_) | Score::Draw => false,
    }
}
