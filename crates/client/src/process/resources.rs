//! Processor time and memory of an engine's processes, read from `/proc` on
//! Linux only. All its processes count because a script may start the engine.

use std::fs;
use std::time::Duration;

/// The resources of a process group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time of the threads that still run.
    pub cpu: Duration,
    /// Resident memory, in KiB.
    pub memory: u64,
}

/// The resources that a process and its descendants have used since their
/// start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Processor time, that of ended threads and children included.
    pub cpu: Duration,
    /// The sum of the largest resident memory of each process, in KiB.
    pub peak: u64,
}

/// Returns what a process and its descendants have used; `None` on a system
/// without `/proc`, or if the process is gone. Unlike [`group_usage`] it does
/// not read the processes of other programs, and takes only microseconds.
pub fn total(process: u32) -> Option<Total> {
    let mut total = own_total(process)?;
    let mut parents = vec![process];
    while let Some(parent) = parents.pop() {
        for child in children(parent) {
            // A child may have ended meanwhile.
            if let Some(own) = own_total(child) {
                total.cpu += own.cpu;
                total.peak += own.peak;
                parents.push(child);
            }
        }
    }
    Some(total)
}

#[cfg(not(target_os = "linux"))]
fn own_total(_process: u32) -> Option<Total> {
    None
}

#[cfg(target_os = "linux")]
fn own_total(process: u32) -> Option<Total> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    // The times of the process and of the children that it has waited for, each
    // in user and in system mode. The state is the first of the fields.
    let times = rest.split_ascii_whitespace().skip(11).take(4);
    let ticks: u64 = times.filter_map(|time| time.parse::<u64>().ok()).sum();
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    let cpu = Duration::from_secs_f64(ticks as f64 / per_second as f64);
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    Some(Total { cpu, peak: kib(&status, "VmHWM:") })
}

/// Returns the children of a process; none if the kernel does not list them.
fn children(process: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let lists = threads.filter_map(|thread| {
        let path = thread.ok()?.path().join("children");
        fs::read_to_string(path).ok()
    });
    let numbers = |list: String| {
        list.split_ascii_whitespace().filter_map(|n| n.parse().ok()).collect::<Vec<u32>>()
    };
    lists.flat_map(numbers).collect()
}

/// Returns a size in KiB from the text of `status`; 0 if it is not there.
fn kib(status: &str, name: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|text| text.trim().strip_suffix("kB"));
    number.and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

/// Returns the processes of a group that have not ended, or `None` on a system
/// without `/proc/self/stat`.
pub fn live_processes(group: u32) -> Option<Vec<u32>> {
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
pub fn group_usage(group: u32) -> Option<Usage> {
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
    let memory = kib(&status, "VmRSS:");
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
        assert_eq!(total(1 << 22 | 1), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_a_peak_and_the_peaks_of_its_children() {
        let own = own_total(std::process::id()).unwrap();
        assert!(own.peak > 100, "{own:?}");
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let has_child = children(std::process::id()).contains(&child.id());
        // The kernel may leave a child out of its list while another one ends, as the
        // children of other tests do.
        let peaks = || [own_total, total].map(|of| of(std::process::id()).unwrap().peak);
        let found = (0..1000).any(|_| matches!(peaks(), [own, both] if both > own));
        child.kill().unwrap();
        child.wait().unwrap();
        // Some kernels do not list children.
        assert!(found || !has_child, "{:?}", peaks());
    }
}
