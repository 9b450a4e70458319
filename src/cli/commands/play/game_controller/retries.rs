//! The review of a game, its mistakes, and better moves in their place.

use noughts::game::Outcome;

use super::GameController;
use crate::cli::commands::play::analysis::JudgedGame;
use crate::cli::commands::play::record::Ending;

impl GameController {
    /// The result of the whole game, also while an earlier position is looked at.
    pub(in crate::cli::commands::play) fn final_result(&self) -> Option<Outcome> {
        self.history.end().outcome().or(self.ended.map(Ending::outcome))
    }

    /// Begins to judge every move of the game.
    pub(in crate::cli::commands::play) fn review(&mut self) {
        match self.history.all_names().is_empty() {
            true => self.set_notice("there are no moves to judge"),
            false => self.analyst.review(&self.history, self.final_result()),
        }
    }

    /// Shows the next mistake, or the first one after the last; the notice says if none is
    /// known.
    pub(in crate::cli::commands::play) fn show_mistake(&mut self) {
        let shown = self.history.state().moves().len();
        match self.analyst.judged().and_then(|judged| judged.mistake_from(shown)) {
            Some(ply) => self.show(ply + 1),
            None => self.set_notice(self.no_mistake()),
        }
    }

    /// Asks for a better move in the place of the mistake that is shown, or of the next one.
    pub(in crate::cli::commands::play) fn retry(&mut self) {
        let shown = self.history.state().moves().len();
        let last = shown.checked_sub(1);
        let judged = self.analyst.judged();
        let is_mistake = |ply: &usize| judged.is_some_and(|judged| judged.is_mistake(*ply));
        let next = || judged.and_then(|judged| judged.mistake_from(shown));
        let Some(ply) = self.retry.or(last.filter(is_mistake)).or_else(next) else {
            return self.set_notice(self.no_mistake());
        };
        let task = judged.and_then(|judged| judged.review().task(ply));
        self.show(ply);
        self.retry = Some(ply);
        self.set_notice(task.unwrap_or_default());
    }

    /// Whether a better move in the place of a mistake is being looked for.
    pub(in crate::cli::commands::play) fn is_trying(&self) -> bool {
        self.retry.is_some()
    }

    /// Checks a move in the place of a mistake.
    pub(super) fn try_move(&mut self, ply: usize, name: &str) -> Result<(), String> {
        let mut after = self.history.state().boxed_clone();
        after.play(name).map_err(|error| error.to_string())?;
        self.notice.clear();
        self.analyst.check(ply, after, &self.history);
        self.hear_answer();
        Ok(())
    }

    /// Shows the answer to a move that was checked; returns whether there was one.
    pub(super) fn hear_answer(&mut self) -> bool {
        let Some(answer) = self.analyst.take_answer() else { return false };
        if answer.is_right {
            self.retry = None;
        }
        self.set_notice(answer.text);
        true
    }

    fn no_mistake(&self) -> &'static str {
        match self.analyst.judged().map(JudgedGame::review) {
            None => "this game has not been reviewed",
            Some(review) if review.is_finished() => "no mistake was found",
            Some(_) => "no mistake is known yet",
        }
    }
}
