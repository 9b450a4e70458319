//! Which legal moves a search looks at.

use crate::game::{Game, SquareSet};

/// Fewer neighbours than this are too few to choose from.
const ENOUGH: usize = 6;

/// The legal squares; with `only_neighbors` those that touch an occupied
/// square by edge or corner, unless fewer than six do.
pub fn candidates<G: Game>(game: &G, position: &G::Position, only_neighbors: bool) -> SquareSet {
    let legal = game.legal(position);
    if !only_neighbors {
        return legal;
    }
    let board = game.board();
    let occupied = board.all() - game.empty(position);
    let near = board.around(occupied) & legal;
    if near.len() < ENOUGH { legal } else { near }
}
