//! Games.

use std::time::{Duration, Instant};

use super::query;
use crate::check::bench::{Bench, End, Turn};
use crate::check::rule::{Kept, Rule, Step, ensure};

pub(super) const RULES: &[Rule] = &[
    Rule::must("new-game", new_game)
        .says("accepts a new game, at once again and after a search, and is ready after it")
        .from(&["UCI: ucinewgame", "UGI: uginewgame", "PROTOCOL.md: Commands"])
        .needs(&["one-bestmove"]),
    Rule::must("play", play)
        .says("plays a game against itself, to its end if that can be known, told as `position … moves …`")
        .from(&["UCI: position", "UGI: position", "PROTOCOL.md: Commands"])
        .needs(&["new-game"])
        .relaxed_if_failed(&["query"]),
];

/// So many plies are played of a game of which nothing tells when it is over.
const FEW_PLIES: usize = 4;

/// So many of any other. The longest of ours has 125.
const MOST_PLIES: usize = 1000;

/// No more plies are played, and no more questions asked about them, when a
/// game has taken so long.
pub(super) const LONGEST: Duration = Duration::from_secs(30);

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
    let until = Instant::now() + LONGEST;
    let mut turns: Vec<Turn> = Vec::new();
    let mut moves = Vec::new();
    bench.end = loop {
        if let Some(end) = end_by_rules(bench, &moves) {
            break end;
        }
        bench.place(&moves)?;
        if bench.known.is_none() && bench.queried && query::is_over(bench)? {
            break End::Over;
        }
        if moves.len() >= MOST_PLIES {
            break End::Plies;
        }
        if Instant::now() > until {
            break End::Time;
        }
        let search = bench.search(bench.quick)?;
        if !search.has_move() {
            // Without rules this may be the end of the game.
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

/// Why no more is played after these moves, as far as that is known without
/// asking the engine.
fn end_by_rules(bench: &Bench<'_>, moves: &[String]) -> Option<End> {
    match &bench.known {
        Some(known) => match known.after(moves) {
            Ok(setup) => setup.outcome().map(|_| End::Over),
            Err(_) => Some(End::Unknown),
        },
        // After `uci` it cannot be asked, and nothing says what is to be
        // answered to a `go` when the game is over.
        None => (!bench.queried && moves.len() >= FEW_PLIES).then_some(End::Unknown),
    }
}
