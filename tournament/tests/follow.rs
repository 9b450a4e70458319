//! The command `follow`: shares that are written while it reads, files that are
//! no journals, and the verdict.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use noughts_tournament::journal::read;

fn noughts(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    command.current_dir(folder).args(args).stdin(Stdio::null());
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Makes a folder with a tournament that a test decides after some dozen games.
fn tournament() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = "game = 'tictactoe:5x5:4'\npairings = 100\nseed = 3\n\
                sprt = { elo0 = 0, elo1 = 60 }\n\
                [[engine]]\nname = 'better'\nnodes = 60\noptions = { Search = 'mcts' }\n\
                [[engine]]\nname = 'worse'\nnodes = 12\noptions = { Search = 'mcts' }\n";
    fs::write(folder.path().join("t.toml"), file).unwrap();
    folder
}

const SHARES: usize = 8;

fn share(folder: &Path, number: usize) -> Command {
    let shard = format!("{number}/{SHARES}");
    let journal = format!("{number}.journal");
    noughts(folder, &["run", "t.toml", "--quiet", "--shard", &shard, "--journal", &journal])
}

#[test]
fn the_verdict_of_shares_is_that_of_one_run() {
    let folder = tournament();
    let folder = folder.path();
    let whole = noughts(folder, &["run", "t.toml", "--journal", "whole"]).output().unwrap();
    assert_eq!(whole.status.code(), Some(5), "{}", text(&whole));
    let pairings = read(&folder.join("whole")).unwrap().1.count() / 2;
    assert!((5..100).contains(&pairings), "{pairings}");

    // Shares do not stop by themselves; they are played to their ends, the last
    // ones first, while the follower looks.
    let follow = noughts(
        folder,
        &[
            "follow",
            "*.journal",
            "--every",
            "0.05",
            "--running",
            "cat running",
            "--cancel",
            "touch cancelled; : > running",
        ],
    );
    fs::write(folder.join("running"), "yes").unwrap();
    let mut follow = { follow };
    let follower =
        follow.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the follower");
    for number in (1..=SHARES).rev() {
        let output = share(folder, number).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let shown = text(&output);
        assert!(!shown.contains("accepted") && !shown.contains("rejected"), "{shown}");
    }
    let output = follower.wait_with_output().unwrap();
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(5), "{shown}");
    assert!(shown.contains(&format!("accepted with pairing {pairings} (")), "{pairings}: {shown}");
    assert_eq!(shown.matches("with pairing").count(), 1, "{shown}");
    assert!(folder.join("cancelled").exists());

    // Looking again changes nothing, with all the games that came later.
    let again = noughts(folder, &["follow", "*.journal"]).output().unwrap();
    assert_eq!(again.status.code(), Some(5));
    let shown = text(&again);
    assert_eq!(shown.matches("with pairing").count(), 1, "{shown}");
    let decision = format!("accepted with pairing {pairings} (LLR ");
    assert!(
        shown.contains(&decision) && shown.contains("with all 100 pairings the LLR is"),
        "{shown}"
    );
}

#[test]
fn other_files_are_named_once_and_left_out() {
    let folder = tournament();
    let folder = folder.path();
    assert_eq!(share(folder, 1).output().unwrap().status.code(), Some(0));
    fs::write(folder.join("notes.journal"), "not a journal\n").unwrap();
    fs::write(folder.join("empty.journal"), "").unwrap();
    assert_eq!(share(folder, 2).output().unwrap().status.code(), Some(0));
    foreign(folder, "other.journal");
    // The jobs are gone before all games are there, and the command that says
    // so failed at first.
    let running = "test -e asked || { touch asked; exit 1; }";
    let args = ["follow", "1.journal", "*.journal", "--every", "0.02", "--running", running];
    let output = noughts(folder, &args).output().unwrap();
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert_eq!(shown.matches("left out: notes.journal: the file is not a journal").count(), 1);
    let left_out = "left out: other.journal is of another tournament than 1.journal, which is \
                    followed: seed is 3 in 1.journal but 4 in other.journal";
    assert_eq!(shown.matches(left_out).count(), 1, "{shown}");
    assert_eq!(shown.matches("note: empty.journal is empty so far\n").count(), 1, "{shown}");
    assert!(shown.contains("failed (exit status: 1); trying again"), "{shown}");
    assert!(shown.contains("52 of 200 games in 2 journals"), "{shown}");
}

