//! The source files of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns all Rust sources in a folder, or the file itself if it is one.
pub(crate) fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        return if is_source { vec![path.to_path_buf()] } else { Vec::new() };
    }
    let entries = fs::read_dir(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    entries.flat_map(|entry| sources(&entry.expect("an entry").path())).collect()
}
