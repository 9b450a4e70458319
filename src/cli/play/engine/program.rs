//! Why a file cannot be started as a program, in words that say what to do.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Returns the reason why the program at a path cannot be started, as a
/// predicate of the path; `None` if nothing is wrong with the file.
fn obstacle(path: &Path) -> Option<String> {
    let data = match fs::metadata(path) {
        Ok(data) => data,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Some("does not exist".to_string());
        }
        Err(error) => return Some(format!("cannot be read: {error}")),
    };
    if data.is_dir() {
        return Some("is a folder; name the program in it".to_string());
    }
    if !is_executable(&data) {
        return Some(format!(
            "is not an executable program; if it is one, permit it to run: chmod +x {}",
            path.display()
        ));
    }
    let interpreter = interpreter(path)?;
    (!Path::new(&interpreter).exists()).then(|| {
        format!("is a script for \"{interpreter}\", which does not exist; correct its first line")
    })
}

/// Describes the error of starting a program; `program` as the user wrote it.
pub(super) fn describe(program: &str, error: &io::Error) -> String {
    let path = Path::new(program);
    let named = path.components().count() > 1;
    match obstacle(path).filter(|_| named) {
        Some(obstacle) => format!("\"{program}\" {obstacle}"),
        None if error.kind() == io::ErrorKind::NotFound => {
            format!(
                "there is no program \"{program}\" in the search path; \
                 write ./{program} for one in this folder"
            )
        }
        None => format!("cannot start \"{program}\": {error}"),
    }
}

#[cfg(unix)]
fn is_executable(data: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    data.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    true
}

/// Returns the program that the first line of a script names.
fn interpreter(path: &Path) -> Option<String> {
    // Longer first lines are cut by the system, too.
    let mut line = Vec::new();
    BufReader::new(File::open(path).ok()?.take(256)).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8(line).ok()?;
    line.strip_prefix("#!")?.split_ascii_whitespace().next().map(str::to_string)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_obstacle_of_a_file_is_named() {
        let folder = std::env::temp_dir().join(format!("noughts-program-{}", std::process::id()));
        let made = fs::create_dir_all(&folder);
        assert!(made.is_ok(), "{made:?}");
        let path = folder.join("engine");
        let is = |start: &str, end: &str| {
            let obstacle = obstacle(&path).unwrap_or_default();
            assert!(obstacle.starts_with(start) && obstacle.ends_with(end), "{obstacle}");
        };
        is("does not exist", "exist");
        let write = |text: &str, mode| {
            fs::write(&path, text)
                .and_then(|()| fs::set_permissions(&path, fs::Permissions::from_mode(mode)))
                .unwrap_or_else(|error| panic!("{error}"));
        };
        write("#!/no/such/python3 -u\n", 0o644);
        is("is not an executable program", &format!("chmod +x {}", path.display()));
        write("#!/no/such/python3 -u\n", 0o755);
        is("is a script for \"/no/such/python3\", which", "correct its first line");
        write("#!/bin/sh\n", 0o755);
        assert_eq!(obstacle(&path), None);
        assert!(obstacle(&folder).is_some_and(|text| text.starts_with("is a folder")));
        let _ = fs::remove_dir_all(&folder);
    }
}
