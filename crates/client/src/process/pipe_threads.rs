//! The pipes to a process, with deadlines, for systems where pipes cannot be
//! polled: a thread blocks on each of them.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::base::time::Instant;

/// The capacity of the queue between a thread and its user, in pieces.
const PIECES: usize = 16;

/// The largest piece, in bytes. With this the queue holds as much as a pipe of Linux.
const PIECE: usize = 4096;

/// The standard output of the process.
#[derive(Debug)]
pub(crate) struct Output {
    pieces: Receiver<io::Result<Vec<u8>>>,
    rest: Vec<u8>,
}

impl Output {
    pub(crate) fn new(mut stdout: ChildStdout) -> io::Result<Output> {
        let (sender, pieces) = sync_channel(PIECES);
        thread::Builder::new().name("engine output".to_string()).spawn(move || {
            let mut buffer = [0; PIECE];
            loop {
                let piece = stdout.read(&mut buffer).map(|count| buffer[..count].to_vec());
                let last = !matches!(&piece, Ok(bytes) if !bytes.is_empty());
                if sender.send(piece).is_err() || last {
                    break;
                }
            }
        })?;
        Ok(Output { pieces, rest: Vec::new() })
    }

    /// Reads the available bytes, waiting until `until`. Returns `None` if none
    /// came, and 0 at the end of the output.
    pub(crate) fn read(&mut self, into: &mut [u8], until: Instant) -> io::Result<Option<usize>> {
        if self.rest.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            match self.pieces.recv_timeout(left) {
                Ok(piece) => self.rest = piece?,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Ok(Some(0)),
            }
        }
        let count = self.rest.len().min(into.len());
        into[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(Some(count))
    }
}

/// The standard input of the process.
#[derive(Debug)]
pub(crate) struct Input(SyncSender<Vec<u8>>);

impl Input {
    pub(crate) fn new(mut stdin: ChildStdin) -> io::Result<Input> {
        let (sender, pieces) = sync_channel::<Vec<u8>>(PIECES);
        thread::Builder::new().name("engine input".to_string()).spawn(move || {
            while let Ok(piece) = pieces.recv() {
                if stdin.write_all(&piece).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        })?;
        Ok(Input(sender))
    }

    /// Writes, waiting until `until` for room. Returns the number of bytes not
    /// written.
    pub(crate) fn write(&mut self, bytes: &[u8], until: Instant) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let piece = &rest[..rest.len().min(PIECE)];
            match self.0.try_send(piece.to_vec()) {
                Ok(()) => rest = &rest[piece.len()..],
                Err(TrySendError::Disconnected(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(_)) if Instant::now() >= until => break,
                Err(TrySendError::Full(_)) => thread::sleep(Duration::from_millis(1)),
            }
        }
        Ok(rest.len())
    }
}
