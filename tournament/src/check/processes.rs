//! What the processes of an engine use, as Linux tells; nothing is known
//! elsewhere. An engine may be started by a script, so its whole process group
//! counts.

use std::fs;
use std::time::Duration;

/// What a process group has used so far, and what it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Time on a processor, of the threads that still run.
    pub(super) cpu: Duration,
    /// Resident memory, in KiB.
    pub(super) memory: u64,
}

/// The processes of a group that have not ended; `None` where that is not
/// known.
pub(super) fn of_group(group: u32) -> Option<Vec<u32>> {
    let entries = fs::read_dir("/proc").ok()?;
    fs::metadata("/proc/self/stat").ok()?;
    let number = |name: std::ffi::OsString| name.to_str()?.parse::<u32>().ok();
    let all = entries.filter_map(|entry| number(entry.ok()?.file_name()));
    let lives = |process: &u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok();
        stat.as_deref().and_then(member).is_some_and(|(state, of)| of == group && state != 'Z')
    };
    Some(all.filter(lives).collect())
}

/// State and group in the text of `stat`. The name, in parentheses, may hold
/// anything.
fn member(stat: &str) -> Option<(char, u32)> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?.chars().next()?;
    Some((state, fields.nth(1)?.parse().ok()?))
}

/// What a group uses; `None` where that is not known.
pub(super) fn usage(group: u32) -> Option<Usage> {
    // Some kernels do not count the time of a thread.
    fs::metadata("/proc/self/schedstat").ok()?;
    // A process that has ended meanwhile uses nothing.
    let all = of_group(group)?.into_iter().filter_map(of_process);
    Some(all.fold(Usage::default(), |sum, one| Usage {
        cpu: sum.cpu + one.cpu,
        memory: sum.memory + one.memory,
    }))
}

/// What a process uses; `None` when it has ended.
fn of_process(process: u32) -> Option<Usage> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = resident.and_then(|text| text.trim().strip_suffix("kB"));
    let memory = kib.and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let cpu = threads.filter_map(|thread| {
        // The first number is nanoseconds. A thread may have ended.
        let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        Some(Duration::from_nanos(text.split_ascii_whitespace().next()?.parse().ok()?))
    });
    Some(Usage { cpu: cpu.sum(), memory })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_process_may_hold_anything() {
        assert_eq!(member("12 (a) Z 3 (b) S 1 77 77 0"), Some(('S', 77)));
        assert_eq!(member("12"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn we_use_something() {
        let own = rustix::process::getpgrp().as_raw_nonzero().get().unsigned_abs();
        assert!(of_group(own).unwrap().contains(&std::process::id()));
        let usage = usage(own).unwrap();
        assert!(usage.memory > 100 && usage.cpu > Duration::ZERO, "{usage:?}");
        // The highest number that Linux gives to a process is 2^22.
        assert_eq!(of_process(1 << 22 | 1), None);
    }
}
