//! What a journal proves: check values show lines that were changed, lost or moved; the
//! audit repairs a journal, and plays its games again.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in a folder.
fn program(folder: &Path, args: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(folder)
        .args(args.split_whitespace())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const TOURNAMENT: &str = "--game tictactoe --pairs 5 --quiet --journal j \
    --each nodes=1 option.Search=random --engine name=a --engine name=b";

/// Plays a tournament of ten games; returns the lines of its journal: the header, the
/// run, the games.
fn played(folder: &Path) -> Vec<String> {
    let output = program(folder, &format!("run {TOURNAMENT}"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let journal = fs::read_to_string(folder.join("j")).unwrap();
    journal.lines().map(|line| format!("{line}\n")).collect()
}

#[test]
fn python_computes_the_same_check_values() {
    let folder = tempfile::tempdir().unwrap();
    played(folder.path());
    let program = r#"
import re, zlib
last = "00000000"
for line in open("j", "rb"):
    checked, after, check = re.fullmatch(
        rb'(.*,"after":"(\w{8}))","check":"(\w{8})"}\n', line).groups()
    assert after.decode() == last
    last = check.decode()
    assert "%08x" % zlib.crc32(checked) == last
"#;
    let mut python = Command::new("python3");
    let output = python.current_dir(folder.path()).args(["-c", program]).output();
    let output = output.expect("Python 3 is installed");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Every command that reads games says which lines were changed, lost or moved.
#[test]
fn changed_lost_and_moved_lines_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let lines = played(folder.path());
    let changed = |at: usize| {
        let mut lines = lines.clone();
        lines[at] = lines[at].replace("\"millis\":", "\"millis\":1");
        lines
    };
    let lost = |at: usize| {
        let mut lines = lines.clone();
        lines.remove(at);
        lines
    };
    let moved = || {
        let mut lines = lines.clone();
        lines.swap(4, 6);
        lines
    };
    let header = || {
        let mut lines = lines.clone();
        lines[0] = lines[0].replace("\"margin\":0.1", "\"margin\":9.1");
        lines
    };
    let after =
        "the line before it is not the one it was written after: lines are lost, moved or repeated";
    let cases = [
        (changed(5), "line 6 does not count: it was changed after it was written"),
        (lost(5), &*format!("line 6: {after}")),
        (lost(1), &*format!("line 2: {after}")),
        (moved(), &*format!("line 5: {after}")),
        (header(), "line 1: the header was changed after it was written"),
    ];
    for (damaged, message) in cases {
        for command in [
            "stats j",
            "export j -o e --format csv",
            "report j -o r.html",
            "book --from j -o b",
            "merge j -o m",
            &format!("run {TOURNAMENT}"),
            "follow j --patience 0.1",
        ] {
            fs::write(folder.path().join("j"), damaged.concat()).unwrap();
            for file in ["e", "r.html", "b", "m"] {
                let _ = fs::remove_file(folder.path().join(file));
            }
            let output = program(folder.path(), command);
            let errors = text(&output.stderr);
            let message = match command {
                "merge j -o m" if message.contains("header") => "the header of j was changed",
                _ => message,
            };
            assert!(errors.contains(message), "{command}: {message}\n{errors}");
        }
        // So do results for programs, and the page.
        fs::write(folder.path().join("j"), damaged.concat()).unwrap();
        for form in ["--json", "--markdown", "--junit"] {
            let output = program(folder.path(), &format!("stats j {form}"));
            assert!(text(&output.stdout).contains(message), "{form}: {message}");
        }
        program(folder.path(), "report j -o r.html");
        let page = fs::read_to_string(folder.path().join("r.html")).unwrap();
        assert!(page.contains(message), "{message}");
        let output = program(folder.path(), "audit j");
        assert_eq!(output.status.code(), Some(9), "{message}");
        let line = message.split([':', ' ']).nth(1).unwrap();
        assert!(text(&output.stdout).contains(&format!("line {line}: ")), "{message}");
    }
}

/// A run that goes on continues the chain of check values.
#[test]
fn a_resumed_and_a_merged_journal_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let lines = played(folder.path());
    for kept in 1..lines.len() {
        let torn = lines[kept].len() / 2;
        let half = lines[..kept].concat() + &lines[kept][..torn];
        fs::write(folder.path().join("j"), half).unwrap();
        let output = program(folder.path(), &format!("run {TOURNAMENT}"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        let audit = program(folder.path(), "audit j");
        let said = text(&audit.stdout) + &text(&audit.stderr);
        assert!(audit.status.success() && said.contains("10 games hold"), "{said}");
    }
    let merge = program(folder.path(), "merge j -o m");
    assert!(merge.status.success(), "{}", text(&merge.stderr));
    assert!(program(folder.path(), "audit m").status.success());
    // The games of both are the same ones.
    assert!(program(folder.path(), "audit m j").status.success());
}

#[test]
fn a_repaired_journal_has_what_holds() {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = played(folder.path());
    // A changed line, one that is no journal's, and a game that the rules forbid, written
    // without check values.
    lines[4] = lines[4].replace("\"millis\":", "\"millis\":1");
    lines[6] = "garbage\n".to_string();
    let game = lines[8].rsplit_once(",\"after\"").unwrap().0.to_string() + "}\n";
    lines[8] = game
        .replace("\"result\":\"draw\"", "\"result\":\"x\"")
        .replace("\"plies\":[{", "\"plies\":[{\"move\":\"zz\",\"us\":1},{");
    fs::write(folder.path().join("j"), lines.concat()).unwrap();
    let before = fs::read(folder.path().join("j")).unwrap();
    let output = program(folder.path(), "audit j --repair new");
    assert_eq!(output.status.code(), Some(9));
    let said = text(&output.stderr);
    assert!(said.contains("new has 7 games"), "{said}");
    assert_eq!(fs::read(folder.path().join("j")).unwrap(), before, "the old one stays");
    let audit = program(folder.path(), "audit new");
    assert!(audit.status.success(), "{}", text(&audit.stdout));
    // An existing file is not replaced.
    let again = program(folder.path(), "audit j --repair new");
    assert_eq!(again.status.code(), Some(2), "{}", text(&again.stderr));
    // The missing games are played again.
    fs::rename(folder.path().join("new"), folder.path().join("j")).unwrap();
    let output = program(folder.path(), &format!("run {TOURNAMENT}"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let audit = program(folder.path(), "audit j");
    assert!(text(&audit.stderr).contains("10 games hold; 0 findings"), "{}", text(&audit.stderr));
}

#[test]
fn a_replay_finds_one_changed_move() {
    let folder = tempfile::tempdir().unwrap();
    let lines = played(folder.path());
    let whole = program(folder.path(), "audit j --replay 10");
    let said = text(&whole.stderr);
    assert!(whole.status.success(), "{said}{}", text(&whole.stdout));
    assert!(said.contains("10 games played again, of 10 that can be; 0 of them differ"), "{said}");
    // The first two moves of X are exchanged: the same game for everything but a replay.
    let at = 4;
    let body = lines[at].rsplit_once(",\"after\"").unwrap().0.to_string() + "}\n";
    let mut game: serde_json::Value = serde_json::from_str(&body).unwrap();
    let plies = game["plies"].as_array_mut().unwrap();
    let (first, third) = (plies[0]["move"].clone(), plies[2]["move"].clone());
    (plies[0]["move"], plies[2]["move"]) = (third, first);
    let mut lines: Vec<String> = lines
        .iter()
        .map(|line| line.rsplit_once(",\"after\"").unwrap().0.to_string() + "}\n")
        .collect();
    lines[at] = format!("{game}\n");
    fs::write(folder.path().join("j"), lines.concat()).unwrap();
    let audit = program(folder.path(), "audit j");
    assert!(audit.status.success(), "the audit alone cannot know: {}", text(&audit.stdout));
    let output = program(folder.path(), "audit j --replay 10");
    assert_eq!(output.status.code(), Some(9), "{}", text(&output.stderr));
    let found = text(&output.stdout);
    assert!(
        found.starts_with("j: line 5: game ") && found.contains("ply 1: played again"),
        "{found}"
    );
    assert_eq!(found.lines().count(), 1);
}

/// A journal whose file was replaced, cut or removed would lose its games.
#[cfg(target_os = "linux")]
#[test]
fn a_journal_that_is_taken_away_ends_the_run() {
    for (number, spoil) in
        ["rm j", "cp j k; mv k j", ": >j", "sed -i s/draw/x/ j"].iter().enumerate()
    {
        let folder = tempfile::tempdir().unwrap();
        // The engine spoils the journal before its third game.
        let engine = format!(
            "#!/bin/sh\nif [ -e twice ]; then {spoil}; rm twice; \
             elif [ -e once ]; then touch twice; fi\ntouch once\nexec {} honest\n",
            crate::support::mock_path().display()
        );
        let path = folder.path().join("engine");
        fs::write(&path, engine).unwrap();
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&path, executable).unwrap();
        let output = program(
            folder.path(),
            "run --game tictactoe --pairs 5 --quiet --journal j --each nodes=1 restart=true \
             --engine name=a cmd=./engine --engine name=b",
        );
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{number} {spoil}: {errors}");
        assert!(errors.contains("cannot write the journal: something else has"), "{errors}");
    }
}

/// The games of another tournament do not count, whatever their numbers.
#[test]
fn lines_after_the_header_of_another_tournament_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let lines = played(folder.path());
    fs::remove_file(folder.path().join("j")).unwrap();
    let other = TOURNAMENT.replace("nodes=1", "nodes=2");
    assert!(program(folder.path(), &format!("run {other}")).status.success());
    let others = fs::read_to_string(folder.path().join("j")).unwrap();
    let others: Vec<&str> = others.split_inclusive('\n').collect();
    let joined = lines[..6].concat() + others[0] + &others[6..].concat();
    fs::write(folder.path().join("j"), joined).unwrap();
    let stats = program(folder.path(), "stats j");
    let said = text(&stats.stderr);
    assert!(said.contains("a second header, of another tournament"), "{said}");
    assert!(text(&stats.stdout).contains("4 games") || said.contains("does not count"), "{said}");
    let audit = program(folder.path(), "audit j");
    assert!(text(&audit.stderr).contains("4 games of 10 hold"), "{}", text(&audit.stderr));
    // The journal of the same tournament may be joined by hand.
    fs::write(folder.path().join("j"), lines.concat() + &lines.concat()).unwrap();
    let audit = program(folder.path(), "audit j");
    assert!(text(&audit.stderr).contains("10 games hold"), "{}", text(&audit.stderr));
}

/// Nobody knows the configuration of games under a header that was changed.
#[test]
fn a_changed_header_is_neither_merged_nor_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = played(folder.path());
    lines[0] = lines[0].replace("\"nodes\":1}", "\"nodes\":9}");
    fs::write(folder.path().join("j"), lines.concat()).unwrap();
    for command in ["merge j -o new", "audit j --repair new"] {
        let output = program(folder.path(), command);
        let errors = text(&output.stderr);
        assert!(
            !output.status.success() && errors.contains("the header of j was changed"),
            "{errors}"
        );
        assert!(!folder.path().join("new").exists(), "{command}");
    }
}

/// A line that lost its check value counts no more than one that was changed.
#[test]
fn a_line_without_a_check_value_among_others_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = played(folder.path());
    lines[5] = lines[5].rsplit_once(",\"after\"").unwrap().0.to_string() + "}\n";
    fs::write(folder.path().join("j"), lines.concat()).unwrap();
    let stats = program(folder.path(), "stats j --json=s");
    let said = text(&stats.stderr);
    assert!(said.contains("line 6 does not count: it has no check value"), "{said}");
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("s")).unwrap()).unwrap();
    assert_eq!(json["played"], 9);
}

