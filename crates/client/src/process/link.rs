//! What the client needs of a running program: its pipes and its end. [`ThisMachine`]
//! starts processes; a simulation starts engines that are values of its own.

use std::fmt::Debug;
use std::io;
use std::process::{Command, ExitStatus};

use super::child::Process;
use super::pipe::{Input, Output};
use super::stderr_tail::StderrTail;
use super::watchdog::Watchdog;
use crate::base::time::Instant;

/// Starts programs.
pub trait Host: Debug + Send + Sync {
    /// Starts a program with pipes for its input, output and errors.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    fn start(&self, command: Command) -> io::Result<Box<dyn Link>>;

    /// Returns whether the programs are files of this machine.
    fn has_files(&self) -> bool {
        true
    }
}

/// The pipes to a running program, and its end. Dropping it kills the program.
pub trait Link: Debug + Send {
    /// Writes, waiting until `until` for room. Returns the number of bytes not
    /// written.
    ///
    /// # Errors
    ///
    /// When the input of the program is closed.
    fn write(&mut self, bytes: &[u8], until: Instant) -> io::Result<usize>;

    /// Closes the input of the program.
    fn close_input(&mut self);

    /// Reads the available bytes, waiting until `until`. Returns `None` if none
    /// came, and 0 at the end of the output.
    ///
    /// # Errors
    ///
    /// When the output cannot be read.
    fn read(&mut self, into: &mut [u8], until: Instant) -> io::Result<Option<usize>>;

    /// Returns whether the program has ended.
    fn has_ended(&mut self) -> bool;

    /// Returns the exit status; `None` if the program runs or the status is unknown.
    fn status(&mut self) -> Option<ExitStatus>;

    /// Returns the process id, which is also the id of the process group; `None` if the
    /// program is no process.
    fn process_id(&self) -> Option<u32>;

    /// Returns what the program has printed to its standard error.
    fn errors(&self) -> &StderrTail;
}

/// Starts programs as processes.
#[derive(Clone, Debug, Default)]
pub struct ThisMachine {
    /// The watchdog, which kills the programs when this process is killed.
    pub guard: Option<Watchdog>,
}

impl Host for ThisMachine {
    fn start(&self, mut command: Command) -> io::Result<Box<dyn Link>> {
        let (errors, stderr) = StderrTail::listen();
        command.stderr(stderr);
        let (process, stdin, stdout) = Process::spawn(command, self.guard.as_ref())?;
        let (input, output) = (Some(Input::new(stdin)?), Output::new(stdout)?);
        Ok(Box::new(ProcessLink { input, output, process, errors }))
    }
}

/// A process and the pipes to it.
#[derive(Debug)]
struct ProcessLink {
    /// `None` after [`close_input`](Link::close_input).
    input: Option<Input>,
    /// Before the process, so that it is closed before the process is waited for.
    output: Output,
    process: Process,
    errors: StderrTail,
}

impl Link for ProcessLink {
    fn write(&mut self, bytes: &[u8], until: Instant) -> io::Result<usize> {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        self.input.as_mut().ok_or_else(closed)?.write(bytes, until)
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn read(&mut self, into: &mut [u8], until: Instant) -> io::Result<Option<usize>> {
        self.output.read(into, until)
    }

    fn has_ended(&mut self) -> bool {
        self.process.has_ended()
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.process.status()
    }

    fn process_id(&self) -> Option<u32> {
        Some(self.process.id())
    }

    fn errors(&self) -> &StderrTail {
        &self.errors
    }
}
