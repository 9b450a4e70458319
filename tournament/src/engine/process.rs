//! A child process that ends with us: it has a process group of its own where
//! the platform has them, and the whole group ends with it. What moves to
//! another group by itself, as daemons do, is left to the guard.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use super::watchdog::Watchdog;

/// A running process; dropping it kills it and its process group.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    guard: Option<Watchdog>,
}

/// How long to sleep between looks at a process that should end.
const LOOK: Duration = Duration::from_millis(2);

impl Process {
    /// Starts a process whose input and output are ours, and which a guard ends
    /// if we cannot.
    pub(super) fn spawn(
        mut command: Command,
        guard: Option<&Watchdog>,
    ) -> io::Result<(Process, ChildStdin, ChildStdout)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own also keeps the terminal's Ctrl-C away from it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = match guard {
            Some(guard) => guard.spawn(&mut command)?,
            None => command.spawn()?,
        };
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => {
                Ok((Process { child, guard: guard.cloned() }, stdin, stdout))
            }
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits until the process has ended by itself, as long as there is
    /// patience.
    pub(super) fn await_end(&mut self, patience: impl Fn() -> bool) {
        while !self.has_ended() && patience() {
            thread::sleep(LOOK);
        }
    }

    /// Whether the process has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.look(), Ok(None))
    }

    /// The number of the process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// How the process ended, if it has ended and that is known.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        self.look().ok().flatten()
    }

    /// Whether the process was ended by one of the signals that ask for it.
    pub(super) fn was_told_to_end(&mut self) -> bool {
        #[cfg(unix)]
        {
            use rustix::process::Signal;
            use std::os::unix::process::ExitStatusExt;
            let signal = self.status().and_then(|status| status.signal());
            let asking = [Signal::TERM, Signal::HUP, Signal::INT].map(Signal::as_raw);
            signal.is_some_and(|signal| asking.contains(&signal))
        }
        #[cfg(not(unix))]
        false
    }

    /// The status of a process that has ended. It is not reaped: while it is a
    /// zombie, no other process and no other group can get its number, so that
    /// the group can be killed without a race.
    #[cfg(unix)]
    fn look(&mut self) -> io::Result<Option<ExitStatus>> {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        use std::os::unix::process::ExitStatusExt;
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let ended = waitid(WaitId::Pid(Pid::from_child(&self.child)), how)?;
        Ok(ended.map(|status| {
            // As `wait` packs them: the code above the signal.
            let code = status.exit_status().map_or(0, |code| (code & 0xff) << 8);
            ExitStatus::from_raw(code | status.terminating_signal().unwrap_or(0))
        }))
    }

    #[cfg(not(unix))]
    fn look(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Failing means that there is nothing left to kill.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        #[cfg(not(unix))]
        let _ = self.child.kill();
        // While it is a zombie its number is nobody else's.
        if let Some(guard) = &self.guard {
            guard.forget(self.child.id());
        }
        let _ = self.child.wait();
    }
}
