//! Selects the most suitable alpha-beta search for a task on a flat board.

use super::general::AlphaBeta;
use super::patterns::{self, PatternSearch};
use crate::game::lines::Shape;
use crate::game::{Lines, Squares};
use crate::search::task::{Report, Searcher, Settings, Task};

/// Chooses one of two searches for each task. Only the one chosen last keeps
/// its tables, so that they fit the memory of the settings.
#[derive(Debug)]
pub(crate) struct FlatAlphaBeta {
    /// Whether `patterns` plays the game.
    has_patterns: bool,
    chosen: Chosen,
}

#[derive(Debug)]
enum Chosen {
    /// Lines of 4 to 6, or exactly 4 or 5.
    Patterns(PatternSearch),
    /// Lines of other lengths, and neighbouring squares only.
    General(AlphaBeta),
}

impl FlatAlphaBeta {
    /// The search for a board of this shape, with the tables that take long to make.
    pub(crate) fn new(shape: Shape) -> Self {
        let general = || Chosen::General(AlphaBeta::default());
        let chosen = PatternSearch::new(shape).map_or_else(general, Chosen::Patterns);
        FlatAlphaBeta { has_patterns: patterns::supports(shape), chosen }
    }

    /// Chooses the search for these settings.
    fn choose(&mut self, settings: &Settings) -> &mut Chosen {
        match (&self.chosen, self.has_patterns && !settings.neighbors) {
            (Chosen::Patterns(_), false) => self.chosen = Chosen::General(AlphaBeta::default()),
            (Chosen::General(_), true) => self.chosen = Chosen::Patterns(PatternSearch::default()),
            _ => {}
        }
        &mut self.chosen
    }
}

impl<S: Squares> Searcher<Lines<S>> for FlatAlphaBeta {
    fn search(&mut self, task: &mut Task<'_, Lines<S>>) -> Report {
        match self.choose(task.settings) {
            Chosen::Patterns(search) => search.search(task),
            Chosen::General(search) => search.search(task),
        }
    }

    fn clear(&mut self) {
        match &mut self.chosen {
            Chosen::Patterns(search) => Searcher::<Lines<S>>::clear(search),
            Chosen::General(search) => Searcher::<Lines<S>>::clear(search),
        }
    }

    fn warm_up(&mut self, settings: &Settings) {
        if let Chosen::Patterns(search) = self.choose(settings) {
            Searcher::<Lines<S>>::warm_up(search, settings);
        }
    }
}
