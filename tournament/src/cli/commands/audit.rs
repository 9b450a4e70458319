//! The command `audit`: whether the lines of journals can be so.

use std::path::PathBuf;

use clap::Args;
use noughts_client::text::{counted, printable};
use noughts_tournament::audit::{self, Audited, Finding};

use crate::cli::common::console::{complain, show};
use crate::cli::common::end::End;

/// Arguments of the command `audit`.
#[derive(Debug, Args)]
pub(crate) struct Audit {
    /// The journals of one tournament
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
}

impl Audit {
    /// Prints every line that cannot be so, with the reason.
    ///
    /// # Errors
    ///
    /// When the journals cannot be read, or standard output cannot be written.
    pub(crate) fn run(&self) -> anyhow::Result<End> {
        let mut unshown = None;
        let audited = audit::audit(&self.journals, |finding| {
            let Finding { file, line, game, reason } = finding;
            let game = game.map(|game| format!("game {game}: ")).unwrap_or_default();
            let reason = printable(reason, 300);
            let text = format!("{}: line {line}: {game}{reason}\n", file.display());
            if unshown.is_none() {
                unshown = show(&text).err();
            }
        })?;
        if let Some(unshown) = unshown {
            return Err(unshown.into());
        }
        let Audited { games, total, findings } = audited;
        let of = if games == total { String::new() } else { format!(" of {total}") };
        complain(format_args!(
            "{}{of} hold; {}",
            counted(games, "game"),
            counted(findings, "finding")
        ));
        Ok(if findings == 0 { End::Finished } else { End::NotSo })
    }
}
