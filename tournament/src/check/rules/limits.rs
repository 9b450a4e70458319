//! Limits are kept.

use std::time::Duration;

use crate::check::bench::Bench;
use crate::check::info::infos;
use crate::check::rule::{Broken, Kept, Rule, Step, ensure, not_applicable};

pub(super) const RULES: &[Rule] = &[
    Rule::should("nodes-kept", nodes)
        .says("tells at most a tenth and 1,000 more nodes than `go nodes` allows")
        .from(&["UCI: go nodes", "UGI: go", "PROTOCOL.md: Commands"])
        .needs(&["go-nodes"]),
    Rule::should("movetime-kept", movetime)
        .says("answers `go movetime` in this time and the margin")
        .from(&["UCI: go movetime", "UGI: go", "PROTOCOL.md: Commands"])
        .needs(&["go-movetime"]),
    Rule::should("clock-kept", clock)
        .says("answers before its clock has run out, and the margin, also with 100 ms left")
        .from(&["UCI: go wtime", "UGI: go", "PROTOCOL.md: Commands"])
        .needs(&["go-clock"]),
];

const NODES: u64 = 5000;

fn nodes(bench: &mut Bench<'_>) -> Step {
    bench.seated()?;
    let search = bench.search(&format!("go nodes {NODES}"))?;
    let most = infos(&search.lines).iter().filter_map(|info| info.nodes).max();
    let Some(most) = most else { return not_applicable("it tells no nodes") };
    ensure(most <= NODES + NODES / 10 + 1000, || format!("{most} nodes, {NODES} allowed"))?;
    Ok(Kept::Measured(format!("{most} nodes of {NODES}")))
}

/// A search ends in the time that is allowed.
fn keeps(bench: &mut Bench<'_>, go: &str, allowed: Duration) -> Result<String, Broken> {
    let margin = bench.subject.margin;
    bench.seated()?;
    let time = bench.search(go)?.time;
    ensure(time <= allowed + margin, || {
        format!("{time:?} to \"{go}\", with a margin of {margin:?}")
    })?;
    Ok(format!("{} of {} ms", time.as_millis(), allowed.as_millis()))
}

fn movetime(bench: &mut Bench<'_>) -> Step {
    Ok(Kept::Measured(keeps(bench, "go movetime 100", Duration::from_millis(100))?))
}

fn clock(bench: &mut Bench<'_>) -> Step {
    let mut measured = Vec::new();
    for (time, increment) in [(500, 0), (100, 0), (100, 100)] {
        let go = format!("go {}", bench.clock(time, increment));
        measured.push(keeps(bench, &go, Duration::from_millis(time))?);
    }
    Ok(Kept::Measured(measured.join(", ")))
}
