//! The watchdog process, which kills the engines of a runner that was killed: a
//! searching engine would not notice the end of its input.
//!
//! The runner holds the only write end of a pipe to the watchdog and writes a
//! line for each event: `?` before it starts a process, `+7` when the process
//! runs in process group 7, `!` when the start has failed, and `-7` when the
//! group has ended. When the runner ends in any way, the pipe closes, and the
//! watchdog kills the remaining groups. Processes that were just being started
//! and processes that have left their group are found by a mark in their
//! environment.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{self, Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The environment variable with the mark of the runner.
const MARK: &str = "NOUGHTS_TOURNAMENT_RUN";

/// How often to search for a process that is just starting.
const LOOKS: u32 = 10;

/// The runner's handle of the watchdog process. Dropping the last clone ends
/// the process.
#[derive(Clone, Debug)]
pub struct Watchdog(Arc<GuardProcess>);

#[derive(Debug)]
struct GuardProcess {
    process: Child,
    /// `None` after it was closed.
    pipe: Mutex<Option<ChildStdin>>,
    mark: String,
}

impl Watchdog {
    /// Starts a program that calls [`watch`] with its input and with the mark,
    /// its last argument.
    ///
    /// # Errors
    ///
    /// When the process cannot be started.
    pub fn start(program: &Path, args: &[String]) -> io::Result<Watchdog> {
        let mut command = Command::new(program);
        // The watchdog must not keep the runner's output or folder in use, nor
        // receive the signals to the runner's process group.
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
        // A watchdog that does not read must not block the runner.
        #[cfg(unix)]
        if let Some(pipe) = &pipe {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(Watchdog(Arc::new(GuardProcess { process, pipe: Mutex::new(pipe), mark })))
    }

    /// Starts a process, which `command` puts into its own group, under the
    /// watchdog.
    pub(crate) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        command.env(MARK, &self.0.mark);
        self.send("?\n");
        let spawned = command.spawn();
        match &spawned {
            Ok(child) => self.send(&format!("+{}\n", child.id())),
            Err(_) => self.send("!\n"),
        }
        spawned
    }

    /// Reports that a process group has ended. Must be called before the
    /// system can reuse the group id.
    pub(crate) fn forget(&self, group: u32) {
        self.send(&format!("-{group}\n"));
    }

    /// Sends a line in one write, which a pipe accepts entirely or not at all.
    /// Errors are ignored: without the watchdog the games still count.
    fn send(&self, line: &str) {
        let mut pipe = self.0.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pipe) = &mut *pipe {
            let _ = pipe.write(line.as_bytes());
        }
    }
}

impl Drop for GuardProcess {
    fn drop(&mut self) {
        *self.pipe.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        let _ = self.process.wait();
    }
}

/// Runs the watchdog: reads events until the input ends, and then kills the
/// remaining groups and the processes with the mark.
pub fn watch(input: impl BufRead, mark: &str) {
    let mut groups = HashSet::new();
    let mut starts = 0_usize;
    for line in input.lines().map_while(Result::ok) {
        match line.split_at_checked(1) {
            Some(("?", "")) => starts += 1,
            Some(("!", "")) => starts = starts.saturating_sub(1),
            Some(("+", group)) => {
                starts = starts.saturating_sub(1);
                // Killing group 1 would kill every process.
                groups.extend(group.parse::<i32>().ok().filter(|&group| group > 1));
            }
            Some(("-", group)) => {
                groups.remove(&group.parse().unwrap_or_default());
            }
            _ => {}
        }
    }
    groups.into_iter().for_each(kill);
    // Daemons leave their group, and a process that is just starting may not be
    // visible yet.
    search(mark, if starts > 0 { LOOKS } else { 1 });
}

/// Kills the processes with the mark, searching `looks` times.
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

/// On other systems a process ends when it reads the end of its input.
#[cfg(not(target_os = "linux"))]
fn search(_: &str, _: u32) {}

#[cfg(unix)]
fn kill(group: i32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = Pid::from_raw(group).map(|group| kill_process_group(group, Signal::KILL));
}

/// Other systems have no process groups.
#[cfg(not(unix))]
fn kill(_: i32) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::{CommandExt, ExitStatusExt};

    #[test]
    fn only_the_groups_left_at_the_end_are_killed() {
        // A sleeper must not hold the output of a failing test.
        let quiet = || Stdio::null();
        let sleeper = || {
            let mut command = Command::new("sleep");
            command.arg("60").stdout(quiet()).stderr(quiet()).process_group(0).spawn().unwrap()
        };
        let [mut left, mut ended, mut other] = [(); 3].map(|()| sleeper());
        let [a, b] = [left.id(), ended.id()];
        let events = format!("?\n+{a}\n?\n+{b}\n\nnonsense\né\n+x\n-{b}\n-\n?\n!\n+0\n+1\n+-1\n");
        watch(events.as_bytes(), "nobody");
        assert_eq!(left.wait().unwrap().signal(), Some(9));
        for process in [&mut ended, &mut other] {
            assert!(process.try_wait().unwrap().is_none());
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_outside_the_known_groups_is_found_by_its_mark() {
        let guard =
            Watchdog::start(Path::new("sh"), &["-c".to_string(), "exit".to_string()]).unwrap();
        let sleeper = || {
            let mut command = Command::new("sleep");
            command.arg("60").stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        let mut other = sleeper().spawn().unwrap();
        // A process that is just starting, and one that has left its group.
        for events in ["?\n", ""] {
            let mut marked = guard.spawn(&mut sleeper()).unwrap();
            // The system shows the environment a moment after the program has
            // been loaded; only `?` announces processes before that.
            let environment = format!("/proc/{}/environ", marked.id());
            while events.is_empty() && std::fs::read(&environment).unwrap().is_empty() {
                std::thread::yield_now();
            }
            watch(events.as_bytes(), &guard.0.mark);
            assert_eq!(marked.wait().unwrap().signal(), Some(9));
        }
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }

    #[test]
    fn a_watchdog_that_does_not_read_does_not_block_the_runner() {
        for script in ["sleep 1", "exit"] {
            let args = ["-c", script].map(str::to_string);
            let guard = Watchdog::start(Path::new("sh"), &args).unwrap();
            for group in 0..50_000 {
                guard.forget(group);
            }
        }
    }
}
