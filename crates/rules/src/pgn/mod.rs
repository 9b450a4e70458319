//! Records of games in the form of PGN, as `noughts play` and the match runner
//! write them: text to values and back.
//!
//! ```
//! use noughts_rules::game::{Outcome, Side};
//! use noughts_rules::pgn::{PgnWriter, games};
//!
//! let mut record = PgnWriter::new(1);
//! record.tag("Game", "tictactoe");
//! record.ply(Side::X, "b2", Some("book"));
//! record.ply(Side::O, "a1", None);
//! let text = record.finish(Some(Outcome::Draw));
//! assert_eq!(text, "[Game \"tictactoe\"]\n\n1. b2 {book} a1 1/2-1/2\n");
//!
//! let game = games(&text).next().expect("a game");
//! assert_eq!((game.tag("game"), game.book), (Some("tictactoe"), 1));
//! assert_eq!((game.moves.join(" "), game.result), ("b2 a1".to_string(), Some(Outcome::Draw)));
//! ```

mod date;
mod read;
mod write;

use crate::game::{Outcome, Side};
pub use date::date;
pub use read::{PgnGame, first_game, games, is_tag, unnumbered};
pub use write::{PgnWriter, wrapped};

/// The words for results. A game without a result goes on or does not count.
const RESULTS: [(&str, Option<Outcome>); 4] = [
    ("1-0", Some(Outcome::Win(Side::X))),
    ("0-1", Some(Outcome::Win(Side::O))),
    ("1/2-1/2", Some(Outcome::Draw)),
    ("*", None),
];

/// Returns the word for a result.
pub fn result_word(result: Option<Outcome>) -> &'static str {
    RESULTS.iter().find(|(_, known)| *known == result).map_or("*", |(word, _)| word)
}

/// Returns the result that a word stands for, if it is the word for one.
pub fn result_of(word: &str) -> Option<Option<Outcome>> {
    RESULTS.iter().find(|(known, _)| *known == word).map(|(_, result)| *result)
}
