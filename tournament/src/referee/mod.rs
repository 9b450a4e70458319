//! The referee of a game: decides what is legal, whose move it is and when the
//! game is over.

mod by_engines;
mod by_rules;

use std::fmt;
use std::str::FromStr;

use noughts::game::{FAMILIES, GameSpec, GameState, Outcome, Side, SpecError, new_game};

use crate::as_text::serde_via_text;
use crate::engine::Engine;
use crate::engine::fault::RequestError;
use crate::names::did_you_mean;
use crate::openings::{Opening, OpeningError};
use crate::record::Unscored;

/// The source of the rules of the tournament's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// The library: the runner applies the rules.
    Known(GameSpec),
    /// The engines: the runner asks them with UGI's `query`, in any game.
    Asked,
}

/// The name of [`Rules::Asked`].
const ASKED: &str = "ugi";

/// The error for a text that names no rules. For a game that is none of noughts it
/// says how engines play it all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}{advice}", advice = advice(.0))]
pub struct RulesError(pub SpecError);

fn advice(error: &SpecError) -> String {
    let SpecError::Unknown(name) = error else { return String::new() };
    let typed = name.split(':').next().unwrap_or(name).trim();
    let names = FAMILIES.iter().map(|family| family.name).chain([ASKED]);
    match did_you_mean(typed, names) {
        nothing if nothing.is_empty() => format!(
            "; engines play other games with game = \"{ASKED}\", and UCI engines also need a UGI \
             engine that knows the rules as [referee]: \"Engines of other games\" in docs/tournament.md"
        ),
        meant => meant,
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        match text == ASKED {
            true => Ok(Rules::Asked),
            false => text.parse().map(Rules::Known).map_err(RulesError),
        }
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

serde_via_text!(Rules);

impl Rules {
    /// Returns the game, if its rules are known.
    pub fn spec(&self) -> Option<&GameSpec> {
        match self {
            Rules::Known(spec) => Some(spec),
            Rules::Asked => None,
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_games_are_played_by_asking_the_engines() {
        let error = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
        for game in ["chess", "shogi", "go", "xiangqi", "checkers", "connect4", "gomoku:15"] {
            let reason = error(game);
            assert!(reason.contains("game = \"ugi\"") && reason.contains("[referee]"), "{reason}");
        }
        for (typed, meant) in [("tictactoo", "tictactoe"), ("qubik:3", "qubic"), ("UGI", "ugi")] {
            let reason = error(typed);
            assert!(reason.ends_with(&format!("; did you mean \"{meant}\"?")), "{reason}");
        }
        assert!(!error("qubic:0").contains("ugi"));
    }
}
