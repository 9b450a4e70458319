//! Syncs the journal to the disk in the background.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The delay from the first unsynced write to the sync. Together with the sync
/// itself it is normally below a second.
const DELAY: Duration = Duration::from_millis(500);

/// A thread that syncs a file soon after it was written. Dropping it syncs the
/// remaining writes.
#[derive(Debug)]
pub(crate) struct Syncer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Whether the file was written since the last sync began.
    dirty: AtomicBool,
    ended: AtomicBool,
    error: Mutex<Option<io::Error>>,
}

impl Syncer {
    pub(crate) fn new(file: File) -> io::Result<Syncer> {
        let shared = Arc::new(Shared::default());
        let for_thread = Arc::clone(&shared);
        let sync = move || {
            while !for_thread.ended.load(Ordering::Acquire) {
                if !for_thread.dirty.load(Ordering::Acquire) {
                    thread::park();
                    continue;
                }
                let due = Instant::now() + DELAY;
                while !for_thread.ended.load(Ordering::Acquire) && Instant::now() < due {
                    thread::park_timeout(due.saturating_duration_since(Instant::now()));
                }
                for_thread.sync(&file);
            }
            for_thread.sync(&file);
        };
        let thread = thread::Builder::new().name("journal sync".to_string()).spawn(sync)?;
        Ok(Syncer { shared, thread: Some(thread) })
    }

    /// Schedules a sync; must be called after every write. Costs one atomic
    /// operation while a sync is already scheduled.
    ///
    /// # Errors
    ///
    /// An unreported error of an earlier sync.
    pub(crate) fn schedule_sync(&self) -> io::Result<()> {
        if !self.shared.dirty.swap(true, Ordering::AcqRel) {
            if let Some(error) = self.shared.failure() {
                return Err(error);
            }
            self.wake();
        }
        Ok(())
    }

    /// Syncs the remaining writes and ends the thread.
    ///
    /// # Errors
    ///
    /// The error of this sync, or an unreported error of an earlier one.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.end();
        self.shared.failure().map_or(Ok(()), Err)
    }

    fn end(&mut self) {
        self.shared.ended.store(true, Ordering::Release);
        self.wake();
        if let Some(thread) = self.thread.take() {
            // The thread does not panic.
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
    fn writes_are_synced_after_a_delay_and_at_the_end() {
        let mut file = tempfile::tempfile().unwrap();
        let syncer = Syncer::new(file.try_clone().unwrap()).unwrap();
        for _ in 0..3 {
            file.write_all(b"line\n").unwrap();
            syncer.schedule_sync().unwrap();
            let began = Instant::now();
            while syncer.shared.dirty.load(Ordering::Acquire) {
                assert!(began.elapsed() < Duration::from_secs(60), "never synced");
                thread::sleep(Duration::from_millis(5));
            }
        }
        syncer.schedule_sync().unwrap();
        let shared = Arc::clone(&syncer.shared);
        drop(syncer);
        assert!(!shared.dirty.load(Ordering::Acquire));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_failed_sync_is_reported() {
        // A pipe cannot be synced.
        let (_reader, writer) = io::pipe().unwrap();
        let syncer = Syncer::new(File::from(std::os::fd::OwnedFd::from(writer))).unwrap();
        let began = Instant::now();
        while syncer.schedule_sync().is_ok() {
            assert!(began.elapsed() < Duration::from_secs(60), "never reported");
            thread::sleep(Duration::from_millis(5));
        }
    }
}
