//! The kinds of output files, recognized by their first bytes: a file of
//! another kind is neither replaced nor appended to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use noughts::files::Replacement;

use crate::files::access;

/// A kind of output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A journal: a header, then a line of JSON for each game.
    Journal,
    /// The journal of a tuning: a header, then a line of JSON for each
    /// iteration.
    Tuning,
    /// Events: a line of JSON for each.
    Events,
    /// Games in PGN.
    Records,
    /// The lines sent to and received from an engine in a game.
    Transcript,
    /// An HTML report.
    Page,
    /// A list of openings.
    Openings,
    /// The results of a tournament in JSON.
    Results,
    /// The results of a check: a line of JSON for each step.
    Steps,
    /// Results in Markdown.
    Markdown,
    /// Results in JUnit's XML.
    JUnit,
    /// The results of a ladder in JSON.
    Ladder,
    /// A badge in SVG.
    Badge,
}

/// The error of a file that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum FileKindError {
    /// The file holds content of another kind.
    #[error("\"{}\" holds {held} and is left unchanged; name another file", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The kind of its content, and the expected kind.
        held: String,
    },
    /// Two outputs share the file.
    #[error("\"{}\" is the file of two outputs; name another for one of them", .0.display())]
    Shared(PathBuf),
    /// A device or a pipe, where only a regular file is permitted.
    #[error("\"{}\" is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// Another runner holds the lock of the file.
    #[error("\"{}\": another runner is writing it", .0.display())]
    Locked(PathBuf),
    /// The content cannot be written, as on a full disk; the file is unchanged.
    #[error("\"{}\" cannot be written: {}", path.display(), access::reason_not_written(error))]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file cannot be opened.
    #[error("\"{}\" cannot be written: {}", path.display(), access::reason_not_written(error))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl FileKind {
    /// Every kind with what it is in words, and the first bytes of its files, which
    /// other programs do not write.
    const ALL: [(FileKind, &'static str, &'static str); 13] = [
        (FileKind::Journal, "a journal", r#"{"type":"header","#),
        (FileKind::Tuning, "a journal of `tune`", r#"{"type":"tune","#),
        (FileKind::Events, "events", r#"{"millis":"#),
        (FileKind::Records, "records", "[Event \""),
        (FileKind::Transcript, "a transcript", "# game "),
        (FileKind::Page, "a report", "<!doctype html>\n<!-- noughts-tournament -->\n"),
        (FileKind::Openings, "openings made by `book`", "# openings of "),
        (FileKind::Results, "results in JSON", "{\n  \"version\": 1,\n  \"title\": "),
        (FileKind::Steps, "the steps of a check in JSON", r#"{"type":"start","#),
        (FileKind::Markdown, "results in Markdown", "<!-- noughts-tournament -->\n### "),
        (
            FileKind::JUnit,
            "results in JUnit's XML",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"noughts-tournament: ",
        ),
        (
            FileKind::Ladder,
            "the results of a ladder in JSON",
            "{\n  \"version\": 1,\n  \"engine\": ",
        ),
        (FileKind::Badge, "a badge", "<!-- noughts-tournament -->\n<svg "),
    ];

    fn row(self) -> (&'static str, &'static str) {
        let row = FileKind::ALL.iter().find(|(kind, ..)| *kind == self);
        row.map_or(("", ""), |(_, what, beginning)| (what, beginning))
    }

    /// Returns the first bytes of every file of this kind.
    pub fn beginning(self) -> &'static str {
        self.row().1
    }

    fn what(self) -> &'static str {
        self.row().0
    }

    fn is_journal(self) -> bool {
        matches!(self, FileKind::Journal | FileKind::Tuning)
    }

    /// Checks that a file may be written as this kind: it does not exist, is
    /// empty, or is of this kind already. Changes nothing.
    ///
    /// # Errors
    ///
    /// When the file holds other content or cannot be written.
    pub fn check(self, path: &Path) -> Result<(), FileKindError> {
        let failed = |error| FileKindError::Io { path: path.to_path_buf(), error };
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(failed(io::ErrorKind::IsADirectory.into())),
            Ok(data) if !data.is_file() && self.is_journal() => {
                Err(FileKindError::NotAFile(path.to_path_buf()))
            }
            // To open a pipe would block until it has a reader.
            Ok(data) if !data.is_file() => Ok(()),
            Ok(_) => {
                let options = OpenOptions::new().read(true).append(true).open(path);
                self.look(path, &options.map_err(failed)?)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                match fs::metadata(folder(&destination(path))) {
                    Ok(data) if data.is_dir() => Ok(()),
                    Ok(_) => Err(failed(io::ErrorKind::NotADirectory.into())),
                    Err(error) => Err(failed(error)),
                }
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Opens a file to append to it, and locks it against other runners.
    ///
    /// # Errors
    ///
    /// When the file holds other content, is locked, or cannot be written.
    pub fn append(self, path: &Path) -> Result<File, FileKindError> {
        self.check(path)?;
        let failed = |error| FileKindError::Io { path: path.to_path_buf(), error };
        let special = fs::metadata(path).is_ok_and(|data| !data.is_file());
        let mut options = OpenOptions::new();
        // Do not open a pipe for reading: this process would then be its
        // reader.
        let file = options.read(!special).append(true).create(true).open(path).map_err(failed)?;
        if file.metadata().is_ok_and(|data| data.is_file()) {
            lock(&file).map_err(|error| match error.kind() {
                io::ErrorKind::WouldBlock => FileKindError::Locked(path.to_path_buf()),
                _ => failed(error),
            })?;
        }
        Ok(file)
    }

    /// Begins new content for a file; the old content stays until all is written.
    ///
    /// # Errors
    ///
    /// As for [`check`](FileKind::check).
    pub fn rewrite(self, path: &Path) -> Result<Replacement, FileKindError> {
        self.check(path)?;
        Replacement::begin(path)
            .map_err(|error| FileKindError::Io { path: path.to_path_buf(), error })
    }

    /// Replaces the content of a file, or leaves it as it was.
    ///
    /// # Errors
    ///
    /// As for [`check`](FileKind::check).
    pub fn replace(self, path: &Path, text: &str) -> Result<(), FileKindError> {
        let mut file = self.rewrite(path)?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.finish());
        written.map_err(|error| FileKindError::Write { path: path.to_path_buf(), error })
    }

    /// Checks the first bytes of a file, which may be shorter than the
    /// beginning of its kind. Zeros pass as well: after a crash a file system
    /// may have allocated blocks without their contents.
    fn look(self, path: &Path, file: &File) -> Result<(), FileKindError> {
        let wanted = self.beginning().as_bytes();
        let mut found = Vec::new();
        let read = file.take(wanted.len() as u64).read_to_end(&mut found);
        read.map_err(|error| FileKindError::Io { path: path.to_path_buf(), error })?;
        if wanted.starts_with(&found) || found.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        let is_other = |kind: FileKind| found.starts_with(&kind.beginning().as_bytes()[..15]);
        let held = match self {
            // The two kinds of journals are easily confused.
            FileKind::Journal if is_other(FileKind::Tuning) => {
                "the journal of a tuning, not that of a tournament,".to_string()
            }
            FileKind::Tuning if is_other(FileKind::Journal) => {
                "the journal of a tournament, not that of a tuning,".to_string()
            }
            kind => format!("something other than {}", kind.what()),
        };
        Err(FileKindError::Other { path: path.to_path_buf(), held })
    }
}

/// How long to wait for a lock. The engines of a killed runner may hold its
/// files a moment longer than the runner itself.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// Locks a file. The error is [`io::ErrorKind::WouldBlock`] if another process
/// still holds the lock after [`LOCK_PATIENCE`].
pub(crate) fn lock(file: &File) -> io::Result<()> {
    let until = Instant::now() + LOCK_PATIENCE;
    loop {
        match fs4::FileExt::try_lock(file) {
            Ok(()) => return Ok(()),
            Err(fs4::TryLockError::Error(error)) => return Err(error),
            Err(fs4::TryLockError::WouldBlock) if Instant::now() < until => {
                thread::sleep(Duration::from_millis(10));
            }
            Err(fs4::TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

/// Returns whether two paths lead to the same file, which need not exist yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    same_file::is_same_file(one, other).unwrap_or(false) || destination(one) == destination(other)
}

/// Follows the links of a path. The file at the end need not exist.
fn destination(path: &Path) -> PathBuf {
    // The limit ends a cycle of links.
    const LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder(&path).join(target);
    }
    match (folder(&path).canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn all() -> impl Iterator<Item = FileKind> {
        FileKind::ALL.into_iter().map(|(kind, ..)| kind)
    }

    #[test]
    fn a_file_of_another_kind_is_left_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for held in all() {
            for kind in all() {
                let text = format!("{}and so on\n", held.beginning());
                fs::write(&path, &text).unwrap();
                assert_eq!(kind.check(&path).is_ok(), kind == held, "{kind:?} {held:?}");
                assert_eq!(kind.append(&path).is_ok(), kind == held);
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
                assert_eq!(kind.rewrite(&path).is_ok(), kind == held);
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
                assert_eq!(kind.replace(&path, "").is_ok(), kind == held);
                assert_eq!(fs::read_to_string(&path).unwrap() == text, kind != held);
            }
        }
        for other in [
            "a letter",
            "\n",
            "[openings]",
            "{}",
            "{\n  \"version\": \"1.0\"\n}",
            "### my notes\n",
            "<!doctype html><p>my site",
            "<?xml version=\"1.0\"?><project/>",
        ] {
            fs::write(&path, other).unwrap();
            for kind in all() {
                assert!(matches!(kind.append(&path), Err(FileKindError::Other { .. })), "{other}");
                assert!(kind.rewrite(&path).is_err());
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
    }

    #[test]
    fn a_new_or_torn_file_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        for kind in all() {
            let path = folder.path().join(kind.what());
            assert!(kind.check(&path).is_ok() && !path.exists());
            kind.append(&path).unwrap().write_all(b"\0\0\0").unwrap();
            assert!(kind.append(&path).is_ok());
            fs::write(&path, &kind.beginning()[..3]).unwrap();
            assert!(kind.append(&path).is_ok());
            // The lock keeps out a second writer.
            let first = kind.append(&path).unwrap();
            assert!(matches!(kind.append(&path), Err(FileKindError::Locked(_))));
            drop(first);
            assert!(kind.check(&folder.path().join("nowhere/file")).is_err());
            assert!(kind.check(folder.path()).is_err());
        }
    }

    #[test]
    fn paths_to_one_file_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
        assert!(is_same(&a, &a) && !is_same(&a, &b));
        assert!(is_same(&a, &folder.path().join(".").join("a")));
        assert!(is_same(Path::new("no-such-file"), Path::new("./no-such-file")));
        #[cfg(unix)]
        {
            // A link to a file that does not exist yet.
            std::os::unix::fs::symlink("a", &b).unwrap();
            assert!(is_same(&a, &b));
            fs::write(&a, "").unwrap();
            assert!(is_same(&a, &b));
            fs::remove_file(&b).unwrap();
            fs::hard_link(&a, &b).unwrap();
            assert!(is_same(&a, &b));
            // A link to itself.
            let c = folder.path().join("c");
            std::os::unix::fs::symlink("c", &c).unwrap();
            assert!(!is_same(&a, &c) && FileKind::Events.check(&c).is_err());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_can_be_written_except_as_a_journal() {
        let path = Path::new("/dev/null");
        assert!(FileKind::Events.append(path).is_ok() && FileKind::Page.rewrite(path).is_ok());
        assert!(matches!(FileKind::Journal.check(path), Err(FileKindError::NotAFile(_))));
    }
}
