//! The candidate moves: the legal moves that a search considers.

use crate::game::{Game, Squares};

/// With fewer neighbouring squares all legal moves are candidates.
const MIN_NEIGHBORS: usize = 6;

/// The legal squares; with `only_neighbors` only those that touch an occupied
/// square by edge or corner, unless these are fewer than six.
pub fn candidates<G: Game>(game: &G, position: &G::Position, only_neighbors: bool) -> G::Set {
    let legal = game.legal(position);
    if !only_neighbors {
        return legal;
    }
    let board = game.board();
    let occupied = G::Set::all(board) - game.empty(position);
    let near = occupied.around(board) & legal;
    if near.len() < MIN_NEIGHBORS { legal } else { near }
}
