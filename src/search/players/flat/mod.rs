//! `auto` on flat boards: a short proof, the threat search and alpha-beta.

mod budget;
mod player;
mod rounds;

use crate::game::{Game, Lines};
use crate::search::task::Searcher;
use player::FlatPlayer;

/// Creates the player for a flat board.
pub(crate) fn player(game: &Lines) -> Box<dyn Searcher<Lines>> {
    if game.board().len() <= 64 {
        Box::new(FlatPlayer::<u64>::new(game))
    } else {
        Box::new(FlatPlayer::<u128>::new(game))
    }
}
