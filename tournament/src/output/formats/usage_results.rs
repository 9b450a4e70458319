//! Search and resource statistics, as values that are written as JSON and drawn
//! in the report.

use serde::Serialize;

use crate::stats::performance::{EngineStats, Performance};

/// The statistics of an engine against one opponent with one side. A number
/// that is not known is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UsageResults {
    /// The name of the engine.
    pub engine: String,
    /// The name of its opponent.
    pub opponent: String,
    /// The side of the engine: `X` or `O`.
    pub side: String,
    /// The number of games.
    pub games: u64,
    /// The number of plies.
    pub plies: u64,
    /// The average depth of the plies with a depth.
    pub depth: Option<f64>,
    /// The least depth.
    pub least_depth: Option<u32>,
    /// The average nodes of the plies with a number of nodes.
    pub nodes: Option<f64>,
    /// The nodes per second of these plies.
    pub nodes_per_second: Option<f64>,
    /// The average time of a ply, in seconds.
    pub seconds_per_ply: Option<f64>,
    /// The longest time of a ply, in seconds.
    pub longest_seconds: Option<f64>,
    /// The least time left on the clock, in seconds.
    pub least_seconds_left: Option<f64>,
    /// The processor time of the processes of the engine, in seconds.
    pub cpu_seconds: Option<f64>,
    /// The number of processors that they kept busy while the engine worked.
    pub processors: Option<f64>,
    /// Their largest resident memory, in KiB.
    pub peak_kib: Option<u64>,
}

impl UsageResults {
    /// Returns a value for each engine, opponent and side.
    pub fn all(performance: &Performance) -> Vec<UsageResults> {
        let rows = performance.rows();
        rows.map(|(engine, opponent, side, stats)| {
            UsageResults::new([engine, opponent, &side.to_string()], stats)
        })
        .collect()
    }

    fn new([engine, opponent, side]: [&str; 3], stats: &EngineStats) -> UsageResults {
        let seconds = |us: u64| us as f64 / 1e6;
        UsageResults {
            engine: engine.to_string(),
            opponent: opponent.to_string(),
            side: side.to_string(),
            games: stats.games,
            plies: stats.plies,
            depth: stats.average_depth(),
            least_depth: stats.depth.least,
            nodes: stats.average_nodes(),
            nodes_per_second: stats.speed(),
            seconds_per_ply: stats.average_time(),
            longest_seconds: (stats.plies > 0).then(|| seconds(stats.longest_us)),
            least_seconds_left: stats.least_left.map(|left| left.as_secs_f64()),
            cpu_seconds: stats.usage.map(|used| seconds(used.cpu_us)),
            processors: stats.usage.and_then(|used| used.processors()),
            peak_kib: stats.usage.map(|used| used.peak_kib),
        }
    }
}