/// Plays a short tournament of another seed.
fn foreign(folder: &Path, journal: &str) {
    let args = ["run", "t.toml", "--seed", "4", "--pairs", "1", "--journal", journal];
    assert_eq!(noughts(folder, &args).output().unwrap().status.code(), Some(0));
}

#[test]
fn the_names_of_the_files_do_not_decide_which_tournament_is_followed() {
    let folder = tournament();
    let folder = folder.path();
    foreign(folder, "0.journal");
    for number in [1, 2] {
        assert_eq!(share(folder, number).output().unwrap().status.code(), Some(0));
    }
    let gone = ["follow", "*.journal", "--every", "0.05", "--running", "true"];
    let output = noughts(folder, &gone).output().unwrap();
    let shown = text(&output);
    // The foreign journal is complete, the tournament that is followed is not.
    assert_eq!(output.status.code(), Some(3), "{shown}");
    let left_out = "left out: 0.journal is of another tournament than 1.journal, which is followed";
    assert!(shown.contains(left_out), "{shown}");
    assert!(shown.contains("52 of 200 games in 2 journals"), "{shown}");
}

#[test]
fn as_many_journals_of_two_tournaments_decide_nothing() {
    let folder = tournament();
    let folder = folder.path();
    foreign(folder, "0.journal");
    assert_eq!(share(folder, 1).output().unwrap().status.code(), Some(0));
    let gone = [
        "follow",
        "*.journal",
        "--every",
        "0.05",
        "--running",
        "true",
        "--cancel",
        "touch cancelled",
    ];
    let output = noughts(folder, &gone).output().unwrap();
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(2), "{shown}");
    assert!(shown.contains("tournament 1: 0.journal\n"), "{shown}");
    assert!(shown.contains("tournament 2: 1.journal: seed is 4 in 0.journal but 3"), "{shown}");
    assert!(!folder.join("cancelled").exists());
    // While jobs run it waits; without the foreign journal it goes on.
    let running = "if test -e asked; then rm -f 0.journal; test -e again || echo; touch again; \
                   else touch asked; echo yes; fi";
    let args = ["follow", "*.journal", "--every", "0.02", "--running", running];
    let output = noughts(folder, &args).output().unwrap();
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert!(shown.contains("26 of 200 games in 1 journal"), "{shown}");
}

#[test]
fn jobs_that_cannot_be_watched_end_it() {
    let folder = tournament();
    let args = ["follow", "*.journal", "--every", "0.01", "--running", "exit 7"];
    let output = noughts(folder.path(), &args).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("failed 20 times in a row"), "{}", text(&output));
    let gone = ["follow", "*.journal", "--every", "0.05", "--running", "true"];
    let output = noughts(folder.path(), &gone).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output).contains("there is no journal"), "{}", text(&output));
}

#[test]
fn jobs_that_cannot_be_watched_do_not_hide_the_results() {
    let folder = tournament();
    let folder = folder.path();
    let follow = |journal: &str| {
        let args = ["follow", journal, "--every", "0.01", "--running", "exit 7"];
        let output = noughts(folder, &args).output().unwrap();
        (output.status.code(), text(&output))
    };
    // Without a verdict the table is shown.
    let shard = share(folder, 1).output().unwrap();
    assert_eq!(shard.status.code(), Some(0), "{}", text(&shard));
    let (code, shown) = follow("1.journal");
    assert_eq!(code, Some(1), "{shown}");
    assert!(shown.contains("failed 20 times in a row (exit status: 7)"), "{shown}");
    assert!(shown.contains("engine") && shown.contains("SPRT [0, 60]"), "{shown}");
    // A verdict counts, and jobs that are gone or not do not change it.
    let whole = noughts(folder, &["run", "t.toml", "--journal", "whole"]).output().unwrap();
    assert_eq!(whole.status.code(), Some(5), "{}", text(&whole));
    let (code, shown) = follow("whole");
    assert_eq!(code, Some(5), "{shown}");
    assert!(shown.contains("better") && shown.contains("accepted"), "{shown}");
    assert_eq!(shown.matches("failed 20 times in a row").count(), 1, "{shown}");
}

