//! Processor time and memory of an engine's process group, from `/proc`, so on
//! Linux only. The group counts because a script may start the engine.

use std::fs;
use std::time::Duration;

/// The resources of a process group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Processor time of the threads that still run.
    pub(super) cpu: Duration,
    /// Resident memory, in KiB.
    pub(super) memory: u64,
}

/// Returns the processes of a group that have not ended, or `None` on a system
/// without `/proc/self/stat`.
pub(super) fn live_processes(group: u32) -> Option<Vec<u32>> {
    let entries = fs::read_dir("/proc").ok()?;
    fs::metadata("/proc/self/stat").ok()?;
    let number = |name: std::ffi::OsString| name.to_str()?.parse::<u32>().ok();
    let all = entries.filter_map(|entry| number(entry.ok()?.file_name()));
    let lives = |process: &u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok();
        stat.as_deref()
            .and_then(state_and_group)
            .is_some_and(|(state, of)| of == group && state != 'Z')
    };
    Some(all.filter(lives).collect())
}

/// Parses state and group from the text of `stat`. The process name, in
/// parentheses, may contain spaces and parentheses.
fn state_and_group(stat: &str) -> Option<(char, u32)> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?.chars().next()?;
    Some((state, fields.nth(1)?.parse().ok()?))
}

/// Returns the resources of a group, or `None` on a system that does not
/// account them.
pub(super) fn group_usage(group: u32) -> Option<Usage> {
    // Some kernels do not account the time of threads.
    fs::metadata("/proc/self/schedstat").ok()?;
    // Processes that have ended meanwhile are left out.
    let all = live_processes(group)?.into_iter().filter_map(process_usage);
    Some(all.fold(Usage::default(), |sum, one| Usage {
        cpu: sum.cpu + one.cpu,
        memory: sum.memory + one.memory,
    }))
}

/// Returns the resources of a process, or `None` if it has ended.
fn process_usage(process: u32) -> Option<Usage> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = resident.and_then(|text| text.trim().strip_suffix("kB"));
    let memory = kib.and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let cpu = threads.filter_map(|thread| {
        // The first number is the time in nanoseconds. The thread may have
        // ended.
        let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        Some(Duration::from_nanos(text.split_ascii_whitespace().next()?.parse().ok()?))
    });
    Some(Usage { cpu: cpu.sum(), memory })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_name_may_contain_parentheses() {
        assert_eq!(state_and_group("12 (a) Z 3 (b) S 1 77 77 0"), Some(('S', 77)));
        assert_eq!(state_and_group("12"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_own_process_group_has_time_and_memory() {
        let own = rustix::process::getpgrp().as_raw_nonzero().get().unsigned_abs();
        assert!(live_processes(own).unwrap().contains(&std::process::id()));
        let usage = group_usage(own).unwrap();
        assert!(usage.memory > 100 && usage.cpu > Duration::ZERO, "{usage:?}");
        // Process ids on Linux do not exceed 2^22.
        assert_eq!(process_usage(1 << 22 | 1), None);
    }
}
