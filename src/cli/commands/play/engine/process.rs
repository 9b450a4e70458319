//! A child process that reads and writes lines, in bounded memory. Separate
//! threads do the blocking reads and writes of its pipes.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use noughts::engine::MAX_LINE;
use noughts::protocol::printable;

/// The capacity of a channel of lines. Further output stays in the pipe.
const WAITING: usize = 256;

/// The interval at which a wait checks whether the process has ended.
const POLL: Duration = Duration::from_millis(5);

/// The maximum number of characters kept of the last line of standard error.
const QUOTED: usize = 160;

/// A line of output, or the error that it is too long.
pub(super) type Line = Result<String, TooLong>;

/// A line longer than [`MAX_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// A running process. Dropping it sends `quit`, closes the input, and kills the
/// process if it does not end in time.
pub(super) struct Process {
    child: Child,
    /// The lines to the process; `None` while it is being dropped.
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    /// The last line of standard error, which usually explains a crash.
    complaint: Arc<Mutex<String>>,
    /// Closed at the end of standard error.
    complaints_end: Receiver<()>,
    /// How long the process may take to end.
    patience: Duration,
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    ///
    /// When the program or a thread cannot be started.
    pub(super) fn start(mut command: Command, patience: Duration) -> io::Result<Process> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (input, to_write) = bounded::<String>(WAITING);
        let (sender, lines) = bounded(WAITING);
        let complaint = Arc::new(Mutex::new(String::new()));
        let (end, complaints_end) = bounded(0);
        if let Some(mut stdin) = child.stdin.take() {
            spawn("engine input", move || {
                while let Ok(text) = to_write.recv() {
                    if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            })?;
        }
        if let Some(stdout) = child.stdout.take() {
            spawn("engine output", move || read_lines(stdout, |line| sender.send(line).is_ok()))?;
        }
        if let Some(stderr) = child.stderr.take() {
            let last = Arc::clone(&complaint);
            let keep = move |line: Line| {
                if let Ok(line) = line
                    && !line.trim().is_empty()
                {
                    *last.lock().unwrap_or_else(PoisonError::into_inner) = printable(&line, QUOTED);
                }
                true
            };
            spawn("engine errors", move || {
                let _end: Sender<()> = end;
                read_lines(stderr, keep);
            })?;
        }
        Ok(Process { child, input: Some(input), lines, complaint, complaints_end, patience })
    }

    /// Sends a line. Returns false if the process has closed its input, or has
    /// not read for so long that the channel is full.
    pub(super) fn send(&self, line: &str) -> bool {
        let text = format!("{line}\n");
        self.input.as_ref().is_some_and(|input| input.try_send(text).is_ok())
    }

    /// The output of the process; closed at its end.
    pub(super) fn lines(&self) -> &Receiver<Line> {
        &self.lines
    }

    /// Waits a moment for the process to end, and describes how it ended, with
    /// the last line of its standard error.
    pub(super) fn last_words(&mut self) -> String {
        let ended = match self.wait(self.patience) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_string(),
        };
        // The last line may not have been read yet. Another process may keep
        // the standard error open, so the wait is limited.
        let _ = self.complaints_end.recv_timeout(self.patience);
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        if complaint.is_empty() { ended } else { format!("{ended}: {complaint}") }
    }

    /// Whether the process has ended. Its own child processes may keep the
    /// output open.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(POLL),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(input) = self.input.take() {
            // Fails if the process has stopped reading; then it is killed
            // below.
            let _ = input.try_send("stop\nquit\n".to_string());
        }
        if self.wait(self.patience).is_none() {
            // An error means that nothing is left to kill.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_string()).spawn(work).map(|_| ())
}

/// Reads lines until the end or until `take` returns false. Of a line that is too
/// long only the error is taken.
fn read_lines(source: impl Read, mut take: impl FnMut(Line) -> bool) {
    let mut reader = BufReader::new(source);
    loop {
        let mut bytes = Vec::new();
        match reader.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        if bytes.len() == MAX_LINE && bytes.last() != Some(&b'\n') {
            if !take(Err(TooLong)) || reader.skip_until(b'\n').is_err() {
                return;
            }
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        if !take(Ok(text.trim_end_matches(['\r', '\n']).to_string())) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        read_lines(bytes, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_end_where_they_should() {
        let is = |text: &str| Ok(text.to_string());
        assert_eq!(lines(b"a\r\n\nb"), [is("a"), is(""), is("b")]);
        assert_eq!(lines(b"\xff\n"), [is("\u{fffd}")]);
        let long = vec![b'x'; 3 * MAX_LINE];
        assert_eq!(lines(&long), [Err(TooLong)]);
        assert_eq!(lines(&[&long[..], b"\nok"].concat()), [Err(TooLong), is("ok")]);
        let mut longest = vec![b'x'; MAX_LINE - 1];
        longest.extend(b"\nb\n");
        assert_eq!(lines(&longest).last(), Some(&is("b")));
    }
}
