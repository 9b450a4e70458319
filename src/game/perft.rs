//! Counting the games of a given length, to check the rules.

use super::Game;

/// The number of ways to play exactly `depth` plies from here; games that end
/// earlier are not counted. Exponential in `depth`. `interrupted` is asked at
/// every inner node; once it says so, the answer is `None`.
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
        // Nearly all positions are last ones, and a call for each would show.
        let below = match depth {
            1 => Some(1),
            _ => perft(game, position, depth - 1, interrupted),
        };
        game.undo(position, square);
        count = count.saturating_add(below?);
    }
    Some(count)
}
