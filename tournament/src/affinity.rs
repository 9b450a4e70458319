//! Binds workers and their engines to processors.

use std::io;

/// Checks that workers can be bound to these processors.
///
/// # Errors
///
/// The reason why they cannot.
#[cfg(target_os = "linux")]
pub fn check(processors: &[usize]) -> Result<(), String> {
    let usable = usable().map_err(|error| error.to_string())?;
    match processors.iter().find(|processor| !usable.contains(processor)) {
        None => Ok(()),
        Some(absent) => {
            let usable: Vec<String> = usable.iter().map(ToString::to_string).collect();
            Err(format!("there is no processor {absent}; usable are {}", usable.join(", ")))
        }
    }
}

/// Fails: only Linux is supported.
///
/// # Errors
///
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn check(_: &[usize]) -> Result<(), String> {
    Err("programs can be bound to processors only on Linux".to_string())
}

/// Returns the processors that this program may use.
#[cfg(target_os = "linux")]
fn usable() -> io::Result<Vec<usize>> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let all = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&processor| all.is_set(processor)).collect())
}

/// Binds the calling thread, and every process and thread that it starts
/// afterwards, to a processor of the list: worker N, from 0, to the N-th, in
/// turn. An empty list stands for all processors that this program may use. The
/// engines of a game share a processor, because only one of them searches at a
/// time.
///
/// # Errors
///
/// An error of the operating system.
#[cfg(target_os = "linux")]
pub fn bind(processors: &[usize], worker: usize) -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let usable = if processors.is_empty() { usable()? } else { processors.to_vec() };
    let mine = usable.get(worker % usable.len().max(1)).copied();
    let mine = mine.filter(|&processor| processor < CpuSet::MAX_CPU);
    let mut set = CpuSet::new();
    set.set(mine.ok_or(io::ErrorKind::InvalidInput)?);
    Ok(sched_setaffinity(None, &set)?)
}

/// Fails: only Linux is supported.
///
/// # Errors
///
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn bind(_: &[usize], _: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn workers_get_processors_in_turn_and_their_processes_inherit_them() {
        let all = usable().unwrap();
        for worker in 0..2 * all.len() {
            let all = all.clone();
            let bound = std::thread::spawn(move || {
                bind(&[], worker).unwrap();
                let child = std::process::Command::new("cat").arg("/proc/self/status").output();
                let status = String::from_utf8(child.unwrap().stdout).unwrap();
                (usable().unwrap(), status)
            });
            let (processors, status) = bound.join().unwrap();
            assert_eq!(processors, [all[worker % all.len()]]);
            let line = status.lines().find(|l| l.starts_with("Cpus_allowed_list:")).unwrap();
            assert_eq!(line.split_whitespace().nth(1), Some(&*processors[0].to_string()));
        }
        assert!(bind(&[999_999], 0).is_err());
        assert!(check(&all).is_ok() && check(&[]).is_ok());
        let absent = check(&[all[0], 999_999]).unwrap_err();
        assert!(absent.starts_with("there is no processor 999999; usable are "), "{absent}");
    }
}
