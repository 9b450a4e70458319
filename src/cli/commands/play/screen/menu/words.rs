//! The words of the rows.

use noughts::game::GameSpec;

use super::row::Row;
use super::values::{Value, level_text};
use crate::cli::commands::play::kept::Choice;
use crate::cli::commands::play::seat::Sides;

/// The words of the row; a setting has its name here and its value apart.
pub(super) fn title(row: Row, choice: &Choice) -> &'static str {
    match row {
        Row::Play => "Play",
        Row::Game => "Game",
        Row::Board if matches!(choice.game, GameSpec::Trains(_)) => "Rules",
        Row::Board => "Board",
        Row::Side => "Side",
        Row::Level => "Level",
        Row::Clock => "Clock",
        Row::Name if choice.side == Sides::Both => "Names",
        Row::Name => "Name",
        Row::Resume => "Go on with the last game",
        Row::RecentGames => "Recent games",
        Row::Puzzles => "Puzzles",
        Row::Quit => "Quit",
    }
}

/// The present value of a setting in words; empty for other rows.
pub(super) fn value(row: Row, choice: &Choice) -> String {
    match row {
        Row::Game => Value::family(&choice.game).to_string(),
        Row::Board => Value::Game(choice.game.clone()).to_string(),
        Row::Side => Value::Side(choice.side).to_string(),
        Row::Level if choice.side == Sides::Both => "no engine plays".to_string(),
        Row::Level => level_text(choice.level),
        Row::Clock => Value::Clock(choice.clock).to_string(),
        Row::Name => Value::Names(choice.names.clone()).to_string(),
        Row::Play | Row::Resume | Row::RecentGames | Row::Puzzles | Row::Quit => String::new(),
    }
}
