//! A game with its review, which may still be running.

use std::time::Instant;

use noughts::game::Outcome;
use noughts::review::{Judgement, Limits, Review, Search};
use noughts::values::Value;

use crate::cli::history::History;

/// The review of a game.
#[derive(Debug)]
pub(in crate::cli::commands::play) struct JudgedGame {
    review: Review,
    /// The moves of the game.
    names: Vec<String>,
    /// The judgements so far.
    judgements: Vec<Judgement>,
    /// When the search that is running began.
    begun: Instant,
}

impl JudgedGame {
    pub(super) fn new(history: &History, result: Option<Outcome>, limits: Limits) -> JudgedGame {
        let review = Review::new(&*history.end(), result, limits);
        let judgements = review.judgements();
        JudgedGame { review, names: history.all_names(), judgements, begun: Instant::now() }
    }

    /// Whether this is the review of the game.
    pub(super) fn is_of(&self, history: &History) -> bool {
        self.names == history.all_names()
    }

    /// Begins the next search; `None` if there is none left.
    pub(super) fn begin(&mut self) -> Option<Search> {
        self.begun = Instant::now();
        self.review.next()
    }

    /// Learns what the search has found.
    pub(super) fn learn(&mut self, found: Vec<Value>) {
        self.review.learn(found, self.begun.elapsed());
        self.judgements = self.review.judgements();
    }

    pub(in crate::cli::commands::play) fn review(&self) -> &Review {
        &self.review
    }

    /// The judgement of each move.
    pub(in crate::cli::commands::play) fn judgements(&self) -> &[Judgement] {
        &self.judgements
    }

    /// Whether the move after so many plies gave something away.
    pub(in crate::cli::commands::play) fn is_mistake(&self, ply: usize) -> bool {
        self.judgements.get(ply).is_some_and(Judgement::is_mistake)
    }

    /// The first mistake from a ply on, or from the beginning if there is none.
    pub(in crate::cli::commands::play) fn mistake_from(&self, ply: usize) -> Option<usize> {
        let moves = self.judgements.len();
        let from = ply.min(moves);
        (from..moves).chain(0..from).find(|&ply| self.is_mistake(ply))
    }
}
