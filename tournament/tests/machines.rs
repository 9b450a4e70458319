//! One tournament on several machines: what may differ, shares of any size,
//! more games later, and programs that are not the same.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use noughts_tournament::journal::{Journals, Run};
use noughts_tournament::model::record::GameRecord;

use crate::support;
use crate::support::timeless;

fn noughts(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    command.current_dir(folder).args(args).stdin(Stdio::null()).output().unwrap()
}

/// Runs the program, which must end with this code; returns its standard error.
fn ends(folder: &Path, code: i32, args: &[&str]) -> String {
    let output = noughts(folder, args);
    let errors = String::from_utf8(output.stderr).unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}\n{shown}");
    errors
}

/// Makes a folder with a tournament of two engines; `keys` are keys outside of
/// tables, `each` are keys of both engines.
fn tournament(keys: &str, each: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_path_buf();
    write(&path, keys, each, &support::example("instant-engine"));
    (folder, path)
}

fn write(folder: &Path, keys: &str, each: &str, engine: &Path) {
    let file = format!(
        "game = 'tictactoe'\nseed = 11\n{keys}\n[each]\ncmd = '{}'\n{each}\n\
         [[engine]]\nname = 'one'\n[[engine]]\nname = 'two'\n",
        engine.display()
    );
    fs::write(folder.join("t.toml"), file).unwrap();
}

/// Reads journals: their runs, and their games sorted by number without the
/// values that differ between machines.
fn read(folder: &Path, journals: &[&str]) -> (Vec<Run>, Vec<GameRecord>) {
    let paths: Vec<PathBuf> = journals.iter().map(|journal| folder.join(journal)).collect();
    let mut journals = Journals::open(&paths).unwrap();
    let mut games = Vec::new();
    journals.read_all(|found| games.push(found.record)).unwrap();
    games.sort_by_key(|game| game.game);
    games.iter_mut().for_each(timeless);
    (journals.runs().to_vec(), games)
}

#[test]
fn machines_may_differ_in_how_games_are_played_there() {
    let (_keep, folder) = tournament("pairings = 6", "nodes = 1\nlocal = ['Seed']");
    ends(&folder, 0, &["run", "t.toml", "--shard", "1/2", "--journal", "1"]);
    // Another path, folder, environment, margins, deadlines and concurrency.
    let other = folder.join("engine of the other machine");
    fs::copy(support::example("instant-engine"), &other).unwrap();
    fs::create_dir(folder.join("work")).unwrap();
    let keys = "pairings = 6\nmargin = 3\nconcurrency = 2\naffinity = true\nscale = 1.5";
    let each =
        "nodes = 1\ndir = 'work'\nenv = { X = '1' }\nmargin = 2\nscale = 2\nlocal = ['Seed']";
    write(&folder, keys, each, &other);
    ends(
        &folder,
        0,
        &["run", "t.toml", "--shard", "2/2", "--journal", "2", "--deadlines", "ready=9"],
    );
    ends(&folder, 0, &["merge", "1", "2", "-o", "both"]);
    ends(&folder, 0, &["stats", "1", "2"]);
    let (runs, games) = read(&folder, &["both"]);
    assert_eq!(games.len(), 12);
    assert_eq!(runs.iter().map(|run| run.scale).collect::<Vec<_>>(), [1.0, 1.5]);
    // Either machine goes on with the journal of the other one.
    ends(&folder, 0, &["run", "t.toml", "--journal", "both"]);
    // What decides the games must agree.
    let errors = ends(
        &folder,
        2,
        &["run", "t.toml", "--shard", "1/2", "--journal", "1", "--each", "nodes=2"],
    );
    assert!(errors.contains("nodes of engine \"one\" is 1 in the journal but 2"), "{errors}");
    let errors = ends(
        &folder,
        2,
        &["run", "t.toml", "--shard", "1/2", "--journal", "1", "--each", "args=x"],
    );
    assert!(errors.contains("args[0] of engine \"one\""), "{errors}");
    ends(
        &folder,
        0,
        &["run", "t.toml", "--shard", "1/2", "--journal", "1", "--each", "args=x", "local=args"],
    );
}

