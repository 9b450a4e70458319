//! What a person chose to play: proposed the next time, in a file of the user's folder.

use std::path::PathBuf;
use std::{fs, io};

use noughts::files;
use noughts::game::{FAIR_GAME, GameSpec};

use super::data_folder;
use crate::cli::commands::play::clock::TimeControl;
use crate::cli::commands::play::seat::{Sides, person_name};

/// The level against people who choose none.
pub(in crate::cli::commands::play) const USUAL_LEVEL: i64 = 5;

/// A game with its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli::commands::play) struct Choice {
    pub(in crate::cli::commands::play) game: GameSpec,
    pub(in crate::cli::commands::play) side: Sides,
    pub(in crate::cli::commands::play) level: i64,
    pub(in crate::cli::commands::play) clock: Option<TimeControl>,
    /// The names of the people, as far as they are given; of two people that of X first.
    pub(in crate::cli::commands::play) names: Vec<String>,
}

impl Choice {
    /// The last choice or, for a new user, a fair game at the usual level.
    pub(in crate::cli::commands::play) fn last() -> Choice {
        let text = file().and_then(|file| fs::read_to_string(file).ok());
        Choice::parse(&text.unwrap_or_default())
    }

    /// Proposes this choice the next time.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(in crate::cli::commands::play) fn remember(&self) -> io::Result<()> {
        let Some(file) = file() else { return Ok(()) };
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        files::replace(&file, self.print())
    }

    fn print(&self) -> String {
        let side = match self.side {
            Sides::O => "o",
            Sides::Both => "both",
            Sides::X | Sides::None => "x",
        };
        let clock = self.clock.map_or("none".to_string(), |clock| clock.to_string());
        let names: String = self.names.iter().map(|name| format!("name {name}\n")).collect();
        format!("game {}\nside {side}\nlevel {}\nclock {clock}\n{names}", self.game, self.level)
    }

    /// Parses a choice. What is missing or malformed is as for a new user.
    fn parse(text: &str) -> Choice {
        let value = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).unwrap_or("")
        };
        let fair = || FAIR_GAME.parse().unwrap_or(GameSpec::Trains(Default::default()));
        let level = value("level").parse().ok().filter(|level| (1..=10).contains(level));
        Choice {
            game: value("game").parse().unwrap_or_else(|_| fair()),
            side: match value("side") {
                "o" => Sides::O,
                "both" => Sides::Both,
                _ => Sides::X,
            },
            level: level.unwrap_or(USUAL_LEVEL),
            clock: value("clock").parse().ok(),
            names: names_in(text.lines().filter_map(|line| line.strip_prefix("name "))),
        }
    }
}

/// At most two names of people, made safe to print.
pub(in crate::cli::commands::play) fn names_in<'a>(
    texts: impl Iterator<Item = &'a str>,
) -> Vec<String> {
    texts.filter_map(person_name).take(2).collect()
}

fn file() -> Option<PathBuf> {
    Some(data_folder()?.join("choice"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_survives_a_round_trip() {
        let fresh = Choice::parse("");
        assert_eq!(fresh.print(), format!("game {FAIR_GAME}\nside x\nlevel 5\nclock none\n"));
        for text in [
            "game tictactrains:(XA, O23, O1, XA, OA, ...)\nside o\nlevel 1\nclock 3+2\n",
            "game tictactoe:15x15:5=\nside both\nlevel 10\nclock none\nname Ann\nname Bo B.\n",
        ] {
            assert_eq!(Choice::parse(text).print(), text);
        }
        // A file that was damaged, or of another version, does no harm.
        assert_eq!(Choice::parse("game chess\nside y\nlevel 11\nclock x\n\0"), fresh);
    }
}
