//! Proofs with a checkpoint: those that were stopped or killed go on, several processes share
//! one, and no file makes a proof wrong.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use noughts::random::Random;

/// A draw that takes more than a million nodes.
const BOARD: &str = "tictactoe:7x4:4";

/// Far longer than a proof takes: turns a hang into a failure.
const PATIENCE: Duration = Duration::from_secs(120);

/// A checkpoint that is removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> File {
        let name = format!("noughts-checkpoint-{}-{name}", std::process::id());
        let file = File(std::env::temp_dir().join(name));
        let _ = fs::remove_file(&file.0);
        file
    }

    fn lines(&self) -> usize {
        fs::read(&self.0).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn command(words: &str, checkpoint: Option<&Path>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts"));
    command.arg("solve").args(words.split(' '));
    command.args(checkpoint.iter().flat_map(|file| [Path::new("--checkpoint"), file]));
    command
}

fn solve(words: &str, checkpoint: Option<&Path>) -> Output {
    command(words, checkpoint).output().expect("the program starts")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The line that begins with this word.
fn line<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.lines().find(|line| line.starts_with(word))
}

/// The nodes of a run.
fn nodes(text: &str) -> u64 {
    let line = text.lines().find(|line| line.contains(" nodes, ")).expect("a line with the nodes");
    line.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}

/// The runs do nearly all of their work once, although each keeps only what was dear.
#[test]
fn a_proof_in_parts_costs_little_more_than_at_once() {
    let whole = text(&solve(BOARD, None));
    assert_eq!(line(&whole, "value: "), Some("value: draw"), "{whole}");
    let file = File::new("parts");
    let (mut spent, mut parts) = (0, 0);
    loop {
        let output = solve(&format!("{BOARD} --nodes 200000"), Some(&file.0));
        let text = text(&output);
        (spent, parts) = (spent + nodes(&text), parts + 1);
        match output.status.code() {
            Some(3) => assert!(line(&text, "value: undecided").is_some(), "{text}"),
            Some(0) => {
                assert_eq!(line(&text, "value: "), line(&whole, "value: "));
                break;
            }
            status => panic!("{status:?}: {output:?}"),
        }
    }
    assert!(parts > 3 && spent < nodes(&whole) * 3 / 2, "{parts} parts, {spent}\n{whole}");
    // A finished proof is in the file.
    let again = text(&solve(BOARD, Some(&file.0)));
    assert!(line(&again, "value: draw").is_some() && nodes(&again) < 1000, "{again}");
    // What it says of one position helps with others.
    let other = format!("{BOARD} b2");
    let (alone, helped) = (text(&solve(&other, None)), text(&solve(&other, Some(&file.0))));
    assert_eq!(line(&alone, "value: "), line(&helped, "value: "));
}

/// The distance takes more nodes than the default limit, and is not in the file.
#[test]
fn a_distance_is_found_again() {
    let file = File::new("distance");
    for _ in 0..2 {
        let text = text(&solve("tictactoe:8x8:4", Some(&file.0)));
        assert_eq!(line(&text, "value: "), Some("value: X wins in 11 plies"), "{text}");
    }
}

#[test]
fn a_killed_proof_goes_on() {
    let file = File::new("killed");
    let mut child = command(BOARD, Some(&file.0));
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let begin = Instant::now();
    while file.lines() < 100 && child.try_wait().expect("our child").is_none() {
        assert!(begin.elapsed() < PATIENCE, "nothing is written");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("our child");
    child.wait().expect("our child");
    // As if it had died while it wrote a line.
    let bytes = fs::read(&file.0).expect("the checkpoint");
    fs::write(&file.0, &bytes[..bytes.len() - 7]).expect("a shorter one");
    let is_whole = |line: &str| line.rsplit(' ').next().is_some_and(|sum| sum.len() == 8);
    for _ in 0..2 {
        let output = solve(BOARD, Some(&file.0));
        let text_after = fs::read_to_string(&file.0).expect("text");
        let torn = text_after.lines().skip(1).filter(|line| !is_whole(line));
        assert_eq!(torn.count(), 1);
        let longest = text_after.lines().map(str::len).max();
        assert!(longest.is_some_and(|length| length < 60), "{longest:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("damaged lines left out: 1\n"), "{errors}");
        assert_eq!(line(&text(&output), "value: "), Some("value: draw"), "{output:?}");
    }
}

/// As at the time limit of a cluster.
#[cfg(unix)]
#[test]
fn a_terminated_proof_ends_in_order() {
    let file = File::new("terminated");
    let mut child = command("tictactoe:8x8:5", Some(&file.0));
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let begin = Instant::now();
    while file.lines() < 100 {
        assert!(begin.elapsed() < PATIENCE, "nothing is written");
        std::thread::sleep(Duration::from_millis(1));
    }
    let signal = Command::new("kill").arg(child.id().to_string()).status().expect("kill exists");
    assert!(signal.success());
    let output = child.wait_with_output().expect("our child");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let text = text(&output);
    assert!(line(&text, "value: ").is_some_and(|value| value.contains("undecided")), "{text}");
    // The last line is whole.
    assert!(fs::read(&file.0).expect("the checkpoint").ends_with(b"\n"));
}

#[test]
fn several_processes_share_a_proof() {
    let file = File::new("shared");
    let start = |worker| {
        let mut command = command(&format!("{BOARD} --worker {worker}"), Some(&file.0));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let children: Vec<_> = (0..3).map(start).collect();
    for child in children {
        let output = child.wait_with_output().expect("our child");
        assert_eq!(line(&text(&output), "value: "), Some("value: draw"), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
    let headers = fs::read_to_string(&file.0).expect("text");
    assert_eq!(headers.lines().filter(|line| line.starts_with("noughts")).count(), 1);
    // Results of less than 256 nodes are not in the file; alone it takes 1.5 million.
    let after = solve(BOARD, Some(&file.0));
    assert!(after.stderr.is_empty() && nodes(&text(&after)) < 50_000, "{after:?}");
}

/// Checkpoints with entries left out, repeated, joined and damaged at random, used for
/// positions of which they know little: the value is that without a checkpoint.
#[test]
fn no_checkpoint_changes_a_value() {
    let mut random = Random::new(7);
    let whole = File::new("whole");
    let output = solve("tictactoe:5x5:4", Some(&whole.0));
    assert_eq!(line(&text(&output), "value: "), Some("value: draw"));
    let bytes = fs::read(&whole.0).expect("the checkpoint");
    let header = bytes.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    let file = File::new("changed");
    for moves in ["", " c3", " b2 c3", " a1 c3 e5", " c3 d3 b2 a1"] {
        let words = format!("tictactoe:5x5:4{moves}");
        let alone = text(&solve(&words, None));
        for _ in 0..6 {
            let mut changed = bytes.clone();
            for _ in 0..random.below(40) {
                let at = header + random.below(changed.len() - header);
                changed[at] ^= 1 << random.below(8);
            }
            changed.truncate(header + random.below(changed.len() - header));
            changed.extend_from_slice(b"\n");
            changed.extend_from_slice(&bytes[..random.below(bytes.len())]);
            fs::write(&file.0, &changed).expect("a changed checkpoint");
            let output = solve(&words, Some(&file.0));
            assert_eq!(line(&text(&output), "value: "), line(&alone, "value: "), "{output:?}");
        }
    }
}

#[test]
fn other_files_are_neither_read_nor_changed() {
    let file = File::new("other");
    let refused = |words: &str, content: &str| {
        fs::write(&file.0, content).expect("a file");
        let output = solve(words, Some(&file.0));
        assert!(!output.status.success(), "{output:?}");
        assert_eq!(fs::read_to_string(&file.0).expect("text"), content);
        String::from_utf8(output.stderr).expect("text")
    };
    let error = refused(BOARD, "my notes\n");
    assert!(error.contains("no checkpoint"), "{error}");
    let error = refused(BOARD, "noughts checkpoint 1 tictactoe:5x5:4\n");
    assert!(error.contains("a checkpoint of tictactoe:5x5:4"), "{error}");
    let error = refused("qubic", "");
    assert!(error.contains("--checkpoint is for flat boards"), "{error}");
    let long = "x".repeat(100_000);
    let error = refused(BOARD, &long);
    assert!(error.len() < 1000, "{error}");
    for place in [std::env::temp_dir(), file.0.join("below"), PathBuf::from("/dev/null")] {
        let output = solve(BOARD, Some(&place));
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    }
    let same = file.0.to_str().expect("a name");
    fs::write(&file.0, "").expect("a file");
    let output = solve(&format!("{BOARD} --certificate {same}"), Some(&file.0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same file"), "{output:?}");
    // An empty file becomes one.
    fs::File::create(&file.0).expect("a file").flush().expect("it is empty");
    let output = solve("tictactoe", Some(&file.0));
    assert!(output.status.success(), "{output:?}");
    let content = fs::read_to_string(&file.0).expect("text");
    assert_eq!(content, "noughts checkpoint 1 tictactoe\n");
}

/// The squares of two games may be the same, and what is proven in one is false in the other.
#[test]
fn entries_of_another_game_are_never_used() {
    let (file, other) = (File::new("mixed"), File::new("three"));
    solve("tictactoe:5x5:4", Some(&file.0));
    let mut mixed = fs::read_to_string(&file.0).expect("text");
    let entries = mixed.lines().count() - 1;
    assert!(entries > 10);
    // With its first line it is refused, without it its lines are damaged.
    let three = mixed.replace("5x5:4", "5x5:3");
    fs::write(&other.0, &three).expect("a changed file");
    let output = solve("tictactoe:5x5:3", Some(&other.0));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains(&format!("damaged lines left out: {entries}\n")), "{errors}");
    mixed.push_str(&three);
    fs::write(&file.0, mixed).expect("a joined file");
    let output = solve("tictactoe:5x5:4", Some(&file.0));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("of tictactoe:5x5:3"), "{errors}");
}

#[test]
fn other_ends_of_lines_are_read() {
    let file = File::new("ends");
    solve(BOARD, Some(&file.0));
    let text_before = fs::read_to_string(&file.0).expect("text");
    fs::write(&file.0, text_before.replace('\n', "\r\n")).expect("a changed file");
    let output = solve(BOARD, Some(&file.0));
    assert!(output.stderr.is_empty() && nodes(&text(&output)) < 1000, "{output:?}");
}

/// A proof that is written out, here of a position given as text, begins where the
/// checkpoint ends.
#[test]
fn a_certificate_takes_over_the_proof() {
    let (file, proof) = (File::new("for-proof"), File::new("proof"));
    let start = || {
        let mut command = command("tictactoe:5x5:4", Some(&file.0));
        command.args(["--position", "5 5 4 5/5/2X2/5/5 o 1"]);
        command
    };
    let output = start().output().expect("the program starts");
    assert_eq!(line(&text(&output), "value: "), Some("value: draw"), "{output:?}");
    let certificate = ["--time", "100", "--certificate"];
    let output = start().args(certificate).arg(&proof.0).output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    assert!(fs::read_to_string(&proof.0).expect("text").starts_with("tictactoe:5x5:4\nc3 - o\n"));
    let mut verify = Command::new(env!("CARGO_BIN_EXE_noughts"));
    let output = verify.arg("verify").arg(&proof.0).output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
}