#[test]
fn a_run_says_where_and_with_what_it_was_played() {
    let (_keep, folder) = tournament("pairings = 1", "nodes = 1");
    ends(&folder, 0, &["run", "t.toml", "--journal", "j", "--engine", "name=own", "cmd=builtin"]);
    let (runs, _) = read(&folder, &["j"]);
    let [run] = &runs[..] else { panic!("{runs:?}") };
    assert_eq!(run.version, env!("CARGO_PKG_VERSION"));
    assert!(run.started > 0 && run.machine.processors > 0 && !run.machine.host.is_empty());
    let engines: Vec<&str> = run.programs.iter().map(|program| program.engine.as_str()).collect();
    assert_eq!(engines, ["one", "two", "own"]);
    let engine = support::example("instant-engine");
    let [file] = &run.programs[0].files[..] else { panic!("{runs:?}") };
    assert_eq!(file.bytes, fs::metadata(&engine).unwrap().len());
    assert_eq!(file.file, engine);
    assert!(run.programs[2].id.starts_with("noughts "), "{}", run.programs[2].id);
    // A finished tournament is not run again.
    ends(&folder, 0, &["run", "t.toml", "--journal", "j", "--engine", "name=own", "cmd=builtin"]);
    assert_eq!(read(&folder, &["j"]).0.len(), 1);
}

#[cfg(unix)]
#[test]
fn a_program_replaced_during_a_run_is_named_with_its_first_game() {
    use std::os::unix::fs::PermissionsExt;

    for (more, code, journal) in
        [("", 0, Some("j")), ("--strict", 8, Some("k")), ("--strict", 8, None)]
    {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let script = |name: &str, text: String| {
            let path = folder.join(name);
            fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            path
        };
        let engine = support::example("instant-engine");
        let replaced = script("replaced", format!("exec {} # new", engine.display()));
        // The engine replaces itself as its fourth start begins.
        let count = folder.join("starts");
        let start = format!(
            "echo >> {count}; [ $(wc -l < {count}) = 4 ] && cp {new} {own}.n && mv {own}.n {own}\n\
             exec {engine}",
            count = count.display(),
            new = replaced.display(),
            own = folder.join("own").display(),
            engine = engine.display()
        );
        script("own", start);
        let journal_words = journal.map_or(String::new(), |name| format!("--journal {name}"));
        let args = format!(
            "run --game tictactoe --engine name=one cmd=./own restart=true --engine name=two \
             option.Search=random --each nodes=1 --pairs 4 {journal_words} {more}"
        );
        let args: Vec<&str> = args.split_whitespace().collect();
        let output = noughts(folder, &args);
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        assert_eq!(output.status.code(), Some(code), "{text}");
        // The dialect is detected by a start of its own, and game 1 has the second.
        assert!(text.contains("engine \"one\" is not the same program in all games"), "{text}");
        assert!(text.contains("from game 3 on"), "{text}");
        let Some(journal) = journal else { continue };
        let lines = fs::read_to_string(folder.join(journal)).unwrap();
        let runs = lines.lines().filter(|line| line.starts_with("{\"type\":\"run\""));
        assert_eq!(runs.count(), 2, "{lines}");
        assert!(ends(folder, 8, &["stats", "--strict", journal]).contains("from game 3 on"));
        ends(folder, 0, &["audit", journal]);
    }
}

