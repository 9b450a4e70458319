//! A child process that ends with the runner. On Unix it has its own process
//! group, which is killed as a whole. Processes that leave the group, as
//! daemons do, are left to the watchdog. On Windows it has its own job.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use super::watchdog::Watchdog;

/// A running process. Dropping it kills the process and its group.
#[derive(Debug)]
pub struct Process {
    child: Child,
    guard: Option<Watchdog>,
    /// Ends the process, and all that it has started, when it is dropped. `None` if the
    /// system refused.
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

impl Process {
    /// Starts a process with pipes for input and output, under the watchdog if
    /// there is one.
    ///
    /// # Errors
    ///
    /// When the process cannot be started.
    pub fn spawn(
        mut command: Command,
        guard: Option<&Watchdog>,
    ) -> io::Result<(Process, ChildStdin, ChildStdout)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // In its own group the process does not receive the terminal's Ctrl-C.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        super::job::set_apart(&mut command);
        let mut child = match guard {
            Some(guard) => guard.spawn(&mut command)?,
            None => command.spawn()?,
        };
        #[cfg(windows)]
        let job = super::job::around(&child).ok();
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => {
                let process = Process {
                    child,
                    guard: guard.cloned(),
                    #[cfg(windows)]
                    job,
                };
                Ok((process, stdin, stdout))
            }
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Returns whether the process has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.poll_status(), Ok(None))
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the exit status, or `None` if the process runs or the status is
    /// unknown.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.poll_status().ok().flatten()
    }

    /// Returns the status of a process that has ended, without reaping it.
    /// While it is a zombie, the system does not reuse its process and group
    /// id, so the group can be killed without a race.
    #[cfg(unix)]
    fn poll_status(&mut self) -> io::Result<Option<ExitStatus>> {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        use std::os::unix::process::ExitStatusExt;
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let ended = waitid(WaitId::Pid(Pid::from_child(&self.child)), how)?;
        Ok(ended.map(|status| {
            // The encoding of `wait`: the exit code above the signal.
            let code = status.exit_status().map_or(0, |code| (code & 0xff) << 8);
            ExitStatus::from_raw(code | status.terminating_signal().unwrap_or(0))
        }))
    }

    #[cfg(not(unix))]
    fn poll_status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that nothing is left to kill.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        #[cfg(windows)]
        drop(self.job.take());
        #[cfg(not(unix))]
        let _ = self.child.kill();
        // Before `wait`: until then the id is not reused.
        if let Some(guard) = &self.guard {
            guard.forget(self.child.id());
        }
        let _ = self.child.wait();
    }
}
