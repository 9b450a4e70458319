//! Which processors the engines of a worker may use.

use std::io;

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
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let usable: Vec<usize> = if processors.is_empty() {
        let all = sched_getaffinity(None)?;
        (0..CpuSet::MAX_CPU).filter(|&processor| all.is_set(processor)).collect()
    } else {
        processors.to_vec()
    };
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
    use rustix::thread::sched_getaffinity;

    /// The processors of the calling thread.
    fn own() -> Vec<usize> {
        let set = sched_getaffinity(None).unwrap();
        (0..rustix::thread::CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect()
    }

    #[test]
    fn workers_get_processors_in_turn_and_their_processes_inherit_them() {
        let all = own();
        for worker in 0..2 * all.len() {
            let all = all.clone();
            let bound = std::thread::spawn(move || {
                bind(&[], worker).unwrap();
                let child = std::process::Command::new("cat").arg("/proc/self/status").output();
                let status = String::from_utf8(child.unwrap().stdout).unwrap();
                (own(), status)
            });
            let (processors, status) = bound.join().unwrap();
            assert_eq!(processors, [all[worker % all.len()]]);
            let line = status.lines().find(|l| l.starts_with("Cpus_allowed_list:")).unwrap();
            assert_eq!(line.split_whitespace().nth(1), Some(&*processors[0].to_string()));
        }
        assert!(bind(&[999_999], 0).is_err());
    }
}
