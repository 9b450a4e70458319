//! The quick look at each move of a position, so that every square soon has a value.

use std::time::Duration;

use noughts::game::{GameState, Square};

/// The time for the looks at all moves together.
pub(super) const GLANCE: Duration = Duration::from_millis(600);
/// The largest number of looks.
pub(super) const MAX_GLANCES: usize = 80;

/// Returns the moves to look at, the next one last: those that do not end the game, nearest
/// to the stones first, at most [`MAX_GLANCES`].
pub(super) fn nearest_moves(state: &dyn GameState) -> Vec<Square> {
    let goes_on = |square: &Square| {
        let mut after = state.boxed_clone();
        after.play(&state.board().name(*square)).is_ok() && after.outcome().is_none()
    };
    let mut squares: Vec<Square> = state.legal().into_iter().filter(goes_on).collect();
    squares.sort_by_key(|&square| distance(state, square));
    squares.truncate(MAX_GLANCES);
    squares.reverse();
    squares
}

/// The number of steps of a king from a square to the nearest stone, or to the middle of
/// an empty board.
fn distance(state: &dyn GameState, square: Square) -> usize {
    let board = state.board();
    let steps = |to: Square| {
        let (from, to) = (board.coordinates(square), board.coordinates(to));
        let apart = [from.0.abs_diff(to.0), from.1.abs_diff(to.1), from.2.abs_diff(to.2)];
        apart.into_iter().fold(0, usize::max)
    };
    let middle = board.square(board.columns() / 2, board.rows() / 2, board.levels() / 2);
    state.moves().iter().map(|&stone| steps(stone)).min().unwrap_or_else(|| steps(middle))
}
