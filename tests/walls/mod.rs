//! The walls of the house: which room of a crate imports which, at every level of folders.
//!
//! A room is a file or a folder; the file `mod.rs`, the face of a folder, is one of its
//! rooms. Between crates the compiler holds the walls.

mod house;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::sources::sources;
use house::{Arrow, Crate};

/// The crates, by their folders.
const CRATES: [&str; 9] = [
    "crates/check/src",
    "crates/client/src",
    "crates/rules/src",
    "crates/terminal/src",
    "learn/src",
    "python/src",
    "src",
    "tournament/src",
    "web/src",
];

/// The rooms of a folder from the ground up; each imports only earlier ones.
const ORDERS: [(&str, &str, &[&str]); 11] = [
    (
        "crates/client/src",
        "",
        &[
            "base",
            "program",
            "config",
            "process",
            "connection",
            "options",
            "evaluation",
            "gomocup",
            "session",
            "start",
        ],
    ),
    ("crates/rules/src", "", &["random", "hashing", "game", "protocol", "pgn"]),
    (
        "src",
        "",
        &["files", "instant", "verify", "search", "values", "engine", "puzzles", "review", "cli"],
    ),
    ("crates/rules/src", "protocol", &["words", "command", "reply", "text", "uci", "gomocup"]),
    ("src", "engine", &["options", "player", "show", "input", "worker", "session", "drivers"]),
    (
        "src",
        "cli",
        &["exit", "words", "history", "console", "certificate", "advice", "arguments", "commands"],
    ),
    (
        "src",
        "cli/commands/play",
        &[
            "engine",
            "clock",
            "record",
            "analysis",
            "seat",
            "kept",
            "arguments",
            "library",
            "game_controller",
            "puzzles",
            "plain",
            "screen",
        ],
    ),
    (
        "src",
        "search",
        &[
            "budget",
            "hardware",
            "network",
            "task",
            "memory",
            "trains",
            "alphabeta",
            "tree",
            "proof",
            "players",
        ],
    ),
    (
        "tournament/src",
        "",
        &[
            "model", "files", "machine", "stats", "plan", "config", "journal", "game", "audit",
            "run", "output", "cli",
        ],
    ),
    ("tournament/src", "cli", &["common", "tables", "options", "play", "advice", "commands"]),
    ("tournament/src", "run", &["dialects", "notices", "logs", "tournament", "tune"]),
];

/// Two files that are halves of one idea and may import each other, as `CRATE: FILE, FILE`.
const HALVES: [&str; 0] = [];

/// The maximum number of rooms on a floor that has folders, and of files on one that has
/// none.
const MAX_ROOMS: usize = 12;
const MAX_FILES: usize = 16;

/// The face of a folder: its `mod.rs`, `lib.rs` or `main.rs`.
const FACE: &str = ".";

fn read(folder: &str) -> Crate {
    Crate::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

/// The room of a file in a folder; `None` if the file is elsewhere.
fn room<'a>(file: &'a str, folder: &str) -> Option<&'a str> {
    let inside =
        if folder.is_empty() { file } else { file.strip_prefix(folder)?.strip_prefix('/')? };
    let room = inside.split('/').next()?.trim_end_matches(".rs");
    Some(if ["mod", "lib", "main"].contains(&room) { FACE } else { room })
}

/// The arrows between the rooms of a folder, each with one import that makes it.
fn floor<'a>(arrows: &'a BTreeSet<Arrow>, folder: &str) -> BTreeMap<(&'a str, &'a str), &'a Arrow> {
    let between = |arrow: &'a Arrow| {
        let (from, to) = (room(&arrow.from, folder)?, room(&arrow.to, folder)?);
        (from != to).then_some(((from, to), arrow))
    };
    arrows.iter().filter_map(between).collect()
}

/// The folders of a crate; the crate itself is the empty one.
fn folders(of: &Crate) -> BTreeSet<String> {
    let parents = |file: &String| {
        let ends = file.match_indices('/').map(|(end, _)| file[..end].to_string());
        ends.collect::<Vec<_>>()
    };
    of.0.keys().flat_map(parents).chain([String::new()]).collect()
}

/// Returns an arrow of each circle between the rooms of some folder, in words.
fn circles(name: &str, of: &Crate) -> Vec<String> {
    let arrows = of.arrows();
    let mut found = Vec::new();
    for folder in folders(of) {
        let floor = floor(&arrows, &folder);
        let leads = |from: &str, to: &str| {
            let (mut seen, mut next) = (BTreeSet::from([from]), vec![from]);
            while let Some(room) = next.pop() {
                let further = floor.keys().filter(|(from, _)| *from == room).map(|(_, to)| *to);
                next.extend(further.filter(|to| seen.insert(to)));
            }
            seen.contains(to)
        };
        for (&(from, to), arrow) in &floor {
            let pair = format!("{name}: {}, {}", arrow.from, arrow.to);
            let back = format!("{name}: {}, {}", arrow.to, arrow.from);
            let are_halves = HALVES.iter().any(|halves| *halves == pair || *halves == back);
            if leads(to, from) && !are_halves {
                let Arrow { from: file, to: other, item } = arrow;
                found.push(format!(
                    "{name}/{folder}: {from} and {to} are on a circle: {file} takes {item} from {other}"
                ));
            }
        }
    }
    found
}

