//! Whole files: replaced so that a failed or interrupted write leaves the old
//! one, and read as text in either encoding that people's files have.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The file beside `path` that a [`Replacement`] writes first.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    name.into()
}

/// New content of a file, written beside it. [`finish`](Replacement::finish) moves it
/// into its place; without that the old file stays, and nothing else is left.
#[derive(Debug)]
pub struct Replacement {
    file: BufWriter<File>,
    /// The place, and whether the content is beside it; not for a pipe or a device,
    /// which is written to at once.
    place: PathBuf,
    is_beside: bool,
}

impl Replacement {
    /// Begins new content for a file, which need not exist. The target of a link is
    /// replaced, not the link. The permissions stay.
    ///
    /// # Errors
    ///
    /// When no file can be written beside it.
    pub fn begin(path: &Path) -> io::Result<Replacement> {
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let old = fs::metadata(&place).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = BufWriter::new(File::options().write(true).open(&place)?);
            return Ok(Replacement { file, place, is_beside: false });
        }
        let file = BufWriter::new(File::create(beside(&place))?);
        let replacement = Replacement { file, place, is_beside: true };
        if let Some(old) = old {
            fs::set_permissions(beside(&replacement.place), old.permissions())?;
        }
        Ok(replacement)
    }

    /// Begins the content of a file that must not exist.
    ///
    /// # Errors
    ///
    /// When something has that name, or no file can be written there.
    pub fn begin_new(path: &Path) -> io::Result<Replacement> {
        match fs::symlink_metadata(path) {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => Replacement::begin(path),
        }
    }

    /// Writes the rest to the disk and moves the content into its place.
    ///
    /// # Errors
    ///
    /// When that fails; the old file is then unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if self.is_beside {
            // Otherwise a power failure could leave the new name without its content.
            self.file.get_ref().sync_all()?;
            fs::rename(beside(&self.place), &self.place)?;
            self.is_beside = false;
        }
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if self.is_beside {
            // What is left is no result, and nobody reads it.
            let _ = fs::remove_file(beside(&self.place));
        }
    }
}

/// Replaces a file as a whole.
///
/// # Errors
///
/// When the file cannot be written or moved; the old one is then unchanged.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = Replacement::begin(path)?;
    file.write_all(bytes.as_ref())?;
    file.finish()
}

/// Writes a file that must not exist.
///
/// # Errors
///
/// When something has that name, or the file cannot be written; it does not exist then.
pub fn create(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = Replacement::begin_new(path)?;
    file.write_all(bytes.as_ref())?;
    file.finish()
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
