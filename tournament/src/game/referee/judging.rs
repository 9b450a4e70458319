//! What a referee does, whoever knows the rules.

use noughts::game::{Outcome, Side};
use noughts_client::Engine;
use noughts_client::fault::RequestError;

use crate::model::record::Unscored;

/// The state of a game, as the referee sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This side is to move.
    Move(Side),
    /// The game is over.
    Over(Outcome),
    /// The game ends here without a result.
    Unscored(Unscored),
}

/// Judges one game.
pub trait Referee {
    /// Returns what comes next. A referee without rules asks the engines, X's
    /// first, about the position of the `position` line.
    ///
    /// # Errors
    ///
    /// The side of an engine at fault, and its fault.
    fn next(
        &mut self,
        engines: &mut [Engine; 2],
        position: &str,
    ) -> Result<Next, (Side, RequestError)>;

    /// Plays a move of the side to move; returns its canonical name.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal.
    fn play(&mut self, name: &str) -> Result<String, String>;

    /// Ends the game; returns the engine that was asked, unless it has failed.
    fn release(self: Box<Self>) -> Option<Engine> {
        None
    }
}
