//! The candidate moves: the legal moves that a search considers.

use crate::game::{Game, SquareSet};

/// With fewer neighbouring squares all legal moves are candidates.
const MIN_NEIGHBORS: usize = 6;

/// The legal squares; with `only_neighbors` only those that touch an occupied
/// square by edge or corner, unless these are fewer than six.
pub fn candidates<G: Game>(game: &G, position: &G::Position, only_neighbors: bool) -> SquareSet {
    let legal = game.legal(position);
    if !only_neighbors {
        return legal;
    }
    let board = game.board();
    let occupied = board.all() - game.empty(position);
    let near = board.around(occupied) & legal;
    if near.len() < MIN_NEIGHBORS { legal } else { near }
}
