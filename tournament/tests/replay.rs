//! `replay` ends, and ends its engine, whatever the engine does.

#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};

/// Replays a transcript with an engine that is a shell script, and returns the
/// output.
fn replay(transcript: &str, script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t"), transcript).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(folder.path())
        .args(["replay", "--wait", "1", "t", "--", "sh", "-c", script])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn an_engine_that_floods_is_left() {
    let shown = replay("0.1 > ugi\n", "while :; do echo info; done");
    assert!(shown.contains(" > ugi\n") && shown.ends_with("# the engine is still running\n"));
}

#[test]
fn an_engine_that_does_not_read_is_left() {
    let line = format!("0.1 > position moves {}\n", "a1 ".repeat(1000));
    let shown = replay(&line.repeat(100), "exec sleep 1000");
    assert_eq!(shown.matches(" > position").count(), 100);
    assert!(shown.ends_with("# the engine is still running\n"));
}

#[test]
fn an_engine_that_ends_is_reported() {
    let shown = replay("0.1 > ugi\n0.2 < ugiok\n", "read line; echo ugiok; exit 7");
    assert!(shown.contains(" < ugiok\n") && shown.contains("# the engine ended, exit status: 7"));
}
