//! The games of journals, for those who look at them: also while they grow.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::journal::{Entry, VERSION};
use crate::record::GameRecord;
use crate::stats::Tally;

/// What one or more journals hold.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// What was played, as the first journal says.
    pub config: Option<Config>,
    /// The standings.
    pub tally: Tally,
    /// The games, in the order of the journals.
    pub games: Vec<GameRecord>,
}

/// Why a journal cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system refuses.
    #[error("{path} cannot be read: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is something else.
    #[error("{path}:{line}: this is not a line of a journal: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        reason: String,
    },
}

impl Results {
    /// Reads journals. A last line without its end is one that is being
    /// written, or was torn, and is left out.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read, or is none.
    pub fn read(paths: &[PathBuf]) -> Result<Results, ReadError> {
        let mut results = Results::default();
        for path in paths {
            let bytes =
                fs::read(path).map_err(|error| ReadError::Io { path: path.clone(), error })?;
            results.add(path, &String::from_utf8_lossy(&bytes))?;
        }
        Ok(results)
    }

    fn add(&mut self, path: &Path, text: &str) -> Result<(), ReadError> {
        // The numbers of pairings are those of a journal.
        let before = self.games.iter().map(|game| game.pairing).max().unwrap_or(0);
        let complete = text.rfind('\n').map_or("", |end| &text[..end]);
        for (i, line) in complete.lines().enumerate() {
            let wrong = |reason: String| ReadError::Line { path: path.into(), line: i + 1, reason };
            let entry: Entry = serde_json::from_str(line).map_err(|e| wrong(e.to_string()))?;
            match entry {
                Entry::Header(header) if header.version != VERSION => {
                    return Err(wrong(format!("version {}, not {VERSION}", header.version)));
                }
                Entry::Header(header) => {
                    if self.config.is_none() {
                        let names = header.config.engines.iter().map(|e| e.name.as_str());
                        self.tally = Tally::new(names);
                        self.config = Some(header.config);
                    }
                }
                Entry::Game(mut game) => {
                    game.pairing += before;
                    self.tally.add(&game);
                    self.games.push(*game);
                }
            }
        }
        Ok(())
    }
}
