//! The description of a machine and of the engine programs on it, in the
//! journal of each run.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A machine.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Machine {
    /// The host name; empty if it has none.
    pub host: String,
    /// The operating system and the architecture, such as `linux x86_64`.
    pub system: String,
    /// The model of the processor; empty if the system does not report it.
    pub processor: String,
    /// The number of processors that this program may use.
    pub processors: usize,
}

impl Machine {
    /// Describes this machine.
    pub fn this() -> Machine {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
        Machine { host: host_name(), system, processor: processor(), processors }
    }
}

/// Returns the host name; empty if it has none.
#[cfg(unix)]
fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Returns the host name; empty if it has none.
#[cfg(not(unix))]
fn host_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// Returns the model of the processor, which only Linux reports in a file.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == "model name").then(|| value.trim().to_string())
    });
    model.unwrap_or_default()
}

/// The program of an engine at the start of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFile {
    /// The name of the engine in the tournament.
    pub engine: String,
    /// The name that the engine reported in the handshake; empty if none.
    pub id: String,
    /// The file of the program, and the files among its arguments, such as the
    /// script of an interpreter. A file that cannot be read is left out.
    pub files: Vec<HashedFile>,
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HashedFile {
    /// The path.
    pub file: PathBuf,
    /// The size in bytes.
    pub bytes: u64,
    /// The SHA-256 hash, in hexadecimal digits.
    pub sha256: String,
}

impl HashedFile {
    /// Reads a file; `None` if it cannot be read, or is not a regular file.
    fn read(file: &Path) -> Option<HashedFile> {
        let is_file = file.metadata().is_ok_and(|data| data.is_file());
        let (bytes, sha256) = is_file.then(|| hash(file).ok())??;
        Some(HashedFile { file: file.to_path_buf(), bytes, sha256 })
    }
}

impl ProgramFile {
    /// Describes the program of an engine that reported the name `id`; `files`
    /// are the program and its arguments.
    pub fn new(engine: &str, id: &str, files: &[PathBuf]) -> ProgramFile {
        let files = files.iter().filter_map(|file| HashedFile::read(file)).collect();
        ProgramFile { engine: engine.to_string(), id: id.to_string(), files }
    }

    /// Returns whether both programs have the same name and contents, whatever
    /// their paths.
    pub fn is_same(&self, other: &ProgramFile) -> bool {
        let contents = |program: &ProgramFile| -> Vec<(u64, String)> {
            program.files.iter().map(|file| (file.bytes, file.sha256.clone())).collect()
        };
        self.id == other.id && contents(self) == contents(other)
    }
}

/// Returns the size and the SHA-256 hash of a file.
fn hash(path: &Path) -> io::Result<(u64, String)> {
    let mut hasher = Sha256::new();
    let bytes = io::copy(&mut File::open(path)?, &mut hasher)?;
    let digits = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((bytes, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_its_contents_and_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
        fs::write(&a, "abc").unwrap();
        fs::write(&b, "abc").unwrap();
        let program = |id, files: &[&PathBuf]| {
            ProgramFile::new("engine", id, &files.iter().copied().cloned().collect::<Vec<_>>())
        };
        let first = program("X 1", &[&a]);
        // The hash of "abc" in FIPS 180-2.
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((first.files[0].bytes, &*first.files[0].sha256), (3, sha256));
        assert!(first.is_same(&program("X 1", &[&b])));
        assert!(!first.is_same(&program("X 2", &[&b])));
        // Arguments that are no files do not count.
        assert!(first.is_same(&program("X 1", &[&b, &folder.path().to_path_buf()])));
        assert!(!first.is_same(&program("X 1", &[&b, &a])));
        fs::write(&b, "abd").unwrap();
        assert!(!first.is_same(&program("X 1", &[&b])));
    }

    #[test]
    fn this_machine_has_a_processor() {
        let machine = Machine::this();
        assert!(machine.processors > 0 && !machine.system.is_empty(), "{machine:?}");
    }
}
