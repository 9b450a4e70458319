//! "Try again": whether another move in the place of a mistake is better.

use std::time::Duration;

use super::judgement::INACCURACY;
use super::schedule::Search;
use super::{Chance, Review};
use crate::game::GameState;
use crate::search::SearchKind;
use crate::values::{Value, words};

/// The time limit of the search after another move.
const TIME: Duration = Duration::from_millis(1000);

/// The answer to another move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the move is good.
    pub is_right: bool,
    /// A sentence about it.
    pub text: String,
}

impl Review {
    /// The task of finding a better move than one of the game; `None` if no better one is known.
    pub fn task(&self, ply: usize) -> Option<String> {
        let judgement = self.judgements().into_iter().nth(ply)?;
        let ply = &self.course.plies[ply];
        let has_better = judgement.is_mistake() && !judgement.better.is_empty();
        let played = ply.played.filter(|_| has_better)?;
        Some(format!("Find a better move for {} than {}.", ply.side, self.board.name(played)))
    }

    /// The search that [`check`](Review::check) needs about the position after another
    /// move; `None` if the answer is known without one.
    pub fn check_search(&self, ply: usize, after: &dyn GameState) -> Option<Search> {
        let known = &self.course.plies.get(ply)?;
        let is_known = after.moves().last() == known.played.as_ref() || self.is_best(ply, after);
        let is_proven = known.best.as_ref().is_some_and(|best| best.score.is_proven());
        let proves = is_proven && SearchKind::Proof.supports(&after.spec());
        let kind = if proves { SearchKind::Proof } else { SearchKind::Auto };
        (!is_known && after.outcome().is_none()).then_some(Search {
            plies: after.moves().len(),
            kind,
            lines: 1,
            time: TIME,
        })
    }

    /// Judges another move in the place of a ply. `after` is the position after it, and
    /// `found` what [`check_search`](Review::check_search) found there.
    pub fn check(&self, ply: usize, after: &dyn GameState, found: Option<&Value>) -> Answer {
        let name = after.moves().last().map_or(String::new(), |&square| self.board.name(square));
        let wrong = |text: String| Answer { is_right: false, text };
        let Some(known) = self.course.plies.get(ply) else { return wrong(String::new()) };
        if after.moves().last() == known.played.as_ref() {
            return wrong(format!("{name} was played in the game. Try another move."));
        }
        let side = known.side;
        let best = self.chances()[ply].map_or(0.5, |chance| chance.of(side));
        if self.is_best(ply, after) {
            let value = known.best.as_ref().map_or(String::new(), |best| best.words(side));
            return Answer { is_right: true, text: format!("{name} is right: {value}.") };
        }
        let (chance, value) = match (after.outcome(), found) {
            (Some(outcome), _) => (Chance::of_outcome(outcome).of(side), outcome.to_string()),
            (None, Some(found)) => {
                let is_own = after.side() == side;
                let chance = if is_own { found.chance } else { 1.0 - found.chance };
                (chance, found.words(after.side()))
            }
            (None, None) => return wrong(format!("{name} could not be judged. Try another move.")),
        };
        if best - chance <= INACCURACY {
            return Answer { is_right: true, text: format!("{name} is good, too: {value}.") };
        }
        let reply = found.and_then(|found| found.line.first()).filter(|_| after.side() != side);
        let reply =
            reply.map_or(String::new(), |&square| format!(" after {}", self.board.name(square)));
        let missing = match known.best.as_ref().map(|best| best.score.is_proven()) {
            Some(true) => String::new(),
            _ => format!(" Better is possible: {}.", words::leader(best, side)),
        };
        wrong(format!("{name} is not enough: {value}{reply}.{missing} Try again."))
    }

    fn is_best(&self, ply: usize, after: &dyn GameState) -> bool {
        let best = self.best(ply).and_then(|best| best.line.first());
        best.is_some() && best == after.moves().last()
    }
}
