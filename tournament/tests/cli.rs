//! The program as a person uses it: exit codes, journal, built-in engine.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use noughts_tournament::journal::Entry;
use noughts_tournament::record::Termination;

fn tournament(folder: &Path, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    Command::new(program).current_dir(folder).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const BUILTIN: &str = "game = 'tictactoe'\nconcurrency = 2\n[each]\nnodes = 20\n\
                       [[engine]]\nname = 'one'\noptions = { Search = 'random' }\n\
                       [[engine]]\nname = 'two'\noptions = { Search = 'uct' }\n";

#[test]
fn a_file_is_played_with_the_built_in_engine_and_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    let args = ["run", "t.toml", "--journal", "t.journal", "--pairings", "3", "--seed", "5"];
    let output = tournament(folder.path(), &args);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}{}", text(&output.stderr));
    assert!(shown.contains("6/6") && shown.contains("Elo"), "{shown}");

    let journal = fs::read_to_string(folder.path().join("t.journal")).unwrap();
    let mut entries = journal.lines().map(|line| serde_json::from_str::<Entry>(line).unwrap());
    let Some(Entry::Header(header)) = entries.next() else { panic!("no header") };
    assert_eq!((header.config.pairings, header.config.seed), (3, 5));
    let mut numbers: Vec<usize> = entries
        .map(|entry| match entry {
            Entry::Game(game) => {
                assert_eq!(game.termination, Termination::Rules);
                game.game
            }
            Entry::Header(_) => panic!("two headers"),
        })
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);

    // Another run does not write over the games of this one.
    let again = tournament(folder.path(), &args);
    assert_eq!(again.status.code(), Some(1));
    let told = text(&again.stderr);
    assert!(told.contains("t.journal") && told.contains("games of another run"), "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("t.journal")).unwrap(), journal);
}

#[test]
fn a_failed_start_does_not_block_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let file = |cmd: &str| {
        format!("journal = 'j'\npairings = 1\n{BUILTIN}cmd = '{cmd}'\n")
            + "[openings]\nlist = ['a1', 'b1']\n"
    };
    fs::write(folder.path().join("t.toml"), file("./no-such-engine")).unwrap();
    assert_ne!(tournament(folder.path(), &["run", "t.toml"]).status.code(), Some(0));
    fs::write(folder.path().join("t.toml"), file("builtin")).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml"]);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("last 1 openings are not played"), "{told}");
    let journal = fs::read_to_string(folder.path().join("j")).unwrap();
    assert_eq!(journal.lines().count(), 3);
    // What the command line says counts.
    let args = ["run", "t.toml", "--journal", "other"];
    assert_eq!(tournament(folder.path(), &args).status.code(), Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("j")).unwrap(), journal);
}

#[test]
fn mistakes_in_a_file_have_an_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), "game = 'go'\nparings = 3\n").unwrap();
    let output = tournament(folder.path(), &["run", "t.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(told.contains("t.toml:1: ") && told.contains("t.toml:2: "), "{told}");
    let output = tournament(folder.path(), &["run", "missing.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(tournament(folder.path(), &["play"]).status.code(), Some(2));
}

#[test]
fn an_engine_that_does_not_start_has_an_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let mock = support::mock_path();
    let file = format!(
        "game = 'tictactoe'\n[each]\nnodes = 1\ncmd = '{}'\n\
         [[engine]]\nname = 'good'\nargs = ['honest']\n\
         [[engine]]\nname = 'bad'\nargs = ['exit-at-start']\n",
        mock.display()
    );
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(text(&output.stderr).contains("\"bad\""));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_run_with_its_table() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(folder.path())
        .args(["run", "t.toml", "--pairings", "1000000"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    lines.read_line(&mut shown).unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    lines.read_to_string(&mut shown).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(shown.contains("Elo"), "{shown}");
}