#[test]
fn no_rooms_import_each_other() {
    let found: Vec<String> = CRATES.iter().flat_map(|name| circles(name, &read(name))).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn rooms_import_only_what_is_below_them() {
    for (name, folder, order) in ORDERS {
        let house = read(name);
        let arrows = house.arrows();
        let place = |room: &str| {
            let place = order.iter().position(|known| *known == room);
            place.unwrap_or_else(|| panic!("{name}/{folder}: {room} has no place in the order"))
        };
        let rooms = house.0.keys().filter_map(|file| room(file, folder));
        rooms.filter(|room| *room != FACE).for_each(|room| assert!(place(room) < order.len()));
        let inside =
            floor(&arrows, folder).into_iter().filter(|((a, b), _)| ![*a, *b].contains(&FACE));
        for ((from, to), arrow) in inside {
            assert!(place(from) > place(to), "{name}/{folder}: {from} imports {to}: {arrow:?}");
        }
    }
}

#[test]
fn no_floor_is_crowded() {
    for name in CRATES {
        let house = read(name);
        for folder in folders(&house) {
            let rooms: BTreeSet<&str> =
                house.0.keys().filter_map(|file| room(file, &folder)).collect();
            let count = rooms.iter().filter(|room| ![FACE, "tests"].contains(room)).count();
            let below = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            let has_folders = house
                .0
                .keys()
                .any(|file| file.strip_prefix(&below).is_some_and(|inside| inside.contains('/')));
            let max = if has_folders { MAX_ROOMS } else { MAX_FILES };
            assert!(count <= max, "{name}/{folder} has {count} rooms: {rooms:?}");
        }
    }
}

/// A circle made on purpose is found, however it is written.
#[test]
fn a_circle_in_a_copy_is_found() {
    let house = read("tournament/src");
    assert_eq!(circles("copy", &house), Vec::<String>::new());
    for (file, import) in [
        ("model/points.rs", "use crate::stats::formulas::elo::Elo;"),
        ("model/points.rs", "use super::super::stats::formulas::elo::{Elo};"),
        ("model/points.rs", "use crate::stats::Elo as Strength;"),
        ("model/points.rs", "fn elo() { let _ = crate::stats::Elo::of; }"),
        ("files/kind.rs", "use crate::{model, journal::{self, Journals}};"),
        ("plan/seeds.rs", "use super::queue;"),
    ] {
        let mut copy = house.clone();
        let source = copy.0.get_mut(file).expect("a file of the runner");
        *source = format!("{import}\n{source}").replace("//!", "//");
        // `seeds` is a room below `queue` only if `queue` imports it.
        if file == "plan/seeds.rs" {
            let queue = copy.0.get_mut("plan/queue/mod.rs").expect("the queue");
            queue.push_str("\nuse super::seeds;\n");
        }
        let found = circles("copy", &copy);
        let is_found = found.iter().any(|circle| circle.contains(&format!("{file} takes")));
        assert!(is_found, "{import} in {file}: {found:?}");
    }
    // Tests may import anything.
    let mut copy = house.clone();
    let source = copy.0.get_mut("model/points.rs").expect("a file of the runner");
    source.push_str("\n#[cfg(test)]\nmod more { use crate::stats::Elo; }\n");
    assert_eq!(circles("copy", &copy), Vec::<String>::new());
}
/// The checker shares no code with the prover: it uses only the standard
/// library and its own modules.
#[test]
fn the_checker_uses_nothing_but_the_standard_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/verify");
    let parts = ["board", "dictionary", "forced", "geometry", "refused", "text", "zones"];
    let mut seen = 0;
    for path in sources(&root) {
        let source = fs::read_to_string(&path).expect("a source");
        let shown = path.display();
        // A `super` too many leads out of the checker.
        let inside = path.strip_prefix(&root).expect("in the folder").components().count();
        let is_head = path.file_name().is_some_and(|name| name == "mod.rs");
        let out = "super::".repeat(inside + 1 - usize::from(is_head));
        for forbidden in ["crate::", "noughts::", &out, "extern crate", "include"] {
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
        let reads_options = path.starts_with(root.join("config")) && rows == engine;
        assert!(engine == 0 || serves || reads_options, "{} names the engine", path.display());
    }
}
