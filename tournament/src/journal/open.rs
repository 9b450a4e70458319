//! Opens the file of a journal: locks it, compares its header and repairs the
//! damage left by a kill or a power cut.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use noughts_client::text::printable;

use super::file::chain::{self, Chain};
use super::lines::print;
use super::read::{Games, read_from};
use super::read_error::ReadError;
use super::{Difference, Header, Line, differences, has_more_pairings};
use crate::files::kind::{self, FileKind};
use crate::plan::shard::Shard;

/// Why a journal cannot be begun or continued.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The journal is of another configuration.
    #[error(
        "it contains the games of another run: {}. To begin a new run name another journal; to go on \
         with that one undo these changes",
        list_of(.0)
    )]
    Different(Vec<Difference>),
    /// The journal is of another share.
    #[error(
        "it contains {}, but {} requested; each share needs a journal of its own",
        share(.found.as_ref()),
        requested(.expected.as_ref())
    )]
    Shard {
        /// The share in the journal.
        found: Option<Shard>,
        /// The share to be played.
        expected: Option<Shard>,
    },
    /// The file is not a journal that can be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The path is a device, a pipe or a folder.
    #[error("it is not a regular file")]
    NotAFile,
    /// Another process has the lock.
    #[error("another runner is writing it")]
    Locked,
    /// An error of the operating system.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Returns the text of the first differences and the number of the others.
fn list_of(differences: &[Difference]) -> String {
    const SHOWN: usize = 3;
    let text = |d: &Difference| d.describe("in the journal", "in this run");
    let texts: Vec<String> = differences.iter().take(SHOWN).map(text).collect();
    let more = differences.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    texts.join("; ") + &more
}

fn share(shard: Option<&Shard>) -> String {
    // The list of pairings may be long.
    shard.map_or("all games".to_string(), |shard| {
        format!("share {}", printable(&shard.to_string(), 60))
    })
}

fn requested(shard: Option<&Shard>) -> String {
    format!("{} {}", share(shard), if shard.is_some() { "was" } else { "were" })
}

/// A journal open for writing.
pub(super) struct Opened {
    /// Its file, which is locked, begins with the header and ends with a complete line.
    pub(super) file: File,
    /// The check value of the last line.
    pub(super) chain: Chain,
    /// Its games, if it has any.
    pub(super) earlier_games: Option<Games<File>>,
    /// The header with the values that the journal has settled.
    pub(super) header: Header,
}

/// Opens a journal and locks its file.
pub(super) fn open(path: &Path, header: Header) -> Result<Opened, JournalError> {
    let continued_from = |file: &File| {
        let (old, mut games) = from_start(file)?;
        let game = games.next().transpose().map_err(ReadError::Io)?;
        let mut continued = header.clone();
        continued.config.settle_symmetric(Some(&old.config));
        match check(&old, &continued) {
            Ok(()) => Ok(Some(continued)),
            Err(_) if game.is_none() => Ok(None),
            Err(error) => Err(error),
        }
    };
    let mut fresh = header.clone();
    fresh.config.settle_symmetric(None);
    let first_line = print(&Line::Header(&fresh))?;
    let (file, chain, continued) = open_file(path, FileKind::Journal, &first_line, continued_from)?;
    match continued {
        // The header and the runs stay, for readers of the growing file.
        Some(header) => {
            let games = from_start(&file)?.1;
            Ok(Opened { file, chain, earlier_games: Some(games), header })
        }
        None => Ok(Opened { file, chain, earlier_games: None, header: fresh }),
    }
}

/// Opens the journal of a kind and locks its file. `past` returns what earlier
/// runs have written, which is kept up to its last complete line, or `None` if
/// the file is to begin anew with its first line. Also returns the check value of the
/// last line.
pub(crate) fn open_file<T>(
    path: &Path,
    kind: FileKind,
    first_line: &str,
    past: impl FnOnce(&File) -> Result<Option<T>, JournalError>,
) -> Result<(File, Chain, Option<T>), JournalError> {
    let mut file = locked(path)?;
    let past = if is_torn_header(&mut file, kind)? { None } else { past(&file)? };
    let chain = match &past {
        Some(_) => {
            cut_torn_line(&mut file)?;
            last_check(&mut file)?
        }
        None => begin(path, &mut file, first_line)?,
    };
    Ok((file, chain, past))
}