#[test]
fn another_program_under_the_same_name_is_reported() {
    let (_keep, folder) = tournament("pairings = 2", "nodes = 1");
    ends(&folder, 0, &["run", "t.toml", "--shard", "1/2", "--journal", "1"]);
    let changed = folder.join("changed");
    let mut bytes = fs::read(support::example("instant-engine")).unwrap();
    // Bytes after the end of a program do not matter to the system.
    bytes.push(0);
    fs::copy(support::example("instant-engine"), &changed).unwrap();
    fs::write(&changed, bytes).unwrap();
    write(&folder, "pairings = 2", "nodes = 1", &changed);
    ends(&folder, 0, &["run", "t.toml", "--shard", "2/2", "--journal", "2"]);
    let note = "engine \"one\" is not the same program in all games";
    for args in
        [&["stats", "1", "2"][..], &["merge", "1", "2", "-o", "both"], &["report", "1", "2"]]
    {
        let errors = ends(&folder, 0, args);
        assert!(errors.contains(&format!("note: {note}")), "{args:?}: {errors}");
    }
    for args in
        [&["stats", "--strict", "1", "2"][..], &["merge", "--strict", "1", "2", "-o", "strict"]]
    {
        let errors = ends(&folder, 8, args);
        assert!(errors.contains(note), "{args:?}: {errors}");
    }
    assert!(!folder.join("strict").exists());
    assert!(!ends(&folder, 0, &["stats", "--strict", "1"]).contains(note));
    // The same when a journal is continued.
    ends(
        &folder,
        8,
        &["run", "t.toml", "--journal", "1", "--shard", "1/2", "--pairs", "3", "--strict"],
    );
    let output =
        noughts(&folder, &["run", "t.toml", "--journal", "1", "--shard", "1/2", "--pairs", "3"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains(note));
    // And when nothing is left to play: the results are not those of the new
    // program.
    let (_keep, folder) = tournament("pairings = 1", "nodes = 1");
    ends(&folder, 0, &["run", "t.toml", "--journal", "1"]);
    ends(&folder, 0, &["run", "t.toml", "--journal", "1", "--strict"]);
    fs::copy(support::example("instant-engine"), folder.join("changed")).unwrap();
    let bytes = [&fs::read(support::example("instant-engine")).unwrap()[..], b"\0"].concat();
    fs::write(folder.join("changed"), bytes).unwrap();
    write(&folder, "pairings = 1", "nodes = 1", &folder.join("changed"));
    let errors = ends(&folder, 8, &["run", "t.toml", "--journal", "1", "--strict"]);
    assert!(errors.contains(note), "{errors}");
    ends(&folder, 0, &["run", "t.toml", "--journal", "1"]);
}

#[test]
fn a_tournament_goes_on_with_more_pairings() {
    let (_keep, folder) = tournament("pairings = 2", "nodes = 1");
    ends(&folder, 0, &["run", "t.toml", "--journal", "j"]);
    fs::copy(folder.join("j"), folder.join("short")).unwrap();
    ends(&folder, 0, &["run", "t.toml", "--journal", "j", "--pairs", "5"]);
    ends(&folder, 0, &["run", "t.toml", "--journal", "whole", "--pairs", "5"]);
    let (runs, games) = read(&folder, &["j"]);
    assert_eq!(runs.iter().map(|run| run.pairings).collect::<Vec<_>>(), [2, 5]);
    assert_eq!(games, read(&folder, &["whole"]).1);
    // Merging keeps the greater number, whichever journal comes first.
    ends(&folder, 0, &["merge", "short", "j", "-o", "both"]);
    assert_eq!(read(&folder, &["both"]).1.len(), 10);
    let errors = ends(&folder, 2, &["run", "t.toml", "--journal", "j", "--pairs", "4"]);
    assert!(errors.contains("a run with 5 pairings, but this one has 4"), "{errors}");
    // Fewer pairings are a mistake, and so are more in a knockout, whose
    // matches would be longer.
    let errors = ends(&folder, 2, &["run", "t.toml", "--journal", "whole"]);
    assert!(errors.contains("pairings is 5 in the journal but 2"), "{errors}");
    let knockout = ["run", "t.toml", "--format", "knockout", "--journal", "k"];
    ends(&folder, 0, &knockout);
    ends(&folder, 2, &[&knockout[..], &["--pairs", "5"]].concat());
}

#[test]
fn a_verdict_stays_when_pairings_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = "game = 'tictactoe'\npairings = 200\nsprt = { elo0 = 0, elo1 = 100 }\n[[engine]]\n\
                name = 'strong'\nnodes = 300\n[[engine]]\nname = 'weak'\nnodes = 1\n\
                options = { Search = 'random' }\n";
    fs::write(folder.join("t.toml"), file).unwrap();
    let code = noughts(folder, &["run", "t.toml", "--journal", "j"]).status.code();
    assert_eq!(code, Some(5));
    let games = read(folder, &["j"]).1.len();
    assert!(games < 400);
    let again = noughts(folder, &["run", "t.toml", "--journal", "j", "--pairs", "300"]);
    assert_eq!(again.status.code(), code);
    assert_eq!(read(folder, &["j"]).1.len(), games);
}