/// Games of a knockout that were played again are no damage.
#[test]
fn superseded_games_pass_the_audit_and_are_left_out_of_a_repair() {
    let folder = tempfile::tempdir().unwrap();
    let engines = "--engine name=a --engine name=b --engine name=c --engine name=d";
    let args = format!(
        "run --game tictactoe --format knockout --pairs 1 --quiet --journal j \
         --each nodes=1 option.Search=random {engines}"
    );
    assert!(program(folder.path(), &args).status.success());
    let whole = fs::read_to_string(folder.path().join("j")).unwrap();
    let whole = crate::support::unchecked(&whole);
    let lines: Vec<String> = whole.split_inclusive('\n').map(str::to_string).collect();
    let mut last: serde_json::Value = serde_json::from_str(lines.last().unwrap()).unwrap();
    // The same number with another pairing, as after a loss of earlier games.
    let stale = {
        let mut stale = last.clone();
        let players = stale["players"].as_array_mut().unwrap();
        let other =
            ["a", "b", "c", "d"].into_iter().find(|name| !players.contains(&(*name).into()));
        players[0] = other.unwrap().into();
        format!("{stale}\n")
    };
    fs::write(folder.path().join("j"), lines.concat() + &stale).unwrap();
    let audit = program(folder.path(), "audit j --repair new");
    assert!(audit.status.success(), "{}", text(&audit.stdout));
    let repaired = fs::read_to_string(folder.path().join("new")).unwrap();
    assert_eq!(repaired.lines().count(), lines.len(), "without the stale line");
    assert!(program(folder.path(), "audit new").status.success());
    // The same game twice is damage here as well.
    last["millis"] = 12345.into();
    fs::write(folder.path().join("j"), lines.concat() + &format!("{last}\n")).unwrap();
    let audit = program(folder.path(), "audit j");
    assert_eq!(audit.status.code(), Some(9), "{}", text(&audit.stderr));
    let found = text(&audit.stdout);
    assert!(found.contains("differs from an earlier line of this game"), "{found}");
}

