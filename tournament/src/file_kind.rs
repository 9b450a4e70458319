//! The files that are written, each in a form of its own: what holds anything
//! else is neither written over nor written behind.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// What a file of ours is; told by how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A line of JSON for each game, behind a header.
    Journal,
    /// A line of JSON for each event.
    Events,
    /// Games in the form of PGN.
    Records,
    /// What was said to and by an engine in a game.
    Transcript,
    /// A report.
    Page,
    /// A list of openings.
    Openings,
}

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum FileKindError {
    /// It holds something that must not be lost or mixed up.
    #[error("{} holds something else than {what}, and is left alone", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it would have to hold.
        what: &'static str,
    },
    /// A device or a pipe, where only a file will do.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// There is somebody else who writes it.
    #[error("{}: another runner is writing it", .0.display())]
    Locked(PathBuf),
    /// The system refuses.
    #[error("{} cannot be written: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl FileKind {
    /// How every file of the form begins.
    pub fn beginning(self) -> &'static str {
        match self {
            FileKind::Journal => r#"{"type":"header","#,
            FileKind::Events => r#"{"millis":"#,
            FileKind::Records => "[Event \"",
            FileKind::Transcript => "# game ",
            FileKind::Page => "<!doctype html>",
            FileKind::Openings => "# openings of ",
        }
    }

    fn what(self) -> &'static str {
        match self {
            FileKind::Journal => "a journal",
            FileKind::Events => "events",
            FileKind::Records => "records",
            FileKind::Transcript => "a transcript",
            FileKind::Page => "a report",
            FileKind::Openings => "openings made by `book`",
        }
    }

    /// Whether a file may be written in this form: it is not there yet, or
    /// empty, or of the form already. Nothing is changed.
    ///
    /// # Errors
    ///
    /// When it may not.
    pub fn check(self, path: &Path) -> Result<(), FileKindError> {
        let failed = |error| FileKindError::Io { path: path.to_path_buf(), error };
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(failed(io::ErrorKind::IsADirectory.into())),
            Ok(data) if !data.is_file() && self == FileKind::Journal => {
                Err(FileKindError::NotAFile(path.to_path_buf()))
            }
            // Opening a pipe would wait for its reader.
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

    /// Opens a file to write behind what it holds. Nobody else can, as long
    /// as it is open.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or holds anything else.
    pub fn append(self, path: &Path) -> Result<File, FileKindError> {
        self.check(path)?;
        let failed = |error| FileKindError::Io { path: path.to_path_buf(), error };
        let special = fs::metadata(path).is_ok_and(|data| !data.is_file());
        let mut options = OpenOptions::new();
        // A pipe that is opened for reading too would have a reader in us.
        let file = options.read(!special).append(true).create(true).open(path).map_err(failed)?;
        if file.metadata().is_ok_and(|data| data.is_file()) {
            lock(&file).map_err(|error| match error.kind() {
                io::ErrorKind::WouldBlock => FileKindError::Locked(path.to_path_buf()),
                _ => failed(error),
            })?;
        }
        Ok(file)
    }

    /// Opens a file to write it anew.
    ///
    /// # Errors
    ///
    /// As for [`append`](FileKind::append).
    pub fn rewrite(self, path: &Path) -> Result<File, FileKindError> {
        self.check(path)?;
        File::create(path).map_err(|error| FileKindError::Io { path: path.to_path_buf(), error })
    }

    /// Whether a file begins as it must, as far as it goes. A file system
    /// that had no time for the bytes may have left zeros.
    fn look(self, path: &Path, file: &File) -> Result<(), FileKindError> {
        let wanted = self.beginning().as_bytes();
        let mut found = Vec::new();
        let read = file.take(wanted.len() as u64).read_to_end(&mut found);
        read.map_err(|error| FileKindError::Io { path: path.to_path_buf(), error })?;
        if wanted.starts_with(&found) || found.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        Err(FileKindError::Other { path: path.to_path_buf(), what: self.what() })
    }
}

/// How long to wait for a lock. The engines of a runner that was killed may
/// hold its files a moment longer than the runner itself.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// Locks a file; that somebody else has the lock is [`io::ErrorKind::WouldBlock`].
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

/// Whether two paths lead to one file, which need not be there yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    same_file::is_same_file(one, other).unwrap_or(false) || destination(one) == destination(other)
}

/// Where a path leads. A link may lead to a file that is not there yet.
fn destination(path: &Path) -> PathBuf {
    // Links that lead in a circle lead nowhere.
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

    const ALL: &[FileKind] = &[
        FileKind::Journal,
        FileKind::Events,
        FileKind::Records,
        FileKind::Transcript,
        FileKind::Page,
        FileKind::Openings,
    ];

    #[test]
    fn no_form_is_written_over_or_behind_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for held in ALL {
            for form in ALL {
                let text = format!("{}and so on\n", held.beginning());
                fs::write(&path, &text).unwrap();
                assert_eq!(form.check(&path).is_ok(), form == held, "{form:?} {held:?}");
                assert_eq!(form.append(&path).is_ok(), form == held);
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
                assert_eq!(form.rewrite(&path).is_ok(), form == held);
                assert_eq!(fs::read_to_string(&path).unwrap() == text, form != held);
            }
        }
        for other in ["a letter", "\n", "[openings]", "{}"] {
            fs::write(&path, other).unwrap();
            for form in ALL {
                assert!(matches!(form.append(&path), Err(FileKindError::Other { .. })), "{other}");
                assert!(form.rewrite(&path).is_err());
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
    }

    #[test]
    fn what_is_new_or_was_torn_at_once_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        for form in ALL {
            let path = folder.path().join(form.what());
            assert!(form.check(&path).is_ok() && !path.exists());
            form.append(&path).unwrap().write_all(b"\0\0\0").unwrap();
            assert!(form.append(&path).is_ok());
            fs::write(&path, &form.beginning()[..3]).unwrap();
            assert!(form.append(&path).is_ok());
            // A second writer would mix its lines with those of the first.
            let first = form.append(&path).unwrap();
            assert!(matches!(form.append(&path), Err(FileKindError::Locked(_))));
            drop(first);
            assert!(form.check(&folder.path().join("nowhere/file")).is_err());
            assert!(form.check(folder.path()).is_err());
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
            // Of which the file is not there yet.
            std::os::unix::fs::symlink("a", &b).unwrap();
            assert!(is_same(&a, &b));
            fs::write(&a, "").unwrap();
            assert!(is_same(&a, &b));
            fs::remove_file(&b).unwrap();
            fs::hard_link(&a, &b).unwrap();
            assert!(is_same(&a, &b));
            // A circle.
            let c = folder.path().join("c");
            std::os::unix::fs::symlink("c", &c).unwrap();
            assert!(!is_same(&a, &c) && FileKind::Events.check(&c).is_err());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_can_be_written_but_for_journals() {
        let path = Path::new("/dev/null");
        assert!(FileKind::Events.append(path).is_ok() && FileKind::Page.rewrite(path).is_ok());
        assert!(matches!(FileKind::Journal.check(path), Err(FileKindError::NotAFile(_))));
    }
}
