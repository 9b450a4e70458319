//! The program from the command line: exit codes, journal, built-in engine,
//! signals.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use noughts_tournament::journal::Entry;
use noughts_tournament::model::record::Termination;

use crate::support;

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
fn a_file_is_played_and_its_journal_resumed() {
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
        .filter_map(|entry| match entry {
            Entry::Game(game) => {
                assert_eq!(game.termination, Termination::Rules);
                Some(game.game)
            }
            Entry::Run(_) => None,
            Entry::Header(_) => panic!("two headers"),
        })
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);

    // Another run resumes the journal and has nothing left to play.
    let again = tournament(folder.path(), &args);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert!(
        text(&again.stdout).contains("complete: the journal has all 6 games"),
        "{}",
        text(&again.stdout)
    );
    assert_eq!(fs::read_to_string(folder.path().join("t.journal")).unwrap(), journal);
}

#[test]
fn a_failed_start_does_not_block_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let file = |cmd: &str| {
        format!("journal = 'j'\npairings = 1\n{BUILTIN}{cmd}\n")
            + "[openings]\nlist = ['a1', 'b1']\n"
    };
    fs::write(folder.path().join("t.toml"), {
        let mock = support::mock_path();
        file(&format!("cmd = '{}'\nargs = ['exit-at-start']", mock.display()))
    })
    .unwrap();
    assert_eq!(tournament(folder.path(), &["run", "t.toml"]).status.code(), Some(4));
    fs::write(folder.path().join("t.toml"), file("")).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml"]);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(errors.contains("the last opening is not played"), "{errors}");
    let journal = fs::read_to_string(folder.path().join("j")).unwrap();
    // A header, a run and two games.
    assert_eq!(journal.lines().count(), 4);
    // The option overrides the key.
    let args = ["run", "t.toml", "--journal", "other"];
    assert_eq!(tournament(folder.path(), &args).status.code(), Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("j")).unwrap(), journal);
}

#[test]
fn mistakes_in_a_file_exit_with_2() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), "game = 'go'\nparings = 3\n").unwrap();
    let output = tournament(folder.path(), &["run", "t.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = text(&output.stderr);
    assert!(errors.contains("t.toml:1: ") && errors.contains("t.toml:2: "), "{errors}");
    // A missing program or folder is a mistake, except with --print-config.
    let file = "game = 'go'\n[each]\nnodes = 1\ncmd = './none'\n[[engine]]\nname = 'a'\n\
                [[engine]]\nname = 'b'\n[[engine]]\nname = 'c'\ncmd = 'no-such-program'\n\
                [[engine]]\nname = 'd'\ncmd = './t.toml'\ndir = 'nowhere'\n\
                [[engine]]\nname = 'e'\ncmd = 'sh'\nenv = { PATH = '/' }\n";
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = text(&output.stderr);
    let lines: Vec<&str> = errors.lines().collect();
    let expected = [
        ":1: ",
        ":4: cmd: \"./none\" does not exist",
        ":11: cmd: \"no-such-program\" does not exist",
        ":14: cmd: \"./t.toml\" is not an executable program",
        ":15: dir: there is no folder \"nowhere\"",
        ":18: cmd: \"sh\" does not exist",
    ];
    assert_eq!(lines.len(), expected.len(), "{errors}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(&format!("t.toml{expected}")), "{errors}");
    }
    fs::write(folder.path().join("t.toml"), file.replace("go", "qubic")).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml", "--print-config"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = tournament(folder.path(), &["run", "missing.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(tournament(folder.path(), &["play"]).status.code(), Some(2));
}

#[test]
fn an_engine_that_does_not_start_exits_with_4() {
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

#[test]
fn an_unknown_option_exits_with_2() {
    let folder = tempfile::tempdir().unwrap();
    for (right, wrong) in [("Search = 'uct'", "Serach = 'uct'"), ("'uct'", "'utc'")] {
        fs::write(folder.path().join("t.toml"), BUILTIN.replace(right, wrong)).unwrap();
        let output = tournament(folder.path(), &["run", "t.toml"]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("\"two\""));
        assert_eq!(text(&output.stdout).matches("plies").count(), 0);
    }
}

#[test]
fn wrong_options_of_all_engines_are_reported_together_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = "game = 'tictactoe'\n[each]\nnodes = 20\noptions = { Nobodys = 1 }\n\
                [[engine]]\nname = 'one'\noptions = { Hash = 'banana', Seed = -1 }\n\
                [[engine]]\nname = 'two'\n[engine.options]\nSearch = 'uct'\nNope = 1\n\
                [proof]\nnodes = 1\noptions = { hash = 'pear' }\n";
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let more = ["run", "t.toml", "--engine", "name=three", "option.nobodys=2"];
    let output = tournament(folder.path(), &more);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let errors = text(&output.stderr);
    let expected = [
        "t.toml:4: engine \"one\": unknown option \"Nobodys\"",
        "t.toml:7: engine \"one\": option \"Hash\" does not accept \"banana\": a whole number",
        "t.toml:7: engine \"one\": option \"Seed\" does not accept \"-1\"",
        "t.toml:4: engine \"two\": unknown option \"Nobodys\"",
        "t.toml:12: engine \"two\": unknown option \"Nope\"",
        "--engine name=three option.nobodys=2: engine \"three\": unknown option \"nobodys\"",
        "t.toml:15: engine \"proof\": option \"hash\" does not accept \"pear\"",
    ];
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), expected.len(), "{errors}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{expected} in {errors}");
    }
    // With an engine that does not start, the options are reported too; the
    // exit code is that of the engine.
    let mock = support::mock_path().display().to_string();
    let more = ["--engine", "name=four", "args=exit-at-start", &format!("cmd={mock}")];
    let output = tournament(folder.path(), &[&["run", "t.toml"], &more[..]].concat());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(4), 0));
    let errors = text(&output.stderr);
    assert!(
        errors.contains("\"four\" cannot be started") && errors.contains("t.toml:12: "),
        "{errors}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_missing_processor_is_a_mistake() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml", "--affinity", "0,1023"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let errors = text(&output.stderr);
    assert!(
        errors.starts_with("--affinity 0,1023: affinity: there is no processor 1023;"),
        "{errors}"
    );
}

