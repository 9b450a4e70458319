//! Selects the most suitable alpha-beta search for a task on a flat board.

use super::general::AlphaBeta;
use super::patterns::{self, PatternSearch};
use crate::game::lines::Shape;
use crate::game::{Lines, Squares};
use crate::search::task::{Report, Searcher, Settings, Task};

/// Chooses one of two searches for each task. Only the one chosen last keeps
/// its tables, so that they fit the memory of the settings.
#[derive(Debug)]
pub(crate) enum FlatAlphaBeta {
    /// Lines of 4 to 6, or exactly 4 or 5.
    Patterns(PatternSearch),
    /// Lines of other lengths, and neighbouring squares only.
    General(AlphaBeta),
}

impl FlatAlphaBeta {
    /// The search for a board of this shape, with the tables that take long to make.
    pub(crate) fn new(shape: Shape) -> Self {
        let general = || FlatAlphaBeta::General(AlphaBeta::default());
        PatternSearch::new(shape).map_or_else(general, FlatAlphaBeta::Patterns)
    }
}

impl<S: Squares> Searcher<Lines<S>> for FlatAlphaBeta {
    fn search(&mut self, task: &mut Task<'_, Lines<S>>) -> Report {
        let has_patterns = patterns::supports(task.game.geometry().shape());
        let is_general = task.settings.neighbors || !has_patterns;
        match self {
            FlatAlphaBeta::Patterns(_) if is_general => {
                *self = FlatAlphaBeta::General(AlphaBeta::default());
            }
            FlatAlphaBeta::General(_) if !is_general => {
                *self = FlatAlphaBeta::Patterns(PatternSearch::default());
            }
            _ => {}
        }
        match self {
            FlatAlphaBeta::Patterns(search) => search.search(task),
            FlatAlphaBeta::General(search) => search.search(task),
        }
    }

    fn clear(&mut self) {
        match self {
            FlatAlphaBeta::Patterns(search) => Searcher::<Lines<S>>::clear(search),
            FlatAlphaBeta::General(search) => Searcher::<Lines<S>>::clear(search),
        }
    }

    fn warm_up(&mut self, settings: &Settings) {
        if let FlatAlphaBeta::Patterns(search) = self {
            Searcher::<Lines<S>>::warm_up(search, settings);
        }
    }
}
