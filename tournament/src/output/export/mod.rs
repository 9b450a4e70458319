//! Exports the games of journals: positions for programs that learn from them,
//! and whole games for other programs. Only one game is in memory at a time.

mod rows;
mod sgf;

use std::io::{self, Write};

use crate::files::pgn;
use crate::journal::{Journals, ReadError};
use crate::model::config::Config;
use crate::model::opening::OpeningError;
use crate::model::record::GameLine;
use noughts_client::names::{name_of, value_of};
use rows::Rows;

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

/// What [`export`] has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Exported {
    /// The number of games.
    pub games: usize,
    /// The number of positions; 0 for a format of games.
    pub positions: usize,
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

/// Writes the games of journals.
///
/// # Errors
///
/// When the journals cannot be read, the format does not have their game, or
/// the output cannot be written.
pub fn export(
    journals: &mut Journals,
    format: Format,
    selection: Selection,
    out: &mut dyn Write,
) -> Result<Exported, ExportError> {
    let config = journals.header().config.clone();
    let mut exported = Exported::default();
    let mut writer = Writer::new(&config, format, selection, out)?;
    let mut failure = None;
    journals.read_all(|found| {
        if failure.is_none() {
            match writer.add(&found, &config) {
                Ok(positions) => {
                    exported.games += 1;
                    exported.positions += positions;
                }
                Err(error) => failure = Some(error),
            }
        }
    })?;
    writer.finish()?;
    failure.map_or(Ok(exported), Err)
}

/// The output in one of the formats.
enum Writer<'a> {
    Rows(Rows<'a>),
    Pgn(&'a mut dyn Write),
    Sgf(&'a mut dyn Write),
}

impl<'a> Writer<'a> {
    fn new(
        config: &Config,
        format: Format,
        selection: Selection,
        out: &'a mut dyn Write,
    ) -> Result<Writer<'a>, ExportError> {
        let spec = config.game.spec();
        match (format, spec) {
            (Format::Pgn, _) => Ok(Writer::Pgn(out)),
            (_, None) => Err(ExportError::Rules(format.name())),
            (Format::Sgf, Some(spec)) => {
                sgf::check(spec)?;
                Ok(Writer::Sgf(out))
            }
            (_, Some(spec)) => Ok(Writer::Rows(Rows::new(spec, format, selection, out))),
        }
    }

    /// Adds a game; returns the number of its positions.
    fn add(&mut self, found: &GameLine, config: &Config) -> Result<usize, ExportError> {
        let record = &found.record;
        let illegal = |error| ExportError::Illegal { game: record.game, error };
        match self {
            Writer::Rows(rows) => rows.add(record),
            Writer::Pgn(out) => {
                out.write_all(pgn::record(record, config).as_bytes())?;
                Ok(0)
            }
            Writer::Sgf(out) => {
                out.write_all(sgf::game(record, config).map_err(illegal)?.as_bytes())?;
                Ok(0)
            }
        }
    }

    fn finish(self) -> Result<(), ExportError> {
        match self {
            Writer::Rows(rows) => rows.finish(),
            Writer::Pgn(out) | Writer::Sgf(out) => Ok(out.flush()?),
        }
    }
}