#[test]
fn numbers_in_options_have_the_ranges_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    for (name, value) in [
        ("--pairings", "9300000000000000000"),
        ("--pairings", "0"),
        ("--concurrency", "100000"),
        ("--seed", "18446744073709551615"),
    ] {
        let output = tournament(folder.path(), &["run", "t.toml", name, value]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(name), "{}", text(&output.stderr));
    }
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

#[cfg(unix)]
#[test]
fn a_second_interrupt_or_sigterm_abandons_the_games() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    for signals in [&[Signal::INT, Signal::INT][..], &[Signal::TERM], &[Signal::HUP]] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let file = format!(
            "game = 'tictactoe'\n[deadlines]\nthink = 20\n[each]\nnodes = 1\ncmd = '{}'\n\
             [[engine]]\nname = 'bad'\nargs = ['endless-info', '{}']\n\
             [[engine]]\nname = 'good'\nargs = ['honest']\n",
            support::mock_path().display(),
            log.display(),
        );
        fs::write(folder.path().join("t.toml"), file).unwrap();
        let runner = env!("CARGO_BIN_EXE_noughts-tournament");
        // Where the tests themselves run under `nohup`, SIGHUP would stay ignored.
        let mut command = if cfg!(target_os = "linux") {
            let mut command = Command::new("env");
            command.args(["--default-signal=HUP", runner]);
            command
        } else {
            Command::new(runner)
        };
        let mut child = command
            .current_dir(folder.path())
            .args(["run", "t.toml"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        support::await_note(&log, "go");
        let signalled = Instant::now();
        for (i, &signal) in signals.iter().enumerate() {
            kill_process(Pid::from_child(&child), signal).unwrap();
            if signal == Signal::INT && i == 0 {
                let mut line = String::new();
                errors.read_line(&mut line).unwrap();
                assert!(line.contains("again to stop at once"), "{line}");
            }
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        // At once, and not after the deadline of the move.
        assert!(signalled.elapsed() < Duration::from_secs(19));
        assert!(!text(&output.stdout).contains("plies"), "{}", text(&output.stdout));
        support::assert_all_gone(&log);
    }
}

/// As by Ctrl-Z and `fg`: the engine waits meanwhile, and its clock stands still.
#[cfg(unix)]
#[test]
fn a_stop_of_the_runner_is_charged_to_nobody() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::process::Stdio;
    use std::time::Duration;

    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let file = format!(
        "game = 'tictactoe'\npairings = 1\nno_swap = true\njournal = 'j'\nevents = 'e'\n\
         [each]\nmovetime = 60000\ncmd = '{}'\n\
         [[engine]]\nname = 'waiting'\nargs = ['waits-for-a-file', '{}']\n\
         [[engine]]\nname = 'good'\nargs = ['honest']\n",
        support::mock_path().display(),
        log.display(),
    );
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(folder.path())
        .args(["run", "t.toml", "--plain"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    support::await_note(&log, "go");
    let runner = Pid::from_child(&child);
    kill_process(runner, Signal::STOP).unwrap();
    std::thread::sleep(Duration::from_millis(1000));
    kill_process(runner, Signal::CONT).unwrap();
    fs::write(folder.path().join("log.go"), "").unwrap();
    let output = child.wait_with_output().unwrap();
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("stopped for 1") && shown.contains("during game 1"), "{shown}");

    let (_, mut games) = noughts_tournament::journal::read(&folder.path().join("j")).unwrap();
    let game = games.next().unwrap().unwrap().record;
    let stopped = game.stopped.expect("the journal says so");
    let used: u64 = game.plies.iter().map(|ply| ply.us).sum();
    assert!(stopped >= 1000, "{stopped} ms");
    // The stop is part of the duration of the game, and not of the times of the plies.
    assert!(used / 1000 + stopped <= game.millis + 1, "{game:?}");
    let events = fs::read_to_string(folder.path().join("e")).unwrap();
    assert!(events.contains(r#""notice":"stopped","stopped":1"#), "{events}");
}

/// A process cannot react to `kill -9`; the guard process does.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_runner_leaves_no_engine_behind() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let mock = support::mock_path();
    let file = format!(
        "game = 'tictactoe'\nconcurrency = 2\n[each]\nnodes = 1\ncmd = '{}'\n\
         [[engine]]\nname = 'thinks'\nargs = ['hang-on-go', 'log']\n\
         [[engine]]\nname = 'parent'\nargs = ['child', 'log']\n",
        mock.display()
    );
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let run = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
        let command = command.current_dir(folder.path()).args(["run", "t.toml"]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    // Kill the runner while engines start, then while they search.
    for millis in [1, 2, 3, 4, 6, 8, 12, 16, 24] {
        let mut child = run();
        std::thread::sleep(std::time::Duration::from_millis(millis));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let log = folder.path().join("log");
    let before = support::noted(&log, "go").len();
    let mut child = run();
    while support::noted(&log, "go").len() == before {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    support::assert_all_gone(&log);
}

/// Under `nohup` a run goes on when its terminal is closed. That SIGHUP ends other runs is
/// not tested: a test may itself run under `nohup`.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_hangup_stays_ignored() {
    use std::process::Stdio;

    for (trap, signal, code) in [("trap '' HUP; ", "-HUP", 0), ("", "-TERM", 3)] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let runner = env!("CARGO_BIN_EXE_noughts-tournament");
        let mock = support::mock_path();
        let engine = format!("cmd={} args='log {}'", mock.display(), log.display());
        let script = format!(
            "{trap}exec {runner} run --game tictactoe --pairs 200 --each nodes=1 {engine} \
             --engine name=one --engine name=two"
        );
        let mut command = Command::new("sh");
        let command = command.args(["-c", &script]).current_dir(folder.path());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        support::await_note(&log, "go");
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_check_leaves_no_engine_behind() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut child = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .args(["check", "--dialect", "ugi"])
        .arg(support::mock_path())
        .arg("hang-on-go")
        .arg(&log)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    support::await_note(&log, "go");
    child.kill().unwrap();
    child.wait().unwrap();
    support::assert_all_gone(&log);
}
