//! The maker: keeps the positions of games in which one move alone is good.

use std::collections::BTreeSet;

use noughts::engine::player;
use noughts::game::{GameSpec, GameState, Square, new_game};
use noughts::puzzles::{
    Goal, MoveValue, Prover, Puzzle, canonical, is_cube, must_block, soonest_win,
};
use noughts::search::{Score, SearchKind, Stop};

use super::levels::{choose, level};

/// The nodes of a proof of one move.
const NODES: u64 = 20_000;
/// The most puzzles from one game, which are alike. On a cube two of them would be
/// parts of one combination.
const FROM_A_GAME: usize = 2;
const FROM_A_CUBE: usize = 1;
/// The seeds of each level that measure how difficult a puzzle is.
const SEEDS: u64 = 2;

/// The puzzles so far.
#[derive(Default)]
pub(super) struct Maker {
    /// The canonical positions.
    seen: BTreeSet<String>,
    pub(super) found: Vec<Puzzle>,
}

impl Maker {
    /// Looks for puzzles among the positions of a game, the late ones last.
    pub(super) fn take_from(
        &mut self,
        spec: &GameSpec,
        moves: &[String],
        empty: usize,
        stop: &Stop,
    ) {
        let mut state = new_game(spec);
        let mut prover = Prover::new(spec, NODES);
        let most = if is_cube(spec) { FROM_A_CUBE } else { FROM_A_GAME };
        let mut taken = 0;
        for name in moves {
            if taken == most || stop.requested() {
                return;
            }
            let is_near = state.board().len() - state.ply().min(state.board().len()) <= empty;
            if is_near && self.seen.insert(canonical(&*state)) {
                let puzzle = puzzle(&*state, &mut prover, stop);
                if let Some(puzzle) = puzzle
                    && !stop.requested()
                    && (puzzle.found < 90 || self.easy() * 8 <= self.found.len())
                {
                    self.found.push(puzzle);
                    taken += 1;
                }
            }
            if state.play(name).is_err() {
                return;
            }
        }
    }

    fn easy(&self) -> usize {
        self.found.iter().filter(|puzzle| puzzle.found >= 90).count()
    }
}

/// Returns the puzzle of a position, if one move is better than all others.
fn puzzle(state: &dyn GameState, prover: &mut Prover, stop: &Stop) -> Option<Puzzle> {
    let mut best = only_move(state, prover, stop)?;
    if is_cube(&state.spec()) {
        best = soonest_win(state, stop).filter(|soonest| soonest.square == best.square)?;
    }
    let goal = match best.score {
        Score::Win(plies @ 3..) if best.exact => Goal::Win(plies),
        Score::Draw => Goal::Draw,
        _ => return None,
    };
    let names = [best.square].into_iter().chain(best.rest);
    let line: Vec<String> = names.map(|square| state.board().name(square)).collect();
    if is_cube(&state.spec()) && !is_judged(state, &line, prover, stop) {
        return None;
    }
    let found = share_found(state, best.square, stop)?;
    let (spec, position, side) = (state.spec(), state.text(), state.side());
    Some(Puzzle { spec, position, side, goal, line, found })
}

/// Returns the move that alone wins, or alone does not lose, with the values of all
/// moves proven.
fn only_move(state: &dyn GameState, prover: &mut Prover, stop: &Stop) -> Option<MoveValue> {
    let (mut wins, mut draws) = (Vec::new(), Vec::new());
    let legal = state.legal();
    if state.outcome().is_some() || legal.len() < 3 || must_block(state, stop) {
        return None;
    }
    for square in legal {
        let value = prover.value(state, square, stop)?;
        match value.score {
            Score::Win(_) => wins.push(value),
            Score::Draw => draws.push(value),
            Score::Loss(_) => {}
            Score::Cp(_) => return None,
        }
        if wins.len() > 1 {
            return None;
        }
    }
    match (wins.pop(), draws.pop()) {
        (Some(win), _) => Some(win),
        (None, draw) => draw.filter(|_| draws.is_empty()),
    }
}

/// Whether all moves at the later turns of the solver are proven, too, so that every
/// answer of a person is judged.
fn is_judged(state: &dyn GameState, line: &[String], prover: &mut Prover, stop: &Stop) -> bool {
    let mut later = state.boxed_clone();
    line.iter().all(|name| {
        let is_proven = later.side() != state.side()
            || later.legal().into_iter().all(|s| prover.value(&*later, s, stop).is_some());
        is_proven && later.play(name).is_ok()
    })
}

/// Returns how many of the searches of levels 1 to 9 find the move, in per cent.
fn share_found(state: &dyn GameState, solution: Square, stop: &Stop) -> Option<u32> {
    let mut player = player(&state.spec(), SearchKind::Auto);
    player.set_position(Some(&state.text()), &[]).ok()?;
    let mut found = 0;
    for skill in 1..=9 {
        for seed in 0..SEEDS {
            let choice = choose(&mut *player, &level(skill, seed), stop);
            found += u64::from(choice == Some(solution));
        }
    }
    Some((100 * found / (9 * SEEDS)) as u32)
}
