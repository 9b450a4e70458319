//! Sends lines to a process and receives its lines, each with a deadline.

pub mod fault;
pub(crate) mod transcript;

use std::io;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use crate::base::stop::Stop;
use crate::base::time::{self, Instant};
use crate::connection::fault::{End, Fault, FaultKind, RequestError};
use crate::connection::transcript::Transcript;
use crate::process::lines::{LineBuffer, MAX_LINE, TooLong};
use crate::process::link::{Host, Link};

/// How often a wait polls whether the tournament was abandoned.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How often a wait for the end of a process polls whether it has ended.
const END_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// How long a process may take to end after it has closed a pipe.
const EXIT_DELAY: Duration = Duration::from_secs(1);

/// How long after an engine the runner may receive the same signal.
const SIGNAL_SPREAD: Duration = Duration::from_millis(500);

/// The maximum number of bytes received since the last send.
const FLOOD: u64 = 64 * 1024 * 1024;

/// The lines to and from a program.
#[derive(Debug)]
pub struct Connection {
    link: Box<dyn Link>,
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
        command: Command,
        host: &dyn Host,
        shown_as: Option<String>,
        stop: &Stop,
    ) -> io::Result<Connection> {
        time::watch();
        Ok(Connection {
            link: host.start(command)?,
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
        // Usually the pipe has room, and the first iteration returns.
        loop {
            match self.link.write(bytes, until.min(waited + POLL_INTERVAL)) {
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
            match self.link.read(self.lines.space(), until.min(now + POLL_INTERVAL)) {
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
                    self.ended = now < until && self.link.has_ended();
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
        self.link.close_input();
    }

    /// Waits until `until` for the process to end; returns its status if it has
    /// ended.
    pub fn await_end(&mut self, until: Instant) -> Option<ExitStatus> {
        let stop = self.stop.clone();
        await_end(&mut *self.link, || Instant::now() < until && !stop.abandoned());
        self.link.status()
    }

    /// Returns the process id, which is also the id of its process group; `None` in a
    /// simulation.
    pub fn process_id(&self) -> Option<u32> {
        self.link.process_id()
    }

    /// Begins the transcript of a new game.
    pub fn new_game(&mut self) {
        self.transcript.new_game();
    }

    /// Returns the transcript of the start and of the current game, followed by
    /// the last lines of the standard error.
    pub fn transcript(&self) -> String {
        let mut text = self.transcript.text();
        for line in self.link.errors().lines() {
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
        await_end(&mut *self.link, || Instant::now() < until);
        while !self.link.errors().complete() && Instant::now() < until {
            time::sleep(Duration::from_millis(1));
        }
        // A job scheduler may signal all processes of a session, the engines
        // perhaps before the runner. That is not a fault of the engine.
        let status = self.link.status();
        if status.is_some_and(was_asked_to_end) {
            let until = Instant::now() + SIGNAL_SPREAD;
            while Instant::now() < until {
                if self.stop.abandoned() {
                    return RequestError::Abandoned;
                }
                time::sleep(Duration::from_millis(5));
            }
        }
        let mut detail = match status {
            Some(status) => format!("engine ended, {status}"),
            None => noticed.to_string(),
        };
        let words = self.link.errors().text();
        if !words.is_empty() {
            detail += &format!("; stderr: {words}");
        }
        let lines = self.link.errors().lines();
        let last_line = lines.into_iter().rfind(|line| !line.trim().is_empty());
        let end = Some(End { status, last_line: last_line.unwrap_or_default() });
        Fault { end, ..Fault::new(FaultKind::Died, detail) }.into()
    }

    /// Sends the line that asks the process to end, if it reads, and closes its input.
    pub(crate) fn say_farewell(&mut self, farewell: &str) {
        // If the line cannot be sent, the process is killed later.
        let _ = self.link.write(farewell.as_bytes(), Instant::now());
        self.link.close_input();
    }

    /// Waits until `until` for the end of the process, and then kills it.
    pub(crate) fn close(self, until: Instant) {
        let Connection { mut link, stop, .. } = self;
        await_end(&mut *link, || Instant::now() < until && !stop.abandoned());
    }
}

/// Waits until a program has ended or `patience` returns false.
fn await_end(link: &mut dyn Link, patience: impl Fn() -> bool) {
    while !link.has_ended() && patience() {
        time::sleep(END_POLL_INTERVAL);
    }
}

/// Returns whether SIGTERM, SIGHUP or SIGINT ended a process.
fn was_asked_to_end(status: ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::Signal;
        use std::os::unix::process::ExitStatusExt;
        let asking = [Signal::TERM, Signal::HUP, Signal::INT].map(Signal::as_raw);
        status.signal().is_some_and(|signal| asking.contains(&signal))
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}
