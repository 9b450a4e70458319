//! The disk of a simulation, under the journal: it is full, or the runner is killed, at
//! some write.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use noughts_client::stop::Stop;

use super::story::Cut;

/// Whether a run has come to its cut.
#[derive(Clone, Debug, Default)]
pub(crate) struct IsCut(Arc<AtomicBool>);

impl IsCut {
    pub(crate) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A journal's file that ends at a cut.
pub(crate) struct Disk {
    pub(crate) file: Box<dyn Write + Send>,
    pub(crate) cut: Cut,
    /// The writes before the cut.
    pub(crate) left: usize,
    /// After a kill the run goes on without effect until its games are abandoned.
    pub(crate) stop: Stop,
    pub(crate) is_cut: IsCut,
}

impl Disk {
    fn end(&self) -> io::Result<()> {
        match self.cut.is_disk_full {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }
}

impl Write for Disk {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.is_cut.get() {
            return self.end().map(|()| line.len());
        }
        if self.left > 0 {
            self.left -= 1;
            return self.file.write_all(line).map(|()| line.len());
        }
        self.file.write_all(&line[..line.len() * self.cut.kept / 1000])?;
        self.is_cut.0.store(true, Ordering::Relaxed);
        if !self.cut.is_disk_full {
            self.file.write_all(&vec![0; self.cut.zeros])?;
            self.stop.abandon();
        }
        self.end().map(|()| line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
