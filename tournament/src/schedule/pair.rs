//! Two engines meet each other.

use super::RoundRobin;
use super::format::{Make, Row};

pub(super) const ROW: Row = Row {
    name: "match",
    noun: "a match",
    help: "two engines",
    keys: &[],
    mistake: |_, engines| {
        let reason = "format: a match is one of two engines, and there are more";
        (engines > 2).then_some(("engine", reason))
    },
    make: Make::Fixed(|config| {
        Box::new(RoundRobin::new(config.engines.len().min(2), config.pairings))
    }),
};
