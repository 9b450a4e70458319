//! Adds lines to a file. A kill leaves at most one incomplete line, and a power
//! cut loses only the lines of the last moment.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::chain::Chain;
use super::sync::Syncer;

/// A file to which lines are added.
pub(crate) struct DurableLines {
    /// Unbuffered: each line is one write.
    sink: Box<dyn Write + Send>,
    /// `None` if the sink is not a file.
    syncer: Option<Syncer>,
    chain: Chain,
    /// Where the file is; `None` if the sink is not a file.
    place: Option<Place>,
    /// Whether a write has failed and may have left part of a line.
    broken: bool,
}

impl fmt::Debug for DurableLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DurableLines").finish_non_exhaustive()
    }
}

impl DurableLines {
    /// Adds lines to a file, which is synced in the background, after its last line.
    ///
    /// # Errors
    ///
    /// When the system has no more threads or files.
    pub(crate) fn of(file: File, path: &Path, chain: Chain) -> io::Result<DurableLines> {
        let syncer = Some(Syncer::new(file.try_clone()?)?);
        let place = Some(Place::of(&file, path)?);
        Ok(DurableLines { sink: Box::new(file), syncer, chain, place, broken: false })
    }

    /// Adds lines to any sink, without syncing.
    pub(crate) fn unsynced(sink: impl Write + Send + 'static) -> DurableLines {
        let chain = Chain::default();
        DurableLines { sink: Box::new(sink), syncer: None, chain, place: None, broken: false }
    }

    /// Passes all lines from now on through another sink.
    pub(crate) fn through(
        mut self,
        sink: impl FnOnce(Box<dyn Write + Send>) -> Box<dyn Write + Send>,
    ) -> DurableLines {
        (self.sink, self.place) = (sink(self.sink), None);
        self
    }

    /// Adds a line, which ends with its newline, and its check values in one write.
    ///
    /// # Errors
    ///
    /// When this line cannot be written, when an earlier one could not, or
    /// after an unreported error of an earlier sync.
    pub(crate) fn add(&mut self, line: &str) -> io::Result<()> {
        // A line after a partial one would be appended to it and lost.
        if self.broken {
            return Err(io::Error::other("an earlier line could not be written"));
        }
        self.broken = true;
        let line = self.chain.seal(line);
        if let Some(place) = &mut self.place {
            place.check()?;
            place.length += line.len() as u64;
        }
        self.sink.write_all(line.as_bytes())?;
        self.broken = false;
        self.syncer.as_ref().map_or(Ok(()), Syncer::schedule_sync)
    }

    /// Syncs the file to the disk.
    ///
    /// # Errors
    ///
    /// When this sync fails, or after an unreported error of an earlier one.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.place.as_ref().map_or(Ok(()), Place::check)?;
        self.syncer.map_or(Ok(()), Syncer::finish)
    }
}

/// The file that is written, which nobody else may replace, cut or remove: its lines
/// would be lost without a word.
struct Place {
    path: PathBuf,
    file: Handle,
    /// The bytes that were there, and those that were written.
    length: u64,
}

impl Place {
    fn of(file: &File, path: &Path) -> io::Result<Place> {
        let length = file.metadata()?.len();
        Ok(Place { path: path.to_path_buf(), file: Handle::from_file(file.try_clone()?)?, length })
    }

    fn check(&self) -> io::Result<()> {
        let is_there = Handle::from_path(&self.path).is_ok_and(|there| there == self.file);
        let length = self.file.as_file().metadata()?.len();
        if is_there && length == self.length {
            return Ok(());
        }
        let what = if is_there { "changed" } else { "replaced or removed" };
        Err(io::Error::other(format!("something else has {what} the file")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// Writes half of its second line and fails, once.
    struct FailsOnce {
        written: Arc<Mutex<Vec<u8>>>,
        calls: usize,
    }

    impl Write for FailsOnce {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.calls += 1;
            let kept = match self.calls {
                2 => &bytes[..bytes.len() / 2],
                3 => return Err(io::Error::from(io::ErrorKind::StorageFull)),
                _ => bytes,
            };
            self.written.lock().unwrap().extend(kept);
            Ok(kept.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nothing_follows_half_a_line() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let mut lines =
            DurableLines::unsynced(FailsOnce { written: Arc::clone(&written), calls: 0 });
        lines.add("{\"a\":1}\n").unwrap();
        assert_eq!(lines.add("{\"b\":2}\n").unwrap_err().kind(), io::ErrorKind::StorageFull);
        let left = written.lock().unwrap().clone();
        // The disk has room again, but a line now would be a part of the one before.
        assert!(lines.add("{\"c\":3}\n").is_err());
        assert_eq!(*written.lock().unwrap(), left);
        assert!(!left.ends_with(b"\n"));
    }
}
