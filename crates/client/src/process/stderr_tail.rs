//! The end of a process's standard error, often the reason why it died.

use std::io::{self, Read};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The number of bytes kept; up to twice as many between two trims.
const KEPT: usize = 64 * 1024;

/// The number of bytes quoted in a fault.
const LAST: usize = 140;

/// The end of a standard error. A thread reads the pipe, because a full pipe
/// would block the process. The default is that of a program that prints nothing.
#[derive(Debug, Default)]
pub struct StderrTail {
    tail: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl StderrTail {
    /// Starts reading; returns the standard error for the process. If no pipe
    /// or thread can be created, the output is discarded and the game goes on.
    pub(crate) fn listen() -> (StderrTail, Stdio) {
        StderrTail::try_listen().unwrap_or_else(|_| (StderrTail::default(), Stdio::null()))
    }

    fn try_listen() -> io::Result<(StderrTail, Stdio)> {
        let (mut pipe, stderr) = io::pipe()?;
        let tail = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&tail);
        // Reading ends when the last process with the write end has ended.
        let listen = move || {
            let mut piece = [0; 4096];
            while let Ok(count @ 1..) = pipe.read(&mut piece) {
                let mut tail = shared.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&piece[..count]);
                // Trimmed rarely, because trimming moves all kept bytes.
                if tail.len() > 2 * KEPT {
                    let excess = tail.len() - KEPT;
                    tail.drain(..excess);
                }
            }
        };
        let reader = thread::Builder::new().name("engine errors".to_string()).spawn(listen)?;
        Ok((StderrTail { tail, reader: Some(reader) }, stderr.into()))
    }

    /// Returns whether the output has ended.
    pub(crate) fn complete(&self) -> bool {
        self.reader.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Returns the kept lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail).lines().map(str::to_string).collect()
    }

    /// Returns the last bytes as one line, with ` / ` between its lines.
    pub(crate) fn text(&self) -> String {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&tail[tail.len().saturating_sub(LAST)..]);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        lines.join(" / ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bytes_are_kept() {
        let words = StderrTail::default();
        assert!(words.complete());
        words.tail.lock().unwrap().extend_from_slice(b"Traceback:\n\n  line 1\r\nKeyError\n");
        assert_eq!(words.text(), "Traceback: / line 1 / KeyError");
        words.tail.lock().unwrap().extend_from_slice(&[b'x'; 2000]);
        assert_eq!(words.text(), "x".repeat(LAST));
        assert_eq!(words.lines().len(), 5);
    }
}
