//! `stop` in every state, and what may be said during a search.

use crate::check::bench::{Bench, Search, move_in};
use crate::check::rule::{Broken, Kept, Rule, Step, ensure};

pub(super) const RULES: &[Rule] = &[
    Rule::must("stop", stop)
        .says("answers `go infinite` after `stop`, with a move")
        .from(&["UCI: stop, bestmove", "UGI: stop", "PROTOCOL.md: States and timing"])
        .needs(&["go"]),
    Rule::should("stop-soon", soon)
        .says("answers `stop` within the margin")
        .from(&["UCI: stop", "UGI: stop", "PROTOCOL.md: States and timing"])
        .needs(&["stop"]),
    Rule::must("infinite-holds", holds)
        .says("does not answer `go infinite` before `stop`, even when nothing is left to search")
        .from(&["UCI: go infinite", "UGI: go", "PROTOCOL.md: States and timing"])
        .should_in_ugi()
        .needs(&["stop", "play"]),
    Rule::must("isready-searching", is_ready)
        .says("answers `isready` during a search, which goes on")
        .from(&["UCI: isready", "UGI: General", "PROTOCOL.md: States and timing"])
        .needs(&["stop", "one-bestmove"])
        .relaxed_if_failed(&["infinite-holds"]),
    Rule::must("stop-idle", idle)
        .says("ignores `stop` when nothing is searched; the next search is not stopped by it")
        .from(&["UCI: general", "UGI: General", "PROTOCOL.md: States and timing"])
        .needs(&["stop", "one-bestmove"])
        .relaxed_if_failed(&["infinite-holds"]),
    Rule::must("stop-at-once", at_once)
        .says("answers once if `stop` arrives in the same write as `go infinite`")
        .from(&["UCI: stop, bestmove", "UGI: stop", "PROTOCOL.md: States and timing"])
        .needs(&["stop", "one-bestmove"]),
    Rule::must("stop-late", late)
        .says("answers once if `stop` races the end of the search")
        .from(&["UCI: general, bestmove", "UGI: stop", "PROTOCOL.md: States and timing"])
        .needs(&["stop-idle"]),
    Rule::must("stop-twice", twice)
        .says("answers once if `stop` comes twice, and then the next search")
        .from(&["UCI: general, bestmove", "UGI: stop", "PROTOCOL.md: States and timing"])
        .needs(&["stop-idle"])
        .relaxed_if_failed(&["infinite-holds"]),
    Rule::must("go-mate", |bench| answers_at_last(bench, "go mate 1"))
        .says("answers `go mate`, at the latest after `stop`")
        .from(&["UCI: go mate, bestmove", "PROTOCOL.md: Commands"])
        .only_uci()
        .needs(&["stop"]),
    Rule::should("go-bare", |bench| answers_at_last(bench, "go"))
        .says("answers a `go` without a limit, at the latest after `stop`")
        .from(&["UCI: bestmove", "PROTOCOL.md: Differences from UGI and UCI"])
        .needs(&["stop"]),
];

/// So often a race is run.
const RACES: usize = 20;

/// Stops the search and waits for the answer, in which there is a move.
fn stopped(bench: &mut Bench<'_>) -> Result<Search, Broken> {
    bench.search("stop")?.with_move()
}

fn stop(bench: &mut Bench<'_>) -> Step {
    bench.seated()?;
    bench.send("go infinite")?;
    // That it came early is the subject of another step.
    if move_in(&bench.listen()?).is_none() {
        stopped(bench)?;
    }
    Ok(Kept::Yes)
}

fn soon(bench: &mut Bench<'_>) -> Step {
    let margin = bench.subject.margin;
    bench.seated()?;
    bench.send("go infinite")?;
    if move_in(&bench.listen()?).is_some() {
        return Ok(Kept::Yes);
    }
    let time = stopped(bench)?.time;
    ensure(time <= margin, || format!("answered after {time:?}, the margin is {margin:?}"))?;
    Ok(Kept::Measured(format!("{} ms", time.as_millis())))
}

fn holds(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    // The last position of a game, where little is left to search.
    let last = bench.game.last().map(|turn| turn.moves.clone()).unwrap_or_default();
    for moves in [Vec::new(), last] {
        bench.place(&moves)?;
        bench.send("go infinite")?;
        bench.no_move_before("stop")?;
        stopped(bench)?;
    }
    bench.holds = true;
    Ok(Kept::Yes)
}

fn is_ready(bench: &mut Bench<'_>) -> Step {
    bench.seated()?;
    bench.send("go infinite")?;
    let mut early = false;
    for _ in 0..2 {
        bench.send("isready")?;
        let lines = [bench.until("readyok")?, bench.listen()?].concat();
        early |= move_in(&lines).is_some();
    }
    ensure(!early || !bench.holds, || "the search was answered before \"stop\"".to_string())?;
    if !early {
        stopped(bench)?;
    }
    Ok(Kept::Yes)
}

fn idle(bench: &mut Bench<'_>) -> Step {
    bench.seated()?;
    bench.send("stop")?;
    bench.no_more_moves()?;
    bench.search_quickly()?;
    bench.send("stop")?;
    bench.no_more_moves()?;
    if bench.holds {
        bench.send("stop\ngo infinite")?;
        bench.no_move_before("stop")?;
        stopped(bench)?;
    }
    Ok(Kept::Yes)
}

/// The same lines, answered once each time.
fn races(bench: &mut Bench<'_>, lines: &str) -> Step {
    bench.seated()?;
    for _ in 0..RACES {
        bench.search(lines)?.with_move()?;
    }
    bench.no_more_moves()?;
    Ok(Kept::Yes)
}

fn at_once(bench: &mut Bench<'_>) -> Step {
    races(bench, "go infinite\nstop")
}

fn late(bench: &mut Bench<'_>) -> Step {
    let lines = format!("{}\nstop", bench.quick);
    races(bench, &lines)
}

fn twice(bench: &mut Bench<'_>) -> Step {
    bench.seated()?;
    if bench.holds {
        bench.send("go infinite")?;
        bench.listen()?;
        bench.search("stop\nstop")?;
        bench.no_more_moves()?;
    }
    bench.search("go infinite\nstop\nstop")?;
    bench.no_more_moves()?;
    bench.search_quickly()?;
    bench.no_more_moves()?;
    Ok(Kept::Yes)
}

/// A search is answered by itself, or after `stop`.
fn answers_at_last(bench: &mut Bench<'_>, go: &str) -> Step {
    bench.seated()?;
    bench.send(go)?;
    if move_in(&bench.listen()?).is_none() {
        bench.search("stop")?;
    }
    Ok(Kept::Yes)
}
