//! Openings taken from games that have been played.

use std::collections::HashMap;

use noughts::game::{GameSpec, GameState, Side, new_game};

use super::same::{PositionKey, Same};
use crate::model::opening::{Opening, OpeningError};
use crate::model::points::Points;
use crate::model::record::GameResult;

/// The beginnings of games, distinct up to the symmetries of the game.
#[derive(Debug)]
pub struct FromGames {
    start: Box<dyn GameState>,
    plies: usize,
    same: Same,
    places: HashMap<PositionKey, usize>,
    /// In the order of the games that first had them.
    found: Vec<Found>,
}

/// An opening, and how the games with it ended.
#[derive(Debug)]
struct Found {
    opening: Opening,
    /// The number of games with a result.
    games: u32,
    /// The number of games that X and O won.
    won: [u32; 2],
}

impl Found {
    /// Returns whether at least two games with the opening ended, all of them
    /// with a win of the same side.
    fn is_one_sided(&self) -> bool {
        self.games >= 2 && self.won.contains(&self.games)
    }
}

impl FromGames {
    /// Creates a collection of openings of `plies` moves.
    pub fn new(spec: &GameSpec, plies: usize) -> FromGames {
        FromGames {
            start: new_game(spec),
            plies,
            same: Same::new(spec),
            places: HashMap::new(),
            found: Vec::new(),
        }
    }

    /// Adds a game from a start position. A game that has fewer moves, or is
    /// over after them, has no opening.
    ///
    /// # Errors
    ///
    /// When the moves of the opening are illegal.
    pub fn add<'a>(
        &mut self,
        start: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
        result: GameResult,
    ) -> Result<(), OpeningError> {
        let moves: Vec<String> = moves.into_iter().take(self.plies).map(str::to_string).collect();
        if moves.len() < self.plies {
            return Ok(());
        }
        let opening = Opening { start: start.map(str::to_string), moves };
        let opening = opening.canonical(&*self.start)?;
        let game = match opening.play_from(&*self.start) {
            Err(OpeningError::Over) => return Ok(()),
            played => played?,
        };
        let place = *self.places.entry(self.same.position(&*game)).or_insert(self.found.len());
        if place == self.found.len() {
            self.found.push(Found { opening, games: 0, won: [0; 2] });
        }
        let Some(found) = self.found.get_mut(place) else { return Ok(()) };
        found.games += u32::from(result != GameResult::Unscored);
        for side in Side::BOTH {
            found.won[side.index()] += u32::from(result.points(side) == Some(Points::Win));
        }
        Ok(())
    }

    /// Returns the openings in the order of the games, and the number of
    /// one-sided openings that were left out.
    pub fn into_openings(self) -> (Vec<Opening>, usize) {
        let all = self.found.len();
        let open = self.found.into_iter().filter(|found| !found.is_one_sided());
        let openings: Vec<Opening> = open.map(|found| found.opening).collect();
        let left_out = all - openings.len();
        (openings, left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_that_only_one_side_wins_are_left_out() {
        let mut games = FromGames::new(&"tictactoe".parse().unwrap(), 2);
        let mut add = |moves: &str, result| {
            games.add(None, moves.split_whitespace(), result).unwrap();
        };
        // Two games that mirror each other, both won by X.
        add("b2 b1 a1 a2", GameResult::X);
        add("b2 a2 c3", GameResult::X);
        // Won by either side.
        add("a1 b2 c3", GameResult::X);
        add("c1 b2 c3", GameResult::O);
        // One game is no evidence.
        add("a1 b1 a3", GameResult::O);
        add("a2 b2 c3", GameResult::Unscored);
        add("a2 b2", GameResult::X);
        // Too short.
        add("b1", GameResult::X);
        let (openings, left_out) = games.into_openings();
        let texts: Vec<String> = openings.iter().map(ToString::to_string).collect();
        assert_eq!((&texts[..], left_out), (&["a1 b2", "a1 b1", "a2 b2"].map(String::from)[..], 1));
    }

    #[test]
    fn openings_are_as_the_game_writes_them() {
        let mut games = FromGames::new(&"tictactoe".parse().unwrap(), 1);
        let mut add = |start, moves: &str| {
            games.add(start, moves.split_whitespace(), GameResult::X).unwrap();
        };
        add(None, "A1 b2");
        add(Some("3 3 3 3/1x1/3 O 7"), "P@A1 c1");
        let (openings, _) = games.into_openings();
        let texts: Vec<String> = openings.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["a1", "fen 3 3 3 3/1X1/3 o 1 moves a1"]);
    }

    #[test]
    fn illegal_games_are_refused_and_finished_ones_have_no_opening() {
        let mut games = FromGames::new(&"tictactoe".parse().unwrap(), 5);
        let add = |games: &mut FromGames, moves: &str| {
            games.add(None, moves.split_whitespace(), GameResult::X)
        };
        assert!(add(&mut games, "a1 a1 b1 b2 b3").is_err());
        assert_eq!(add(&mut games, "a1 a2 b1 b2 c1"), Ok(()));
        assert_eq!(games.into_openings(), (Vec::new(), 0));
    }
}
