//! What a run says at its end, with colours where they are wanted.

use std::fs;
use std::process::Command;

use super::{BUILTIN, refused, text, tournament};

use crate::support;

#[test]
fn a_run_says_what_it_wrote_and_what_to_do_next() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    let run = |args: &[&str]| tournament(folder.path(), &[&["run", "t.toml"], args].concat());
    let said = text(&run(&[]).stderr);
    assert!(said.contains("the games were not kept; with --journal FILE they are"), "{said}");
    let said = text(&run(&["--journal", "my j", "--records", "r.pgn"]).stderr);
    for expected in [
        "has the games; next:",
        "noughts-tournament stats 'my j'  ",
        "noughts-tournament report 'my j' --open  ",
        "records: r.pgn",
    ] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
    assert!(!said.contains('\u{1b}') && !said.contains("stopped"), "{said}");
    // The quoted command works.
    let line = said.lines().find(|line| line.contains("stats")).unwrap();
    let words =
        shlex::split(line.split("  ").find(|part| part.contains("stats")).unwrap()).unwrap();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    assert_eq!(tournament(folder.path(), &words).status.code(), Some(0), "{words:?}");
    assert_eq!(text(&run(&["--quiet"]).stderr), "");
    // The same command again has nothing left to play.
    let output = run(&["--journal", "my j", "--records", "r.pgn"]);
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert!(shown.starts_with("complete: the journal has all 4 games\n"), "{shown}");
    assert!(said.contains("nothing was played; for more games raise --pairs, or begin"), "{said}");
}

#[test]
fn a_folder_of_faults_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mock = support::mock_path();
    let file = format!(
        "game = 'tictactoe'\npairings = 1\njournal = 'j'\n[each]\nnodes = 1\ncmd = '{}'\n\
         [[engine]]\nname = 'good'\nargs = ['honest']\n[[engine]]\nname = 'bad'\nargs = ['illegal-move']\n",
        mock.display()
    );
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml"]);
    let said = text(&output.stderr);
    let is_there = folder.path().join("j.faults").is_dir();
    assert!(is_there, "{}{said}", text(&output.stdout));
    assert!(said.contains("j.faults has the transcripts of games with a fault"), "{said}");
    assert!(said.contains("noughts-tournament replay "), "{said}");
}

#[cfg(unix)]
#[test]
fn after_ctrl_c_a_run_says_how_to_go_on() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(folder.path())
        .args(["run", "t.toml", "--pairings", "1000000", "--journal", "j"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    std::io::copy(&mut lines, &mut std::io::sink()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stderr);
    assert!(said.contains("of 2000000 games; the same command plays the rest"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_says_where_it_is_and_is_opened() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let opener = bin.join("xdg-open");
    fs::write(&opener, "#!/bin/sh\necho \"$1\" > opened\n").unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    tournament(folder.path(), &["run", "t.toml", "--journal", "j"]);
    let output = tournament(folder.path(), &["report", "j"]);
    assert!(text(&output.stderr).starts_with("wrote report.html;"), "{}", text(&output.stderr));
    assert!(!folder.path().join("opened").exists());
    let path = std::env::var("PATH").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("DISPLAY", ":0")
        .args(["report", "j", "--open", "-o", "page.html"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // Without a display nothing would open it.
    let none = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    for name in none {
        command.env_remove(name);
    }
    let closed =
        command.current_dir(folder.path()).args(["report", "j", "--open"]).output().unwrap();
    let said = text(&closed.stderr);
    assert_eq!(closed.status.code(), Some(1), "{said}");
    assert!(said.starts_with("wrote report.html; there is no display"), "{said}");
    // The opener is not waited for.
    let opened = || fs::read_to_string(folder.path().join("opened")).unwrap_or_default();
    for _ in 0..500 {
        if opened().ends_with('\n') {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(opened().ends_with("page.html\n"), "{}", opened());
}

#[test]
fn a_tournament_shows_who_beat_whom() {
    let folder = tempfile::tempdir().unwrap();
    let file = BUILTIN.replace("pairings = 2", "pairings = 1") + "[[engine]]\nname = 'three'\n";
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml", "--journal", "j"]);
    let stats = tournament(folder.path(), &["stats", "j"]);
    for shown in [text(&output.stdout), text(&stats.stdout)] {
        let table: Vec<&str> =
            shown.lines().skip_while(|l| !l.contains("points against")).collect();
        assert!(table.len() > 5, "{shown}");
        // Two games with each opponent; the points of both add up to two.
        let points = |line: &str| -> Vec<f64> {
            let cells = line.split_whitespace().filter_map(|cell| cell.strip_suffix("/2"));
            cells.map(|points| points.parse().unwrap()).collect()
        };
        let all: Vec<f64> = table[2..5].iter().flat_map(|line| points(line)).collect();
        assert_eq!((all.len(), all.iter().sum::<f64>()), (6, 6.0), "{shown}");
    }
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let folder = tempfile::tempdir().unwrap();
    let shown = |args: &[&str], no_color: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command.current_dir(folder.path()).args(args).output().unwrap();
        text(&output.stdout) + &text(&output.stderr)
    };
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    for args in [&["run", "t.toml"][..], &["rnu"], &["--help"], &["run", "no.toml"]] {
        assert!(!shown(args, false).contains('\u{1b}'), "{args:?}");
        let always = [args, &["--color", "always"]].concat();
        let always = if args[0] == "rnu" { vec!["--color=always", "rnu"] } else { always };
        assert!(shown(&always, false).contains('\u{1b}'), "{args:?}");
        let never = [&["--color=never"], args].concat();
        assert!(!shown(&never, false).contains('\u{1b}'), "{args:?}");
    }
    assert!(refused("--color sometimes run").contains("always"));
}

#[test]
fn the_help_of_tune_has_no_key_that_it_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let help = |command: &str| text(&tournament(folder.path(), &[command, "--help"]).stdout);
    let (run, tune) = (help("run"), help("tune"));
    let refused = [
        "format", "seeds", "rounds", "pairings", "no-swap", "swap2", "referee", "sprt", "events",
        "records",
    ];
    for key in refused {
        assert!(run.contains(&format!("--{key} ")), "{key}");
        assert!(!tune.contains(&format!("--{key} ")), "{key}: {tune}");
    }
    assert!(tune.contains("--concurrency") && tune.contains("--report"), "{tune}");
    let run = run.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(run.contains("Those of --each are defaults of --engine only"), "{run}");
}
