//! Rules for games: a new game, and a game of the engine against itself.

use noughts_client::time::Instant;

use super::query::{self, MAX_TIME};
use crate::bench::{Bench, End, Turn};
use crate::rule::{Rule, rules};
use crate::step::{Kept, Step, ensure};

pub(super) const RULES: &[Rule] = rules! {
    must "new-game" after "one-bestmove": new_game =>
        "accepts a new game, also twice in a row and after a search, and is ready afterwards",
        from "UCI: ucinewgame", "UGI: uginewgame", "PROTOCOL.md: Commands";
    must "play" after "new-game", relaxed_if_failed("query"): play =>
        "plays a game against itself from `position … moves …`, to its end if that is known",
        from "UCI: position", "UGI: position", "PROTOCOL.md: Commands";
};

/// The number of plies of a game whose end cannot be recognized.
const FEW_PLIES: usize = 4;

/// The maximum number of plies of any other game. The longest game of noughts
/// has 484.
const MAX_PLIES: usize = 1000;

fn new_game(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    for _ in 0..2 {
        bench.send_new_game()?;
    }
    for _ in 0..2 {
        bench.send_position(&[])?;
        bench.search_quickly()?;
        bench.send_new_game()?;
    }
    Ok(Kept::Yes)
}

/// Plays until the game is over or a move is illegal. Later steps judge the
/// searches.
fn play(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    bench.send_new_game()?;
    let until = Instant::now() + MAX_TIME;
    let mut turns: Vec<Turn> = Vec::new();
    let mut moves = Vec::new();
    bench.end = loop {
        if let Some(end) = end_by_rules(bench, &moves) {
            break end;
        }
        bench.send_position(&moves)?;
        if bench.known.is_none() && bench.answers_queries && query::is_over(bench)? {
            break End::Over;
        }
        if moves.len() >= MAX_PLIES {
            break End::Plies;
        }
        if Instant::now() > until {
            break End::Time;
        }
        let search = bench.search(bench.quick)?;
        if !search.has_move() {
            // With unknown rules this may be the end of the game.
            ensure(bench.known.is_none() && turns.len() > 1, || {
                format!("\"{}\" has no move", search.answer())
            })?;
            break End::NoMove;
        }
        let best = search.best.clone();
        turns.push(Turn { moves: moves.clone(), search });
        moves.push(best);
    };
    let count = turns.len();
    bench.game = turns;
    Ok(Kept::Measured(format!("{count} plies")))
}

/// Returns how the game ends after `moves`, as far as this follows without a
/// query; `None` if it goes on.
fn end_by_rules(bench: &Bench<'_>, moves: &[String]) -> Option<End> {
    match &bench.known {
        Some(known) => match known.after(moves) {
            Ok(setup) => setup.outcome().map(|_| End::Over),
            Err(_) => Some(End::Unknown),
        },
        // UCI has no query, and does not define the answer to a `go` after the
        // end of the game.
        None => (!bench.answers_queries && moves.len() >= FEW_PLIES).then_some(End::Unknown),
    }
}
