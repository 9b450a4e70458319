//! Puts what has been written on the disk, without anyone waiting for it.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long after the first line that is not on the disk yet all are put there
/// in one go. The rest of a second is for the disk.
const DELAY: Duration = Duration::from_millis(500);

/// A thread that syncs a file soon after it was written. Dropping it syncs
/// what is left.
#[derive(Debug)]
pub(super) struct Syncer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Something has been written since the last sync began.
    dirty: AtomicBool,
    ended: AtomicBool,
    error: Mutex<Option<io::Error>>,
}

impl Syncer {
    pub(super) fn new(file: File) -> io::Result<Syncer> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let sync = move || {
            while !theirs.ended.load(Ordering::Acquire) {
                if !theirs.dirty.load(Ordering::Acquire) {
                    thread::park();
                    continue;
                }
                let due = Instant::now() + DELAY;
                while !theirs.ended.load(Ordering::Acquire) && Instant::now() < due {
                    thread::park_timeout(due.saturating_duration_since(Instant::now()));
                }
                theirs.sync(&file);
            }
            theirs.sync(&file);
        };
        let thread = thread::Builder::new().name("journal sync".to_string()).spawn(sync)?;
        Ok(Syncer { shared, thread: Some(thread) })
    }

    /// To be called after every write: costs no more than a look at a flag
    /// while a sync is due anyway.
    ///
    /// # Errors
    ///
    /// When an earlier write could not be put on the disk.
    pub(super) fn written(&self) -> io::Result<()> {
        if !self.shared.dirty.swap(true, Ordering::AcqRel) {
            if let Some(error) = self.shared.failure() {
                return Err(error);
            }
            self.wake();
        }
        Ok(())
    }

    /// Syncs what is left.
    ///
    /// # Errors
    ///
    /// When that or an earlier sync has failed.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.end();
        self.shared.failure().map_or(Ok(()), Err)
    }

    fn end(&mut self) {
        self.shared.ended.store(true, Ordering::Release);
        self.wake();
        if let Some(thread) = self.thread.take() {
            // It cannot have panicked, and nobody could do anything about it.
            let _ = thread.join();
        }
    }

    fn wake(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}

impl Shared {
    fn sync(&self, file: &File) {
        if self.dirty.swap(false, Ordering::AcqRel)
            && let Err(error) = file.sync_data()
        {
            *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }

    fn failure(&self) -> Option<io::Error> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn what_was_written_is_synced_by_itself_and_at_the_end() {
        let mut file = tempfile::tempfile().unwrap();
        let syncer = Syncer::new(file.try_clone().unwrap()).unwrap();
        for _ in 0..3 {
            file.write_all(b"line\n").unwrap();
            syncer.written().unwrap();
            let began = Instant::now();
            while syncer.shared.dirty.load(Ordering::Acquire) {
                assert!(began.elapsed() < Duration::from_secs(60), "never synced");
                thread::sleep(Duration::from_millis(5));
            }
        }
        syncer.written().unwrap();
        let shared = Arc::clone(&syncer.shared);
        drop(syncer);
        assert!(!shared.dirty.load(Ordering::Acquire));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_failed_sync_is_told() {
        // A pipe cannot be synced.
        let (_reader, writer) = io::pipe().unwrap();
        let syncer = Syncer::new(File::from(std::os::fd::OwnedFd::from(writer))).unwrap();
        let began = Instant::now();
        while syncer.written().is_ok() {
            assert!(began.elapsed() < Duration::from_secs(60), "never told");
            thread::sleep(Duration::from_millis(5));
        }
    }
}
