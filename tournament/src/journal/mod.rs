//! The journal: what has been played, one line of JSON for each game.
//!
//! The first line is the header, which fixes the configuration; each further
//! line is a game. [`Journal`] writes one and goes on with an old one,
//! [`Journals`] reads one or many, also while they grow, and [`merge`] joins
//! them. `JOURNAL.md` tells what the fields mean.

mod difference;
mod journals;
mod merge;
mod open;
mod read;
mod seen;
mod sync;
mod write;

use std::io;

use serde::{Deserialize, Serialize};

pub use difference::{Difference, differences};
pub use journals::Journals;
pub use merge::{MergeError, merge};
pub use open::JournalError;
pub use read::{Found, Games, ReadError, read};
pub use write::Journal;

use crate::config::Config;
use crate::record::GameRecord;
use crate::shard::Shard;

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Entry {
    /// The first line.
    Header(Box<Header>),
    /// A game.
    Game(Box<GameRecord>),
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The share of the games that is played here; none for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// What is being played.
    pub config: Config,
}

/// No line has more bytes, nor is a longer one read.
pub const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// The version that this program writes.
pub const VERSION: u32 = 1;

/// One line that is to be written.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'a> {
    Header(&'a Header),
    Game(&'a GameRecord),
}

impl Line<'_> {
    /// The line, its end included, unless it is too long.
    fn print(&self) -> io::Result<String> {
        let mut line = serde_json::to_string(self)?;
        line.push('\n');
        if line.len() as u64 > LONGEST_LINE { Err(too_long()) } else { Ok(line) }
    }
}

fn too_long() -> io::Error {
    let reason = format!("a line has more than {LONGEST_LINE} bytes");
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::openings::Opening;
    use crate::record::{GameResult, Termination};

    /// A record without a ply.
    pub(crate) fn record(game: usize) -> GameRecord {
        GameRecord {
            game,
            pairing: game.div_ceil(2),
            round: 1,
            players: ["a", "b"].map(str::to_string),
            opening: Opening::default(),
            seeds: [None; 2],
            result: GameResult::Draw,
            termination: Termination::Rules,
            culprit: None,
            dispute: None,
            trains: None,
            plies: Vec::new(),
            started: 7,
            millis: 1,
        }
    }

    #[test]
    fn a_line_may_have_64_mebibytes_and_not_a_byte_more() {
        assert_eq!(LONGEST_LINE, 67_108_864, "JOURNAL.md says so");
        let mut game = record(1);
        let rest = Journal::line(&game).unwrap().len() - game.players[0].len();
        game.players[0] = "x".repeat(usize::try_from(LONGEST_LINE).unwrap() - rest);
        assert_eq!(Journal::line(&game).unwrap().len() as u64, LONGEST_LINE);
        game.players[0].push('x');
        assert_eq!(Journal::line(&game).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
