//! The options of `run` that choose a share of the games.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;
use noughts_tournament::journal::{
    self, Header, Journals, VERSION, differences, has_more_pairings,
};
use noughts_tournament::model::config::Config;
use noughts_tournament::plan::shard::{Pairings, Shard};

use crate::cli::common::end::misuse;
use crate::cli::common::programs;

/// The options.
#[derive(Debug, Args)]
pub(crate) struct Share {
    /// Play only share K of N, for one of N machines or jobs
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// The number of the first share: 0 for schedulers that count from 0
    #[arg(long, value_name = "0 or 1", default_value_t = 1, requires = "shard",
          value_parser = clap::value_parser!(u8).range(0..=1))]
    shards_from: u8,
    /// Divide into blocks of consecutive pairings instead of every Nth: for many
    /// small shares, so that the test can be decided before the last ones
    #[arg(long, requires = "shard")]
    blocks: bool,
    /// Play only the games that are not in this journal yet, or with --shard a
    /// share of them; may be repeated
    #[arg(long, value_name = "JOURNAL")]
    without: Vec<PathBuf>,
}

impl Share {
    /// Returns the share that the options choose, `None` for all games, and the
    /// numbers of the games that other journals have.
    ///
    /// # Errors
    ///
    /// When the text is not a share, the format cannot be divided, or the journals
    /// of the games to leave out cannot be read.
    pub(super) fn of(&self, config: &mut Config) -> anyhow::Result<(Option<Shard>, Vec<usize>)> {
        let (option, text) = match &self.shard {
            Some(text) => ("--shard", text.as_str()),
            None if self.without.is_empty() => return Ok((None, Vec::new())),
            // A single share of all games that are missing.
            None => ("--without", "1/1"),
        };
        let shard = Shard::counted_from(usize::from(self.shards_from), text)
            .map_err(|error| misuse(option, format_args!("{error}{}", from_zero(self, text))))?;
        if !config.format.is_fixed() {
            let reason = format!(
                "the pairings of {} follow from the results of all machines; play it on one machine, \
                 with --concurrency for several games at a time",
                config.format.noun()
            );
            return Err(misuse(option, reason).into());
        }
        let (games, missing) = match self.without.is_empty() {
            true if !self.blocks => return Ok((Some(shard), Vec::new())),
            true => (Vec::new(), (0..config.schedule().total()).collect()),
            false => without(&self.without, config)?,
        };
        let shard = if self.blocks { shard.block_of(missing) } else { shard.among(missing) };
        // A share that was begun keeps its pairings, even if the other journals
        // have grown or pairings have been added since.
        let begun = config.journal.as_deref().and_then(share_of);
        let begun = begun.filter(|begun| begun.has_same_number(&shard));
        Ok((Some(begun.unwrap_or(shard)), games))
    }
}

/// Returns the advice for a share that is counted from 0, as schedulers do.
fn from_zero(options: &Share, text: &str) -> &'static str {
    match text.split_once('/') {
        Some(("0", _)) if options.shards_from == 1 => "; with --shards-from 0 the first share is 0",
        _ => "",
    }
}

/// Returns the share of a journal that exists.
fn share_of(journal: &Path) -> Option<Shard> {
    journal::read(journal).ok()?.0.shard
}

/// Returns the numbers of the games in these journals, and the pairings with a
/// game that is in none of them. Settles the openings as in the journals.
fn without(
    paths: &[impl AsRef<Path>],
    config: &mut Config,
) -> anyhow::Result<(Vec<usize>, Pairings)> {
    let mut journals = Journals::open(paths)?;
    let mut numbers = Vec::new();
    let mut games: HashMap<usize, usize> = HashMap::new();
    journals.read_all(|found| {
        numbers.push(found.record.game);
        *games.entry(found.record.pairing).or_default() += 1;
    })?;
    programs::note_doubts(journals.doubts());
    config.settle_symmetric(Some(&journals.header().config));
    let mut config = config.clone();
    config.pairings = config.pairings.max(journals.header().config.pairings);
    let here = Header { version: VERSION, shard: None, config };
    let mut there = journals.header().clone();
    if has_more_pairings(&here.config, &there.config) {
        // The added pairings are missing in the journals, like any other
        // missing ones.
        there.config.pairings = here.config.pairings;
    }
    if let Some(difference) = differences(&there, &here).first() {
        let difference = difference.describe("there", "here");
        let reason = format!("it has the games of another tournament: {difference}");
        return Err(misuse("--without", reason).into());
    }
    let whole = if here.config.no_swap { 1 } else { 2 };
    let is_missing = |pairing: &usize| games.get(&(pairing + 1)).is_none_or(|&n| n < whole);
    Ok((numbers, (0..here.config.schedule().total()).filter(is_missing).collect()))
}
