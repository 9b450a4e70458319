//! Rules for pondering.

use crate::bench::{Bench, bestmove_in};
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, broken, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    must "ponder-stop" after "play" "one-bestmove", only_uci: |bench| with_ponder(bench, stop) =>
        "answers `go ponder` after `stop`", from "UCI: bestmove", "PROTOCOL.md: States and timing";
    must "ponderhit" after "play" "go-clock" "one-bestmove", only_uci: |bench| with_ponder(bench, hit) =>
        "answers `go ponder` after `ponderhit`",
        from "UCI: ponderhit", "PROTOCOL.md: States and timing";
    must "ponderhit-at-once" after "ponderhit", only_uci: |bench| with_ponder(bench, hit_at_once) =>
        "answers once if `ponderhit` arrives in the same write as `go ponder`",
        from "UCI: ponderhit", "PROTOCOL.md: States and timing";
    must "ponder-holds" after "ponder-stop", only_uci: |bench| with_ponder(bench, holds) =>
        "does not answer `go ponder` before `ponderhit` or `stop`, even with no time left",
        from "UCI: go ponder", "PROTOCOL.md: States and timing";
    must "isready-pondering" after "ponder-holds", only_uci: |bench| with_ponder(bench, is_ready) =>
        "answers `isready` while it ponders, and goes on pondering",
        from "UCI: isready", "PROTOCOL.md: States and timing";
    should "ponderhit-idle" after "one-bestmove", only_uci: hit_idle =>
        "ignores `ponderhit` when it is not searching",
        from "UCI: general", "PROTOCOL.md: States and timing";
};

/// The number of repetitions of a race.
const RACES: usize = 5;

/// Sets `Ponder` and runs a step, if the engine can ponder.
fn with_ponder(bench: &mut Bench<'_>, step: fn(&mut Bench<'_>) -> Result<(), Broken>) -> Step {
    let Some(option) = bench.option("Ponder") else {
        return not_applicable("the engine has no option \"Ponder\"");
    };
    let on = format!("setoption name {} value true", option.name);
    bench.ready()?;
    bench.send(&on)?;
    step(bench)?;
    Ok(Kept::Yes)
}

/// Returns the commands that begin to ponder with `time` milliseconds on the
/// clock.
fn ponder(bench: &Bench<'_>, moves: &[String], time: u64) -> String {
    format!("{}\ngo ponder {}", bench.position(moves), bench.clock(time, 10))
}

/// Returns the first move of the game, to ponder on.
fn first_move(bench: &Bench<'_>) -> Vec<String> {
    bench.game.first().map(|turn| turn.search.best.clone()).into_iter().collect()
}

/// Returns the moves to the last position of the game, in which little is left
/// to search.
fn last_position(bench: &Bench<'_>) -> Vec<String> {
    bench.game.last().map(|turn| turn.moves.clone()).unwrap_or_default()
}

fn begin(bench: &mut Bench<'_>, moves: &[String], time: u64) -> Result<(), Broken> {
    let lines = ponder(bench, moves, time);
    bench.send(&lines)
}

fn stop(bench: &mut Bench<'_>) -> Result<(), Broken> {
    let moves = first_move(bench);
    begin(bench, &moves, 500)?;
    if bestmove_in(&bench.listen()?).is_none() {
        bench.search("stop")?;
    }
    bench.no_more_moves()
}

fn hit(bench: &mut Bench<'_>) -> Result<(), Broken> {
    for moves in [first_move(bench), last_position(bench)] {
        begin(bench, &moves, 500)?;
        // The step "ponder-holds" judges an early answer.
        if bestmove_in(&bench.listen()?).is_none() {
            bench.search("ponderhit")?;
        }
    }
    bench.no_more_moves()
}

fn hit_at_once(bench: &mut Bench<'_>) -> Result<(), Broken> {
    let moves = first_move(bench);
    for _ in 0..RACES {
        let lines = ponder(bench, &moves, 200);
        bench.search(&format!("{lines}\nponderhit"))?;
    }
    bench.no_more_moves()
}

fn holds(bench: &mut Bench<'_>) -> Result<(), Broken> {
    for moves in [first_move(bench), last_position(bench)] {
        begin(bench, &moves, 10)?;
        bench.no_move_before("ponderhit")?;
        bench.search("stop")?;
    }
    Ok(())
}

fn is_ready(bench: &mut Bench<'_>) -> Result<(), Broken> {
    let moves = first_move(bench);
    begin(bench, &moves, 500)?;
    bench.send("isready")?;
    if bestmove_in(&bench.read_until("readyok")?).is_some() {
        return broken("the engine answered the search before \"ponderhit\"");
    }
    bench.no_move_before("ponderhit")?;
    bench.search("stop").map(drop)
}

fn hit_idle(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
    bench.send("ponderhit")?;
    bench.no_more_moves()?;
    bench.search_quickly()?;
    Ok(Kept::Yes)
}
