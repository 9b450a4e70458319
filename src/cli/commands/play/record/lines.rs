//! The moves of a record: the game and, as variations, the other lines that were played.

use noughts::game::movetext;
use noughts::pgn::{PgnGame, first_game};

use crate::cli::history::History;

/// How deep variations of variations are read, and how many lines in all. The records
/// that are written here have no more.
const MAX_DEPTH: usize = 20;
const MAX_LINES: usize = 200;

/// Returns the moves of a game with its variations, as the text of a record.
pub(super) fn print(history: &History) -> String {
    let state = history.state();
    let first = state.ply() - state.moves().len();
    let others: Vec<&[String]> = history.others().iter().map(Vec::as_slice).collect();
    let numbered = |line: &[String], from: usize| {
        movetext(&line[from..], first + from, |ply| state.side_at(ply))
    };
    print_from(0, &history.all_names(), &others, &numbered)
}

/// Prints a line from a ply on, with the others, which have the same moves before it.
fn print_from(
    from: usize,
    line: &[String],
    others: &[&[String]],
    numbered: &dyn Fn(&[String], usize) -> String,
) -> String {
    let (mut parts, mut printed) = (Vec::new(), from);
    let mut others = others.to_vec();
    for (at, name) in line.iter().enumerate().skip(from) {
        let (along, mut apart): (Vec<&[String]>, Vec<&[String]>) =
            others.into_iter().partition(|other| other.get(at) == Some(name));
        others = along;
        apart.retain(|other| other.len() > at);
        if !apart.is_empty() {
            parts.push(numbered(&line[..=at], printed));
            printed = at + 1;
        }
        while let Some(main) = apart.first().copied() {
            let (same, rest): (Vec<_>, Vec<_>) =
                apart[1..].iter().copied().partition(|other| other[at] == main[at]);
            parts.push(format!("({})", print_from(at, main, &same, numbered)));
            apart = rest;
        }
    }
    parts.push(numbered(line, printed));
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

/// Returns the lines of the variations of a game, each from the start of the game. `text`
/// is what the game was read from.
pub(super) fn variations(game: &PgnGame, text: &str) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    collect(game, text, &[], 0, &mut lines);
    lines
}

/// Collects the lines of a game that begins after some moves.
fn collect(
    game: &PgnGame,
    text: &str,
    before: &[String],
    depth: usize,
    lines: &mut Vec<Vec<String>>,
) {
    for (plies, place) in &game.variations {
        if lines.len() >= MAX_LINES {
            return;
        }
        let inside = text.get(place.clone()).unwrap_or_default();
        let (Some(replaced), Some(variation)) = (plies.checked_sub(1), first_game(inside)) else {
            continue;
        };
        let prefix = [before, &game.moves[..replaced]].concat();
        if depth < MAX_DEPTH {
            collect(&variation, inside, &prefix, depth + 1, lines);
        }
        lines.push([&prefix[..], &variation.moves].concat());
    }
}
