//! The fuzz targets of the engine (`tests/fuzz`) on their corpus and on mutated
//! copies.

use crate::fuzz::corpus::exercise;
use crate::fuzz::engine;

#[test]
fn commands() {
    exercise("commands", engine::commands, 5000);
}

#[test]
fn gomocup() {
    exercise("gomocup", engine::gomocup, 5000);
}

#[test]
fn replies() {
    exercise("replies", engine::replies, 5000);
}

#[test]
fn sessions() {
    exercise("sessions", engine::sessions, 150);
}

#[test]
fn states() {
    exercise("states", engine::states, 500);
}

#[test]
fn positions() {
    exercise("positions", engine::positions, 2000);
}

#[test]
fn rule_sets() {
    exercise("rule_sets", engine::rule_sets, 300);
}

#[test]
fn games() {
    exercise("games", engine::games, 1000);
}

#[test]
fn certificates() {
    exercise("certificates", engine::certificates, 300);
}
