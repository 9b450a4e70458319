//! Who may import whom. The layers are told in `src/lib.rs`.

#[path = "common/sources.rs"]
mod sources;

use std::fs;
use std::path::Path;

use sources::sources;

/// A layer and what it may import of ours.
const LAYERS: [(&str, &[&str]); 7] = [
    ("random.rs", &[]),
    ("hashing.rs", &[]),
    ("verify", &[]),
    ("game", &["game", "hashing", "random"]),
    ("search", &["search", "game", "hashing", "random"]),
    ("protocol", &["protocol", "game"]),
    ("engine", &["engine", "protocol", "search", "game", "random"]),
];

/// The modules of the crate that a source names: `crate::NAME`.
fn imports(source: &str) -> Vec<String> {
    let name = |rest: &str| {
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    source.split("crate::").skip(1).map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_layer_imports_only_what_is_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for (layer, allowed) in LAYERS {
        for path in sources(&root.join(layer)) {
            let source = fs::read_to_string(&path).expect("a source");
            // Tests may look around.
            let code = source.split("#[cfg(test)]").next().unwrap_or("");
            // Forms that the search for imports below would not see.
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
fn every_part_of_the_library_is_a_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(root).expect("the sources") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name");
        let known = LAYERS.iter().any(|(layer, _)| *layer == name);
        assert!(
            known || ["main.rs", "cli", "lib.rs"].contains(&name.as_str()),
            "{name} is no layer"
        );
    }
}

/// The checker of proofs shares nothing with the prover: it names neither our
/// modules nor a library, only the standard one and its own parts.
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

/// The runner speaks the protocol; it never reaches into a search.
#[test]
fn the_runner_never_names_a_search() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tournament/src");
    for path in sources(&root) {
        let source = fs::read_to_string(&path).expect("a source");
        assert!(!source.contains("noughts::search"), "{}", path.display());
        let engine = source.matches("noughts::engine").count();
        let serves = path.ends_with("builtin.rs");
        assert!(engine == 0 || serves, "{} names the engine", path.display());
    }
}
