//! The openings of a tournament: from a list, in any of several forms, or random from a seed.

mod book;
pub mod forms;
mod from_games;
mod same;

pub use book::{Book, TooManyPlies};
pub use forms::{Form, FormReader};
pub use from_games::FromGames;
pub use same::{GameKey, PositionKey, Same, images};

use crate::model::config::Config;

impl Config {
    /// Returns the book of the openings. Its random openings are distinct up to
    /// symmetry if the configuration leaves that open.
    ///
    /// # Errors
    ///
    /// When no opening was found after which the game is open.
    pub fn book(&self) -> Result<Book, TooManyPlies> {
        let book = Book::new(&self.openings, self.game.spec(), self.seed)?;
        let book = book.in_order(self.order, self.seed);
        let book = if self.symmetric == Some(true) { book.with_symmetric() } else { book };
        Ok(match self.game.spec().filter(|_| self.transform) {
            Some(spec) => book.transformed(spec, self.seed),
            None => book,
        })
    }
}
