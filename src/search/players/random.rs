//! `random`: plays any move, all with the same probability.

use crate::game::{Game, Squares};
use crate::random::Random;
use crate::search::task::{Report, Searcher, Task};

/// Plays at random; the same seed and position give the same move.
#[derive(Debug, Default)]
pub(crate) struct RandomMover;

impl<G: Game> Searcher<G> for RandomMover {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let mut random = Random::new(task.settings.seed ^ task.game.hash(task.root));
        let chosen = task.moves.nth(random.below(task.moves.len()));
        let square = chosen.or(task.moves.first());
        square.map_or_else(Report::default, |square| Report::only(square, 1))
    }

    fn clear(&mut self) {}
}
