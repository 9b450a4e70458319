//! Writes a journal: begins or continues it and adds games.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::open::{JournalError, open};
use super::read::{Found, Games};
use super::seen::{Seen, Sight};
use super::sync::Syncer;
use super::{Header, Line, VERSION};
use crate::config::Config;
use crate::record::GameRecord;
use crate::shard::Shard;

/// A journal open for writing.
pub struct Journal {
    /// Unbuffered: each line is one write.
    sink: Box<dyn Write + Send>,
    /// `None` if the sink is not a file.
    syncer: Option<Syncer>,
    /// The games of earlier runs; `None` after they have been taken.
    past: Option<Games<File>>,
    /// Whether a write has failed and may have left part of a line.
    broken: bool,
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
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
        let (file, past) = open(path, &header)?;
        let syncer = Some(Syncer::new(file.try_clone()?)?);
        Ok(Journal { sink: Box::new(file), syncer, past, broken: false })
    }

    /// Begins a journal in any sink, without syncing.
    ///
    /// # Errors
    ///
    /// When the header cannot be written.
    pub fn begin(mut sink: impl Write + Send + 'static, config: &Config) -> io::Result<Journal> {
        let header = Header { version: VERSION, shard: None, config: config.clone() };
        sink.write_all(Line::Header(&header).print()?.as_bytes())?;
        Ok(Journal { sink: Box::new(sink), syncer: None, past: None, broken: false })
    }

    /// Returns the games of earlier runs, without repeated lines. To be called
    /// once, before games are added.
    pub fn take_past(&mut self) -> impl Iterator<Item = io::Result<Found>> + use<> {
        let mut seen = Seen::default();
        let mut is_again = move |found: &Found| seen.note(found) == Sight::Again;
        let past = self.past.take().into_iter().flatten();
        past.filter(move |found| !found.as_ref().is_ok_and(&mut is_again))
    }

    /// Returns the line of a game for [`add`](Journal::add). A separate
    /// function, so that the caller need not hold the lock of the journal.
    ///
    /// # Errors
    ///
    /// When the line exceeds [`LONGEST_LINE`](super::LONGEST_LINE).
    pub fn line(record: &GameRecord) -> io::Result<String> {
        Line::Game(record).print()
    }

    /// Adds the line of a game, in one write.
    ///
    /// # Errors
    ///
    /// When this or an earlier line cannot be written or synced.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        // A line after a partial one would be torn too.
        if self.broken {
            return Err(io::Error::other("an earlier game could not be written"));
        }
        self.broken = true;
        self.sink.write_all(line.as_bytes())?;
        self.broken = false;
        self.syncer.as_ref().map_or(Ok(()), Syncer::written)
    }

    /// Syncs the journal to the disk.
    ///
    /// # Errors
    ///
    /// When this or an earlier sync fails.
    pub fn finish(self) -> io::Result<()> {
        self.syncer.map_or(Ok(()), Syncer::finish)
    }
}