#[test]
fn both_forms_of_a_test_are_taken() {
    let folder = tournament();
    let folder = folder.path();
    assert_eq!(share(folder, 1).output().unwrap().status.code(), Some(0));
    let follow = |args: &[&str]| {
        let args = [&["follow", "--every", "0.05", "--running", "true"], args].concat();
        let output = noughts(folder, &args).output().unwrap();
        (output.status.code(), text(&output))
    };
    for args in [
        &["*.journal", "--sprt", "-5,40"][..],
        &["--sprt", "elo0=-5", "elo1=40", "*.journal"],
        &["*.journal", "--sprt", "elo0=-5", "elo1=40"],
    ] {
        let (_, shown) = follow(args);
        assert!(shown.contains("SPRT [-5, 40] normalized"), "{args:?}: {shown}");
    }
    for (args, part) in [
        (&["--sprt", "elo0=0", "elo1=10"][..], "follow: name the journals, or a pattern"),
        (&["*.journal", "0,10"], "a test follows the option: follow '*.journal' --sprt 0,10"),
        (&["*.journal", "--sprt", "elo0=0", "elo2=10"], "elo0 and elo1 are required"),
    ] {
        let (code, shown) = follow(args);
        assert!(code == Some(2) && shown.contains(part), "{args:?}: {shown}");
    }
}

#[test]
fn a_pattern_without_files_is_named_and_the_wait_has_an_end() {
    let folder = tournament();
    let args = ["follow", "none/*.journal", "t.toml", "--patience", "0.1"];
    let output = noughts(folder.path(), &args).output().unwrap();
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    let note = "note: no file matches \"none/*.journal\" yet; waiting for one\n";
    assert_eq!(shown.matches("yet; waiting").count(), 1, "{shown}");
    assert!(shown.contains(note), "{shown}");
    assert!(
        shown.contains("nothing new for 0.1 s; no longer waiting\nthere is no journal"),
        "{shown}"
    );
    // A journal that does not grow is no reason to wait longer.
    assert_eq!(share(folder.path(), 1).output().unwrap().status.code(), Some(0));
    let args = ["follow", "*.journal", "--patience", "0.1"];
    let output = noughts(folder.path(), &args).output().unwrap();
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert!(!shown.contains("yet; waiting") && shown.contains("nothing new for 0.1 s"), "{shown}");
}

/// The semifinals are drawn, so they have more games than the schedule says at first.
#[test]
fn an_extended_knockout_is_not_over_after_its_first_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = "run --game tictactoe --format knockout --pairs 1 --quiet --journal whole \
               --each nodes=2000 option.Search=minimax \
               --engine name=a --engine name=b --engine name=c --engine name=d";
    let run: Vec<&str> = run.split_whitespace().collect();
    assert_eq!(noughts(folder, &run).output().unwrap().status.code(), Some(0));
    let follow = |journal: &str| {
        let args = ["follow", journal, "--patience", "0.1"];
        let output = noughts(folder, &args).output().unwrap();
        (output.status.code(), text(&output))
    };
    let (code, shown) = follow("whole");
    assert_eq!(code, Some(0), "{shown}");
    let whole = fs::read_to_string(folder.join("whole")).unwrap();
    let games = whole.matches("{\"type\":\"game\"").count();
    assert_eq!(games, 12);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    fs::write(folder.join("part"), lines[..lines.len() - 6].concat()).unwrap();
    let (code, shown) = follow("part");
    assert_eq!(code, Some(3), "{shown}");
}

#[test]
fn a_test_of_more_than_two_engines_is_refused() {
    let folder = tournament();
    let folder = folder.path();
    let engine = |name: &str| ["--engine".to_string(), format!("name={name}")];
    let engines: Vec<String> = ["a", "b", "c"].iter().flat_map(|name| engine(name)).collect();
    let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
    let args = ["run", "--game", "tictactoe", "--pairs", "1", "--each", "nodes=1", "--journal"];
    let output = noughts(folder, &[&args[..], &["three.journal"], &engines].concat()).output();
    assert_eq!(output.unwrap().status.code(), Some(0));
    let follow = |more: &[&str]| {
        let args = ["follow", "*.journal", "--cancel", "touch cancelled", "--every", "0.01"];
        let output = noughts(folder, &[&args[..], more].concat()).output().unwrap();
        (output.status.code(), text(&output))
    };
    let (code, shown) = follow(&["--sprt", "0,5"]);
    assert_eq!(code, Some(2), "{shown}");
    assert!(shown.contains("--sprt 0,5: a test needs journals of exactly two engines"), "{shown}");
    assert!(!folder.join("cancelled").exists());
    // Without a test all games are awaited.
    let (code, shown) = follow(&[]);
    assert!(code == Some(0) && shown.contains("6 of 6 games in 1 journal"), "{shown}");
}
