//! Rules for `stop` in every state, and for `isready` during a search.

use noughts_client::text::rounded;

use crate::bench::{Bench, Search, bestmove_in};
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, ensure};

pub(super) const RULES: &[Rule] = rules! {
    must "stop" after "go": stop =>
        "answers `go infinite` with a move after `stop`",
        from "UCI: stop, bestmove", "UGI: stop", "PROTOCOL.md: States and timing";
    should "stop-soon" after "stop": soon =>
        "answers `stop` within the margin",
        from "UCI: stop", "UGI: stop", "PROTOCOL.md: States and timing";
    must "infinite-holds" after "stop" "play", should_in_ugi: holds =>
        "does not answer `go infinite` before `stop`, even with nothing left to search",
        from "UCI: go infinite", "UGI: go", "PROTOCOL.md: States and timing";
    must "isready-searching" after "stop" "one-bestmove", relaxed_if_failed("infinite-holds"): is_ready =>
        "answers `isready` during a search, and goes on searching",
        from "UCI: isready", "UGI: General", "PROTOCOL.md: States and timing";
    must "stop-idle" after "stop" "one-bestmove", relaxed_if_failed("infinite-holds"): idle =>
        "ignores `stop` when it is not searching, and does not apply it to the next search",
        from "UCI: general", "UGI: General", "PROTOCOL.md: States and timing";
    must "stop-at-once" after "stop" "one-bestmove": at_once =>
        "answers once if `stop` arrives in the same write as `go infinite`",
        from "UCI: stop, bestmove", "UGI: stop", "PROTOCOL.md: States and timing";
    must "stop-late" after "stop-idle": late =>
        "answers once if `stop` races the end of the search",
        from "UCI: general, bestmove", "UGI: stop", "PROTOCOL.md: States and timing";
    must "stop-twice" after "stop-idle", relaxed_if_failed("infinite-holds"): twice =>
        "answers once if `stop` arrives twice, and then answers the next search",
        from "UCI: general, bestmove", "UGI: stop", "PROTOCOL.md: States and timing";
    must "go-mate" after "stop", only_uci: |bench| answers_at_last(bench, "go mate 1") =>
        "answers `go mate`, at the latest after `stop`",
        from "UCI: go mate, bestmove", "PROTOCOL.md: Commands";
    should "go-bare" after "stop": |bench| answers_at_last(bench, "go") =>
        "answers a `go` without a limit, at the latest after `stop`",
        from "UCI: bestmove", "PROTOCOL.md: Differences from UGI and UCI";
};

/// The number of repetitions of a race.
const RACES: usize = 20;

/// Stops the search, which must answer with a move.
fn stopped(bench: &mut Bench<'_>) -> Result<Search, Broken> {
    bench.search("stop")?.with_move()
}

fn stop(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
    bench.send("go infinite")?;
    // The step "infinite-holds" judges an early answer.
    if bestmove_in(&bench.listen()?).is_none() {
        stopped(bench)?;
    }
    Ok(Kept::Yes)
}

fn soon(bench: &mut Bench<'_>) -> Step {
    let margin = bench.subject.margin;
    bench.ready_at_position()?;
    bench.send("go infinite")?;
    if bestmove_in(&bench.listen()?).is_some() {
        return Ok(Kept::Yes);
    }
    let time = stopped(bench)?.time;
    ensure(time <= margin, || {
        format!("the engine answered after {}; the margin is {}", rounded(time), rounded(margin))
    })?;
    Ok(Kept::Measured(format!("{} ms", time.as_millis())))
}

fn holds(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    // In the last position of the game little is left to search.
    let last = bench.game.last().map(|turn| turn.moves.clone()).unwrap_or_default();
    for moves in [Vec::new(), last] {
        bench.send_position(&moves)?;
        bench.send("go infinite")?;
        bench.no_move_before("stop")?;
        stopped(bench)?;
    }
    bench.holds_infinite = true;
    Ok(Kept::Yes)
}

fn is_ready(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
    bench.send("go infinite")?;
    let mut early = false;
    for _ in 0..2 {
        bench.send("isready")?;
        let lines = [bench.read_until("readyok")?, bench.listen()?].concat();
        early |= bestmove_in(&lines).is_some();
    }
    ensure(!early || !bench.holds_infinite, || {
        "the engine answered the search before \"stop\"".to_string()
    })?;
    if !early {
        stopped(bench)?;
    }
    Ok(Kept::Yes)
}

fn idle(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
    bench.send("stop")?;
    bench.no_more_moves()?;
    bench.search_quickly()?;
    bench.send("stop")?;
    bench.no_more_moves()?;
    if bench.holds_infinite {
        bench.send("stop\ngo infinite")?;
        bench.no_move_before("stop")?;
        stopped(bench)?;
    }
    Ok(Kept::Yes)
}

/// Sends `lines` repeatedly; each time exactly one `bestmove` must come.
fn races(bench: &mut Bench<'_>, lines: &str) -> Step {
    bench.ready_at_position()?;
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
    bench.ready_at_position()?;
    if bench.holds_infinite {
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

/// Checks that the engine answers `go` by itself or after `stop`.
fn answers_at_last(bench: &mut Bench<'_>, go: &str) -> Step {
    bench.ready_at_position()?;
    bench.send(go)?;
    if bestmove_in(&bench.listen()?).is_none() {
        bench.search("stop")?;
    }
    Ok(Kept::Yes)
}