#[test]
fn the_missing_games_of_a_journal_are_divided_again() {
    let (_keep, folder) = tournament("pairings = 30", "nodes = 1");
    ends(&folder, 0, &["run", "t.toml", "--journal", "whole"]);
    // Two of seven shares, one of which lost half a pairing.
    ends(&folder, 0, &["run", "t.toml", "--shard", "2/7", "--journal", "a"]);
    ends(&folder, 0, &["run", "t.toml", "--shard", "5/7", "--journal", "b"]);
    let text = fs::read_to_string(folder.join("b")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(folder.join("b"), lines[..lines.len() - 1].concat()).unwrap();
    let parts = ["0/3", "1/3", "2/3"].map(|shard| {
        let journal = format!("part {}", &shard[..1]);
        let args = ["run", "t.toml", "--shard", shard, "--shards-from", "0", "--journal", &journal];
        let args = [&args[..], &["--without", "a", "--without", "b"]].concat();
        ends(&folder, 0, &args);
        // Going on with a finished share plays nothing.
        let before = fs::read(folder.join(&journal)).unwrap();
        ends(&folder, 0, &args);
        assert_eq!(fs::read(folder.join(&journal)).unwrap(), before);
        journal
    });
    let sizes = parts.each_ref().map(|part| read(&folder, &[part]).1.len());
    assert!(sizes.iter().all(|&size| (13..=16).contains(&size)), "{sizes:?}");
    let [x, y, z] = &parts;
    ends(&folder, 0, &["merge", "a", "b", x, y, z, "-o", "merged"]);
    assert_eq!(read(&folder, &["merged"]).1, read(&folder, &["whole"]).1);
    // Without a share one machine plays the whole rest.
    ends(&folder, 0, &["run", "t.toml", "--without", "a", "--without", "b", "--journal", "rest"]);
    assert_eq!(read(&folder, &["rest"]).1, read(&folder, &parts.each_ref().map(|p| &**p)).1);
    // Nothing is left to divide.
    ends(
        &folder,
        0,
        &["run", "t.toml", "--shard", "1/2", "--without", "merged", "--journal", "none"],
    );
    assert!(read(&folder, &["none"]).1.is_empty());
    // More pairings are missing, too.
    let more = ["--pairs", "32", "--without", "merged", "--journal", "more"];
    ends(&folder, 0, &[&["run", "t.toml"], &more[..]].concat());
    assert_eq!(read(&folder, &["more"]).1.len(), 4);
    let errors = ends(
        &folder,
        2,
        &["run", "t.toml", "--shard", "1/2", "--without", "merged", "--seed", "12"],
    );
    assert!(errors.contains("seed is 11 there but 12 here"), "{errors}");
}

#[test]
fn more_shares_than_pairings_leave_some_empty() {
    let (_keep, folder) = tournament("pairings = 2", "nodes = 1");
    let journals = ["1", "2", "3"].map(|k| {
        ends(&folder, 0, &["run", "t.toml", "--shard", &format!("{k}/3"), "--journal", k]);
        k
    });
    assert_eq!(read(&folder, &journals).1.len(), 4);
    let errors = ends(&folder, 2, &["run", "t.toml", "--shard", "3/3", "--shards-from", "0"]);
    assert!(
        errors.contains("\"3/3\" is not a share; write K/N with K from 0 to N - 1"),
        "{errors}"
    );
}

#[test]
fn a_share_of_a_knockout_is_refused_with_advice() {
    let (_keep, folder) = tournament("format = 'swiss'", "nodes = 1");
    let errors = ends(&folder, 2, &["run", "t.toml", "--shard", "1/2"]);
    assert!(errors.contains("play it on one machine, with --concurrency"), "{errors}");
}

#[test]
fn times_are_fitted_to_the_speed_of_the_machine() {
    let output = noughts(Path::new("."), &["speed"]);
    assert_eq!(output.status.code(), Some(0));
    let speed: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
    assert!(speed > 0.0);
    let (_keep, folder) = tournament("pairings = 1\nscale = 'auto'", "movetime = 10");
    let errors = ends(&folder, 2, &["run", "t.toml"]);
    assert!(errors.contains("scale: auto needs"), "{errors}");
    // A reference a hundred times as fast as this machine: the factor is about
    // a hundred, whatever else the machine does.
    let reference = format!("{}", (speed * 100.0).round());
    let args = ["run", "t.toml", "--journal", "j", "--reference", &reference];
    let errors = ends(&folder, 0, &args);
    assert!(errors.contains("times are multiplied by"), "{errors}");
    let (runs, _) = read(&folder, &["j"]);
    let measured = runs[0].speed.as_ref().unwrap();
    assert_eq!(measured.calculation, "random-plies-1");
    let factor = speed * 100.0 / measured.measured;
    assert!((runs[0].scale / factor - 1.0).abs() < 0.01, "{runs:?}");
    // The journal has the times of the configuration.
    let text = fs::read_to_string(folder.join("j")).unwrap();
    assert!(text.lines().next().unwrap().contains(r#""movetime":10"#));
}

#[test]
fn the_times_that_engines_receive_are_scaled() {
    let (_keep, folder) = tournament(
        "pairings = 1\nscale = 3\nkeep_all = true\ntranscripts = 'wire'",
        "movetime = 10",
    );
    ends(&folder, 0, &["run", "t.toml", "--journal", "j", "--each", "scale=0.5"]);
    let transcripts = fs::read_dir(folder.join("wire")).unwrap();
    let text: String =
        transcripts.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    assert!(text.contains("go movetime 15"), "{text}");
}

#[test]
fn a_strict_run_ends_at_the_first_fault() {
    let (_keep, folder) = tournament("pairings = 30", "nodes = 1");
    let mock = support::example("mock-engine");
    let cmd = format!("cmd={}", mock.display());
    let faulty = ["--engine", "name=faulty", &cmd, "args=illegal-move"];
    let base = ["run", "t.toml", "--format", "gauntlet", "--journal"];
    let errors = ends(&folder, 4, &[&base[..], &["s", "--strict"], &faulty].concat());
    assert!(errors.contains("faulty lost by illegal-move"), "{errors}");
    let played = read(&folder, &["s"]).1.len();
    assert!(played < 60);
    // A second attempt does not hide the first.
    let errors = ends(&folder, 4, &[&base[..], &["s", "--strict"], &faulty].concat());
    assert!(errors.contains("faulty lost by illegal-move"), "{errors}");
    assert_eq!(read(&folder, &["s"]).1.len(), played);
    // Without it the run goes on, but an engine that lost all of its games by
    // faults has not been tested.
    let errors = ends(&folder, 4, &[&base[..], &["l"], &faulty].concat());
    assert!(errors.contains("every game of engine \"faulty\" ended by a fault"), "{errors}");
    assert_eq!(read(&folder, &["l"]).1.len(), 120);
}

#[test]
fn a_locked_journal_is_waited_for() {
    let (_keep, folder) = tournament("pairings = 1000000", "nodes = 1");
    let args = ["run", "t.toml", "--quiet", "--journal", "j"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    let mut first = command.current_dir(&folder).args(args).stdout(Stdio::null()).spawn().unwrap();
    while !fs::read_to_string(folder.join("j")).is_ok_and(|text| text.contains("\"game\":1,")) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // Too short a wait, and one that lasts until the other runner is gone.
    let errors = ends(&folder, 2, &[&args[..], &["--wait-for-lock", "1"]].concat());
    assert!(errors.contains("waiting for it up to 1 s"), "{errors}");
    assert!(errors.contains("another runner is writing it"), "{errors}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    let waits = [&args[..], &["--wait-for-lock", "600", "--pairs", "1000001"]].concat();
    let second = command.current_dir(&folder).args(waits).stdout(Stdio::null());
    let mut second = second.stderr(Stdio::piped()).spawn().unwrap();
    let mut said = std::io::BufReader::new(second.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut said, &mut line).unwrap();
    assert!(line.contains("waiting for it up to 600 s"), "{line}");
    first.kill().unwrap();
    first.wait().unwrap();
    while read(&folder, &["j"]).0.len() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    second.kill().unwrap();
    second.wait().unwrap();
}

#[test]
fn blocks_are_consecutive_pairings() {
    let (_keep, folder) = tournament("pairings = 10", "nodes = 1");
    let journals = ["0", "1", "2"].map(|k| {
        let shard = format!("{k}/3");
        let args = ["run", "t.toml", "--shards-from", "0", "--blocks", "--journal", k, "--shard"];
        ends(&folder, 0, &[&args[..], &[&shard]].concat());
        // More pairings do not move the games of a block that was begun.
        ends(&folder, 0, &[&args[..], &[&shard, "--pairs", "20"]].concat());
        k
    });
    let pairings = |journal| -> Vec<usize> {
        read(&folder, &[journal]).1.iter().step_by(2).map(|game| game.pairing).collect()
    };
    assert_eq!(journals.map(pairings), [vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 9, 10]]);
}

#[test]
fn a_crowded_machine_is_noted() {
    let (_keep, folder) = tournament("pairings = 1\nconcurrency = 1000", "movetime = 1");
    let errors = ends(&folder, 0, &["run", "t.toml"]);
    assert!(errors.contains("1000 games at a time with 1 thread each need 1000"), "{errors}");
    // Two games on one processor, however many there are.
    let (_keep, folder) =
        tournament("pairings = 1\nconcurrency = 2\naffinity = [0]", "movetime = 1");
    let errors = ends(&folder, 0, &["run", "t.toml"]);
    assert!(errors.contains("each need 2 processors, but they may use 1"), "{errors}");
    // Without a clock nothing is unfair.
    let (_keep, folder) = tournament("pairings = 1\nconcurrency = 1000", "nodes = 1");
    assert!(!ends(&folder, 0, &["run", "t.toml"]).contains("processors"));
    // The engine of [proof] has a time for each position.
    let errors = ends(&folder, 0, &["run", "t.toml", "--proof", "movetime=1"]);
    assert!(errors.contains("each need 1000 processors"), "{errors}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_gets_as_many_processors_as_its_engines_have_threads() {
    let (_keep, folder) = tournament("pairings = 1\naffinity = true", "nodes = 1");
    let script = folder.join("engine");
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    let text = format!("#!/bin/sh\nnproc >>nproc.txt\nexec '{program}' engine\n");
    fs::write(&script, text).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&script, mode).unwrap();
    let all = std::thread::available_parallelism().unwrap().get();
    for (threads, expected) in [("1", 1), ("2", 2.min(all))] {
        write(&folder, "pairings = 1\naffinity = true", "nodes = 1\ndialect = 'ugi'", &script);
        let option = format!("option.Threads={threads}");
        ends(&folder, 0, &["run", "t.toml", "--each", &option]);
        let seen = fs::read_to_string(folder.join("nproc.txt")).unwrap();
        assert!(seen.lines().all(|line| line == expected.to_string()), "{threads}: {seen}");
        fs::remove_file(folder.join("nproc.txt")).unwrap();
    }
}
