//! Writes a journal: begins or continues it and adds games.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::lines::print;
use super::open::{JournalError, Opened, open};
use super::read::{Doubt, Games};
use super::{Header, Line, Run, VERSION};
use crate::journal::file::durable_lines::DurableLines;
use crate::journal::file::line_history::{LineHistory, Occurrence};
use crate::model::config::Config;
use crate::model::record::{GameLine, GameRecord};
use crate::plan::shard::Shard;

/// Returns the line of a header, without check values.
pub(crate) fn header_line(header: &Header) -> io::Result<String> {
    print(&Line::Header(header))
}

/// Returns the line of a run, without check values.
pub(crate) fn run_line(run: &Run) -> io::Result<String> {
    print(&Line::Run(run))
}

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    lines: DurableLines,
    /// The games of earlier runs; `None` after they have been taken.
    earlier_games: Option<Games<File>>,
    /// The configuration in the header.
    config: Config,
}

impl Journal {
    /// Begins a journal in a new file, or continues the journal of an earlier
    /// run with the same configuration and share.
    ///
    /// Bytes after the last complete line, left by a kill or a power cut, are
    /// cut off. A journal without games is overwritten, so that a run that
    /// failed before its first game can be repeated with another configuration.
    /// The file is locked as long as the journal is open.
    ///
    /// # Errors
    ///
    /// When the file has other contents, is locked, or cannot be written.
    pub fn open(
        path: &Path,
        config: &Config,
        shard: Option<Shard>,
    ) -> Result<Journal, JournalError> {
        let header = Header { version: VERSION, shard, config: config.clone() };
        let Opened { file, chain, earlier_games, header } = open(path, header)?;
        let lines = DurableLines::of(file, path, chain)?;
        Ok(Journal { lines, earlier_games, config: header.config })
    }

    /// Begins a journal in any sink, without syncing.
    ///
    /// # Errors
    ///
    /// When the header cannot be written.
    pub fn begin(sink: impl Write + Send + 'static, config: &Config) -> io::Result<Journal> {
        let mut config = config.clone();
        config.settle_symmetric(None);
        let header = Header { version: VERSION, shard: None, config };
        let mut lines = DurableLines::unsynced(sink);
        lines.add(&header_line(&header)?)?;
        Ok(Journal { lines, earlier_games: None, config: header.config })
    }

    /// Passes all that is written from now on through another sink.
    #[must_use]
    pub fn through(
        mut self,
        sink: impl FnOnce(Box<dyn Write + Send>) -> Box<dyn Write + Send>,
    ) -> Journal {
        self.lines = self.lines.through(sink);
        self
    }

    /// Returns the configuration with the values that the journal has settled.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the games of earlier runs, without repeated lines. Must be used
    /// up before games are added. Call once; later calls return nothing.
    pub fn take_earlier_games(&mut self) -> EarlierGames {
        EarlierGames { games: self.earlier_games.take(), history: LineHistory::default() }
    }

    /// Adds the description of a run, before its first game.
    ///
    /// # Errors
    ///
    /// The errors of [`add`](Journal::add).
    pub fn add_run(&mut self, run: &Run) -> io::Result<()> {
        self.add(&run_line(run)?)
    }

    /// Returns the line of a game for [`add`](Journal::add). A separate
    /// function, so that the caller need not hold the lock of the journal.
    ///
    /// # Errors
    ///
    /// When the line exceeds [`MAX_LINE`](super::MAX_LINE).
    pub fn line(record: &GameRecord) -> io::Result<String> {
        print(&Line::Game(record))
    }

    /// Adds the line of a game, in one write.
    ///
    /// # Errors
    ///
    /// When this line cannot be written, when an earlier one could not, or
    /// after an unreported error of an earlier sync.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        self.lines.add(line)
    }

    /// Syncs the journal to the disk.
    ///
    /// # Errors
    ///
    /// When this sync fails, or after an unreported error of an earlier one.
    pub fn finish(self) -> io::Result<()> {
        self.lines.finish()
    }
}

/// The games of earlier runs.
#[derive(Debug)]
pub struct EarlierGames {
    games: Option<Games<File>>,
    history: LineHistory,
}

impl EarlierGames {
    /// Returns the earlier runs and the doubts about lines, once all games have been read.
    pub fn finish(self) -> (Vec<Run>, Vec<Doubt>) {
        self.games.map(|mut games| (games.take_runs(), games.take_doubts())).unwrap_or_default()
    }
}

impl Iterator for EarlierGames {
    type Item = io::Result<GameLine>;

    fn next(&mut self) -> Option<io::Result<GameLine>> {
        let EarlierGames { games, history } = self;
        games.as_mut()?.find(|found| {
            !found.as_ref().is_ok_and(|found| history.record(found) == Occurrence::Repeat)
        })
    }
}
