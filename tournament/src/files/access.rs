//! Reads whole files named by the user.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest size of a file in bytes: a device may never end.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Describes an error of the operating system without its number.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_string()
        }
    }
}

/// Describes the error of a file that cannot be written.
pub fn reason_not_written(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_string(),
        io::ErrorKind::AlreadyExists => "it exists already".to_string(),
        _ => reason(error),
    }
}

/// Returns the bytes of a file.
///
/// # Errors
///
/// When the file cannot be read, or has more than [`MAX_BYTES`] bytes.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if read as u64 > MAX_BYTES {
        let reason = format!("it has more than {MAX_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    Ok(bytes)
}

/// Returns the text of a file.
///
/// # Errors
///
/// As for [`bytes`], and when the file is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(bytes(path)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn errors_have_no_numbers() {
        let of = |path: &str| reason(&bytes(Path::new(path)).unwrap_err());
        assert_eq!(of("/no/such/file"), "there is no such file");
        assert_eq!(of("/"), "it is a folder");
        assert_eq!(of("/dev/null/x"), "Not a directory");
    }

    #[test]
    fn an_endless_device_is_refused() {
        let error = text(Path::new("/dev/zero")).unwrap_err().to_string();
        assert!(error.contains("more than"), "{error}");
    }
}
