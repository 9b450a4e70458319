//! Which processors the engines of a worker may use.

use std::io;

/// Whether workers can be bound to these processors.
///
/// # Errors
///
/// With the reason if not.
#[cfg(target_os = "linux")]
pub fn check(processors: &[usize]) -> Result<(), String> {
    let usable = usable().map_err(|error| error.to_string())?;
    match processors.iter().find(|processor| !usable.contains(processor)) {
        None => Ok(()),
        Some(absent) => {
            let usable: Vec<String> = usable.iter().map(ToString::to_string).collect();
            Err(format!("there is no processor {absent} here, but {}", usable.join(", ")))
        }
    }
}

/// Nothing is known of processors elsewhere.
///
/// # Errors
///
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn check(_: &[usize]) -> Result<(), String> {
    Err("this system does not bind programs to processors".to_string())
}

/// The processors that this program may use.
#[cfg(target_os = "linux")]
fn usable() -> io::Result<Vec<usize>> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let all = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&processor| all.is_set(processor)).collect())
}

/// Binds the calling thread, and every process and thread that it starts from
/// now on, to one of these processors, or to one of all that this program may
/// use if the list is empty: worker N gets the N-th, from 0. The engines of a
/// game share one, as only one of them thinks at a time.
///
/// # Errors
///
/// When the system refuses, or knows nothing of the kind.
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

/// Nothing is known of processors elsewhere.
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
        assert!(absent.starts_with("there is no processor 999999 here, but "), "{absent}");
    }
}
