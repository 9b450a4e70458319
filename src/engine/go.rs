//! From the words of a `go` to a budget and a time.

use std::time::Duration;

use super::options::Options;
use crate::game::AnySetup;
use crate::protocol::{Dialect, Go};
use crate::search::Budget;
use crate::search::clock::{Allotment, TimeLimits, allot};

/// What a `go` means in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// What may be spent.
    pub(super) budget: Budget,
    /// The time, from the start of the search or from `ponderhit`.
    pub(super) time: Option<Allotment>,
    /// The answer waits for `stop`.
    pub(super) infinite: bool,
    /// The answer waits for `ponderhit` or `stop`.
    pub(super) ponder: bool,
}

/// Reads a `go`. Nothing limited at all means `infinite`.
pub(super) fn plan(go: &Go, setup: &dyn AnySetup, options: &Options, dialect: Dialect) -> Plan {
    let side = setup.side();
    let milliseconds = |ms: i64| Duration::from_millis(u64::try_from(ms).unwrap_or(0));
    // A client that tells only the other side's clock has the same for both.
    let clock = go.clock[side.index()].or(go.clock[(!side).index()]);
    let increment = go.increment[side.index()].unwrap_or(0);
    let limits = TimeLimits {
        move_time: go.movetime.map(Duration::from_millis),
        clock: clock.map(milliseconds),
        increment: Duration::from_millis(increment),
        plies_to_go: go.moves_to_go.filter(|&plies| plies > 0),
    };
    let own = (setup.ply()..setup.board().len()).filter(|&ply| setup.side_at(ply) == side);
    let time = allot(&limits, own.count() as u32, options.move_overhead);
    let budget = Budget {
        nodes: go.nodes.map_or(u64::MAX, |nodes| nodes.max(1)),
        depth: go.depth.map(|depth| depth.max(1)),
        mate: go.mate.map(|distance| plies(distance, dialect).max(1)),
    };
    let limited = time.is_some() || budget != Budget::UNLIMITED;
    Plan { budget, time, infinite: go.infinite || !limited, ponder: go.ponder }
}

/// The distance of a mate in plies. A UCI move is two plies.
fn plies(distance: u32, dialect: Dialect) -> u32 {
    if dialect == Dialect::Uci { distance.saturating_mul(2) } else { distance }
}
