//! The memory available to this process: the least of the memory of the machine
//! and the limits of control groups, containers and the shell.

/// The memory available to this process, in bytes; `None` if it is unknown.
#[cfg(target_os = "linux")]
pub(in crate::engine) fn available() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let limits = [Resource::As, Resource::Data].map(|resource| getrlimit(resource).current);
    let limits = limits.into_iter().flatten();
    limits.chain(linux::machine("/".as_ref())).chain(linux::groups("/".as_ref())).min()
}

/// The available memory is unknown on this system.
#[cfg(not(target_os = "linux"))]
pub(in crate::engine) fn available() -> Option<u64> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;

    /// The memory of the machine, in bytes. `root` is the root of the file
    /// system.
    pub(super) fn machine(root: &Path) -> Option<u64> {
        let text = fs::read_to_string(root.join("proc/meminfo")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
        kib.checked_mul(1024)
    }

    /// The memory limits of the control groups of this process, of both
    /// versions, and of their ancestors, which also apply. In a container a
    /// group may have its path on the host, which does not exist here; then
    /// only the limit of the top group is found.
    pub(super) fn groups(root: &Path) -> Vec<u64> {
        let Ok(text) = fs::read_to_string(root.join("proc/self/cgroup")) else { return vec![] };
        let mut limits = Vec::new();
        for line in text.lines() {
            // NUMBER:CONTROLLERS:PATH; version 2 has no controllers.
            let mut fields = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
            let (mount, file) = match controllers {
                "" => ("sys/fs/cgroup", "memory.max"),
                _ if controllers.split(',').any(|name| name == "memory") => {
                    ("sys/fs/cgroup/memory", "memory.limit_in_bytes")
                }
                _ => continue,
            };
            for group in Path::new(path.trim_start_matches('/')).ancestors() {
                let limit = fs::read_to_string(root.join(mount).join(group).join(file));
                // Without a limit, version 2 has `max` and version 1 a number
                // beyond all memory.
                limits.extend(limit.ok().and_then(|limit| limit.trim().parse::<u64>().ok()));
            }
        }
        limits
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::path::PathBuf;

        /// Creates a directory that imitates the root of a system.
        fn system(name: &str, files: &[(&str, &str)]) -> PathBuf {
            let folder = format!("noughts-memory-{}-{name}", std::process::id());
            let root = std::env::temp_dir().join(folder);
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            root
        }

        #[test]
        fn the_machine_and_all_enclosing_groups_count() {
            let root = system(
                "both",
                &[
                    ("proc/meminfo", "MemTotal:  8 kB\nMemFree:  1 kB\n"),
                    ("proc/self/cgroup", "5:cpu,memory:/a/b\n4:cpuset:/c\n0::/user/job\n"),
                    ("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n"),
                    ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "4000\n"),
                    ("sys/fs/cgroup/user/job/memory.max", "max\n"),
                    ("sys/fs/cgroup/user/memory.max", "3000\n"),
                    ("sys/fs/cgroup/cpuset/c/memory.max", "1\n"),
                ],
            );
            assert_eq!(machine(&root), Some(8192));
            assert_eq!(groups(&root), [9_223_372_036_854_771_712, 4000, 3000]);
            fs::remove_dir_all(root).unwrap();
        }

        #[test]
        fn in_a_container_the_limit_is_at_the_top() {
            let root = system(
                "container",
                &[
                    ("proc/self/cgroup", "0::/../host/docker/0123\n"),
                    ("sys/fs/cgroup/memory.max", "5000\n"),
                ],
            );
            assert_eq!(groups(&root), [5000]);
            fs::remove_dir_all(root).unwrap();
        }

        #[test]
        fn a_system_without_the_files_has_no_limits() {
            let root = Path::new("/nonexistent");
            assert!(machine(root).is_none() && groups(root).is_empty());
        }
    }
}
