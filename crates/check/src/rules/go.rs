//! Rules for the forms of `go`.

use crate::bench::{Bench, QUICK};
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, broken};

pub(super) const RULES: &[Rule] = rules! {
    must "go" after "isready": go =>
        "answers a limited `go` after `position` with `bestmove` and a move",
        from "UCI: go, bestmove", "UGI: go", "PROTOCOL.md: Commands";
    must "one-bestmove" after "go": one_bestmove =>
        "sends exactly one `bestmove` for a `go`",
        from "UCI: bestmove", "UGI: go", "PROTOCOL.md: Commands";
    must "go-nodes" after "go": |bench| answers(bench, "go nodes 1000") =>
        "answers `go nodes`", from "UCI: go nodes", "UGI: go", "PROTOCOL.md: Commands";
    must "go-depth" after "go": |bench| answers(bench, "go depth 2") =>
        "answers `go depth`", from "UCI: go depth", "UGI: go", "PROTOCOL.md: Commands";
    must "go-movetime" after "go": |bench| answers(bench, "go movetime 50") =>
        "answers `go movetime`", from "UCI: go movetime", "UGI: go", "PROTOCOL.md: Commands";
    must "go-clock" after "go": clock =>
        "answers a `go` with both clocks and both increments",
        from "UCI: go wtime", "UGI: go", "PROTOCOL.md: Commands";
    must "go-clock-order" after "go-clock", should_in_ugi: clock_order =>
        "accepts clocks and increments in any order", from "UCI: go", "PROTOCOL.md: Commands";
    must "go-clock-bare" after "go-clock", only_uci: clock_bare =>
        "accepts clocks without increments", from "UCI: go", "PROTOCOL.md: Commands";
    must "go-movestogo" after "go-clock", only_uci: moves_to_go =>
        "answers a `go` with clocks and `movestogo`",
        from "UCI: go movestogo", "PROTOCOL.md: Commands";
    must "go-several" after "go-nodes" "go-depth" "go-movetime", only_uci: |bench| answers(bench, "go depth 2 nodes 1000 movetime 50") =>
        "accepts several limits in one `go`", from "UCI: go", "PROTOCOL.md: Commands";
    should "go-depth-0" after "go-depth", only_ugi: |bench| answers(bench, "go depth 0") =>
        "answers `go depth 0`, which UGI allows, with a move",
        from "UGI: go", "PROTOCOL.md: Differences from UGI and UCI";
};

/// Tries the short searches; stores the first that the engine answers.
fn go(bench: &mut Bench<'_>) -> Step {
    let mut first = None;
    for quick in QUICK {
        match answers(bench, quick) {
            Ok(kept) => {
                bench.quick = quick;
                return Ok(kept);
            }
            Err(Broken::Rule(reason)) => {
                first.get_or_insert(reason);
            }
            Err(other) => return Err(other),
        }
    }
    broken(first.unwrap_or_default())
}

/// Checks that the engine answers `go` with a move.
fn answers(bench: &mut Bench<'_>, go: &str) -> Step {
    bench.ready_at_position()?;
    bench.search(go)?.with_move()?;
    Ok(Kept::Yes)
}

fn one_bestmove(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
    for _ in 0..2 {
        bench.search_quickly()?;
        bench.no_more_moves()?;
    }
    Ok(Kept::Yes)
}

fn clock(bench: &mut Bench<'_>) -> Step {
    let clock = bench.clock(500, 10);
    answers(bench, &format!("go {clock}"))
}

fn clock_order(bench: &mut Bench<'_>) -> Step {
    let [x, o, x_inc, o_inc] = bench.clock_words();
    for line in [
        format!("go {o_inc} 10 {o} 500 {x_inc} 10 {x} 500"),
        format!("go {x_inc} 10 {x} 500 {o} 500 {o_inc} 10"),
    ] {
        answers(bench, &line)?;
    }
    Ok(Kept::Yes)
}

fn clock_bare(bench: &mut Bench<'_>) -> Step {
    let [x, o, ..] = bench.clock_words();
    answers(bench, &format!("go {x} 500 {o} 500"))
}

fn moves_to_go(bench: &mut Bench<'_>) -> Step {
    let clock = bench.clock(500, 0);
    answers(bench, &format!("go {clock} movestogo 5"))
}
