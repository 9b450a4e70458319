//! Plays the tournament of a story: once undisturbed, once with cuts, and in shares.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use noughts_client::Launch;
use noughts_client::simulation::Simulation;
use noughts_client::stop::Stop;
use noughts_tournament::journal::{Journal, Journals};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::record::GameRecord;
use noughts_tournament::model::sprt::Verdict;
use noughts_tournament::plan::shard::Shard;
use noughts_tournament::run::logs::Logs;
use noughts_tournament::run::tournament::run;
use noughts_tournament::run::tournament::summary::{Observer, RunError, RunOptions, Summary};
use noughts_tournament::stats::Tally;

use super::disk::{Disk, IsCut};
use super::host::Engines;
use super::story::{Cut, Story};

/// Why a story fails: a sentence.
pub(crate) type Failure = String;

/// A tournament that was played to its end.
pub(crate) struct Played {
    pub(crate) summary: Summary,
    /// The games of the journal, by number.
    pub(crate) games: Vec<GameRecord>,
    pub(crate) journal: PathBuf,
}

impl Played {
    /// Returns the error of the run.
    pub(crate) fn error(&self) -> Option<&RunError> {
        self.summary.error.as_ref()
    }

    /// Returns the verdict of the test.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.summary.verdict
    }
}

/// Checks that every game is reported once.
#[derive(Default)]
struct Counter {
    games: Vec<usize>,
}

impl Observer for Counter {
    fn game_ended(&mut self, record: &GameRecord, _tally: &Tally) {
        self.games.push(record.game);
    }
}

/// Plays a story in a folder.
pub(crate) struct Stage<'a> {
    pub(crate) story: &'a Story,
    pub(crate) folder: &'a Path,
    pub(crate) engines: Engines,
}

impl Stage<'_> {
    /// Plays a tournament to its end: a run for each cut, and the last one. The number
    /// is that of the concurrency, and of the order of threads.
    pub(crate) fn play(
        &self,
        name: &str,
        number: usize,
        shard: Option<Shard>,
        cuts: &[Cut],
    ) -> Result<Played, Failure> {
        let journal = self.folder.join(name);
        for &cut in cuts {
            let (summary, is_cut) = self.run(&journal, number, shard.clone(), Some(cut))?;
            let is_told = matches!(summary.error, Some(RunError::Journal(_)));
            if is_cut && cut.is_disk_full && !is_told {
                return Err(format!("a full disk is not reported, but {:?}", summary.error));
            }
            if !is_cut {
                break;
            }
        }
        let (summary, _) = self.run(&journal, number, shard, None)?;
        let mut games = Vec::new();
        let mut journals = Journals::open(&[&journal]).map_err(|error| error.to_string())?;
        journals.read_all(|found| games.push(found.record)).map_err(|error| error.to_string())?;
        games.sort_by_key(|record| record.game);
        Ok(Played { summary, games, journal })
    }

    /// Runs a tournament until its end or a cut; returns whether it was cut.
    fn run(
        &self,
        path: &Path,
        number: usize,
        shard: Option<Shard>,
        cut: Option<Cut>,
    ) -> Result<(Summary, bool), Failure> {
        let config = self.story.config(number);
        let (stop, is_cut) = (Stop::default(), IsCut::default());
        let launch = launch(&config, &stop, &self.engines);
        let mut journal = Journal::open(path, &config, shard.clone())
            .map_err(|error| format!("the journal does not open: {error}"))?;
        if let Some(cut) = cut {
            let is_cut = is_cut.clone();
            journal = journal.through(|file| {
                Box::new(Disk { file, cut, left: cut.after, stop: stop.clone(), is_cut })
            });
        }
        let logs = Logs::open(&config).map_err(|error| error.to_string())?;
        let options = RunOptions { shard, ..RunOptions::default() };
        let mut counter = Counter::default();
        let simulation = Simulation::new(self.story.seed.wrapping_add(number as u64));
        let summary =
            simulation.run(|| run(&config, &launch, options, Some(journal), logs, &mut counter));
        let reported = counter.games.len();
        counter.games.sort_unstable();
        counter.games.dedup();
        if reported != counter.games.len() {
            return Err("a game was reported twice".to_string());
        }
        let known = summary.earlier + reported;
        // Games after one that was lost count once it has been played again.
        let is_whole = if config.format.is_fixed() {
            summary.played == known
        } else {
            summary.played >= known
        };
        if !is_whole {
            return Err(format!(
                "{} games counted, but {} earlier and {reported} new ones",
                summary.played, summary.earlier
            ));
        }
        Ok((summary, is_cut.get()))
    }
}

/// Returns the settings with which the engines of a story are started.
pub(crate) fn launch(config: &Config, stop: &Stop, engines: &Engines) -> Launch {
    Launch {
        builtin: (PathBuf::new(), Vec::new()),
        rules: config.game.clone(),
        deadlines: config.deadlines.clone(),
        stop: stop.clone(),
        host: Arc::new(engines.clone()),
        on_wait: None,
        debug: std::env::var_os("SIMULATE_DEBUG").is_some(),
    }
}

/// Removes the journals of a story at its end, also after a panic.
pub(crate) struct Clearing<'a>(pub(crate) &'a Path);

impl Drop for Clearing<'_> {
    fn drop(&mut self) {
        for entry in fs::read_dir(self.0).into_iter().flatten().flatten() {
            let _ = fs::remove_file(entry.path());
        }
    }
}
