//! Selects the most suitable alpha-beta search for a task on a flat board.

use super::general::AlphaBeta;
use super::lines::LineSearch;
use super::patterns;
use super::patterns::PatternSearch;
use crate::game::lines::Shape;
use crate::game::{Lines, SquareSet, Squares};
use crate::search::task::heuristics::Heuristics;
use crate::search::task::report::Report;
use crate::search::task::searcher::{Searcher, Task};

/// Chooses one of three searches for each task. Only the one chosen last keeps
/// its tables, so that they fit the memory of the settings.
#[derive(Debug)]
pub(crate) enum FlatAlphaBeta<S = SquareSet> {
    /// Lines of 4 to 6, or exactly 4 or 5.
    Patterns(PatternSearch),
    /// Lines of other lengths.
    Lines(LineSearch<S>),
    /// Neighbouring squares only, and exact lines of other lengths.
    General(AlphaBeta),
}

impl<S: Squares> Default for FlatAlphaBeta<S> {
    fn default() -> Self {
        FlatAlphaBeta::Lines(LineSearch::default())
    }
}

impl<S: Squares> FlatAlphaBeta<S> {
    /// The search for a board of this shape, with the tables that take long to make.
    pub(crate) fn new(shape: Shape) -> Self {
        PatternSearch::new(shape).map_or_else(FlatAlphaBeta::default, FlatAlphaBeta::Patterns)
    }
}

impl<S: Squares> Searcher<Lines<S>> for FlatAlphaBeta<S>
where
    Lines<S>: Heuristics,
{
    fn search(&mut self, task: &mut Task<'_, Lines<S>>) -> Report {
        let shape = task.game.geometry().shape();
        let has_patterns = patterns::supports(shape);
        // The search for lines does not support exact lines.
        let is_unknown = shape.is_exact() && !has_patterns;
        let is_general = task.settings.neighbors || is_unknown;
        match self {
            FlatAlphaBeta::General(_) if is_general => {}
            FlatAlphaBeta::Patterns(_) if !is_general && has_patterns => {}
            FlatAlphaBeta::Lines(_) if !is_general && !has_patterns => {}
            _ if is_general => *self = FlatAlphaBeta::General(AlphaBeta::default()),
            _ if has_patterns => *self = FlatAlphaBeta::Patterns(PatternSearch::default()),
            _ => *self = FlatAlphaBeta::default(),
        }
        match self {
            FlatAlphaBeta::Patterns(search) => search.search(task),
            FlatAlphaBeta::Lines(search) => search.search(task),
            FlatAlphaBeta::General(search) => search.search(task),
        }
    }

    fn clear(&mut self) {
        *self = FlatAlphaBeta::default();
    }
}
