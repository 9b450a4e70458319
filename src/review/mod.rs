//! Reviews of games: which moves gave away a result, for certain or by an estimate, and
//! how accurate each side was.
//!
//! A [`Review`] does not search. Its client searches the position of
//! [`next`](Review::next), passes the lines to [`learn`](Review::learn), and goes on until
//! there is none left; what is known so far can be shown at any time.

pub mod accuracy;
mod course;
mod judgement;
mod retry;
mod schedule;
mod summary;

use std::time::Duration;

use crate::game::{Board, GameState, Outcome, Side};
use crate::search::SearchKind;
use crate::values::Value;
use course::Course;
use schedule::{Pass, Schedule};

pub use course::Chance;
pub use judgement::{Judgement, Mark};
pub use retry::Answer;
pub use schedule::{Limits, Search};

/// The review of a game.
#[derive(Clone, Debug)]
pub struct Review {
    board: Board,
    /// The result, also of a game that did not end on the board.
    result: Option<Outcome>,
    course: Course,
    schedule: Schedule,
}

impl Review {
    /// Begins the review of a game: its state after the last move, and its result.
    pub fn new(game: &dyn GameState, result: Option<Outcome>, limits: Limits) -> Review {
        let course = Course::new(game);
        let proves = SearchKind::Proof.supports(&game.spec());
        let schedule = Schedule::new(limits, proves, &course);
        Review { board: *game.board(), result, course, schedule }
    }

    /// The next position to search; `None` at the end.
    pub fn next(&self) -> Option<Search> {
        self.schedule.next()
    }

    /// Learns the result of the search of [`next`](Review::next): its lines, the best one
    /// first, for the side to move, and the time that it took.
    pub fn learn(&mut self, lines: Vec<Value>, time: Duration) {
        let Some(search) = self.next() else { return };
        let mut lines = lines.into_iter();
        let best = lines.next();
        let is_proven = best.as_ref().is_some_and(|best| best.score.is_proven());
        // Estimates of proofs that were not completed are worse than none.
        if let Some(best) = best.filter(|_| is_proven || search.kind != SearchKind::Proof) {
            self.course.store(search.plies, best);
        }
        if self.schedule.pass() == Pass::Seconds {
            self.course.plies[search.plies].second = lines.next();
        }
        self.schedule.searched(is_proven, time, &self.course);
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.course.chances.len() - 1
    }

    /// The chance of X at each position, one more than the moves; `None` where it is not
    /// known yet.
    pub fn chances(&self) -> &[Option<Chance>] {
        &self.course.chances
    }

    /// The best move with its value, for the side to move after so many plies.
    pub fn best(&self, plies: usize) -> Option<&Value> {
        self.course.plies.get(plies)?.best.as_ref()
    }

    /// The side to move after so many plies; `None` at the end of the game.
    pub fn side(&self, plies: usize) -> Option<Side> {
        self.course.plies.get(plies).map(|ply| ply.side)
    }

    /// The judgement of each move.
    pub fn judgements(&self) -> Vec<Judgement> {
        let decisive = self.decisive();
        let judge =
            |ply: usize| judgement::judge(&self.course, ply, &self.board, decisive == Some(ply));
        (0..self.moves()).map(judge).collect()
    }

    /// The accuracies of X and O, from 0 to 100; `None` for a side without moves. `None`
    /// for both while a value is missing.
    pub fn accuracy(&self) -> [Option<f64>; 2] {
        let chances: Option<Vec<f64>> =
            self.course.chances.iter().map(|chance| Some((*chance)?.of_x)).collect();
        let Some(chances) = chances else { return [None, None] };
        let judgements = self.judgements();
        let moves: Option<Vec<(Side, f64)>> = judgements
            .iter()
            .map(|judgement| Some((judgement.side, accuracy::of_move(judgement.loss?, 0.0))))
            .collect();
        moves.map_or([None, None], |moves| accuracy::of_game(&chances, &moves))
    }
}

#[cfg(test)]
mod tests;
