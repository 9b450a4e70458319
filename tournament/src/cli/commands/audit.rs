//! The command `audit`: whether the lines of journals can be so.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use noughts_client::stop::Stop;
use noughts_client::text::{counted, printable};
use noughts_tournament::audit::{self, Audited, Finding};
use noughts_tournament::journal::{self, MergeError};

use crate::cli::common::console::{complain, show};
use crate::cli::common::end::End;
use crate::cli::common::{builtin, signals};

/// Arguments of the command `audit`.
#[derive(Debug, Args)]
pub(crate) struct Audit {
    /// The journals of one tournament
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// Write the games that hold to a new journal; the old ones stay as they are
    #[arg(long, value_name = "NEW")]
    repair: Option<PathBuf>,
    /// Start the engines and play this many games again, spread over those whose searches
    /// only nodes or depth limit, and compare every move
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    replay: usize,
}

impl Audit {
    /// Prints every line that cannot be so, with the reason.
    ///
    /// # Errors
    ///
    /// When the journals cannot be read, or standard output cannot be written.
    pub(crate) fn run(&self) -> anyhow::Result<End> {
        let mut unshown = None;
        let mut tell = |finding: &Finding| {
            let Finding { file, line, game, reason } = finding;
            let game = game.map(|game| format!("game {game}: ")).unwrap_or_default();
            let reason = printable(reason, 300);
            let text = format!("{}: line {line}: {game}{reason}\n", file.display());
            if unshown.is_none() {
                unshown = show(&text).err();
            }
        };
        let mut wrong = HashSet::new();
        let audited = audit::audit(&self.journals, |finding| {
            tell(finding);
            if finding.game.is_some() {
                wrong.insert((finding.file.clone(), finding.line));
            }
        })?;
        let Audited { games, total, findings, .. } = audited;
        let of = if games == total { String::new() } else { format!(" of {total}") };
        complain(format_args!(
            "{}{of} hold; {}",
            counted(games, "game"),
            counted(findings, "finding")
        ));
        let differ = if self.replay > 0 {
            self.play_again(&mut |finding| {
                tell(finding);
                wrong.insert((finding.file.clone(), finding.line));
            })?
        } else {
            0
        };
        if let Some(new) = &self.repair {
            wrong.extend(audited.superseded);
            let games = audit::repair(&self.journals, &wrong, new)
                .map_err(|error| MergeError::Begin { file: new.clone(), error })?;
            complain(format_args!("{} has {}", new.display(), counted(games, "game")));
        }
        if let Some(unshown) = unshown {
            return Err(unshown.into());
        }
        Ok(if findings + differ == 0 { End::Finished } else { End::NotSo })
    }

    /// Plays games again; returns the number of those that differ.
    fn play_again(&self, tell: &mut dyn FnMut(&Finding)) -> anyhow::Result<usize> {
        let first = self.journals.first().map_or(Path::new(""), PathBuf::as_path);
        let (header, _) =
            journal::read(first).with_context(|| format!("cannot read {}", first.display()))?;
        let stop = Stop::default();
        signals::obey(&stop, "ending after this game").context("cannot handle signals")?;
        let launch = builtin::launch(&header.config, &stop, false)?;
        let replayed = audit::replay(&self.journals, self.replay, &launch, tell)?;
        complain(format_args!(
            "{} played again, of {} that can be; {} of them differ",
            counted(replayed.games, "game"),
            replayed.possible,
            replayed.differ
        ));
        Ok(replayed.differ)
    }
}
