//! Joins journals.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use noughts::files::Replacement;

use super::file::chain::Chain;
use super::{
    ChangedProgram, Doubt, Header, Journals, ReadError, changed_programs, header_line, run_line,
};
use crate::files::access;

/// Why journals cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The journals cannot be read, or are of different tournaments.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An engine's program changed between runs, in a strict merge.
    #[error("{0}")]
    Program(Box<ChangedProgram>),
    /// The header was changed after it was written: nobody knows the configuration of the
    /// games.
    #[error("the header of {} was changed after it was written", .0.display())]
    Header(PathBuf),
    /// The new file exists, or cannot be created.
    #[error("{} cannot be created: {}", file.display(), access::reason_not_written(error))]
    Begin {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The new file cannot be written.
    #[error("{} cannot be written: {}", file.display(), access::reason_not_written(error))]
    Write {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

/// What [`merge`] has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The number of games.
    pub games: usize,
    /// The engines whose program changed between runs.
    pub changed: Vec<ChangedProgram>,
    /// The lines that do not count, with their files.
    pub doubts: Vec<(PathBuf, Doubt)>,
}

/// Joins the journals of one tournament in a new file, sorted by the numbers of
/// the games. If `strict`, a changed program is an error. `run` can continue
/// the new journal like one that was written on a single machine.
///
/// # Errors
///
/// When the journals cannot be read or are of different tournaments, or when
/// the file exists or cannot be written.
pub fn merge<P: AsRef<Path>>(
    journals: &[P],
    into: &Path,
    strict: bool,
) -> Result<Merged, MergeError> {
    let mut journals = Journals::open(journals)?;
    let mut lines = BTreeMap::new();
    journals.read_all(|found| drop(lines.insert(found.record.game, found.line)))?;
    let is_header = |(_, doubt): &&(PathBuf, Doubt)| doubt.line == 1;
    if let Some((file, _)) = journals.doubts().iter().find(is_header) {
        return Err(MergeError::Header(file.clone()));
    }
    let changed = changed_programs(journals.runs());
    if let Some(change) = changed.first().filter(|_| strict) {
        return Err(MergeError::Program(Box::new(change.clone())));
    }
    let header = Header { shard: None, ..journals.header().clone() };
    let mut writer = Replacement::begin_new(into)
        .map_err(|error| MergeError::Begin { file: into.to_path_buf(), error })?;
    let mut chain = Chain::default();
    let write = || -> io::Result<()> {
        let mut add = |line: &str| writer.write_all(chain.seal(line).as_bytes());
        add(&header_line(&header)?)?;
        for run in journals.runs() {
            add(&run_line(run)?)?;
        }
        for line in lines.values() {
            // Lines of JSON are in UTF-8.
            add(&String::from_utf8_lossy(line))?;
        }
        writer.finish()
    };
    write().map_err(|error| MergeError::Write { file: into.to_path_buf(), error })?;
    let doubts = journals.doubts().to_vec();
    Ok(Merged { games: lines.len(), changed, doubts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::{config, record};
    use crate::journal::{Journal, read};

    #[test]
    fn a_merged_journal_can_be_continued_and_merged_again() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        let config = config();
        for (path, (shard, games)) in paths.iter().zip([("1/2", [6, 1]), ("2/2", [3, 4])]) {
            let shard = Some(shard.parse().unwrap());
            let mut journal = Journal::open(path, &config, shard).unwrap();
            for game in games {
                journal.add(&Journal::line(&record(game)).unwrap()).unwrap();
            }
        }
        let merged = folder.path().join("merged");
        assert_eq!(merge(&paths, &merged, false).unwrap().games, 4);
        let (header, games) = read(&merged).unwrap();
        assert_eq!((header.shard, header.config), (None, config.clone()));
        let numbers: Vec<usize> = games.map(|found| found.unwrap().record.game).collect();
        assert_eq!(numbers, [1, 3, 4, 6]);
        assert_eq!(Journal::open(&merged, &config, None).unwrap().take_earlier_games().count(), 4);
        // An existing file is not overwritten.
        assert!(merge(&paths, &merged, false).is_err());
        let again = folder.path().join("again");
        assert_eq!(merge(&[&paths[1], &merged], &again, true).unwrap().games, 4);
    }
}
