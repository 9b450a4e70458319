//! A process that outlives a runner that was killed, and ends its engines: one
//! that thinks does not look whether anyone still wants to know.
//!
//! It reads a pipe of which the runner alone has the other end: `?` when a
//! process is about to be started, `+7` when it has been, in a group of this
//! number, `!` when it could not be, and `-7` when the group has ended. When the
//! runner is gone, in whatever way, the pipe closes, and the groups that are left
//! are killed. A runner may be killed in the middle of a start, when nobody
//! knows the number, and a process may leave its group: such ones are found by a
//! mark in their environment.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{self, Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable in which the processes of a runner have its mark.
const MARK: &str = "NOUGHTS_TOURNAMENT_RUN";

/// How often to look for a process that is just starting.
const LOOKS: u32 = 10;

/// The runner's end. Without any clone of it left the guard has nothing to do
/// and goes.
#[derive(Clone, Debug)]
pub struct Watchdog(Arc<Post>);

#[derive(Debug)]
struct Post {
    process: Child,
    /// None once it is closed.
    pipe: Mutex<Option<ChildStdin>>,
    mark: String,
}

impl Watchdog {
    /// Starts a program that does nothing but [`watch`] its input for the mark
    /// that is its last argument.
    ///
    /// # Errors
    ///
    /// When there is no such program, or no process can be started.
    pub fn start(program: &Path, args: &[String]) -> io::Result<Watchdog> {
        let mut command = Command::new(program);
        // It must not hold what the runner's reader waits to see closed, nor
        // the folder, and what is sent to the runner's group is not for it.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mark = format!("{}-{}", process::id(), now.as_nanos());
        command.args(args).arg(&mark);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
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
        Ok(Watchdog(Arc::new(Post { process, pipe: Mutex::new(pipe), mark })))
    }

    /// Starts a process in a group of its own, and watches over it.
    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        command.env(MARK, &self.0.mark);
        self.tell("?\n");
        let spawned = command.spawn();
        match &spawned {
            Ok(child) => self.tell(&format!("+{}\n", child.id())),
            Err(_) => self.tell("!\n"),
        }
        spawned
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

/// What the guard of a mark does: reads until nobody can write any more, and
/// kills the groups that are left.
pub fn watch(input: impl BufRead, mark: &str) {
    let mut groups = HashSet::new();
    let mut starts = 0_usize;
    for line in input.lines().map_while(Result::ok) {
        match line.split_at_checked(1) {
            Some(("?", "")) => starts += 1,
            Some(("!", "")) => starts = starts.saturating_sub(1),
            Some(("+", group)) => {
                starts = starts.saturating_sub(1);
                // Number 1 would be everyone.
                groups.extend(group.parse::<i32>().ok().filter(|&group| group > 1));
            }
            Some(("-", group)) => {
                groups.remove(&group.parse().unwrap_or_default());
            }
            _ => {}
        }
    }
    groups.into_iter().for_each(kill);
    // Some have left their group, as daemons do, and who is just starting may not
    // be seen at the first look.
    search(mark, if starts > 0 { LOOKS } else { 1 });
}

/// Kills the processes that have a mark, looking so often.
#[cfg(target_os = "linux")]
fn search(mark: &str, looks: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    use std::time::Duration;
    use std::{fs, thread};

    const PAUSE: Duration = Duration::from_millis(50);
    let entry = format!("{MARK}={mark}");
    for look in 0..looks {
        if look > 0 {
            thread::sleep(PAUSE);
        }
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let number = process.file_name().to_str().and_then(|name| name.parse().ok());
            let environment = fs::read(process.path().join("environ")).unwrap_or_default();
            if let Some(process) = number.and_then(Pid::from_raw)
                && environment.split(|&byte| byte == 0).any(|known| known == entry.as_bytes())
            {
                let _ = kill_process(process, Signal::KILL);
            }
        }
    }
}

/// Elsewhere they end when they read the end of their input.
#[cfg(not(target_os = "linux"))]
fn search(_: &str, _: u32) {}

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
        let said = format!("?\n+{a}\n?\n+{b}\n\nnonsense\né\n+x\n-{b}\n-\n?\n!\n+0\n+1\n+-1\n");
        watch(said.as_bytes(), "nobody");
        assert_eq!(left.wait().unwrap().signal(), Some(9));
        for process in [&mut ended, &mut other] {
            assert!(process.try_wait().unwrap().is_none());
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_is_in_no_known_group_is_found_by_its_mark() {
        let guard =
            Watchdog::start(Path::new("sh"), &["-c".to_string(), "exit".to_string()]).unwrap();
        let sleeper = || {
            let mut command = Command::new("sleep");
            command.arg("60").stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        let mut other = sleeper().spawn().unwrap();
        // Or whose group is not known to have it any more.
        for said in ["?\n", ""] {
            let mut marked = guard.spawn(&mut sleeper()).unwrap();
            watch(said.as_bytes(), &guard.0.mark);
            assert_eq!(marked.wait().unwrap().signal(), Some(9));
        }
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }

    #[test]
    fn a_guard_that_does_not_read_blocks_nobody() {
        for script in ["sleep 1", "exit"] {
            let args = ["-c", script].map(str::to_string);
            let guard = Watchdog::start(Path::new("sh"), &args).unwrap();
            for group in 0..50_000 {
                guard.forget(group);
            }
        }
    }
}
