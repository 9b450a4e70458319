//! Perft: counts the games of a given length, to check the rules.

use super::Game;

/// Counts the sequences of exactly `depth` legal plies; games that end earlier
/// do not count. Saturates at `u64::MAX`. Takes time exponential in `depth`.
/// Polls `interrupted` at every inner node and returns `None` once it returns
/// true.
pub fn perft<G: Game>(
    game: &G,
    position: &mut G::Position,
    depth: usize,
    interrupted: &mut impl FnMut() -> bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if interrupted() {
        return None;
    }
    let mut count = 0u64;
    for square in game.legal(position) {
        game.play(position, square);
        // Nearly all positions are leaves: a call for each would be slow.
        let below = match depth {
            1 => Some(1),
            _ => perft(game, position, depth - 1, interrupted),
        };
        game.undo(position, square);
        count = count.saturating_add(below?);
    }
    Some(count)
}
