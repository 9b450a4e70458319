//! Who says what is legal, whose turn it is and when the game is over.

mod by_engines;
mod by_rules;

use std::fmt;
use std::str::FromStr;

use noughts::game::{GameSpec, Outcome, Side, SpecError};

use crate::as_text::kept_as_text;
use crate::engine::Engine;
use crate::engine::fault::Trouble;
use crate::openings::{Opening, OpeningError};
use crate::record::Unscored;

/// Where the rules of the tournament's game are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// In the library: the runner is the referee.
    Known(GameSpec),
    /// In the engines: they are asked, as UGI allows for every game.
    Asked,
}

/// The name of the rules that are in the engines.
const ASKED: &str = "ugi";

impl FromStr for Rules {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Rules, SpecError> {
        if text == ASKED { Ok(Rules::Asked) } else { text.parse().map(Rules::Known) }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rules::Known(spec) => spec.fmt(f),
            Rules::Asked => f.write_str(ASKED),
        }
    }
}

kept_as_text!(Rules);

impl Rules {
    /// The name of the game, if the rules are known.
    pub fn spec(&self) -> Option<&GameSpec> {
        match self {
            Rules::Known(spec) => Some(spec),
            Rules::Asked => None,
        }
    }

    /// A referee for a game that begins like this. Only where the rules are
    /// asked for is the number of plies after the opening limited, for there
    /// they may be rules without an end.
    ///
    /// # Errors
    ///
    /// When the opening is against the rules.
    pub fn referee(
        &self,
        opening: &Opening,
        max_plies: usize,
    ) -> Result<Box<dyn Referee>, OpeningError> {
        Ok(match self {
            Rules::Known(spec) => Box::new(by_rules::ByRules::new(opening.play(spec)?)),
            Rules::Asked => Box::new(by_engines::ByEngines::new(max_plies)),
        })
    }
}

/// What comes next in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This side is to move.
    Move(Side),
    /// The game is over.
    Over(Outcome),
    /// The game has to end here, and counts for nobody.
    Unscored(Unscored),
}

/// Judges one game.
pub trait Referee {
    /// What comes next. The engines, X's first, and the `position` line that
    /// sets the position up are there to be asked.
    ///
    /// # Errors
    ///
    /// When an engine is at fault: its side, and why.
    fn next(&mut self, engines: &mut [Engine; 2], position: &str) -> Result<Next, (Side, Trouble)>;

    /// Plays a move of the side to move, and returns its proper name.
    ///
    /// # Errors
    ///
    /// When it is illegal: the reason.
    fn play(&mut self, name: &str) -> Result<String, String>;
}
