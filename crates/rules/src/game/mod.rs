//! The rules of the games: no search, no protocol, no threads.
//!
//! A [`Game`] is the immutable, shared part: board, lines, rule set. A position
//! is a small plain value that the game's methods read and change. Searches are
//! generic over `Game`, so that every call in them is static. [`GameState`]
//! serves code that learns the game at run time.

pub mod lines;
pub mod notation;
mod perft;
mod playout;
mod record;
mod rules;
mod side;
mod spec;
mod squares;
mod state;
pub mod trains;

pub use lines::Lines;
pub use perft::perft;
pub use playout::{PlayoutCounts, playouts};
pub use record::movetext;
pub use rules::{Game, PlacementError};
pub use side::{Outcome, Side};
pub use spec::balance::{Balance, FAIR_GAME, WHY_FAIR};
pub use spec::rules::NAMED as NAMED_RULES;
pub use spec::{Description, FAMILIES, Family, GameSpec, SpecError};
pub use squares::board::Board;
pub use squares::set::Squares;
pub use squares::square::{Square, SquareSet};
pub use squares::symmetry::Symmetry;
pub use squares::wide_set::WideSet;
pub use squares::zobrist;
pub use state::{GameState, MoveError, TypedState, new_game};
pub use trains::Trains;

/// Evaluates an expression with the concrete game of a [`GameSpec`]: the only
/// place where a game chosen at run time becomes a static type.
#[macro_export]
#[doc(hidden)]
macro_rules! with_game {
    ($spec:expr, $game:ident => $body:expr) => {
        match $spec {
            $crate::game::GameSpec::Trains(rules) => {
                let $game = $crate::game::Trains::new(rules.clone());
                $body
            }
            $crate::game::GameSpec::Lines(shape) if shape.is_wide() => {
                let $game = $crate::game::Lines::wide(*shape);
                $body
            }
            $crate::game::GameSpec::Lines(shape) => {
                let $game = $crate::game::Lines::new(*shape);
                $body
            }
        }
    };
}
pub use with_game;