/// Opens or creates a file and locks it.
fn locked(path: &Path) -> Result<File, JournalError> {
    // Checked first, because opening a pipe waits for its reader.
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return Err(JournalError::NotAFile);
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    kind::lock(&file).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => JournalError::Locked,
        _ => JournalError::Io(error),
    })?;
    Ok(file)
}

/// Replaces the content of a file by its first line, durably.
fn begin(path: &Path, file: &mut File, first_line: &str) -> io::Result<Chain> {
    let mut chain = Chain::default();
    file.set_len(0)?;
    file.write_all(chain.seal(first_line).as_bytes())?;
    file.sync_all()?;
    sync_folder(path);
    Ok(chain)
}

/// Returns the check value of the last line.
fn last_check(file: &mut File) -> io::Result<Chain> {
    let end = file.metadata()?.len();
    file.seek(SeekFrom::Start(end.saturating_sub(chain::ADDED as u64 + 2)))?;
    let mut last = Vec::new();
    file.read_to_end(&mut last)?;
    Ok(Chain::after(&last))
}

/// Syncs the folder of a new file, so that the directory entry is durable.
/// Systems that cannot open folders do not need this.
fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = File::open(folder.unwrap_or(Path::new(".")));
    let _ = folder.and_then(|folder| folder.sync_all());
}

/// Returns whether the file has only part of a header, or nothing.
fn is_torn_header(file: &mut File, kind: FileKind) -> io::Result<bool> {
    let mut line = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    BufReader::new(file).read_until(b'\n', &mut line)?;
    let beginning = kind.beginning().as_bytes();
    let is_part = beginning.starts_with(&line)
        || (line.starts_with(beginning) && line.last() != Some(&b'\n'));
    // After a power cut a file system may leave zeros in place of the bytes.
    Ok(is_part || line.iter().all(|&byte| byte == 0))
}

