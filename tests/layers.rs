//! The allowed imports between the layers, which `src/lib.rs` lists.

use std::fs;
use std::path::Path;

use crate::common::sources::sources;

/// The layers of a crate, and the modules of the crate that each may import.
type Layers = &'static [(&'static str, &'static [&'static str])];

/// The folders of sources with their layers.
const CRATES: [(&str, Layers); 2] = [
    (
        "crates/rules/src",
        &[
            ("random.rs", &[]),
            ("hashing.rs", &[]),
            ("game", &["game", "hashing", "random"]),
            ("protocol", &["protocol", "game"]),
            ("pgn", &["pgn", "protocol", "game"]),
        ],
    ),
    (
        "src",
        &[
            ("files.rs", &[]),
            ("instant.rs", &[]),
            ("verify", &[]),
            ("search", &["search", "game", "hashing", "instant", "random"]),
            ("engine", &["engine", "protocol", "search", "game", "instant", "random"]),
        ],
    ),
];

/// Returns the modules of the crate that a source names: `crate::NAME`.
fn imports(source: &str) -> Vec<String> {
    let name = |rest: &str| {
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    source.split("crate::").skip(1).map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_layer_imports_only_what_is_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    let layers = CRATES.iter().flat_map(|(folder, layers)| layers.iter().map(move |l| (folder, l)));
    for (folder, (layer, allowed)) in layers {
        for path in sources(&root.join(folder).join(layer)) {
            let source = fs::read_to_string(&path).expect("a source");
            // Tests may import anything.
            let code = source.split("#[cfg(test)]").next().unwrap_or("");
            // Forms that `imports` does not detect.
            for hidden in ["crate::{", "super::super::super"] {
                assert!(!code.contains(hidden), "{} has {hidden}", path.display());
            }
            for import in imports(code) {
                let shown = path.display();
                assert!(allowed.contains(&import.as_str()), "{shown} imports crate::{import}");
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "only {seen} imports found");
}

#[test]
fn every_part_of_the_libraries_is_a_layer() {
    for (folder, layers) in CRATES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in fs::read_dir(folder).expect("the sources") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name");
            let known = layers.iter().any(|(layer, _)| *layer == name);
            assert!(
                known || ["main.rs", "cli", "lib.rs"].contains(&name.as_str()),
                "{name} is not a layer"
            );
        }
    }
}

/// The checker shares no code with the prover: it uses only the standard
/// library and its own modules.
#[test]
fn the_checker_uses_nothing_but_the_standard_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/verify");
    let parts = ["board", "forced", "geometry", "text"];
    let mut seen = 0;
    for path in sources(&root) {
        let source = fs::read_to_string(&path).expect("a source");
        let shown = path.display();
        for forbidden in ["crate::", "noughts::", "super::super", "extern crate", "include"] {
            assert!(!source.contains(forbidden), "{shown} has {forbidden}");
        }
        for line in source.lines().map(str::trim_start) {
            let line = line.strip_prefix("pub ").unwrap_or(line);
            if let Some(used) = line.strip_prefix("use ") {
                let first = used.split([':', ';']).next().unwrap_or(used);
                let own = ["std", "super"].contains(&first) || parts.contains(&first);
                assert!(own, "{shown} uses {used}");
                seen += 1;
            }
        }
    }
    assert!(seen > 8, "only {seen} uses found");
}

/// The runner uses the protocol only.
#[test]
fn the_runner_never_uses_a_search_directly() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tournament/src");
    for path in sources(&root) {
        let source = fs::read_to_string(&path).expect("a source");
        assert!(!source.contains("noughts::search"), "{}", path.display());
        let engine = source.matches("noughts::engine").count();
        let serves = path.ends_with("builtin.rs");
        // Mistyped options of the built-in engine are found before it starts.
        let rows = source.matches("noughts::engine::OptionRow").count();
        assert!(serves || engine == rows, "{} names the engine", path.display());
    }
}
