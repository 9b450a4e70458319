//! Rules for the exit: after `quit` and at the end of input, in every state.

use std::process::ExitStatus;
use std::time::Duration;

use noughts_client::process::resources;
use noughts_client::time::Instant;

use crate::bench::{Bench, bestmove_in};
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, ensure, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    must "quit" after "isready": quit =>
        "exits after `quit`", from "UCI: quit", "UGI: quit", "PROTOCOL.md: Commands";
    should "quit-status" after "quit": quit_status =>
        "exits with status 0 after `quit`", from "PROTOCOL.md: States and timing";
    must "quit-searching" after "quit" "go": quit_searching =>
        "exits after `quit` during a search",
        from "UCI: quit", "UGI: quit", "PROTOCOL.md: Commands";
    should "quit-answers" after "quit-searching", only_ugi: quit_answers =>
        "answers the search that `quit` ends", from "UGI: quit", "PROTOCOL.md: States and timing";
    should "eof" after "isready": end_idle =>
        "exits at the end of its input", from "PROTOCOL.md: States and timing";
    should "eof-searching" after "eof" "go": end_searching =>
        "exits at the end of its input during a search without a limit",
        from "PROTOCOL.md: States and timing";
    should "eof-limited" after "eof" "go": end_limited =>
        "answers a limited search after the end of its input, and then exits",
        from "PROTOCOL.md: States and timing";
    should "eof-pondering" after "eof" "go-clock", only_uci: end_pondering =>
        "exits at the end of its input while it ponders", from "PROTOCOL.md: States and timing";
    should "nothing-left" after "quit-searching" "eof-searching": nothing_left =>
        "leaves no process behind after `quit` or the end of input", from "UCI: quit", "UGI: quit";
};

/// How long the processes of a group may take to end.
const DYING: Duration = Duration::from_millis(500);

/// Checks that no signal ended the process, which would be a crash.
fn ended_by_itself(status: ExitStatus) -> Result<(), Broken> {
    ensure(status.code().is_some(), || format!("the engine crashed: {status}"))
}

fn quit(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    bench.send("quit")?;
    ended_by_itself(bench.await_end()?.0)?;
    Ok(Kept::Yes)
}

fn quit_status(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    bench.send("quit")?;
    let status = bench.await_end()?.0;
    ensure(status.success(), || format!("the engine exited with {status}"))?;
    Ok(Kept::Yes)
}

/// Sends `quit` during a search; returns all lines of the search.
fn quit_in_search(bench: &mut Bench<'_>) -> Result<Vec<String>, Broken> {
    bench.ready_at_position()?;
    bench.send("go infinite")?;
    let mut lines = bench.listen()?;
    bench.send("quit")?;
    let (status, rest) = bench.await_end()?;
    ended_by_itself(status)?;
    lines.extend(rest);
    Ok(lines)
}

fn quit_searching(bench: &mut Bench<'_>) -> Step {
    quit_in_search(bench)?;
    Ok(Kept::Yes)
}

fn quit_answers(bench: &mut Bench<'_>) -> Step {
    answered(&quit_in_search(bench)?)
}

fn answered(lines: &[String]) -> Step {
    ensure(bestmove_in(lines).is_some(), || "the engine did not answer the search".to_string())?;
    Ok(Kept::Yes)
}

/// Closes the input; returns the lines that come afterwards.
fn end(bench: &mut Bench<'_>) -> Result<Vec<String>, Broken> {
    bench.end_input()?;
    let (status, lines) = bench.await_end()?;
    ended_by_itself(status)?;
    Ok(lines)
}

fn end_idle(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    end(bench)?;
    Ok(Kept::Yes)
}

/// Closes the input during a search, and right after its `go`.
fn end_in(bench: &mut Bench<'_>, go: &str) -> Step {
    for at_once in [false, true] {
        bench.ready_at_position()?;
        bench.send(go)?;
        if !at_once {
            bench.listen()?;
        }
        end(bench)?;
    }
    Ok(Kept::Yes)
}

fn end_searching(bench: &mut Bench<'_>) -> Step {
    end_in(bench, "go infinite")
}

fn end_limited(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
    bench.send(bench.quick)?;
    answered(&end(bench)?)
}

fn end_pondering(bench: &mut Bench<'_>) -> Step {
    if bench.option("Ponder").is_none() {
        return not_applicable("the engine has no option \"Ponder\"");
    }
    let go = format!("go ponder {}", bench.clock(500, 10));
    end_in(bench, &go)
}

fn nothing_left(bench: &mut Bench<'_>) -> Step {
    for quits in [true, false] {
        bench.ready_at_position()?;
        let group = bench.process_id()?;
        bench.send("go infinite")?;
        bench.listen()?;
        if quits {
            bench.send("quit")?;
            bench.await_end()?;
        } else {
            end(bench)?;
        }
        let until = Instant::now() + DYING;
        loop {
            let Some(left) = group.and_then(resources::live_processes) else {
                return not_applicable("this system does not list its processes");
            };
            if left.is_empty() {
                break;
            }
            ensure(Instant::now() < until, || {
                format!("the engine left the processes {left:?} behind")
            })?;
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    Ok(Kept::Yes)
}
