//! What is exported, in which format, and why it fails.

use std::io;

use noughts_client::names::{name_of, value_of};

use crate::journal::ReadError;
use crate::model::opening::OpeningError;
/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Positions, a line of comma-separated values for each.
    Csv,
    /// Positions, a line of JSON for each.
    Jsonl,
    /// Positions with operations.
    Epd,
    /// Games in PGN.
    Pgn,
    /// Games in the Smart Game Format.
    Sgf,
}

impl Format {
    /// The formats with their names.
    pub const ALL: &'static [(&'static str, Format)] = &[
        ("csv", Format::Csv),
        ("jsonl", Format::Jsonl),
        ("epd", Format::Epd),
        ("pgn", Format::Pgn),
        ("sgf", Format::Sgf),
    ];

    /// Returns the format with this name.
    pub fn named(name: &str) -> Option<Format> {
        value_of(Format::ALL, name)
    }

    /// Returns the name.
    pub fn name(&self) -> &'static str {
        name_of(Format::ALL, self)
    }

    /// Returns whether the export has positions rather than games.
    pub fn has_positions(self) -> bool {
        matches!(self, Format::Csv | Format::Jsonl | Format::Epd)
    }
}

/// The positions that are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The number of the first ply of each game, from 1; those of the opening
    /// count.
    pub from: usize,
    /// The interval, in plies, between two exported positions; at least 1.
    pub every: usize,
    /// Whether only the first of positions that are the same up to symmetry is
    /// exported.
    pub distinct: bool,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection { from: 1, every: 1, distinct: false }
    }
}

/// Why games cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A journal cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The format needs a game whose rules the runner knows.
    #[error("{0} needs a game whose rules the runner knows; pgn does not")]
    Rules(&'static str),
    /// SGF has only flat boards.
    #[error("sgf has no boards with levels; pgn, csv, jsonl and epd do")]
    Cube,
    /// A game of the journal is not legal.
    #[error("game {game}: {error}")]
    Illegal {
        /// The number of the game.
        game: usize,
        /// The mistake.
        error: OpeningError,
    },
    /// The output cannot be written.
    #[error("the export cannot be written")]
    Write(#[from] io::Error),
}
