//! Games.

use crate::check::bench::{Bench, Turn};
use crate::check::rule::{Kept, Rule, Step, ensure};

pub(super) const RULES: &[Rule] = &[
    Rule::must("new-game", new_game)
        .says("accepts a new game, at once again and after a search, and is ready after it")
        .from(&["UCI: ucinewgame", "UGI: uginewgame", "PROTOCOL.md: Commands"])
        .needs(&["one-bestmove"]),
    Rule::must("play", play)
        .says("plays a game against itself, told as `position … moves …`")
        .from(&["UCI: position", "UGI: position", "PROTOCOL.md: Commands"])
        .needs(&["new-game"]),
];

/// So many plies are played of a game whose rules nobody knows: it might be
/// over.
const PLIES: usize = 4;

/// So many of one whose rules are known.
const KNOWN_PLIES: usize = 150;

fn new_game(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    for _ in 0..2 {
        bench.begin_game()?;
    }
    for _ in 0..2 {
        bench.place(&[])?;
        bench.search_quickly()?;
        bench.begin_game()?;
    }
    Ok(Kept::Yes)
}

/// Plays until the game is over, or a move makes no sense: that is the
/// subject of other steps, which look at these searches.
fn play(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    bench.begin_game()?;
    let mut turns: Vec<Turn> = Vec::new();
    let mut moves = Vec::new();
    let plies = if bench.known.is_some() { KNOWN_PLIES } else { PLIES };
    while turns.len() < plies && goes_on(bench, &moves) {
        bench.place(&moves)?;
        let search = bench.search(bench.quick)?;
        if !search.has_move() {
            // Without rules this may be the end of the game.
            ensure(bench.known.is_none() && turns.len() > 1, || {
                format!("\"{}\" has no move", search.answer())
            })?;
            break;
        }
        let best = search.best.clone();
        turns.push(Turn { moves: moves.clone(), search });
        moves.push(best);
    }
    let count = turns.len();
    bench.game = turns;
    Ok(Kept::Measured(format!("{count} plies")))
}

/// Whether the moves are legal and the game is not over, as far as is known.
fn goes_on(bench: &Bench<'_>, moves: &[String]) -> bool {
    let Some(known) = &bench.known else { return true };
    known.after(moves).is_ok_and(|setup| setup.outcome().is_none())
}
