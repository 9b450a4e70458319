//! The journal: the file with a JSON line for each game.
//!
//! The first line is the header with the configuration; each further line is a
//! game, or describes a run that played the games after it. [`Journal`] writes
//! a journal or continues an old one, [`Journals`] reads one or several, also
//! while they grow, and [`merge`] joins them. `JOURNAL.md` describes the
//! fields.

mod difference;
pub(crate) mod file;
pub mod follow;
mod journals;
pub(crate) mod lines;
mod merge;
pub(crate) mod open;
mod read;
mod read_error;
mod run_line;
mod write;

use serde::{Deserialize, Serialize};

pub(crate) use difference::compare;
pub use difference::{Difference, differences, has_more_pairings};
pub use journals::Journals;
pub(crate) use journals::difference;
pub use lines::MAX_LINE;
pub use merge::{MergeError, Merged, merge};
pub use open::JournalError;
pub(crate) use read::MAX_DOUBTS;
pub use read::{Doubt, Games, doubt_notes, read};
pub use read_error::ReadError;
pub use run_line::{ChangedProgram, ChangedSpeed, Run, Speed, changed_programs, changed_speed};
pub use write::{EarlierGames, Journal};
pub(crate) use write::{header_line, run_line};

use crate::model::config::Config;
use crate::model::record::GameRecord;
use crate::plan::shard::Shard;

/// A line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Entry {
    /// The first line.
    Header(Box<Header>),
    /// A run, before its first game.
    Run(Box<Run>),
    /// A game.
    Game(Box<GameRecord>),
}

/// The header of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The share of the games in the journal; `None` for all games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The configuration of the tournament.
    pub config: Config,
}

/// The version of the format.
pub const VERSION: u32 = 1;

/// A line to be written; the borrowed form of [`Entry`].
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'a> {
    Header(&'a Header),
    Run(&'a Run),
    Game(&'a GameRecord),
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::model::record::GameResult;
    use noughts_client::{EngineConfig, Limits};
    use std::io;

    /// Returns a tournament of two engines.
    pub(crate) fn config() -> Config {
        let engine = |name| EngineConfig::builtin(name, &[], Limits::default());
        let mut config = Config::new("tictactoe".parse().unwrap(), vec![engine("a"), engine("b")]);
        config.symmetric = Some(false);
        config
    }

    /// Returns a record without plies.
    pub(crate) fn record(game: usize) -> GameRecord {
        let record = GameRecord::of_result(game, ["a", "b"].map(str::to_string), GameResult::Draw);
        GameRecord { pairing: game.div_ceil(2), started: 7, millis: 1, ..record }
    }

    #[test]
    fn a_line_has_at_most_64_mebibytes() {
        assert_eq!(MAX_LINE, 67_108_864, "JOURNAL.md says so");
        let mut game = record(1);
        let rest = Journal::line(&game).unwrap().len() - game.players[0].len();
        let longest = usize::try_from(MAX_LINE).unwrap() - file::chain::ADDED;
        game.players[0] = "x".repeat(longest - rest);
        assert_eq!(Journal::line(&game).unwrap().len(), longest);
        game.players[0].push('x');
        assert_eq!(Journal::line(&game).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
