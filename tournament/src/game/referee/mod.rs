//! The referee of a game: decides what is legal, whose move it is and when the
//! game is over.

mod by_engines;
mod by_rules;

use noughts::game::{GameState, Outcome, Side, new_game};

use crate::model::opening::{Opening, OpeningError};
use crate::model::record::Unscored;
use noughts_client::Engine;
use noughts_client::Rules;
use noughts_client::fault::RequestError;

/// Makes the referees of a tournament's games. The lines of the board, which
/// all games share, are found only once.
#[derive(Debug)]
pub struct Referees {
    /// The start of a game, if the rules are known.
    start: Option<Box<dyn GameState>>,
    max_plies: usize,
}

impl Referees {
    /// Prepares the referees. `max_plies`, counted after the opening, applies
    /// only to unknown rules, under which a game might not end.
    pub fn new(rules: &Rules, max_plies: usize) -> Referees {
        Referees { start: rules.spec().map(new_game), max_plies }
    }

    /// Returns a referee for a game from `opening`. Under unknown rules,
    /// `arbiter`, if there is one, is asked in place of the players.
    ///
    /// # Errors
    ///
    /// When the opening is illegal.
    pub fn referee(
        &self,
        opening: &Opening,
        arbiter: Option<Engine>,
    ) -> Result<Box<dyn Referee>, OpeningError> {
        Ok(match &self.start {
            Some(start) => Box::new(by_rules::ByRules::new(opening.play_from(&**start)?)),
            None => Box::new(by_engines::ByEngines::new(self.max_plies, arbiter)),
        })
    }
}

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
