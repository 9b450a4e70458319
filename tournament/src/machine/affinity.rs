//! Binds workers and their engines to processors.

use std::io;

use crate::model::config::Config;

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

/// The processors of a tournament, and the number of them for each game. The
/// engines of a game share their processors, because only one of them searches
/// at a time.
#[derive(Clone, Debug)]
pub struct Processors {
    list: Vec<usize>,
    width: usize,
}

impl Processors {
    /// Returns the processors of a configuration; `None` if nothing is to be
    /// bound. If it names none, they are all that this program may use: ask
    /// before a thread is bound, because its threads inherit that.
    ///
    /// # Errors
    ///
    /// An error of the operating system.
    pub fn of(config: &Config) -> io::Result<Option<Processors>> {
        let width = config.threads();
        Ok(match &config.affinity {
            None => None,
            Some(list) if list.is_empty() => Some(Processors { list: all(width)?, width }),
            Some(list) => Some(Processors { list: list.clone(), width }),
        })
    }

    /// Binds the calling thread, and every process and thread that it starts
    /// afterwards. The workers, numbered from 0, take consecutive groups of the
    /// list, from the front again after its end.
    ///
    /// # Errors
    ///
    /// An error of the operating system.
    pub fn bind(&self, worker: usize) -> io::Result<()> {
        restrict(&share(&self.list, self.width, worker))
    }
}

/// Binds the calling thread to these processors.
#[cfg(target_os = "linux")]
fn restrict(processors: &[usize]) -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    if processors.is_empty() || processors.iter().any(|&number| number >= CpuSet::MAX_CPU) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut set = CpuSet::new();
    processors.iter().for_each(|&number| set.set(number));
    Ok(sched_setaffinity(None, &set)?)
}

/// Fails: only Linux is supported.
#[cfg(not(target_os = "linux"))]
fn restrict(_: &[usize]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns all processors that this program may use, in the order in which
/// games with `width` processors get them.
#[cfg(target_os = "linux")]
fn all(width: usize) -> io::Result<Vec<usize>> {
    Ok(in_order(usable()?, width, core_of))
}

/// Fails: only Linux is supported.
#[cfg(not(target_os = "linux"))]
fn all(_: usize) -> io::Result<Vec<usize>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns the processors of a worker.
fn share(processors: &[usize], width: usize, worker: usize) -> Vec<usize> {
    let width = width.clamp(1, processors.len().max(1));
    let all = processors.iter().copied().cycle();
    // Only whole groups, so that no two games overlap in part.
    let shares = (processors.len() / width).max(1);
    all.skip(worker % shares * width).take(width.min(processors.len())).collect()
}

/// Orders processors so that a game with several processors gets those of one
/// core, and games with one processor get separate cores while there are any.
#[cfg(target_os = "linux")]
fn in_order(
    mut processors: Vec<usize>,
    width: usize,
    core_of: impl Fn(usize) -> (usize, usize),
) -> Vec<usize> {
    processors.sort_by_key(|&processor| (core_of(processor), processor));
    if width > 1 {
        return processors;
    }
    let sibling = |place: usize| {
        let core = core_of(processors[place]);
        processors[..place].iter().filter(|&&other| core_of(other) == core).count()
    };
    let mut places: Vec<usize> = (0..processors.len()).collect();
    places.sort_by_key(|&place| (sibling(place), place));
    places.into_iter().map(|place| processors[place]).collect()
}

/// Returns the package and the core of a processor. If the system does not
/// report them, every processor counts as a core.
#[cfg(target_os = "linux")]
fn core_of(processor: usize) -> (usize, usize) {
    let number = |name: &str| {
        let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/{name}");
        std::fs::read_to_string(path).ok()?.trim().parse().ok()
    };
    match (number("physical_package_id"), number("core_id")) {
        (Some(package), Some(core)) => (package, core),
        _ => (usize::MAX, processor),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use noughts_client::Rules;

    #[test]
    fn workers_get_processors_in_turn_and_their_processes_inherit_them() {
        let all = usable().unwrap();
        let mut config = Config::new(Rules::Asked, Vec::new());
        assert!(Processors::of(&config).unwrap().is_none());
        config.affinity = Some(Vec::new());
        let processors = Processors::of(&config).unwrap().unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for worker in 0..2 * all.len() {
            let processors = processors.clone();
            let bound = std::thread::spawn(move || {
                // The first worker, whose thread starts the others, is bound already.
                processors.bind(0).unwrap();
                processors.bind(worker).unwrap();
                let child = std::process::Command::new("cat").arg("/proc/self/status").output();
                let status = String::from_utf8(child.unwrap().stdout).unwrap();
                (usable().unwrap(), status)
            });
            let (processors, status) = bound.join().unwrap();
            assert_eq!(processors.len(), 1);
            seen.insert(processors[0]);
            let line = status.lines().find(|l| l.starts_with("Cpus_allowed_list:")).unwrap();
            assert_eq!(line.split_whitespace().nth(1), Some(&*processors[0].to_string()));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), all);
        config.affinity = Some(vec![999_999]);
        assert!(Processors::of(&config).unwrap().unwrap().bind(0).is_err());
        assert!(check(&all).is_ok() && check(&[]).is_ok());
        let absent = check(&[all[0], 999_999]).unwrap_err();
        assert!(absent.starts_with("there is no processor 999999; usable are "), "{absent}");
    }

    #[test]
    fn a_game_has_whole_cores() {
        // Two cores with two threads each, numbered as on many machines.
        let core = |processor: usize| (0, processor % 2);
        let ordered = |width| in_order(vec![0, 1, 2, 3], width, core);
        assert_eq!(ordered(1), [0, 1, 2, 3]);
        assert_eq!(ordered(2), [0, 2, 1, 3]);
        let shares: Vec<Vec<usize>> = (0..3).map(|worker| share(&ordered(2), 2, worker)).collect();
        assert_eq!(shares, [[0, 2], [1, 3], [0, 2]]);
        // The user's list keeps its order; the remainder of the division is
        // unused.
        assert_eq!(share(&[5, 4, 7], 2, 1), [5, 4]);
        assert_eq!(share(&[5, 4, 7], 8, 3), [5, 4, 7]);
        assert!(share(&[], 2, 0).is_empty());
    }
}