/// Returns the start of a file through the handle with the lock: on some systems
/// no other handle can read a locked file.
pub(crate) fn rewound(file: &File) -> io::Result<File> {
    let mut file = file.try_clone()?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

fn from_start(file: &File) -> Result<(Header, Games<File>), JournalError> {
    Ok(read_from(rewound(file)?)?)
}

fn check(old: &Header, new: &Header) -> Result<(), JournalError> {
    let mut compared = new.clone();
    if has_more_pairings(&new.config, &old.config) {
        compared.config.pairings = old.config.pairings;
    }
    let found = differences(old, &compared);
    if !found.is_empty() {
        return Err(JournalError::Different(found));
    }
    if old.shard != new.shard {
        return Err(JournalError::Shard { found: old.shard.clone(), expected: new.shard.clone() });
    }
    Ok(())
}

/// Truncates the file after its last newline.
fn cut_torn_line(file: &mut File) -> io::Result<()> {
    const CHUNK: u64 = 64 * 1024;
    let mut end = file.metadata()?.len();
    loop {
        let start = end.saturating_sub(CHUNK);
        let mut chunk = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.take(end - start).read_to_end(&mut chunk)?;
        if let Some(newline) = chunk.iter().rposition(|&byte| byte == b'\n') {
            return file.set_len(start + newline as u64 + 1);
        }
        if start == 0 {
            return Ok(());
        }
        end = start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Journal;
    use crate::journal::tests::record;
    use crate::model::config::Config;
    use crate::model::record::GameRecord;
    use std::fs;

    fn config() -> Config {
        let mut config = Config::new("tictactoe".parse().unwrap(), Vec::new());
        config.symmetric = Some(false);
        config
    }

    fn open(path: &Path) -> Result<Journal, JournalError> {
        Journal::open(path, &config(), None)
    }

    /// Writes a journal of two games; returns its bytes.
    fn write_two(path: &Path) -> Vec<u8> {
        let mut journal = open(path).unwrap();
        for game in 1..=2 {
            journal.add(&Journal::line(&record(game)).unwrap()).unwrap();
        }
        journal.finish().unwrap();
        fs::read(path).unwrap()
    }

    fn earlier_games(journal: &mut Journal) -> Vec<GameRecord> {
        journal.take_earlier_games().map(|found| found.unwrap().record).collect()
    }

    #[test]
    fn a_journal_without_games_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut config = config();
        Journal::open(&path, &config, None).unwrap();
        config.seed = 7;
        Journal::open(&path, &config, None).unwrap();
        let header = fs::read(&path).unwrap();
        assert_eq!(super::super::read(&path).unwrap().0.config, config);
        // Likewise a torn header.
        for end in (0..header.len()).step_by(7) {
            fs::write(&path, &header[..end]).unwrap();
            Journal::open(&path, &config, None).unwrap();
            assert_eq!(fs::read(&path).unwrap(), header);
        }
        fs::write(&path, [0; 5000]).unwrap();
        Journal::open(&path, &config, None).unwrap();
        assert_eq!(fs::read(&path).unwrap(), header);
    }

    #[test]
    fn a_journal_with_a_torn_last_line_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let whole = write_two(&path);
        let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
        let [header, first, second] = lines[..] else { panic!("{lines:?}") };
        let third = Journal::line(&record(3)).unwrap();
        for end in (header.len()..=whole.len()).rev().step_by(3) {
            for zeros in [0, 70_000].into_iter().take(1 + usize::from(end % 40 == 0)) {
                fs::write(&path, [&whole[..end], &vec![0; zeros]].concat()).unwrap();
                let mut journal = open(&path).unwrap();
                let kept = earlier_games(&mut journal);
                let complete = [header.len() + first.len(), whole.len()];
                let complete = complete.iter().filter(|&&line| line <= end).count();
                assert_eq!(kept, [record(1), record(2)][..complete]);
                journal.add(&third).unwrap();
                drop(journal);
                let expected = [header, first, second];
                let sealed = Chain::after(expected[complete]).seal(&third);
                let expected = [&expected[..=complete].concat(), sealed.as_bytes()].concat();
                assert_eq!(fs::read(&path).unwrap(), expected, "torn at {end}");
            }
        }
    }

    #[test]
    fn a_torn_line_in_the_middle_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut bytes = write_two(&path);
        let first = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        bytes[first + 10..first + 20].fill(0);
        fs::write(&path, &bytes).unwrap();
        assert_eq!(earlier_games(&mut open(&path).unwrap()), [record(2)]);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn other_journals_and_files_are_refused_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let journal = write_two(&path);
        let mut other = config();
        other.seed = 3;
        let error = Journal::open(&path, &other, None).unwrap_err().to_string();
        assert!(error.contains("seed is 0 in the journal but 3 in this run"), "{error}");
        let shard = Some("1/2".parse().unwrap());
        let error = Journal::open(&path, &config(), shard).unwrap_err().to_string();
        assert!(error.contains("it contains all games, but share 1/2 was requested"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), journal);
        for bytes in [&b"a letter"[..], b"a letter\n", b"{\"type\":\"game\"}\n", b"\xff\n", b"\n"] {
            fs::write(&path, bytes).unwrap();
            let error = open(&path).unwrap_err();
            assert!(matches!(error, JournalError::Read(ReadError::NotAJournal)), "{error}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        let error = open(folder.path()).unwrap_err();
        assert!(matches!(error, JournalError::NotAFile), "{error}");
    }

    #[test]
    fn a_journal_has_one_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let first = open(&path).unwrap();
        assert!(matches!(open(&path).unwrap_err(), JournalError::Locked));
        drop(first);
        open(&path).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_refused() {
        let error = open(Path::new("/dev/full")).unwrap_err();
        assert!(matches!(error, JournalError::NotAFile), "{error}");
    }

    #[test]
    fn three_differences_are_listed_and_the_others_counted() {
        let difference = |i: usize| {
            let (place, second) = (format!("p{i}"), Some(i.into()));
            Difference { place, first: None, second }
        };
        let text = |count| list_of(&(1..=count).map(difference).collect::<Vec<_>>());
        assert_eq!(text(1), "p1 is not set in the journal but 1 in this run");
        let three = text(3);
        assert_eq!(three.split("; ").count(), 3);
        assert_eq!([text(4), text(6)], [1, 3].map(|more| format!("{three}; and {more} more")));
    }
}
