//! The command `ladder` through the program: its last line, its files, resuming, faulty
//! engines, and mistakes on the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

use crate::support::mock_path;
use crate::words::{refused, text, tournament};

/// Runs the command with few nodes, so that nothing depends on the speed of the machine.
fn ladder(folder: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    let words = shlex::split(words).unwrap();
    command.current_dir(folder).arg("ladder").args(words).stdin(Stdio::null()).output().unwrap()
}

fn last_line(output: &Output) -> String {
    text(&output.stdout).lines().last().unwrap_or_default().to_string()
}

fn json(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("r.json")).unwrap()).unwrap()
}

#[test]
fn a_level_finds_itself() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = "--game tictactoe:7x7:4 --quiet --nodes 10000 --option Skill=4 --seed 1 \
                 --journal j --json=r.json --markdown=r.md --badge b.svg";
    let output = ladder(folder, &format!("{words} builtin"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let line = last_line(&output);
    assert!(line.starts_with("beats level ") && line.ends_with(" on this ladder"), "{line}");
    let results = json(folder);
    assert_eq!(results["sentence"], line.as_str());
    assert_eq!((&results["engine"], &results["measured"]), (&"noughts".into(), &true.into()));
    // The seed decides the games. This engine is level 4, so no claim may be false.
    let level = results["levels"][3]["rating"].as_f64().unwrap();
    let [rating, error] = ["rating", "error"].map(|key| results[key].as_f64().unwrap());
    assert!((rating - level).abs() < 2.0 * error, "{rating} {error} {level}");
    assert!(results["beats"].as_u64().unwrap() < 4 && results["loses_to"].as_u64().unwrap() > 4);
    // The games that no level needs are not played.
    let played = results["played"].as_u64().unwrap();
    assert!((20..=400).contains(&played));
    let totals = results["levels"].as_array().unwrap().iter();
    let totals: u64 = totals.map(|level| level["games"]["total"].as_u64().unwrap()).sum();
    assert_eq!(totals, played);
    assert_eq!(results["levels"][9]["games"]["total"], 0);

    let snippet = fs::read_to_string(folder.join("r.md")).unwrap();
    assert!(snippet.contains(&line) && snippet.contains("](<b.svg>)"), "{snippet}");
    let badge = fs::read_to_string(folder.join("b.svg")).unwrap();
    assert!(badge.contains(&format!(">{rating} ± {error}</text>")), "{badge}");
    let mut reader = Reader::from_str(&badge);
    while reader.read_event().unwrap() != Event::Eof {}

    // The same command plays nothing again, and the journal is one for every command.
    let journal = fs::read(folder.join("j")).unwrap();
    let again = ladder(folder, &format!("{words} builtin"));
    assert_eq!((again.status.code(), last_line(&again)), (Some(0), line));
    assert_eq!(fs::read(folder.join("j")).unwrap(), journal);
    let mut audit = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    let audit = audit.current_dir(folder).args(["audit", "j"]).output().unwrap();
    assert_eq!(audit.status.code(), Some(0), "{}", text(&audit.stdout));
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = "--game tictactoe:4x4:3 --quiet --nodes 20 --games 24 --json=r.json";
    let output = ladder(folder, &format!("{words} --journal whole builtin"));
    let whole = (output.status.code(), last_line(&output), json(folder));
    assert!(whole.1.ends_with(" on this ladder"), "{}", whole.1);
    // As after a kill: some games are lost, one in the middle of a line.
    let journal = fs::read_to_string(folder.join("whole")).unwrap();
    let mut kept: String = journal.split_inclusive('\n').take(9).collect();
    kept.push_str("{\"game\":");
    fs::write(folder.join("part"), kept).unwrap();
    for concurrency in [1, 4] {
        let copy = format!("part{concurrency}");
        fs::copy(folder.join("part"), folder.join(&copy)).unwrap();
        let words = format!("{words} --journal {copy} --concurrency {concurrency} builtin");
        let output = ladder(folder, &words);
        assert_eq!((output.status.code(), last_line(&output), json(folder)), whole);
    }
}

#[test]
fn faults_are_losses_and_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mock = mock_path();
    let words = "--game tictactoe --quiet --nodes 1 --json=r.json";
    let output = ladder(folder, &format!("{words} '{}' illegal-move", mock.display()));
    assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("by a fault (illegal-move "), "{shown}");
    assert!(last_line(&output).starts_with("loses to level 1, the lowest: "), "{shown}");
    assert!(text(&output.stderr).contains("ended by a fault of this engine"));
    let results = json(folder);
    assert_eq!((&results["faults"], &results["end"]["code"]), (&results["played"], &4.into()));
    // An engine that dies at its start has no results.
    let output = ladder(folder, &format!("{words} '{}' exit-at-start", mock.display()));
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(4), String::new()));
    assert!(text(&output.stderr).contains("cannot be started"));
}

