//! What the runner says of engines that do not start, answer or fit.

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

#[cfg(unix)]
use super::refused_in;
use super::{text, tournament};

use crate::support;

#[test]
fn a_dead_engine_is_reported_with_its_errors_and_advice() {
    let mock = support::mock_path().display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("cmd={mock}");
    let engines = ["--engine", &engine, "args='exit-at-start'", "name=dead", "--engine", "name=B"];
    let args = [&["run", "--each", "nodes=1"], &engines[..]].concat();
    let output = tournament(folder.path(), &args);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{errors}");
    assert!(errors.contains("engine \"dead\" cannot be started: died: engine ended"), "{errors}");
    let line = errors.lines().find_map(|line| line.split_once("what it answers: ")).unwrap().1;
    let words = shlex::split(line).unwrap();
    assert_eq!(words[1..4], ["check", "--step", "handshake"].map(str::to_string));
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    assert_eq!(tournament(folder.path(), &words).status.code(), Some(7), "{words:?}");
}

/// The engine sleeps for longer than the test lasts; only the runner's own
/// deadlines end it.
#[cfg(unix)]
#[test]
fn a_silent_engine_is_waited_for_once_and_by_name() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::{BufRead, BufReader, Read};
    use std::os::unix::fs::PermissionsExt;
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("silent");
    fs::write(&path, "#!/bin/sh\nexec sleep 1000\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let args = ["run", "--each", "nodes=1", "--engine", "cmd=./silent", "--engine", "name=B"];
    let start = |startup: &str| {
        let deadlines = ["--deadlines", startup];
        Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
            .current_dir(folder.path())
            .args(args)
            .args(deadlines)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let output = start("startup=0.5").wait_with_output().unwrap();
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{errors}");
    assert!(errors.contains("no \"ugiok\" or \"readyok\" within 500 ms"), "{errors}");
    let mut child = start("startup=900");
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    assert_eq!(line, "waiting for the engine \"silent\", which has 900 seconds to answer\n");
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{rest}");
    assert_eq!(
        (rest.as_str(), text(&output.stdout)),
        ("stopped before the end of the first game\n", String::new())
    );
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_start_is_explained() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("eng");
    let run = "run --each nodes=1 --engine name=b --engine cmd=";
    fs::write(&path, "#!/no/such/pyhton3\n").unwrap();
    let errors = refused_in(folder.path(), &format!("{run}./eng"));
    assert!(errors.contains("permit it to run: chmod +x "), "{errors}");
    let check = tournament(folder.path(), &["check", "./eng"]);
    assert!(text(&check.stderr).contains("chmod +x ./eng"), "{}", text(&check.stderr));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let expected = "is a script for \"/no/such/pyhton3\", which does not exist";
    let errors = refused_in(folder.path(), &format!("{run}./eng"));
    assert!(errors.contains(expected), "{errors}");
    let check = tournament(folder.path(), &["check", "./eng"]);
    assert!(text(&check.stderr).contains(expected), "{}", text(&check.stderr));
    let errors = refused_in(folder.path(), &format!("{run}~/eng"));
    assert!(errors.contains("only a shell knows the folder ~; write \"/"), "{errors}");
    let errors = refused_in(folder.path(), &format!("{run}eng"));
    assert!(errors.contains("write ./eng for a program in this folder"), "{errors}");
}

#[test]
fn a_dead_engine_is_one_failure() {
    let mock = support::mock_path().display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let output = tournament(folder.path(), &["check", &mock, "exit-at-start"]);
    assert_eq!(output.status.code(), Some(7));
    let shown = text(&output.stdout);
    let with = |word: &str| shown.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!((with("FAIL"), with("skipped"), with("warning")), (1, 0, 0), "{shown}");
    assert!(shown.lines().count() < 15, "{shown}");
    assert!(shown.contains("does not complete the handshake, so nothing else"), "{shown}");
    assert!(!shown.contains("87"), "{shown}");
}

/// An engine of chess that knows only UCI.
#[cfg(unix)]
fn chess_engine(path: &Path, declares: &str) {
    use std::os::unix::fs::PermissionsExt;

    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
         uci) echo 'id name chess'; echo 'id author x'; {declares} echo uciok;;\n\
         isready) echo readyok;;\ngo) echo 'bestmove e2e4';;\nquit) exit;;\nesac; done\n"
    );
    fs::write(path, script).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn an_engine_of_another_game_does_not_play() {
    let folder = tempfile::tempdir().unwrap();
    for declares in ["echo 'option name UCI_Chess960 type check default false';", ""] {
        chess_engine(&folder.path().join("chess"), declares);
        for dialect in ["", " dialect=uci"] {
            let words = format!(
                "run --game tictactoe --each nodes=9 --engine name=a --engine cmd=./chess{dialect}"
            );
            let errors = refused_in(folder.path(), &words);
            assert!(errors.starts_with("engine \"chess\" cannot be started: "), "{errors}");
            assert!(errors.contains("option.UCI_Variant=NAME"), "{errors}");
        }
    }
}

/// The dialect of the mock engine is found; a wrapper hides UGI from it.
#[cfg(unix)]
#[test]
fn the_dialect_of_an_engine_is_found_out() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("only-uci");
    let mock = support::mock_path();
    let script = format!("#!/bin/sh\nsed -u 's/^ugi$/xyzzy/' | exec '{}' honest\n", mock.display());
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let words = "run --game tictactoe --pairs 1 --each nodes=9 --journal j --engine name=a cmd=";
    let words = format!("{words}{} args=honest --engine name=b cmd=./only-uci", mock.display());
    let words: Vec<&str> = words.split(' ').collect();
    let output = tournament(folder.path(), &words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let config = noughts_tournament::journal::read(&folder.path().join("j")).unwrap().0.config;
    let dialects: Vec<_> = config.engines.iter().map(|engine| engine.dialect).collect();
    use noughts_client::Dialect;
    assert_eq!(dialects, [Dialect::Ugi, Dialect::Uci]);
    assert!(!text(&output.stdout).contains("lost by"), "{}", text(&output.stdout));
}

/// Without `query` an engine can still play a game that the runner knows.
#[test]
fn a_missing_query_is_a_warning_if_the_game_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let mock = support::mock_path().display().to_string();
    let check = |game: &[&str]| {
        let step = ["check", "--step", "query", "--dialect", "ugi", "--patience", "4.97"];
        let args = [&step, game, &[&mock, "no-query-answer"]].concat();
        let output = tournament(folder.path(), &args);
        (output.status.code(), text(&output.stdout))
    };
    let (code, shown) = check(&["--game", "tictactoe"]);
    assert!(shown.contains("warning        query: no \"response\" within 4.97 s"), "{shown}");
    assert!(shown.contains("rule (should)"), "{shown}");
    assert_eq!(code, Some(0), "{shown}");
    let (code, shown) = check(&[]);
    assert!(shown.contains("FAIL           query: no"), "{shown}");
    assert_eq!(code, Some(7), "{shown}");
}
