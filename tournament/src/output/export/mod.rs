//! Exports the games of journals: positions for programs that learn from them,
//! and whole games for other programs. Only one game is in memory at a time.

mod rows;
pub mod selection;
mod sgf;

use std::io::Write;

use crate::files::pgn;
use crate::journal::Journals;
use crate::model::config::Config;
use crate::model::record::GameLine;
use crate::output::export::selection::{ExportError, Format, Selection};
use rows::Rows;

/// What [`export`] has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Exported {
    /// The number of games.
    pub games: usize,
    /// The number of positions; 0 for a format of games.
    pub positions: usize,
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
