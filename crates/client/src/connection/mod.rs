//! Sends lines to a process and receives its lines, each with a deadline.

pub mod fault;
pub(crate) mod transcript;

use std::process::{Command, ExitStatus};
use std::time::Duration;
use std::{io, thread};

use crate::base::stop::Stop;
use crate::base::time::{self, Instant};
use crate::connection::fault::{End, Fault, FaultKind, RequestError};
use crate::connection::transcript::Transcript;
use crate::process::child::Process;
use crate::process::lines::{LineBuffer, MAX_LINE, TooLong};
use crate::process::pipe::{Input, Output};
use crate::process::stderr_tail::StderrTail;
use crate::process::watchdog::Watchdog;

/// How often a wait polls whether the tournament was abandoned.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long a process may take to end after it has closed a pipe.
const EXIT_DELAY: Duration = Duration::from_secs(1);

/// How long after an engine the runner may receive the same signal.
const SIGNAL_SPREAD: Duration = Duration::from_millis(500);

/// The maximum number of bytes received since the last send.
const FLOOD: u64 = 64 * 1024 * 1024;

/// A process and the pipes to it.
#[derive(Debug)]
pub struct Connection {
    /// `None` after [`close_input`](Connection::close_input).
    input: Option<Input>,
    output: Output,
    process: Process,
    stderr_tail: StderrTail,
    lines: LineBuffer,
    transcript: Transcript,
    received: u64,
    /// Whether the process is known to have ended.
    ended: bool,
    stop: Stop,
}

impl Connection {
    /// Starts a process. With `shown_as`, all lines are also printed to
    /// standard error under that name.
    pub fn open(
        mut command: Command,
        guard: Option<&Watchdog>,
        shown_as: Option<String>,
        stop: &Stop,
    ) -> io::Result<Connection> {
        time::watch();
        let (stderr_tail, stderr) = StderrTail::listen();
        command.stderr(stderr);
        let (process, stdin, stdout) = Process::spawn(command, guard)?;
        Ok(Connection {
            input: Some(Input::new(stdin)?),
            output: Output::new(stdout)?,
            process,
            stderr_tail,
            lines: LineBuffer::new(),
            transcript: Transcript::new(shown_as),
            received: 0,
            ended: false,
            stop: stop.clone(),
        })
    }

    /// Sends complete lines, in one write if they fit.
    pub fn send(&mut self, text: &str, patience: Duration) -> Result<(), RequestError> {
        self.transcript.sent(text);
        self.send_bytes(text.as_bytes(), patience)
    }

    /// Sends any bytes, without adding them to the transcript.
    pub fn send_bytes(&mut self, mut bytes: &[u8], patience: Duration) -> Result<(), RequestError> {
        self.received = 0;
        let mut waited = Instant::now();
        let until = waited + patience;
        let Some(input) = &mut self.input else {
            return Err(self.death("the input of the engine is closed"));
        };
        // Usually the pipe has room, and the first iteration returns.
        loop {
            match input.write(bytes, until.min(waited + POLL_INTERVAL)) {
                Ok(0) => return Ok(()),
                Ok(left) => bytes = &bytes[bytes.len() - left..],
                Err(_) => return Err(self.death("the engine closed its input")),
            }
            waited = Instant::now();
            if self.stop.abandoned() {
                return Err(RequestError::Abandoned);
            }
            if waited >= until {
                let detail = "the engine does not read its input";
                return Err(Fault::new(FaultKind::Deaf, detail).into());
            }
        }
    }

