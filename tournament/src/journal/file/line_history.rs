//! Recognizes repeated lines, as in journals that were joined by hand.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::model::record::GameLine;

/// The hashes of the lines read so far of each game, by the number of the game.
#[derive(Debug, Default)]
pub(crate) struct LineHistory(HashMap<usize, Vec<u64>>);

/// How a line relates to the lines before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occurrence {
    /// The first line of this game number.
    First,
    /// A repetition of an earlier line.
    Repeat,
    /// It differs from an earlier line of the same game number.
    Conflict,
}

impl LineHistory {
    /// Adds a line; returns how it relates to the earlier ones.
    pub(crate) fn record(&mut self, found: &GameLine) -> Occurrence {
        let mut hasher = DefaultHasher::new();
        found.line.hash(&mut hasher);
        let (line, lines) = (hasher.finish(), self.0.entry(found.record.game).or_default());
        if lines.contains(&line) {
            return Occurrence::Repeat;
        }
        lines.push(line);
        if lines.len() == 1 { Occurrence::First } else { Occurrence::Conflict }
    }
}
