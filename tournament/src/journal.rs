//! The journal: what has been played, one line of JSON for each game.
//!
//! The first line is the header, which fixes the configuration; each further
//! line is a game, handed to the system in one write as the game ends. So
//! a runner that is killed loses no game, and at worst a torn last line.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::record::GameRecord;

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Entry {
    /// The first line.
    Header(Box<Header>),
    /// A game.
    Game(Box<GameRecord>),
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// What is being played.
    pub config: Config,
}

/// The version that this program writes.
pub const VERSION: u32 = 1;

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Begins a journal in a new file.
    ///
    /// # Errors
    ///
    /// When the file exists, for it may hold the games of another run, or
    /// cannot be written.
    pub fn create(path: &Path, config: &Config) -> io::Result<Journal> {
        let mut journal = Journal { file: File::create_new(path)? };
        let header = Header { version: VERSION, config: config.clone() };
        journal.write(&Entry::Header(Box::new(header)))?;
        Ok(journal)
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<()> {
        self.write(&Entry::Game(Box::new(record.clone())))
    }

    fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_string(entry)?;
        line.push('\n');
        // The file is not buffered: this is the one write.
        self.file.write_all(line.as_bytes())
    }
}
