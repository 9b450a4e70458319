//! The description of a machine and of the engine programs on it, in the
//! journal of each run.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use noughts_client::Engine;
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
        static THIS: OnceLock<Machine> = OnceLock::new();
        THIS.get_or_init(Machine::describe).clone()
    }

    fn describe() -> Machine {
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

/// The program of an engine at one of its starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFile {
    /// The name of the engine in the tournament.
    pub engine: String,
    /// The name that the engine reported in the handshake; empty if none.
    pub id: String,
    /// The SHA-256 hash of what the engine said in the handshake: its name, its
    /// dialect, the names and types of its options. Ranges and defaults may depend on
    /// the machine. `None` in journals of earlier versions, and if the engine was not
    /// started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handshake: Option<String>,
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

/// Hashes files. A file that has not changed since the last time is not read again,
/// as engines may start for every game.
#[derive(Debug, Default)]
pub struct FileHasher(HashMap<PathBuf, (Stamp, HashedFile)>);

/// What the file system says of a file whose content changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    changed: SystemTime,
    /// The device, the file's number on it and the time of the last change of
    /// anything, in seconds and nanoseconds; zeros on other systems.
    identity: [u64; 4],
}

impl Stamp {
    fn of(data: &Metadata) -> Option<Stamp> {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            let time = [data.ctime(), data.ctime_nsec()].map(i64::unsigned_abs);
            [data.dev(), data.ino(), time[0], time[1]]
        };
        #[cfg(not(unix))]
        let identity = [0; 4];
        Some(Stamp { bytes: data.len(), changed: data.modified().ok()?, identity })
    }

    /// Returns whether the last change was so long ago that another one would have
    /// another time. Clocks of file systems advance in steps, some by two seconds.
    fn is_settled(&self) -> bool {
        self.changed.elapsed().is_ok_and(|age| age > Duration::from_secs(3))
    }
}

impl FileHasher {
    /// Reads a file; `None` if it cannot be read, or is not a regular file.
    fn read(&mut self, file: &Path) -> Option<HashedFile> {
        let data = file.metadata().ok().filter(Metadata::is_file)?;
        let stamp = Stamp::of(&data);
        match self.0.get(file) {
            Some((known, hashed)) if Some(*known) == stamp => return Some(hashed.clone()),
            _ => {}
        }
        let (bytes, sha256) = hash(file).ok()?;
        let hashed = HashedFile { file: file.to_path_buf(), bytes, sha256 };
        self.0.remove(file);
        if let Some(stamp) = stamp.filter(Stamp::is_settled) {
            self.0.insert(file.to_path_buf(), (stamp, hashed.clone()));
        }
        Some(hashed)
    }

    /// Describes the program of an engine that has just started; `files` are the
    /// program and its arguments.
    pub fn program(&mut self, name: &str, engine: &Engine, files: &[PathBuf]) -> ProgramFile {
        let handshake = Some(hash_of_handshake(engine));
        ProgramFile { handshake, ..self.unstarted(name, engine.id(), files) }
    }

    /// Describes the program of an engine that is not running and last reported the
    /// name `id`.
    pub fn unstarted(&mut self, name: &str, id: &str, files: &[PathBuf]) -> ProgramFile {
        let files = files.iter().filter_map(|file| self.read(file)).collect();
        ProgramFile { engine: name.to_string(), id: id.to_string(), handshake: None, files }
    }
}

fn hash_of_handshake(engine: &Engine) -> String {
    let mut hasher = Sha256::new();
    hasher.update(format!("{}\n{:?}\n", engine.id(), engine.dialect()));
    for option in engine.declared() {
        let declaration = option.to_string();
        let end = declaration.find(" default ").unwrap_or(declaration.len());
        hasher.update(&declaration.as_bytes()[..end]);
        hasher.update("\n");
    }
    digits(hasher)
}

impl ProgramFile {
    /// Returns whether both programs have the same contents, whatever their paths,
    /// and said the same in the handshake, as far as that is known.
    pub fn is_same(&self, other: &ProgramFile) -> bool {
        let contents = |program: &ProgramFile| -> Vec<(u64, String)> {
            program.files.iter().map(|file| (file.bytes, file.sha256.clone())).collect()
        };
        let said = self.handshake.as_ref().zip(other.handshake.as_ref());
        self.id == other.id
            && said.is_none_or(|(one, other)| one == other)
            && contents(self) == contents(other)
    }
}

/// Returns the size and the SHA-256 hash of a file.
fn hash(path: &Path) -> io::Result<(u64, String)> {
    let mut hasher = Sha256::new();
    let bytes = io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok((bytes, digits(hasher)))
}

fn digits(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
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
        let mut hasher = FileHasher::default();
        let mut program = |id, files: &[&PathBuf]| {
            let files: Vec<PathBuf> = files.iter().copied().cloned().collect();
            hasher.unstarted("engine", id, &files)
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
        // Written at once after the last reading, with the same size.
        fs::write(&b, "abd").unwrap();
        assert!(!first.is_same(&program("X 1", &[&b])));
        // A handshake counts if both are known.
        let said = |text: &str| ProgramFile { handshake: Some(text.into()), ..first.clone() };
        assert!(first.is_same(&said("1")) && !said("2").is_same(&said("1")));
    }

    #[test]
    fn an_old_file_is_read_again_only_after_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        let long_ago = SystemTime::now() - Duration::from_secs(100);
        let write = |text: &str| {
            fs::write(&path, text).unwrap();
            File::options().write(true).open(&path).unwrap().set_modified(long_ago).unwrap();
        };
        let mut hasher = FileHasher::default();
        write("abc");
        let first = hasher.read(&path).unwrap();
        assert_eq!(hasher.read(&path), Some(first.clone()));
        assert_eq!(hasher.0.len(), 1);
        // Another file with the same size and time.
        fs::remove_file(&path).unwrap();
        assert_eq!(hasher.read(&path), None);
        write("abd");
        #[cfg(unix)]
        assert_ne!(hasher.read(&path).unwrap().sha256, first.sha256);
    }

    #[test]
    fn this_machine_has_a_processor() {
        let machine = Machine::this();
        assert!(machine.processors > 0 && !machine.system.is_empty(), "{machine:?}");
    }
}
