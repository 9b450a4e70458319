//! A process that outlives a runner that was killed, and ends its engines: one
//! that thinks does not look whether anyone still wants to know.
//!
//! It reads a pipe of which the runner alone has the other end, `+7` when a
//! process group begins and `-7` when it has ended. When the runner is gone, in
//! whatever way, the pipe closes, and the groups that are left are killed.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// The runner's end. Without any clone of it left the guard has nothing to do
/// and goes.
#[derive(Clone, Debug)]
pub struct Guard(Arc<Post>);

#[derive(Debug)]
struct Post {
    process: Child,
    /// None once it is closed.
    pipe: Mutex<Option<ChildStdin>>,
}

impl Guard {
    /// Starts a program that does nothing but [`watch`] its input.
    ///
    /// # Errors
    ///
    /// When there is no such program, or no process can be started.
    pub fn start(program: &Path, args: &[String]) -> io::Result<Guard> {
        let mut command = Command::new(program);
        // It must not hold what the runner's reader waits to see closed, nor
        // the folder, and what is sent to the runner's group is not for it.
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        #[cfg(unix)]
        {
            command.current_dir("/");
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        let mut process = command.spawn()?;
        let pipe = process.stdin.take();
        // A guard that does not read must not be able to block the runner.
        #[cfg(unix)]
        if let Some(pipe) = &pipe {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(Guard(Arc::new(Post { process, pipe: Mutex::new(pipe) })))
    }

    /// A process group has begun.
    pub(super) fn watch_over(&self, group: u32) {
        self.tell(&format!("+{group}\n"));
    }

    /// A process group has ended; to be told before its number is free.
    pub(super) fn forget(&self, group: u32) {
        self.tell(&format!("-{group}\n"));
    }

    /// One write of a few bytes: a pipe takes it as a whole or not at all.
    /// Without a guard the engines are as they would be without one.
    fn tell(&self, line: &str) {
        let mut pipe = self.0.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pipe) = &mut *pipe {
            let _ = pipe.write(line.as_bytes());
        }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        *self.pipe.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        let _ = self.process.wait();
    }
}

/// What the guard does: reads until nobody can write any more, and kills the
/// groups that are left.
pub fn watch(input: impl BufRead) {
    let mut groups = HashSet::new();
    for line in input.lines().map_while(Result::ok) {
        if let Some(group) = line.strip_prefix('+') {
            // Number 1 would be everyone.
            groups.extend(group.parse::<i32>().ok().filter(|&group| group > 1));
        } else if let Some(Ok(group)) = line.strip_prefix('-').map(str::parse) {
            groups.remove(&group);
        }
    }
    groups.into_iter().for_each(kill);
}

#[cfg(unix)]
fn kill(group: i32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = Pid::from_raw(group).map(|group| kill_process_group(group, Signal::KILL));
}

/// Elsewhere there are no groups.
#[cfg(not(unix))]
fn kill(_: i32) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::{CommandExt, ExitStatusExt};

    #[test]
    fn what_is_left_at_the_end_is_killed_and_nothing_else() {
        // It must not hold the output of a test that fails.
        let quiet = || Stdio::null();
        let sleeper = || {
            let mut command = Command::new("sleep");
            command.arg("60").stdout(quiet()).stderr(quiet()).process_group(0).spawn().unwrap()
        };
        let [mut left, mut ended, mut other] = [(); 3].map(|()| sleeper());
        let [a, b] = [left.id(), ended.id()];
        watch(format!("+{a}\n+{b}\nnonsense\n+x\n-{b}\n+0\n+1\n+-1\n").as_bytes());
        assert_eq!(left.wait().unwrap().signal(), Some(9));
        for process in [&mut ended, &mut other] {
            assert!(process.try_wait().unwrap().is_none());
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    #[test]
    fn a_guard_that_does_not_read_blocks_nobody() {
        let guard = Guard::start(Path::new("sleep"), &["1".to_string()]).unwrap();
        for group in 0..50_000 {
            guard.watch_over(group);
        }
        // Nor does one that has gone.
        let guard = Guard::start(Path::new("true"), &[]).unwrap();
        for group in 0..50_000 {
            guard.forget(group);
        }
    }
}
