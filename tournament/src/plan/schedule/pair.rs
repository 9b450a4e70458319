//! The match of two engines.

use super::RoundRobin;
use crate::plan::schedule::row::{Make, Row};

pub(super) const ROW: Row = Row {
    name: "match",
    noun: "a match",
    help: "two engines meet",
    keys: &[],
    mistake: |_, engines| {
        let reason = "format: a match has exactly two engines";
        (engines > 2).then_some(("engine", reason))
    },
    make: Make::Fixed(|config| {
        Box::new(RoundRobin::new(config.engines.len().min(2), config.pairings))
    }),
};