#[test]
fn mistakes_are_explained() {
    for (words, expected) in [
        ("no-such-engine", "\"no-such-engine\" does not exist in the search path"),
        ("--nodes x builtin", "a whole number from 1"),
        ("--tc 9x builtin", "\"9x\" is not a time control"),
        ("--games 1 builtin", "1 is not in 2..="),
        ("--game ugi builtin", "unknown game \"ugi\""),
        ("--game chess builtin", "unknown game \"chess\""),
        ("--option Hash builtin", "NAME=VALUE is expected"),
        ("builtin --nodes 5", "put options of `ladder` before builtin"),
        ("builtin x", "the built-in engine takes no arguments"),
        ("--json --markdown builtin", "only one format can go to standard output"),
        ("--json=f --badge f builtin", "is the file of two outputs"),
        ("--plies 2000 builtin", "--plies 2000: random"),
        ("--concurrency 0 builtin", "a whole number from 1 to 1024"),
        ("--dialect chess builtin", "ugi, uci or gomocup is expected"),
        ("", "ENGINE"),
    ] {
        let errors = refused(&format!("ladder {words}"));
        assert!(errors.contains(expected), "{words}: {expected} in {errors}");
    }
}

#[test]
fn every_field_is_documented() {
    let folder = tempfile::tempdir().unwrap();
    let words = "--game tictactoe:4x4:4 --nodes 1 --games 2 --json=r.json builtin";
    assert_eq!(ladder(folder.path(), words).status.code(), Some(0));
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let page = fs::read_to_string(page).unwrap();
    let section = page.split("\n## ").find(|part| part.starts_with("The ladder")).unwrap();
    let results = json(folder.path());
    for part in [&results, &results["levels"][0]] {
        for field in part.as_object().unwrap().keys() {
            let is_obvious = ["version", "engine", "game", "level"].contains(&field.as_str());
            assert!(is_obvious || section.contains(&format!("`{field}`")), "{field}");
        }
    }
}

#[test]
fn a_check_has_a_summary_and_a_badge() {
    let folder = tempfile::tempdir().unwrap();
    for (step, engine, code, word) in [
        ("isready", "builtin".to_string(), 0, "conforms"),
        ("handshake", format!("{} silent-at-start", mock_path().display()), 7, "does not conform"),
    ] {
        let words = format!(
            "check --game tictactoe --dialect ugi --patience 1 --step {step} --badge b.svg \
             --markdown=c.md {engine}"
        );
        let words = shlex::split(&words).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = tournament(folder.path(), &words);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        let [badge, summary] =
            ["b.svg", "c.md"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
        assert!(badge.contains(&format!(">{word}</text>")), "{badge}");
        assert!(summary.contains(&format!("**{word}**")), "{summary}");
    }
}

#[test]
fn a_badge_replaces_only_a_badge() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.svg"), "<svg>mine</svg>").unwrap();
    let output = ladder(folder.path(), "--game tictactoe --badge b.svg builtin");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("holds something other than a badge"));
    assert_eq!(fs::read_to_string(folder.path().join("b.svg")).unwrap(), "<svg>mine</svg>");
}
