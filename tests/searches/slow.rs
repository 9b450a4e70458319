//! The value of a position by exhaustive search, and random positions.

use std::collections::HashMap;

use noughts::game::{self, GameSpec, GameState, Outcome};
use noughts::random::Random;

/// Returns the value of a position and its distance, the plies to the soonest
/// win or latest loss, by exhaustive search.
pub(crate) fn slow_value(
    state: &dyn GameState,
    known: &mut HashMap<u64, (i32, u32)>,
) -> (i32, u32) {
    if let Some(outcome) = state.outcome() {
        return match outcome {
            Outcome::Draw => (0, 0),
            Outcome::Win(side) => (if side == state.side() { 1 } else { -1 }, 0),
        };
    }
    if let Some(&value) = known.get(&state.hash()) {
        return value;
    }
    let mut best: Option<(i32, u32)> = None;
    for square in state.legal() {
        let mut next = state.boxed_clone();
        next.play(&state.board().name(square)).expect("it is legal");
        let (value, distance) = slow_value(&*next, known);
        let value = if next.side() == state.side() { value } else { -value };
        let found = (value, distance + 1);
        let rank = |(value, distance): (i32, u32)| (value, -value * distance as i32);
        if best.is_none_or(|best| rank(found) > rank(best)) {
            best = Some(found);
        }
    }
    let value = best.expect("there is a move");
    known.insert(state.hash(), value);
    value
}

pub(crate) fn wire_score((value, distance): (i32, u32)) -> String {
    match value {
        0 => "cp 0".to_string(),
        _ => format!("mate {}", value * distance as i32),
    }
}

pub(crate) fn random_position(game: &str, plies: usize, random: &mut Random) -> Box<dyn GameState> {
    let spec: GameSpec = game.parse().expect("a game");
    loop {
        let mut state = game::new_game(&spec);
        while state.ply() < plies && state.outcome().is_none() {
            let legal = state.legal();
            let square = legal.nth(random.below(legal.len())).expect("a move");
            let name = state.board().name(square);
            state.play(&name).expect("it is legal");
        }
        if state.outcome().is_none() {
            return state;
        }
    }
}
