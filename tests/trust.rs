//! What whoever speaks the protocol can make the engine do, and what it tells
//! its owner.

#[path = "common/sources.rs"]
mod sources;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use noughts::engine::{OptionRow, Options};
use noughts::protocol::OptionKind;
use sources::sources;

/// Everything that a line of the protocol can reach is in these layers. Files,
/// programs and connections are opened only by `src/cli`, which obeys the
/// command line. The one exception reads what the system says of its memory.
#[test]
fn nothing_that_obeys_the_protocol_opens_files_or_starts_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for layer in ["engine", "protocol", "search", "game", "random.rs"] {
        for path in sources(&root.join(layer)) {
            let source = fs::read_to_string(&path).expect("a source");
            let code = source.split("#[cfg(test)]").next().unwrap_or("");
            if path.ends_with("engine/memory.rs") {
                assert!(code.matches("fs::").count() == code.matches("fs::read_to_string").count());
                continue;
            }
            for word in ["std::fs", "std::process", "std::net", "std::os", "std::env", "File::"] {
                assert!(!code.contains(word), "{} has {word}", path.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 80, "only {seen} sources found");
}

/// The only option that takes any text takes the name of a game.
#[test]
fn no_option_takes_the_name_of_a_file() {
    for row in OptionRow::all() {
        if !matches!(row.declaration().kind, OptionKind::String { .. }) {
            continue;
        }
        assert_eq!(row.name, "Game");
        for path in ["/etc/passwd", "./tictactoe", "../Cargo.toml", "|ls", "$(ls)", "file:///"] {
            assert!(Options::default().set(row.name, Some(path)).is_err(), "{path}");
        }
    }
}

/// What the engine writes to standard output and to standard error.
fn outputs(log: Option<&str>) -> [String; 2] {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts"));
    match log {
        Some(log) => command.env("RUST_LOG", log),
        None => command.env_remove("RUST_LOG"),
    };
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut input = child.stdin.take().expect("it is a pipe");
    let lines = b"newgame tictactoe\ngo depth 9\nsetoption name Hash value x\nisready\n";
    input.write_all(lines).expect("the engine reads");
    drop(input);
    let output = child.wait_with_output().expect("it is our child");
    assert!(output.status.success());
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"))
}

#[test]
fn the_log_has_the_wire_and_the_search_and_only_standard_error_has_it() {
    let [said, logged] = outputs(None);
    assert!(said.contains("bestmove") && logged.is_empty(), "{logged}");
    let [_, wire] = outputs(Some("wire=trace"));
    for part in ["wire] < newgame tictactoe", "wire] < go depth 9", "wire] > bestmove "] {
        assert!(wire.contains(part), "{part}: {wire}");
    }
    assert!(!wire.contains("search]"), "{wire}");
    let [_, search] = outputs(Some("search=trace"));
    for part in ["search] begins: ", "depth: Some(9)", "search] ends after ", "nodes"] {
        assert!(search.contains(part), "{part}: {search}");
    }
    let [quiet, all] = outputs(Some("trace"));
    assert!(all.contains("wire] ") && all.contains("search] ") && all.contains("refused: "));
    let without_times = |text: &str| text.lines().filter(|line| !line.contains(" time ")).count();
    assert_eq!(without_times(&quiet), without_times(&said));
}
