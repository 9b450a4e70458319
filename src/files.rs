//! Whole files: replaced so that a failed or interrupted write leaves the old
//! one, and read as text in either encoding that people's files have.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file beside `path` that [`replace`] writes first.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    name.into()
}

/// Writes a file beside the old one and moves it into its place. The target of a
/// link is replaced, not the link; a pipe or device is written to.
///
/// # Errors
///
/// When the file cannot be written or moved.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, bytes);
    }
    let beside = beside(&path);
    fs::write(&beside, bytes)?;
    fs::rename(beside, path)
}

/// Returns the text of a file: UTF-8, without its byte-order mark, or
/// ISO 8859-1, in which PGN is defined.
pub fn text_of(bytes: Vec<u8>) -> String {
    let mut text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    text
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_text() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"J\xc3\xa1n", "J\u{e1}n"),
            (b"J\xe1n", "J\u{e1}n"),
            (b"\xef\xbb\xbfb2", "b2"),
            (b"\xef\xbb\xbf", ""),
            (b"b2\xef\xbb\xbf", "b2\u{feff}"),
            (b"\0\xff\x85", "\0\u{ff}\u{85}"),
        ] {
            assert_eq!(text_of(bytes.to_vec()), text, "{bytes:?}");
        }
    }

    #[test]
    fn only_regular_files_are_replaced() {
        let folder = std::env::temp_dir().join(format!("noughts-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (file, link) = (folder.join("file"), folder.join("link"));
        replace(&file, "old").expect("a new file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        replace(&link, "new").expect("the file behind the link");
        assert_eq!(fs::read(&file).expect("the file"), b"new");
        assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
        assert!(!beside(&file).exists());
        // A failed write leaves the old file.
        fs::create_dir(beside(&file)).expect("an obstacle");
        assert!(replace(&file, "lost").is_err());
        assert_eq!(fs::read(&file).expect("the file"), b"new");
        fs::remove_dir_all(&folder).expect("the folder");
        replace(Path::new("/dev/null"), "nothing").expect("a device takes everything");
        assert!(!fs::metadata("/dev/null").expect("the device").is_file());
    }
}
