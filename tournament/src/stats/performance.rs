//! Search and resource statistics of the engines: depths, nodes, times,
//! processor time and memory.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use noughts::game::Side;
use noughts_client::text::printable;

use crate::model::clock::Clock;
use crate::model::config::Config;
use crate::model::record::GameRecord;

/// The statistics of an engine against one opponent with one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineStats {
    /// The number of games.
    pub games: u64,
    /// The number of plies.
    pub plies: u64,
    /// The depths that it reported.
    pub depth: Depths,
    /// The nodes that it reported.
    pub nodes: Nodes,
    /// The time of all plies, in microseconds.
    pub us: u64,
    /// The longest time of a ply, in microseconds.
    pub longest_us: u64,
    /// The least time left on its clock after a ply, if it has one.
    pub least_left: Option<Duration>,
    /// The resource usage of its process, as far as it was measured.
    pub usage: Option<Used>,
}

/// Depths of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depths {
    /// The number of plies with a depth.
    pub plies: u64,
    /// The sum of the depths.
    pub sum: u64,
    /// The least depth.
    pub least: Option<u32>,
}

/// Nodes of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    /// The number of plies with a number of nodes.
    pub plies: u64,
    /// The sum of the nodes.
    pub sum: u64,
    /// The time of these plies, in microseconds.
    pub us: u64,
}

/// The resource usage of a process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// The processor time, in microseconds.
    pub cpu_us: u64,
    /// The time in which the engine worked, in microseconds.
    pub us: u64,
    /// The largest resident memory, in KiB.
    pub peak_kib: u64,
}

impl Used {
    /// Returns the average number of processors that the engine used while it
    /// worked; `None` if that time was too short to measure.
    pub fn processors(&self) -> Option<f64> {
        // The system counts processor time in hundredths of a second.
        (self.us >= 200_000).then(|| self.cpu_us as f64 / self.us as f64)
    }

    fn add(&mut self, other: Used) {
        self.cpu_us = self.cpu_us.saturating_add(other.cpu_us);
        self.us = self.us.saturating_add(other.us);
        self.peak_kib = self.peak_kib.max(other.peak_kib);
    }
}

fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

impl EngineStats {
    /// Returns the average depth of a ply.
    pub fn average_depth(&self) -> Option<f64> {
        mean(self.depth.sum, self.depth.plies)
    }

    /// Returns the average nodes of a ply.
    pub fn average_nodes(&self) -> Option<f64> {
        mean(self.nodes.sum, self.nodes.plies)
    }

    /// Returns the nodes per second.
    pub fn speed(&self) -> Option<f64> {
        mean(self.nodes.sum, self.nodes.us).map(|per_us| per_us * 1e6)
    }

    /// Returns the average time of a ply, in seconds.
    pub fn average_time(&self) -> Option<f64> {
        mean(self.us, self.plies).map(|us| us / 1e6)
    }
}

/// An engine that used clearly more processors than its opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct Unequal {
    /// The names of the engine and of its opponent.
    pub names: [String; 2],
    /// The processors that they used while they worked.
    pub processors: [f64; 2],
}

impl fmt::Display for Unequal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [name, opponent] = self.names.each_ref().map(|name| printable(name, 60));
        let [own, other] = self.processors;
        write!(
            f,
            "engine \"{name}\" used {own:.1} processors while it worked, its opponent \
             \"{opponent}\" {other:.1}"
        )
    }
}

/// An engine and its opponent, by their places in the configuration, and the
/// index of the side of the engine.
type Place = (usize, usize, usize);

/// The statistics of all engines of a tournament.
#[derive(Clone, Debug)]
pub struct Performance {
    config: Config,
    stats: BTreeMap<Place, EngineStats>,
}

impl Performance {
    /// Creates statistics without games.
    pub fn new(config: &Config) -> Performance {
        Performance { config: config.clone(), stats: BTreeMap::new() }
    }

    /// Adds a game. Its players must be those of the configuration; others are
    /// not counted.
    pub fn add(&mut self, record: &GameRecord) {
        self.add_usage(record);
        self.add_plies(record);
    }

