//! Trust: a client cannot reach files, programs or the network, and the log
//! goes to standard error only.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use noughts::engine::{OptionRow, Options};
use noughts::protocol::OptionKind;

use crate::common::sources::sources;

/// A line of the protocol reaches only these layers. Only `src/cli`, which runs
/// the command line, opens files. The one exception reads the memory limits of
/// the system.
#[test]
fn no_layer_of_the_protocol_opens_files_or_starts_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for layer in ["src/engine", "src/search", "crates/rules/src"] {
        for path in sources(&root.join(layer)) {
            let source = fs::read_to_string(&path).expect("a source");
            let code = source.split("#[cfg(test)]").next().unwrap_or("");
            if path.ends_with("engine/options/memory.rs") {
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

/// The only option of type `string` accepts only specs of games.
#[test]
fn no_option_accepts_a_file_name() {
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

/// Runs a session and returns standard output and standard error.
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
fn the_log_of_lines_and_searches_goes_to_standard_error() {
    let [replies, logged] = outputs(None);
    assert!(replies.contains("bestmove") && logged.is_empty(), "{logged}");
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
    assert_eq!(without_times(&quiet), without_times(&replies));
}
