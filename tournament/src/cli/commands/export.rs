//! The command `export`: the positions or the games of journals in the formats
//! of other programs.

use std::io::{self, BufWriter};
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use noughts::files::Replacement;
use noughts_client::text::counted;
use noughts_tournament::files::access;
use noughts_tournament::journal::{Journals, changed_programs};
use noughts_tournament::output::export::selection::{ExportError, Format, Selection};
use noughts_tournament::output::export::{self, Exported};

use crate::cli::common::console::{Unshown, complain};
use crate::cli::common::end::misuse;
use crate::cli::common::programs;

/// Arguments of the command `export`.
#[derive(Debug, Args)]
#[command(
    after_help = "csv, jsonl and epd have a line for each position in which an engine moved; pgn \
                  and sgf have whole games."
)]
pub(crate) struct Export {
    /// The journals of one tournament; they may still grow
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// The format
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(names()))]
    format: String,
    /// The file to write, which must not exist; by default the export is
    /// printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Take every Nth ply of a game only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// The first ply of a game, counted with those of the opening
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..))]
    from: Option<u32>,
    /// Take only the first of positions that are the same up to symmetry
    #[arg(long)]
    distinct: bool,
}

fn names() -> impl Iterator<Item = &'static str> {
    Format::ALL.iter().map(|(name, _)| *name)
}

impl Export {
    /// Writes the export.
    pub(crate) fn write(&self) -> anyhow::Result<()> {
        let Some(format) = Format::named(&self.format) else {
            return Err(misuse("--format", "no such format").into());
        };
        let options = [
            ("--every", self.every.is_some()),
            ("--from", self.from.is_some()),
            ("--distinct", self.distinct),
        ];
        if let Some((option, _)) = options.iter().find(|(_, is_set)| *is_set)
            && !format.has_positions()
        {
            let reason =
                format!("{} has whole games; csv, jsonl and epd have positions", self.format);
            return Err(misuse(option, reason).into());
        }
        let selection = Selection {
            from: self.from.unwrap_or(1) as usize,
            every: self.every.unwrap_or(1) as usize,
            distinct: self.distinct,
        };
        let mut journals = Journals::open(&self.journals)?;
        let exported = match &self.output {
            None => {
                let mut out = BufWriter::new(io::stdout().lock());
                export::export(&mut journals, format, selection, &mut out).map_err(|error| {
                    match error {
                        ExportError::Write(error) => Unshown::from(error).into(),
                        error => refusal(error),
                    }
                })?
            }
            Some(path) => {
                let failed = |error| {
                    let reason = access::reason_not_written(&error);
                    misuse(&path.display().to_string(), format_args!("cannot be created: {reason}"))
                };
                let mut out = Replacement::begin_new(path).map_err(failed)?;
                let exported = export::export(&mut journals, format, selection, &mut out)
                    .and_then(|exported| Ok(out.finish().map(|()| exported)?))
                    .map_err(refusal)?;
                let Exported { games, positions } = exported;
                let what = match format.has_positions() {
                    true => {
                        format!("{} of {}", counted(positions, "position"), counted(games, "game"))
                    }
                    false => counted(games, "game"),
                };
                complain(format_args!("wrote {what} to {}", path.display()));
                exported
            }
        };
        if exported.games == 0 {
            complain("note: the journals have no games");
        }
        programs::note_doubts(journals.doubts());
        programs::note(&changed_programs(journals.runs()));
        Ok(())
    }
}

/// Turns an export error into an error of `--format`, if the format does not
/// support the game.
fn refusal(error: ExportError) -> anyhow::Error {
    match error {
        ExportError::Read(error) => error.into(),
        ExportError::Rules(_) | ExportError::Cube => misuse("--format", error).into(),
        ExportError::Illegal { .. } | ExportError::Write(_) => error.into(),
    }
}
