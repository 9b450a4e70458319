//! Reading whole files that people name.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// No file that is read as a whole has more bytes; a device may have them
/// without end.
pub const LARGEST: u64 = 256 * 1024 * 1024;

/// The bytes of a file.
///
/// # Errors
///
/// When it cannot be read, or has more than [`LARGEST`] bytes.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if read as u64 > LARGEST {
        let reason = format!("it has more than {LARGEST} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    Ok(bytes)
}

/// A file as text.
///
/// # Errors
///
/// As for [`bytes`], and when it is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(bytes(path)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_not_read_to_it() {
        let error = text(Path::new("/dev/zero")).unwrap_err().to_string();
        assert!(error.contains("more than"), "{error}");
    }
}
