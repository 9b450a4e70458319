//! The command `merge`: one journal of the shares of a tournament.

use std::path::PathBuf;

use clap::Args;
use noughts_client::text::counted;
use noughts_tournament::journal;

use crate::cli::common::console::complain;
use crate::cli::common::programs;

/// Arguments of the command `merge`.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The journals to merge
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// The journal to write; it must not exist
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Refuse journals in which an engine is not the same program
    #[arg(long)]
    strict: bool,
}

impl Merge {
    /// Writes the merged journal.
    ///
    /// # Errors
    ///
    /// When the journals cannot be merged.
    pub(crate) fn write(&self) -> Result<(), journal::MergeError> {
        let merged = {
            let _busy = noughts_terminal::busy("merging the games");
            journal::merge(&self.journals, &self.output, self.strict)?
        };
        programs::note_doubts(&merged.doubts);
        programs::note(&merged.changed);
        complain(format_args!(
            "merged {} into {}",
            counted(merged.games, "game"),
            self.output.display()
        ));
        Ok(())
    }
}
