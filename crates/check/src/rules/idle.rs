//! Rules for an idle engine.

use std::time::Duration;

use noughts_client::process::resources::{self, Usage};
use noughts_client::text::rounded;

use crate::bench::Bench;
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, broken, ensure, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    must "silent-idle" after "new-game", should_in_uci: silent =>
        "prints nothing while it is idle, before and after a search",
        from "UGI: General", "UCI: general", "PROTOCOL.md: States and timing";
    should "idle-cpu" after "go": cpu =>
        "uses at most a tenth of a processor while it is idle", from "UCI: general", "UGI: General";
    should "idle-memory" after "go": memory =>
        "does not grow in memory while it is idle", from "UCI: general", "UGI: General";
};

/// The shortest time over which processor use can be measured.
const SHORTEST: Duration = Duration::from_millis(200);

/// The permitted growth of memory, in KiB.
const SETTLING: u64 = 1024;

fn silent(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    quiet(bench)?;
    bench.send_new_game()?;
    bench.send_position(&[])?;
    quiet(bench)?;
    bench.search_quickly()?;
    quiet(bench)?;
    Ok(Kept::Yes)
}

fn quiet(bench: &mut Bench<'_>) -> Result<(), Broken> {
    match bench.listen()?.first() {
        Some(line) => broken(format!("the idle engine sent \"{line}\"")),
        None => Ok(()),
    }
}

/// Returns how long the idle engine is observed.
fn window(bench: &Bench<'_>) -> Duration {
    bench.subject.silence.max(SHORTEST)
}

/// Returns the resources of the engine before and after an idle time that
/// follows a search; `None` if the system does not account them.
fn rest(bench: &mut Bench<'_>) -> Result<Option<[Usage; 2]>, Broken> {
    bench.ready_at_position()?;
    bench.search_quickly()?;
    bench.send("isready")?;
    bench.read_until("readyok")?;
    // The threads of the search may take a moment to end.
    bench.listen()?;
    let group = bench.process_id()?;
    let before = group.and_then(resources::group_usage);
    bench.listen_for(window(bench))?;
    let after = group.and_then(resources::group_usage);
    Ok(before.zip(after).map(|(before, after)| [before, after]))
}

fn cpu(bench: &mut Bench<'_>) -> Step {
    let Some([before, after]) = rest(bench)? else { return unknown() };
    let used = after.cpu.saturating_sub(before.cpu);
    let window = window(bench);
    ensure(used <= window / 10, || {
        format!("{} of processor time in {}", rounded(used), rounded(window))
    })?;
    Ok(Kept::Measured(format!("{} in {}", rounded(used), rounded(window))))
}

fn memory(bench: &mut Bench<'_>) -> Step {
    let Some([before, after]) = rest(bench)? else { return unknown() };
    let growth = after.memory.saturating_sub(before.memory);
    ensure(growth <= SETTLING, || {
        format!("its memory grew by {growth} KiB to {} KiB", after.memory)
    })?;
    Ok(Kept::Measured(format!("{} KiB", after.memory)))
}

fn unknown() -> Step {
    not_applicable("this system does not report the resources of a process")
}
