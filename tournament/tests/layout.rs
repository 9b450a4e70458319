//! The layout of the sources: the dependences of the check, and unique names of
//! files.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library that `check` uses; it uses no others, so that it
/// could become a crate.
const CHECK_NEEDS: [&str; 5] = ["check", "engine", "stop", "text", "time"];

/// Returns the sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Returns the modules of the crate that a source names after `crate::`.
fn imports(path: &Path) -> Vec<String> {
    let source = fs::read_to_string(path).expect("a source");
    let code = source.split("#[cfg(test)]").next().unwrap_or("");
    assert!(!code.contains("crate::{"), "{}: name one module at a time", path.display());
    let name = |rest: &str| {
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    code.split("crate::").skip(1).map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn the_check_uses_few_modules() {
    let (mut inside, mut outside) = (0, 0);
    for path in sources(&root()) {
        let is_check = path.starts_with(root().join("check"));
        if path.starts_with(root().join("cli")) {
            continue;
        }
        for import in imports(&path) {
            let shown = path.display();
            if is_check {
                assert!(CHECK_NEEDS.contains(&import.as_str()), "{shown} imports crate::{import}");
                inside += 1;
            } else {
                // The formats have documents for checks, too.
                let may = path.starts_with(root().join("formats"));
                assert!(may || import != "check", "{shown} imports crate::check");
                outside += 1;
            }
        }
    }
    assert!(inside > 20 && outside > 100, "only {inside} and {outside} imports found");
}

#[test]
fn file_names_are_unique() {
    let mut known: HashMap<String, PathBuf> = HashMap::new();
    // The rules of the check are named after their subjects.
    let is_unique = |path: &PathBuf| !path.starts_with(root().join("check/rules"));
    for path in sources(&root()).into_iter().filter(is_unique) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if ["mod.rs", "lib.rs", "main.rs", "tests.rs"].contains(&name.as_str()) {
            continue;
        }
        if let Some(other) = known.insert(name, path.clone()) {
            panic!("{} and {}", other.display(), path.display());
        }
    }
    assert!(known.len() > 60, "only {} sources found", known.len());
}
