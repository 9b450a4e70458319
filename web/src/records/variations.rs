//! The variations of a record: lines of moves that replace moves of the game.

use noughts::game::{GameState, movetext};
use noughts::pgn::{PgnGame, first_game};

/// How deep variations in variations are read.
const MAX_DEPTH: usize = 4;
/// The maximum number of variations that are read.
pub(super) const MAX_LINES: usize = 200;

/// The moves with the other lines behind the moves that they replace.
pub(super) fn with_variations(state: &dyn GameState, others: &[Vec<String>]) -> String {
    let main = names(state);
    let first_ply = state.ply() - main.len();
    let from = |moves: &[String], at: usize| {
        movetext(&moves[at..], first_ply + at, |ply| state.side_at(ply))
    };
    let mut parts = Vec::new();
    let mut written = 0;
    let fork = |line: &[String]| {
        let same = main.iter().zip(line).take_while(|(a, b)| a == b).count();
        // A line that only goes on replaces the last move by itself.
        same.min(main.len().saturating_sub(1))
    };
    let mut others: Vec<(usize, &Vec<String>)> = others
        .iter()
        .map(|line| (fork(line), line))
        .filter(|(at, line)| *at < line.len())
        .collect();
    others.sort_by_key(|(at, _)| *at);
    for (at, line) in others {
        let end = (at + 1).min(main.len());
        if written < end {
            parts.push(from(&main[..end], written));
            written = end;
        }
        parts.push(format!("({})", from(line, at)));
    }
    parts.push(from(&main, written));
    parts.join(" ")
}

/// The variations of a game with these moves as far as they are legal, with all moves from
/// the start.
pub(super) fn variations_of(
    game: &PgnGame,
    text: &str,
    moves: &[String],
    start: &dyn GameState,
) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    read(game, text, moves, start, MAX_DEPTH, &mut lines);
    lines
}

/// Adds the variations of a game or of a variation.
fn read(
    game: &PgnGame,
    text: &str,
    moves: &[String],
    start: &dyn GameState,
    depth: usize,
    lines: &mut Vec<Vec<String>>,
) {
    for (before, place) in game.variations.iter().take(if depth > 0 { MAX_LINES } else { 0 }) {
        if lines.len() >= MAX_LINES {
            return;
        }
        let text = &text[place.clone()];
        let Some(inner) = first_game(text) else { continue };
        let mut state = start.boxed_clone();
        let shared = &moves[..before.saturating_sub(1).min(moves.len())];
        let all = shared.iter().chain(&inner.moves);
        let played = all.take_while(|name| state.play(name).is_ok()).count();
        let line = names(&*state);
        if played > shared.len() {
            lines.push(line.clone());
        }
        // What replaces a move behind an illegal one is lost with it.
        let shift = shared.len();
        let shifted = PgnGame {
            variations: inner.variations.iter().map(|(n, p)| (n + shift, p.clone())).collect(),
            ..PgnGame::default()
        };
        read(&shifted, text, &line, start, depth - 1, lines);
    }
}

/// The names of the moves of a game.
pub(super) fn names(state: &dyn GameState) -> Vec<String> {
    state.moves().iter().map(|&square| state.board().name(square)).collect()
}
