//! What `proof` does not tell about cubes: the exact distance of a win, and the threat to
//! win at once.

use crate::game::lines::Shape;
use crate::game::{GameSpec, GameState, Side, Square};
use crate::search::cube::shortest_win;
use crate::search::{Meter, Score, Stop};

use super::prover::MoveValue;

/// The longest win that is looked for, in plies.
const MAX_PLIES: u32 = 9;
/// The nodes of the search for it.
const NODES: u64 = 2_000_000;

/// Whether a game is one of the cubes.
pub fn is_cube(spec: &GameSpec) -> bool {
    matches!(spec, GameSpec::Lines(Shape::Cube { .. }))
}

/// Whether the other side threatens to complete a line of a cube, so that a move which
/// neither blocks it nor wins at once loses; `false` on flat boards.
pub fn must_block(state: &dyn GameState, stop: &Stop) -> bool {
    shortest(state, !state.side(), 1, stop).is_some()
}

/// Returns a move of the side to move that wins as soon as any, with its exact distance
/// and the defence that lasts the longest; `None` on flat boards, and if no win of a few
/// moves is found.
pub fn soonest_win(state: &dyn GameState, stop: &Stop) -> Option<MoveValue> {
    let line = shortest(state, state.side(), MAX_PLIES, stop)?;
    let (&square, rest) = line.split_first()?;
    let score = Score::Win(line.len() as u32);
    Some(MoveValue { square, score, exact: true, rest: rest.to_vec() })
}

/// The line of a shortest win of a side, as if it were to move.
fn shortest(state: &dyn GameState, side: Side, plies: u32, stop: &Stop) -> Option<Vec<Square>> {
    let GameSpec::Lines(Shape::Cube { side: edge }) = state.spec() else { return None };
    if state.outcome().is_some() {
        return None;
    }
    let stones = Side::BOTH.map(|side| state.stones(side).into_iter().collect());
    shortest_win(edge, stones, side, plies, &mut Meter::new(stop, NODES))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::game::new_game;
    use crate::search::Canceller;

    /// Whether the side to move must block, and the soonest win, after these moves.
    fn found(game: &str, moves: &str) -> (bool, Option<(String, Score)>) {
        let (_canceller, stop) = Canceller::new(Instant::now());
        let mut state = new_game(&game.parse().expect("a game"));
        for name in moves.split(' ') {
            state.play(name).expect("a legal move");
        }
        let win = soonest_win(&*state, &stop);
        let named = win.map(|win| (state.board().name(win.square), win.score));
        (must_block(&*state, &stop), named)
    }

    #[test]
    fn a_threat_and_a_double_threat_are_found() {
        // X has three in a row.
        assert_eq!(found("qubic", "1a1 4b2 1b1 4c3 1c1"), (true, None));
        let win = |name: &str, plies| Some((name.to_string(), Score::Win(plies)));
        assert_eq!(found("qubic", "1a1 4b2 1b1 4c3 1c1 3c2"), (false, win("1d1", 1)));
        // X has two pairs that meet in the corner 1a1.
        assert_eq!(found("qubic", "1b1 4b2 1c1 2c3 1a2 3b4 1a3 4d3"), (false, win("1a1", 3)));
        assert_eq!(found("tictactoe:4x4:3", "b2 a1 c2 a2"), (false, None));
        // The game is over.
        assert_eq!(found("qubic", "1a1 4b2 1b1 4c3 1c1 3c2 1d1"), (false, None));
    }
}
