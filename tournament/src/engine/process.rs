//! A child process that leaves nothing behind: it has a process group of its
//! own where the platform has them, and the whole group ends with it.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A running process; dropping it kills it and everything it started.
#[derive(Debug)]
pub(super) struct Process(Child);

/// How long to sleep between looks at a process that should end.
const LOOK: Duration = Duration::from_millis(2);

impl Process {
    /// Starts a process whose input and output are ours. What it writes to
    /// its standard error is dropped.
    pub(super) fn spawn(mut command: Command) -> io::Result<(Process, ChildStdin, ChildStdout)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own also keeps the terminal's Ctrl-C away from it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok((Process(child), stdin, stdout)),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits until the process has ended by itself, or until an instant.
    pub(super) fn await_end(&mut self, until: Instant) {
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(LOOK);
        }
    }

    /// Whether the process has ended. It is not reaped: while it is a zombie,
    /// no other process and no other group can get its number, so that the
    /// group can be killed without a race.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.0)), how), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Failing means that there is nothing left to kill.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.0),
            rustix::process::Signal::KILL,
        );
        #[cfg(not(unix))]
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
