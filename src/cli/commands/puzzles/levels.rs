//! The moves of the levels, which play the games and measure how difficult a puzzle is.

use noughts::engine::Player;
use noughts::game::Square;
use noughts::search::{Budget, Settings, Stop};

/// Settings of a level, whose moves the seed determines.
pub(super) fn level(skill: usize, seed: u64) -> Settings {
    Settings { skill, seed, hash: 1, ..Settings::default() }
}

/// Returns the choice of a level in the position of the player.
pub(super) fn choose(player: &mut dyn Player, settings: &Settings, stop: &Stop) -> Option<Square> {
    let budget = Budget { nodes: 1000, ..Budget::UNLIMITED };
    player.clear();
    let legal = player.state().legal();
    let report = player.search(legal, budget, settings, stop, &mut |_| {});
    report.lines.first()?.pv.first().copied()
}
