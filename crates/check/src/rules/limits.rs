//! Rules for keeping the limits of a search.

use std::time::Duration;

use noughts_client::text::rounded;

use crate::bench::Bench;
use crate::info::infos;
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, ensure, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    should "nodes-kept" after "go-nodes": nodes =>
        "reports at most a tenth plus 1,000 nodes more than `go nodes` allows",
        from "UCI: go nodes", "UGI: go", "PROTOCOL.md: Commands";
    should "movetime-kept" after "go-movetime": movetime =>
        "answers `go movetime` within this time plus the margin",
        from "UCI: go movetime", "UGI: go", "PROTOCOL.md: Commands";
    should "clock-kept" after "go-clock": clock =>
        "answers before its clock plus the margin has run out, even with 100 ms left",
        from "UCI: go wtime", "UGI: go", "PROTOCOL.md: Commands";
};

const NODES: u64 = 5000;

fn nodes(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
    let search = bench.search(&format!("go nodes {NODES}"))?;
    let most = infos(&search.lines).iter().filter_map(|info| info.nodes).max();
    let Some(most) = most else { return not_applicable("the engine reports no nodes") };
    ensure(most <= NODES + NODES / 10 + 1000, || format!("{most} nodes, {NODES} allowed"))?;
    Ok(Kept::Measured(format!("{most} nodes of {NODES}")))
}

/// Checks that a search ends within `allowed` plus the margin; returns the
/// measured time.
fn keeps(bench: &mut Bench<'_>, go: &str, allowed: Duration) -> Result<String, Broken> {
    let margin = bench.subject.margin;
    bench.ready_at_position()?;
    let time = bench.search(go)?.time;
    ensure(time <= allowed + margin, || {
        format!("\"{go}\" took {}; the margin is {}", rounded(time), rounded(margin))
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
