//! The journal: what has been played, one line of JSON for each game.
//!
//! The first line is the header, which fixes the configuration; each further
//! line is a game, handed to the system in one write as the game ends. So
//! a runner that is killed loses no game, and at worst a torn last line.
//! `JOURNAL.md` tells what the fields mean.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
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

/// Why a journal cannot be begun.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// There are games in it, which must not be lost.
    #[error("it holds the games of another run")]
    Games,
    /// It is something else, which must not be lost.
    #[error("the file exists and is not a journal")]
    Foreign,
    /// A device, a pipe or a folder.
    #[error("it is not a regular file")]
    NotAFile,
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A journal that is being written.
pub struct Journal {
    /// Not buffered: each line is one write.
    sink: Box<dyn Write + Send>,
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
}

impl Journal {
    /// Begins a journal in a new file, or anew in one without a game: a run
    /// that failed before its first game can be repeated.
    ///
    /// # Errors
    ///
    /// When the file holds anything else, or cannot be written.
    pub fn create(path: &Path, config: &Config) -> Result<Journal, JournalError> {
        let file = match File::create_new(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !fs::metadata(path)?.is_file() {
                    return Err(JournalError::NotAFile);
                }
                without_games(File::open(path)?)?;
                File::create(path)?
            }
            created => created?,
        };
        Ok(Journal::begin(file, config)?)
    }

    /// Begins a journal anywhere.
    ///
    /// # Errors
    ///
    /// When the header cannot be written.
    pub fn begin(sink: impl Write + Send + 'static, config: &Config) -> io::Result<Journal> {
        let mut journal = Journal { sink: Box::new(sink) };
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
        self.sink.write_all(line.as_bytes())
    }
}

/// Whether there is nothing to lose: nothing at all, or a header alone.
fn without_games(file: File) -> Result<(), JournalError> {
    let foreign = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidData => JournalError::Foreign,
        _ => JournalError::Io(error),
    };
    let mut lines = BufReader::new(file).lines();
    let Some(header) = lines.next().transpose().map_err(foreign)? else { return Ok(()) };
    // The header of an older version has other fields.
    let header: serde_json::Value =
        serde_json::from_str(&header).map_err(|_| JournalError::Foreign)?;
    if header.get("type").and_then(|kind| kind.as_str()) != Some("header") {
        return Err(JournalError::Foreign);
    }
    if lines.next().is_some() { Err(JournalError::Games) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> Config {
        Config::new("tictactoe".parse().unwrap(), Vec::new())
    }

    #[test]
    fn a_journal_without_games_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut config = config();
        Journal::create(&path, &config).unwrap();
        config.seed = 7;
        Journal::create(&path, &config).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let Entry::Header(header) = serde_json::from_str(&text).unwrap() else { panic!("{text}") };
        assert_eq!((header.version, header.config), (VERSION, config));
        fs::write(&path, "").unwrap();
        Journal::create(&path, &self::config()).unwrap();
    }

    #[test]
    fn nothing_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        Journal::create(&path, &config()).unwrap();
        let header = fs::read(&path).unwrap();
        let with_game = [&header[..], b"{\"type\":\"ga"].concat();
        for (bytes, games) in [
            (&with_game[..], true),
            (b"a letter\n", false),
            (b"{\"type\":\"game\"}\n", false),
            (b"\xff\n", false),
        ] {
            fs::write(&path, bytes).unwrap();
            match Journal::create(&path, &config()).unwrap_err() {
                JournalError::Games => assert!(games),
                JournalError::Foreign => assert!(!games),
                other => panic!("{other}"),
            }
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        let error = Journal::create(folder.path(), &config()).unwrap_err();
        assert!(matches!(error, JournalError::NotAFile), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_refused() {
        let error = Journal::create(Path::new("/dev/full"), &config()).unwrap_err();
        assert!(matches!(error, JournalError::NotAFile), "{error}");
    }
}
