//! The longest trains of a game of TicTacTrains in records.

use noughts::game::{GameSpec, GameState};
use serde::{Deserialize, Serialize};

use crate::model::opening::Opening;

/// The longest train of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Train {
    /// The number of squares.
    pub length: usize,
    /// The squares, from one end to the other.
    pub squares: Vec<String>,
}

impl Train {
    /// Returns the longest trains of a position, X's first; `None` in games
    /// without trains.
    pub fn longest(game: &dyn GameState) -> Option<[Train; 2]> {
        let name = |&square: &_| game.board().name(square);
        let train = |squares: Vec<_>| Train {
            length: squares.len(),
            squares: squares.iter().map(name).collect(),
        };
        Some(game.longest_trains()?.map(train))
    }

    /// Returns the longest trains after the last ply of a game, given by their names; `None` in games
    /// without trains, and if the game is illegal.
    pub fn at_end<'a>(
        spec: &GameSpec,
        opening: &Opening,
        plies: impl IntoIterator<Item = &'a str>,
    ) -> Option<[Train; 2]> {
        // Other games are not replayed: that would take most of the time needed
        // for the record of a short game.
        let GameSpec::Trains(_) = spec else { return None };
        let mut game = opening.play(spec).ok()?;
        for ply in plies {
            game.play(ply).ok()?;
        }
        Train::longest(&*game)
    }
}
