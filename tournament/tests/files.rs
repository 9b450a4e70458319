//! Output of the program: files of other kinds are left unchanged, and errors
//! of standard output are reported.

#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(folder: &Path, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    command.current_dir(folder).args(args.split_whitespace()).stdin(Stdio::null());
    command
}

/// Returns the exit code and the text on standard error.
fn code_and_errors(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

const RUN: &str = "run --game tictactoe --engine name=a --engine name=b --pairs 1 \
                   --each nodes=1 option.Search=random";

/// Returns a folder with a journal, a file of events and a file of records.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let args = format!("{RUN} --journal j --events e --records r");
    let output = command(folder.path(), &args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    folder
}

#[test]
fn files_of_other_kinds_are_left_unchanged() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("letter"), "dear reader\n").unwrap();
    fs::create_dir(path.join("wire")).unwrap();
    symlink("j", path.join("link")).unwrap();
    symlink("new", path.join("link-to-new")).unwrap();
    fs::hard_link(path.join("j"), path.join("second-name")).unwrap();
    let kept = ["j", "e", "r", "letter"];
    let contents = || kept.map(|name| fs::read_to_string(path.join(name)).unwrap());
    let before = contents();
    for (args, expected) in [
        ("report j -o j", "j\" holds something other than a report"),
        ("report j -o link", "link\" holds something other"),
        ("report j -o second-name", "second-name\" holds something other"),
        ("report j -o e", "e\" holds something other"),
        ("report j -o letter", "letter\" holds something other"),
        ("report j -o nowhere/page", "nowhere/page\" cannot be written"),
        ("report letter -o page", "the file is not a journal"),
        ("report nothing -o page", "nothing: there is no such file"),
        ("merge j -o e", "e cannot be created"),
        ("merge letter -o all", "the file is not a journal"),
        ("book --game qubic --count 2 -o j", "j\" holds something other than openings"),
        ("book --game qubic --count 2 -o link", "link\" holds something other"),
        ("book --game tictactoe --plies 9", "--plies: no opening of 9"),
        ("book --game qubic --balanced 5 --engine x", "--engine: \"x\" is not KEY=VALUE"),
        ("RUN --journal new --records new", "--records new: records: the same file as journal"),
        ("RUN --journal new --events ./new", "events: the same file as journal"),
        ("RUN --journal new --events link-to-new", "events: the same file as journal"),
        ("RUN --events new --records link-to-new", "records: the same file as events"),
        ("RUN --journal j --events second-name", "events: the same file as journal"),
        ("RUN --events j", "--events j: events: "),
        ("RUN --records link", "link\" holds something other than records"),
        ("RUN --events r", "r\" holds something other than events"),
        ("RUN --records e", "e\" holds something other than records"),
        ("RUN --records letter", "letter\" holds something other than records"),
        ("RUN --journal e", "e\" holds something other than a journal"),
        ("RUN --journal letter", "letter\" holds something other than a journal"),
        ("RUN --journal nowhere/new", "nowhere/new\" cannot be written: there is no such folder"),
        ("RUN --journal wire", "wire\" cannot be written: it is a folder"),
        ("RUN --journal /dev/null", "/dev/null\" is not a regular file"),
        ("RUN --events nowhere/new", "nowhere/new\" cannot be written: there is no such folder"),
        ("RUN --events letter/new", "letter/new\" cannot be written"),
        ("RUN --transcripts letter", "letter\" is not a folder"),
        (
            "RUN --transcripts new --events new",
            "transcripts: the folder is the same path as events",
        ),
        (
            "RUN --journal new --events new.faults",
            "transcripts: the folder is the same path as events",
        ),
        ("RUN --journal j --seed 5", "the journal"),
        ("replay nothing", "nothing: cannot be read"),
        ("replay letter", "letter: not a transcript"),
    ] {
        let output = command(path, &args.replace("RUN", RUN)).output().unwrap();
        let (code, errors) = code_and_errors(&output);
        assert!(code == Some(2) && errors.contains(expected), "{args}: {code:?} {errors}");
        assert!(output.stdout.is_empty(), "{args}");
        assert_eq!(contents(), before, "{args}");
        assert!(!path.join("new").exists(), "{args}");
    }
    // All mistakes are reported.
    let args = format!("{RUN} --journal letter --events r --records nowhere/new --seed x");
    let (code, errors) = code_and_errors(&command(path, &args).output().unwrap());
    assert_eq!((code, errors.lines().count()), (Some(2), 4), "{errors}");
    // A file of the same kind is appended to or replaced.
    let args = format!("{RUN} --seed 2 --events e --records r --transcripts wire --keep-all");
    for _ in 0..2 {
        assert_eq!(code_and_errors(&command(path, &args).output().unwrap()).0, Some(0));
        assert_eq!(
            code_and_errors(&command(path, "report j -o page").output().unwrap()).0,
            Some(0)
        );
        let book = command(path, "book --game qubic --count 2 -o book").output().unwrap();
        assert_eq!(code_and_errors(&book).0, Some(0));
    }
    let events = fs::read_to_string(path.join("e")).unwrap();
    assert!(events.starts_with(&before[1]) && events.matches("\"type\":\"end\"").count() == 3);
    // A transcript does not replace another file with its name.
    let args = format!("{RUN} --journal wire/game-1-a.txt --transcripts wire --keep-all");
    fs::remove_file(path.join("wire/game-1-a.txt")).unwrap();
    let (code, errors) = code_and_errors(&command(path, &args).output().unwrap());
    assert!(
        code == Some(1) && errors.contains("holds something other than a transcript"),
        "{errors}"
    );
    let journal = fs::read_to_string(path.join("wire/game-1-a.txt")).unwrap();
    // A header, a run and two games.
    assert_eq!(journal.lines().count(), 4);
}

