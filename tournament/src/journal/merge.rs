//! Joining journals.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{Header, Journals, Line, ReadError};

/// Why journals cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// They cannot be read, or do not belong together.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The new file exists, or cannot be made.
    #[error("{} cannot be made: {error}", file.display())]
    Begin {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The new file cannot be written.
    #[error("{} cannot be written: {error}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// Joins the journals of one tournament in a new file, in the order of the
/// numbers of the games; returns how many games there are. A `run` can go on
/// with it, as with the journal of a tournament that was played in one place.
///
/// # Errors
///
/// When the journals do not belong together, the file exists, or cannot be
/// written.
pub fn merge<P: AsRef<Path>>(journals: &[P], into: &Path) -> Result<usize, MergeError> {
    let mut journals = Journals::open(journals)?;
    let mut lines = BTreeMap::new();
    journals.all(|found| drop(lines.insert(found.record.game, found.line)))?;
    let header = Header { shard: None, ..journals.header().clone() };
    let file = OpenOptions::new().write(true).create_new(true).open(into);
    let file = file.map_err(|error| MergeError::Begin { file: into.to_path_buf(), error })?;
    let write = || -> io::Result<()> {
        let mut writer = BufWriter::new(file);
        writer.write_all(Line::Header(&header).print()?.as_bytes())?;
        for line in lines.values() {
            writer.write_all(line)?;
        }
        writer.into_inner()?.sync_all()
    };
    write().map_err(|error| MergeError::Write { file: into.to_path_buf(), error })?;
    Ok(lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::journal::tests::record;
    use crate::journal::{Journal, read};

    #[test]
    fn shares_become_one_journal_that_can_be_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        let config = Config::new("tictactoe".parse().unwrap(), Vec::new());
        for (path, (shard, games)) in paths.iter().zip([("1/2", [6, 1]), ("2/2", [3, 4])]) {
            let shard = Some(shard.parse().unwrap());
            let mut journal = Journal::open(path, &config, shard).unwrap();
            for game in games {
                journal.add(&Journal::line(&record(game)).unwrap()).unwrap();
            }
        }
        let merged = folder.path().join("merged");
        assert_eq!(merge(&paths, &merged).unwrap(), 4);
        let (header, games) = read(&merged).unwrap();
        assert_eq!((header.shard, header.config), (None, config.clone()));
        let numbers: Vec<usize> = games.map(|found| found.unwrap().record.game).collect();
        assert_eq!(numbers, [1, 3, 4, 6]);
        assert_eq!(Journal::open(&merged, &config, None).unwrap().take_past().count(), 4);
        // Nothing is written over.
        assert!(merge(&paths, &merged).is_err());
        // What has been merged may be merged again.
        let again = folder.path().join("again");
        assert_eq!(merge(&[&paths[1], &merged], &again).unwrap(), 4);
    }
}
