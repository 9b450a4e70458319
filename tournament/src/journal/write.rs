//! Writing a journal: beginning it, going on with it, adding games.

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

/// A journal that is being written.
pub struct Journal {
    /// Not buffered: each line is one write.
    sink: Box<dyn Write + Send>,
    /// None for what is no file.
    syncer: Option<Syncer>,
    /// The games of earlier runs; none when they have been read.
    past: Option<Games<File>>,
    /// A line could not be written, and may be there in part.
    broken: bool,
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
}

impl Journal {
    /// Begins a journal in a new file, or goes on with the one of an earlier
    /// run of the same configuration and share. What a kill or a power cut
    /// has left behind the last complete line is cut off. A journal without
    /// games is begun anew: a run that failed before its first game can be
    /// repeated with another configuration. As long as the journal is open,
    /// nobody else can open one in the same file.
    ///
    /// # Errors
    ///
    /// When the file holds anything else, is in use, or cannot be written.
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

    /// Begins a journal anywhere.
    ///
    /// # Errors
    ///
    /// When the header cannot be written.
    pub fn begin(mut sink: impl Write + Send + 'static, config: &Config) -> io::Result<Journal> {
        let header = Header { version: VERSION, shard: None, config: config.clone() };
        sink.write_all(Line::Header(&header).print()?.as_bytes())?;
        Ok(Journal { sink: Box::new(sink), syncer: None, past: None, broken: false })
    }

    /// The games of earlier runs; once, and before anything is added. A line
    /// that stands there again is no other game.
    pub fn take_past(&mut self) -> impl Iterator<Item = io::Result<Found>> + use<> {
        let mut seen = Seen::default();
        let mut is_again = move |found: &Found| seen.note(found) == Sight::Again;
        let past = self.past.take().into_iter().flatten();
        past.filter(move |found| !found.as_ref().is_ok_and(&mut is_again))
    }

    /// The line of a game, to be [added](Journal::add): apart, so that nobody
    /// has to wait for the journal meanwhile.
    ///
    /// # Errors
    ///
    /// When it would be longer than [`LONGEST_LINE`](super::LONGEST_LINE).
    pub fn line(record: &GameRecord) -> io::Result<String> {
        Line::Game(record).print()
    }

    /// Adds the line of a game, in one write.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or earlier ones could not be put on the
    /// disk.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        // What stood behind part of a line would be torn with it.
        if self.broken {
            return Err(io::Error::other("an earlier game could not be written"));
        }
        self.broken = true;
        self.sink.write_all(line.as_bytes())?;
        self.broken = false;
        self.syncer.as_ref().map_or(Ok(()), Syncer::written)
    }

    /// Puts all of it on the disk.
    ///
    /// # Errors
    ///
    /// When that fails.
    pub fn finish(self) -> io::Result<()> {
        self.syncer.map_or(Ok(()), Syncer::finish)
    }
}