#[test]
fn two_runs_do_not_mix_their_events() {
    let folder = folder();
    let held =
        noughts_tournament::files::kind::FileKind::Events.append(&folder.path().join("e")).unwrap();
    let output = command(folder.path(), &format!("{RUN} --events e")).output().unwrap();
    let (code, errors) = code_and_errors(&output);
    assert!(code == Some(2) && errors.contains("another runner is writing it"), "{errors}");
    drop(held);
}

/// Returns commands that write to standard output.
fn shows(folder: &Path) -> [String; 6] {
    let args = format!("{RUN} --transcripts wire --keep-all");
    assert!(command(folder, &args).output().unwrap().status.success());
    [
        "stats j".to_string(),
        "stats --wdl 5,5,5".to_string(),
        "book --game qubic --count 3".to_string(),
        "check --list".to_string(),
        "replay wire/game-1-a.txt".to_string(),
        format!("{RUN} --print-config"),
    ]
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_an_error() {
    let folder = folder();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let check = "check --step handshake builtin".to_string();
    for args in shows(folder.path()).into_iter().chain([check]) {
        let output = command(folder.path(), &args).stdout(full()).output().unwrap();
        let (code, errors) = code_and_errors(&output);
        assert_eq!((code, errors.lines().count()), (Some(1), 1), "{args}: {errors}");
        assert_eq!(errors.matches("No space left").count(), 1, "{args}: {errors}");
    }
    // The games are played and count.
    let args = format!("{RUN} --journal new");
    let output = command(folder.path(), &args).stdout(full()).output().unwrap();
    let (code, errors) = code_and_errors(&output);
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("standard output cannot be written: No space left"), "{errors}");
    let journal = fs::read_to_string(folder.path().join("new")).unwrap();
    // A header, a run and two games.
    assert_eq!(journal.lines().count(), 4);
}

#[test]
fn a_closed_pipe_ends_a_command_quietly_but_not_a_run() {
    let folder = folder();
    // A pipe without a reader.
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer
    };
    let check = "check --step handshake builtin".to_string();
    for args in shows(folder.path()).into_iter().chain([check]) {
        let output = command(folder.path(), &args).stdout(closed()).output().unwrap();
        assert_eq!(code_and_errors(&output), (Some(141), String::new()), "{args}");
    }
    let args = format!("{RUN} --journal new");
    let output = command(folder.path(), &args).stdout(closed()).output().unwrap();
    assert_eq!(code_and_errors(&output), (Some(0), String::new()));
    let journal = fs::read_to_string(folder.path().join("new")).unwrap();
    // A header, a run and two games.
    assert_eq!(journal.lines().count(), 4);
}

/// Runs a command in which no file grows beyond `blocks` of 512 bytes, as on a disk
/// that is full then.
fn with_limit(folder: &Path, args: &str, blocks: usize) -> Output {
    // The signal is ignored, so that the write fails instead.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_noughts-tournament")]);
    command.args(args.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

/// The names and contents of all files in a folder.
fn contents(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let read = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    entries.filter(|entry| entry.path().is_file()).map(read).collect()
}

#[test]
fn a_failed_write_leaves_every_output_as_it_was() {
    let folder = folder();
    let path = folder.path();
    let more = format!("{RUN} --pairs 4 --journal");
    for (name, shard) in [("j1", "1/2"), ("j2", "2/2")] {
        let args = format!("{more} {name} --shard {shard}");
        assert!(command(path, &args).status().unwrap().success());
    }
    for (old, args) in [
        (Some("report j -o out"), "report j1 j2 -o out"),
        (Some("stats j --json=out"), "stats j1 j2 --json=out"),
        (Some("stats j --markdown=out"), "stats j1 j2 --markdown=out"),
        (Some("stats j --junit=out"), "stats j1 j2 --junit=out"),
        (Some("book --count 3 -o out"), "book --count 90 -o out"),
        (Some("check --json=out --step id builtin"), "check --json=out --step isready builtin"),
        (None, "merge j1 j2 -o out"),
        (None, "export j1 j2 --format pgn -o out"),
        (None, "export j1 j2 --format csv -o out"),
        (None, "export j1 j2 --format jsonl -o out"),
    ] {
        if let Some(old) = old {
            assert!(command(path, old).output().unwrap().status.success(), "{old}");
        }
        let before = contents(path);
        let mut failures = 0;
        for blocks in (0..).scan(0, |next, _| {
            let blocks = *next;
            // Pages are long: every block at first, later fewer.
            *next += 1 + blocks / 8;
            Some(blocks)
        }) {
            let output = with_limit(path, args, blocks);
            if output.status.success() {
                break;
            }
            failures += 1;
            let (_, errors) = code_and_errors(&output);
            let is_named = errors.contains("cannot be written") || errors.contains("created");
            assert!(is_named, "{args}, {blocks}: {errors}");
            assert_eq!(contents(path), before, "{args}, {blocks}");
        }
        assert!(failures > 0, "{args}: written without a limit?");
        let after = contents(path);
        assert!(after.get("out") != before.get("out"), "{args}: nothing new");
        assert!(!after.contains_key("out.part"), "{args}");
        fs::remove_file(path.join("out")).unwrap();
    }
}
