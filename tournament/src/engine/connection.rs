//! Lines to and from a process, each wait with a deadline.

use std::io;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::{Fault, FaultKind, Trouble};
use super::lines::{LONGEST, LineBuffer, TooLong};
use super::pipe::{Input, Output};
use super::process::Process;
use super::stderr_tail::StderrTail;
use super::transcript::Transcript;
use super::watchdog::Watchdog;
use crate::stop::Stop;

/// How often a wait looks whether the tournament has been abandoned.
const LOOK: Duration = Duration::from_millis(100);

/// How long after its pipes a process may take to end.
const DYING: Duration = Duration::from_secs(1);

/// How long after an engine that was told to end we may be told the same.
const OUR_TURN: Duration = Duration::from_millis(500);

/// So many bytes may come in answer to one request.
const FLOOD: u64 = 64 * 1024 * 1024;

/// A process and the pipes to it.
#[derive(Debug)]
pub(crate) struct Connection {
    /// `None` once the process has been told that nothing more will come.
    input: Option<Input>,
    output: Output,
    process: Process,
    stderr_tail: StderrTail,
    lines: LineBuffer,
    transcript: Transcript,
    received: u64,
    /// The process was seen to have ended.
    ended: bool,
    stop: Stop,
}

impl Connection {
    /// Starts a process. With a name all that is said is shown under it.
    pub(crate) fn open(
        mut command: Command,
        guard: Option<&Watchdog>,
        shown_as: Option<String>,
        stop: &Stop,
    ) -> io::Result<Connection> {
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
    pub(crate) fn send(&mut self, text: &str, patience: Duration) -> Result<(), Trouble> {
        self.transcript.sent(text);
        self.send_bytes(text.as_bytes(), patience)
    }

    /// Sends anything, which need not be lines nor text, and is not kept.
    pub(crate) fn send_bytes(
        &mut self,
        mut bytes: &[u8],
        patience: Duration,
    ) -> Result<(), Trouble> {
        self.received = 0;
        let mut waited = Instant::now();
        let until = waited + patience;
        let Some(input) = &mut self.input else { return Err(self.death("its input is closed")) };
        // The usual case is the first round: the pipe has room.
        loop {
            match input.write(bytes, until.min(waited + LOOK)) {
                Ok(0) => return Ok(()),
                Ok(left) => bytes = &bytes[bytes.len() - left..],
                Err(_) => return Err(self.death("it closed its input")),
            }
            waited = Instant::now();
            if self.stop.abandoned() {
                return Err(Trouble::Abandoned);
            }
            if waited >= until {
                return Err(Fault::new(FaultKind::Deaf, "it does not read its input").into());
            }
        }
    }

    /// The next line, waiting for it until an instant; `None` when none came.
    pub(crate) fn line(&mut self, until: Instant) -> Result<Option<String>, Trouble> {
        loop {
            // Before anything else: an engine that talks without end never
            // lets a read time out.
            if self.stop.abandoned() {
                return Err(Trouble::Abandoned);
            }
            match self.lines.next() {
                Ok(Some(line)) => {
                    self.transcript.received(&line);
                    return Ok(Some(line));
                }
                Ok(None) => {}
                Err(TooLong) => {
                    let detail = format!("a line longer than {LONGEST} bytes");
                    return Err(Fault::new(FaultKind::LongLine, detail).into());
                }
            }
            let now = Instant::now();
            match self.output.read(self.lines.space(), until.min(now + LOOK)) {
                Ok(Some(0)) => return Err(self.death("it closed its output")),
                Ok(Some(count)) => {
                    self.lines.filled(count);
                    self.received += count as u64;
                    if self.received > FLOOD {
                        let detail = format!("more than {FLOOD} bytes without an answer");
                        return Err(Fault::new(FaultKind::Flood, detail).into());
                    }
                }
                // All that it wrote before its end has been read by now; what
                // keeps the pipe open is a process that it left behind.
                Ok(None) if self.ended => return Err(self.death("it ended")),
                Ok(None) => {
                    // A mere glance at what is there is followed by a wait.
                    self.ended = now < until && self.process.has_ended();
                    if !self.ended && Instant::now() >= until {
                        return Ok(None);
                    }
                }
                Err(error) => return Err(Fault::new(FaultKind::Died, error).into()),
            }
        }
    }

    /// Tells the process that nothing more will come.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until an instant for the process to end by itself; tells how it
    /// did.
    pub(crate) fn await_end(&mut self, until: Instant) -> Option<ExitStatus> {
        let stop = self.stop.clone();
        self.process.await_end(|| Instant::now() < until && !stop.abandoned());
        self.process.status()
    }

    /// The number of the process, which is that of its group too.
    pub(crate) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// A new game begins, of which a transcript is to be kept.
    pub(super) fn new_game(&mut self) {
        self.transcript.new_game();
    }

    /// What was said since the game began and before the first one, and at the
    /// end what the process wrote to its standard error last.
    pub(super) fn transcript(&self) -> String {
        let mut text = self.transcript.text();
        for line in self.stderr_tail.lines() {
            text += &format!("! {line}\n");
        }
        text
    }

    /// What is known of a process that can no longer be talked to: how it
    /// ended, or else how that was noticed, and what it said last.
    fn death(&mut self, noticed: &str) -> Trouble {
        // The pipes of a process close a moment before it has ended, and what
        // it has said is heard a moment after that.
        let until = Instant::now() + DYING;
        self.process.await_end(|| Instant::now() < until);
        while !self.stderr_tail.complete() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        // Whoever ends a whole session, as a job scheduler does, ends the engines
        // with us, and perhaps before us: that is not their fault.
        if self.process.was_told_to_end() {
            let until = Instant::now() + OUR_TURN;
            while Instant::now() < until {
                if self.stop.abandoned() {
                    return Trouble::Abandoned;
                }
                thread::sleep(Duration::from_millis(5));
            }
        }
        let mut detail = match self.process.status() {
            Some(status) => format!("it ended, {status}"),
            None => noticed.to_string(),
        };
        let words = self.stderr_tail.text();
        if !words.is_empty() {
            detail += &format!("; it said: {words}");
        }
        Fault::new(FaultKind::Died, detail).into()
    }

    /// Lets the process end: asks, waits, and in the end does not ask.
    pub(crate) fn close(self, patience: Duration) {
        let Connection { input, output, mut process, stop, .. } = self;
        let until = Instant::now() + patience;
        // A process that cannot be asked is killed all the same.
        if let Some(mut input) = input {
            let _ = input.write(b"quit\n", Instant::now());
        }
        process.await_end(|| Instant::now() < until && !stop.abandoned());
        drop(output);
    }
}