    /// Waits for the next line; returns `None` if none comes by `until`. A line
    /// that has already been read is returned even after `until`.
    pub fn line(&mut self, until: Instant) -> Result<Option<String>, RequestError> {
        loop {
            // Checked first, because no read times out while the engine
            // prints without pause.
            if self.stop.abandoned() {
                return Err(RequestError::Abandoned);
            }
            match self.lines.next() {
                Ok(Some(line)) => {
                    self.transcript.received(&line);
                    return Ok(Some(line));
                }
                Ok(None) => {}
                Err(TooLong) => {
                    let detail = format!("a line longer than {MAX_LINE} bytes");
                    return Err(Fault::new(FaultKind::LongLine, detail).into());
                }
            }
            let now = Instant::now();
            match self.output.read(self.lines.space(), until.min(now + POLL_INTERVAL)) {
                Ok(Some(0)) => return Err(self.death("the engine closed its output")),
                Ok(Some(count)) => {
                    self.lines.filled(count);
                    self.received += count as u64;
                    if self.received > FLOOD {
                        let detail = format!("more than {FLOOD} bytes without an answer");
                        return Err(Fault::new(FaultKind::Flood, detail).into());
                    }
                }
                // All output from before the end has been read by now; a
                // process that the engine left behind keeps the pipe open.
                Ok(None) if self.ended => return Err(self.death("engine ended")),
                Ok(None) => {
                    // Checking for the end is a system call, so not when the
                    // caller only wants buffered lines (`until` has passed).
                    self.ended = now < until && self.process.has_ended();
                    if !self.ended && Instant::now() >= until {
                        return Ok(None);
                    }
                }
                Err(error) => return Err(Fault::new(FaultKind::Died, error).into()),
            }
        }
    }

    /// Counts the bytes received from now on: the reader of a watched search
    /// decides itself when it has heard enough.
    pub(crate) fn forget_received(&mut self) {
        self.received = 0;
    }

    /// Closes the input of the process.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until `until` for the process to end; returns its status if it has
    /// ended.
    pub fn await_end(&mut self, until: Instant) -> Option<ExitStatus> {
        let stop = self.stop.clone();
        self.process.await_end(|| Instant::now() < until && !stop.abandoned());
        self.process.status()
    }

    /// Returns the process id, which is also the id of its process group.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Begins the transcript of a new game.
    pub fn new_game(&mut self) {
        self.transcript.new_game();
    }

    /// Returns the transcript of the start and of the current game, followed by
    /// the last lines of the standard error.
    pub fn transcript(&self) -> String {
        let mut text = self.transcript.text();
        for line in self.stderr_tail.lines() {
            text += &format!("! {line}\n");
        }
        text
    }

    /// Returns the fault of a process that can no longer be reached: its exit
    /// status, or `noticed` if it still runs, and the end of its standard
    /// error.
    fn death(&mut self, noticed: &str) -> RequestError {
        // A process ends a moment after its pipes have closed, and its standard
        // error is read a moment later.
        let until = Instant::now() + EXIT_DELAY;
        self.process.await_end(|| Instant::now() < until);
        while !self.stderr_tail.complete() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        // A job scheduler may signal all processes of a session, the engines
        // perhaps before the runner. That is not a fault of the engine.
        if self.process.was_asked_to_end() {
            let until = Instant::now() + SIGNAL_SPREAD;
            while Instant::now() < until {
                if self.stop.abandoned() {
                    return RequestError::Abandoned;
                }
                thread::sleep(Duration::from_millis(5));
            }
        }
        let status = self.process.status();
        let mut detail = match status {
            Some(status) => format!("engine ended, {status}"),
            None => noticed.to_string(),
        };
        let words = self.stderr_tail.text();
        if !words.is_empty() {
            detail += &format!("; stderr: {words}");
        }
        let lines = self.stderr_tail.lines();
        let last_line = lines.into_iter().rfind(|line| !line.trim().is_empty());
        let end = Some(End { status, last_line: last_line.unwrap_or_default() });
        Fault { end, ..Fault::new(FaultKind::Died, detail) }.into()
    }

    /// Sends the line that asks the process to end, waits up to `patience` for
    /// its end, and then kills it.
    pub fn close(self, farewell: &str, patience: Duration) {
        let Connection { input, output, mut process, stop, .. } = self;
        let until = Instant::now() + patience;
        // If the line cannot be sent, the process is killed after the wait.
        if let Some(mut input) = input {
            let _ = input.write(farewell.as_bytes(), Instant::now());
        }
        process.await_end(|| Instant::now() < until && !stop.abandoned());
        drop(output);
    }
}
