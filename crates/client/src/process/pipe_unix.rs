//! The pipes to a process, with deadlines, on Unix. The calling thread polls
//! them, because handing over to another thread costs more than the read.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::base::time::Instant;

/// The standard output of the process.
#[derive(Debug)]
pub(crate) struct Output(ChildStdout);

impl Output {
    pub(crate) fn new(stdout: ChildStdout) -> io::Result<Output> {
        Ok(Output(stdout))
    }

    /// Reads the available bytes, waiting until `until`. Returns `None` if none
    /// came, and 0 at the end of the output.
    pub(crate) fn read(&mut self, into: &mut [u8], until: Instant) -> io::Result<Option<usize>> {
        loop {
            if !wait(PollFd::new(&self.0, PollFlags::IN), until)? {
                return Ok(None);
            }
            match self.0.read(into) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other.map(Some),
            }
        }
    }
}

/// The standard input of the process.
#[derive(Debug)]
pub(crate) struct Input(ChildStdin);

impl Input {
    pub(crate) fn new(stdin: ChildStdin) -> io::Result<Input> {
        // A process that does not read must not block the runner.
        rustix::io::ioctl_fionbio(&stdin, true)?;
        Ok(Input(stdin))
    }

    /// Writes, waiting until `until` for room. Returns the number of bytes not
    /// written.
    pub(crate) fn write(&mut self, mut bytes: &[u8], until: Instant) -> io::Result<usize> {
        while !bytes.is_empty() {
            match self.0.write(bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !wait(PollFd::new(&self.0, PollFlags::OUT), until)? {
                        break;
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(bytes.len())
    }
}

/// Waits until a pipe is ready, broken or closed; returns false if `until`
/// comes first.
fn wait(pipe: PollFd<'_>, until: Instant) -> io::Result<bool> {
    let mut pipes = [pipe];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        match poll(&mut pipes, Some(&timespec(left))) {
            Ok(0) => return Ok(false),
            Ok(_) => return Ok(true),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn timespec(time: Duration) -> Timespec {
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    Timespec { tv_sec: seconds, tv_nsec: time.subsec_nanos().into() }
}
