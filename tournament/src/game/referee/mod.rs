//! The referee of a game: decides what is legal, whose move it is and when the
//! game is over.

mod by_engines;
mod by_rules;
pub mod judging;

use noughts::game::{GameState, new_game};
use noughts_client::{Engine, Rules};

use crate::game::referee::judging::Referee;
use crate::model::opening::{Opening, OpeningError};

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
