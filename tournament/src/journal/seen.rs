//! The lines read so far, by which repeated lines are recognized, as in
//! journals that were joined by hand.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Found;

/// The hashes of the lines read of each game, by the number of the game.
#[derive(Debug, Default)]
pub(super) struct Seen(HashMap<usize, Vec<u64>>);

/// How a line relates to the lines before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// The first line of this game number.
    First,
    /// A repetition of an earlier line.
    Again,
    /// Another line of a game number that has been read.
    Another,
}

impl Seen {
    /// Adds a line; returns how it relates to the earlier ones.
    pub(super) fn note(&mut self, found: &Found) -> Sight {
        let mut hasher = DefaultHasher::new();
        found.line.hash(&mut hasher);
        let (line, lines) = (hasher.finish(), self.0.entry(found.record.game).or_default());
        if lines.contains(&line) {
            return Sight::Again;
        }
        lines.push(line);
        if lines.len() == 1 { Sight::First } else { Sight::Another }
    }
}
