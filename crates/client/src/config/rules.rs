//! Who knows the rules of the game: the library or the engines.

use std::fmt;
use std::str::FromStr;

use noughts_rules::game::{FAMILIES, GameSpec, SpecError};

use crate::base::as_text::serde_via_text;
use crate::base::names::did_you_mean;

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
