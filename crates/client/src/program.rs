//! Explains to the user why a file cannot be started as a program, and what to
//! do.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Returns the reason why the program at a path cannot be started, as a
/// predicate of the path; `None` if nothing is wrong with the file.
pub fn obstacle(path: &Path) -> Option<String> {
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

/// Returns the reason why a path that begins with `~` names no program; `None`
/// for any other path.
pub fn tilde(path: &Path) -> Option<String> {
    let rest = path.strip_prefix("~").ok()?;
    let instead = match env::home_dir() {
        Some(home) => format!("\"{}\"", home.join(rest).display()),
        None => "the whole path".to_string(),
    };
    Some(format!("only a shell knows the folder ~; write {instead}"))
}

/// Describes an error of starting a program. `program` is its name as the user
/// wrote it.
pub fn describe(program: &str, error: &io::Error) -> String {
    let path = Path::new(program);
    let named = path.components().count() > 1;
    if let Some(reason) = tilde(path) {
        return format!("\"{program}\" does not exist: {reason}");
    }
    match obstacle(path).filter(|_| named) {
        Some(obstacle) => format!("\"{program}\" {obstacle}"),
        None if error.kind() == io::ErrorKind::NotFound => {
            format!(
                "there is no program \"{program}\" in the search path; write ./{program} for one in this folder"
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
    // The system, too, cuts off longer first lines.
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
        let folder = env::temp_dir().join(format!("noughts-program-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("engine");
        assert_eq!(obstacle(&path).as_deref(), Some("does not exist"));
        assert!(obstacle(&folder).unwrap().starts_with("is a folder"));
        fs::write(&path, "#!/no/such/python3 -u\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(obstacle(&path).unwrap().ends_with(&format!("chmod +x {}", path.display())));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(
            obstacle(&path).unwrap().starts_with("is a script for \"/no/such/python3\", which")
        );
        fs::write(&path, "#!/bin/sh\n").unwrap();
        assert_eq!(obstacle(&path), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