    /// Returns the places of the players of a game in the configuration.
    fn players(&self, record: &GameRecord) -> Option<[usize; 2]> {
        let place =
            |name: &String| self.config.engines.iter().position(|engine| engine.name == *name);
        let [x, o] = record.players.each_ref().map(place);
        Some([x?, o?])
    }

    /// Adds the resource usage of the players in a game.
    fn add_usage(&mut self, record: &GameRecord) {
        let Some(players) = self.players(record) else { return };
        for side in Side::BOTH {
            let at = side.index();
            let key = (players[at], players[1 - at], at);
            let stats = self.stats.entry(key).or_default();
            stats.games += 1;
            if let Some(usage) = record.usage.and_then(|usage| usage[at]) {
                let used = Used { cpu_us: usage.cpu_us, us: usage.us, peak_kib: usage.peak_kib };
                stats.usage.get_or_insert_default().add(used);
            }
        }
    }

    fn add_plies(&mut self, record: &GameRecord) {
        let Some(players) = self.players(record) else { return };
        // Without the scale of the game the time left is not known.
        let mut clocks = players.map(|player| {
            let limits = self.config.engines[player].scaled_limits(record.scale?);
            Some(Clock::new(&limits, Duration::ZERO))
        });
        for (ply, side) in record.plies.iter().zip(record.sides(self.config.game.spec())) {
            let at = side.index();
            let Some(stats) = self.stats.get_mut(&(players[at], players[1 - at], at)) else {
                continue;
            };
            stats.plies += 1;
            stats.us = stats.us.saturating_add(ply.us);
            stats.longest_us = stats.longest_us.max(ply.us);
            if let Some(depth) = ply.evaluation.depth {
                stats.depth.plies += 1;
                stats.depth.sum += u64::from(depth);
                stats.depth.least = Some(stats.depth.least.map_or(depth, |least| least.min(depth)));
            }
            if let Some(nodes) = ply.evaluation.nodes {
                stats.nodes.plies += 1;
                stats.nodes.sum = stats.nodes.sum.saturating_add(nodes);
                stats.nodes.us = stats.nodes.us.saturating_add(ply.us);
            }
            let left = clocks[at].as_ref().and_then(Clock::left);
            let left = left.map(|left| left.saturating_sub(micros(ply.us)));
            stats.least_left = match (stats.least_left, left) {
                (Some(least), Some(left)) => Some(least.min(left)),
                (least, left) => least.or(left),
            };
            if let Some(clock) = &mut clocks[at] {
                clock.used(micros(ply.us));
            }
        }
    }

    /// Returns the name of the engine, the name of the opponent, the side and
    /// the statistics, for each engine, opponent and side.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &str, Side, &EngineStats)> {
        let name = |player: usize| self.config.engines[player].name.as_str();
        self.stats.iter().map(move |(&(player, opponent, at), stats)| {
            (name(player), name(opponent), Side::BOTH[at], stats)
        })
    }

    /// Returns the engines that used more than one and a half processors while
    /// they worked, against opponents that used fewer than 1.2.
    pub fn unequal(&self) -> Vec<Unequal> {
        let mut sums: BTreeMap<(usize, usize), Used> = BTreeMap::new();
        for (&(player, opponent, _), stats) in &self.stats {
            if let Some(used) = stats.usage {
                sums.entry((player, opponent)).or_default().add(used);
            }
        }
        let name = |player: usize| self.config.engines[player].name.clone();
        let found = sums.iter().filter_map(|(&(player, opponent), used)| {
            let processors = [used.processors()?, sums.get(&(opponent, player))?.processors()?];
            let is_unequal = processors[0] > 1.5 && processors[1] < 1.2;
            is_unequal.then(|| Unequal { names: [name(player), name(opponent)], processors })
        });
        found.collect()
    }
}

fn micros(us: u64) -> Duration {
    Duration::from_micros(us)
}

#[cfg(test)]
mod tests;
