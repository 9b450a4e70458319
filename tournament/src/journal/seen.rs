//! Which lines of journals have been read: one that stands there again, as
//! when journals were joined by hand, is no other game.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Found;

/// The hashes of the lines that have been read of each game, by its number.
#[derive(Debug, Default)]
pub(super) struct Seen(HashMap<usize, Vec<u64>>);

/// What a line is after those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// The first one of its game.
    First,
    /// One of them again.
    Again,
    /// Another one of a game that has been read.
    Another,
}

impl Seen {
    /// Takes note of a line.
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
