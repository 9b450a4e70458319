//! An engine that has nothing to do does nothing.

use std::time::Duration;

use crate::check::bench::Bench;
use crate::check::processes::{self, Usage};
use crate::check::rule::{Broken, Kept, Rule, Step, broken, ensure, not_applicable};

pub(super) const RULES: &[Rule] = &[
    Rule::must("silent-idle", silent)
        .says("writes nothing while it is ready and nothing is asked, before and after a search")
        .from(&["UGI: General", "UCI: general", "PROTOCOL.md: States and timing"])
        .should_in_uci()
        .needs(&["new-game"]),
    Rule::should("idle-cpu", cpu)
        .says("uses no more than a tenth of a processor while nothing is asked")
        .from(&["UCI: general", "UGI: General"])
        .needs(&["go"]),
    Rule::should("idle-memory", memory)
        .says("takes no more memory while nothing is asked")
        .from(&["UCI: general", "UGI: General"])
        .needs(&["go"]),
];

/// The shortest time from which the use of a processor can be told.
const SHORTEST: Duration = Duration::from_millis(200);

/// Memory may settle by so much, in KiB.
const SETTLING: u64 = 1024;

fn silent(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    quiet(bench)?;
    bench.begin_game()?;
    bench.place(&[])?;
    quiet(bench)?;
    bench.search_quickly()?;
    quiet(bench)?;
    Ok(Kept::Yes)
}

fn quiet(bench: &mut Bench<'_>) -> Result<(), Broken> {
    match bench.listen()?.first() {
        Some(line) => broken(format!("\"{line}\" came although nothing was asked")),
        None => Ok(()),
    }
}

/// How long an idle engine is watched.
fn window(bench: &Bench<'_>) -> Duration {
    bench.subject.silence.max(SHORTEST)
}

/// Lets the engine search, and then be idle for a while; what it had used
/// before and after that.
fn rest(bench: &mut Bench<'_>) -> Result<Option<[Usage; 2]>, Broken> {
    bench.seated()?;
    bench.search_quickly()?;
    bench.send("isready")?;
    bench.until("readyok")?;
    // What ends with the search may take a moment.
    bench.listen()?;
    let group = bench.process_id()?;
    let before = processes::usage(group);
    bench.listen_for(window(bench))?;
    let after = processes::usage(group);
    Ok(before.zip(after).map(|(before, after)| [before, after]))
}

fn cpu(bench: &mut Bench<'_>) -> Step {
    let Some([before, after]) = rest(bench)? else { return unknown() };
    let used = after.cpu.saturating_sub(before.cpu);
    let window = window(bench);
    ensure(used <= window / 10, || format!("{used:?} of processor time in {window:?}"))?;
    Ok(Kept::Measured(format!("{used:?} in {window:?}")))
}

fn memory(bench: &mut Bench<'_>) -> Step {
    let Some([before, after]) = rest(bench)? else { return unknown() };
    let growth = after.memory.saturating_sub(before.memory);
    ensure(growth <= SETTLING, || format!("it grew by {growth} KiB to {} KiB", after.memory))?;
    Ok(Kept::Measured(format!("{} KiB", after.memory)))
}

fn unknown() -> Step {
    not_applicable("this system does not tell what a process uses")
}