/// A game that the tournament cannot have counts nowhere, and blocks nothing.
#[test]
fn games_of_no_tournament_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let lines = crate::support::unchecked(&played(folder.path()).concat());
    for (from, to, message) in [
        (
            "\"game\":5,",
            "\"game\":95,",
            "line 7 does not count: game 95 is none of this tournament",
        ),
        ("\"game\":5,", "\"game\":0,", "line 7 does not count: game 0 is none of this tournament"),
    ] {
        fs::write(folder.path().join("j"), lines.replacen(from, to, 1)).unwrap();
        let stats = program(folder.path(), "stats j --json=s");
        let said = text(&stats.stderr);
        assert!(stats.status.success() && said.contains(message), "{said}");
        let json: serde_json::Value =
            serde_json::from_slice(&fs::read(folder.path().join("s")).unwrap()).unwrap();
        assert_eq!(json["played"], 9);
    }
    let stranger = lines.lines().nth(6).unwrap().replace("\"a\"", "\"stranger\"");
    let text_of = lines
        .lines()
        .enumerate()
        .map(|(at, line)| if at == 6 { stranger.clone() + "\n" } else { line.to_string() + "\n" });
    fs::write(folder.path().join("j"), text_of.collect::<String>()).unwrap();
    let stats = program(folder.path(), "stats j");
    let said = text(&stats.stderr);
    assert!(said.contains("line 7 does not count: game 5 has other engines"), "{said}");
}
