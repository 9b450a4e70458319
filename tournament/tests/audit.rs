//! The audit finds damage of every kind in journals, names its line, and finds nothing
//! in undamaged ones.

use std::fs;
use std::path::Path;
use std::process::Command;

use noughts_tournament::audit::{Finding, audit};
use serde_json::{Value, json};

/// Plays a tournament and returns the lines of its journal.
fn journal(folder: &Path, args: &str) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    command.current_dir(folder).arg("run").args(args.split_whitespace());
    let output = command.args(["--journal", "j"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(folder.join("j")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Audits lines.
fn findings(folder: &Path, lines: &[String]) -> Vec<Finding> {
    let path = folder.join("damaged");
    fs::write(&path, lines.concat()).unwrap();
    let mut found = Vec::new();
    audit(&[&path], |finding| found.push(finding.clone())).unwrap();
    found
}

fn text(line: &Value) -> String {
    format!("{line}\n")
}

/// Damages a line of an undamaged journal in every way; each is found in that line.
fn each_is_found(folder: &Path, lines: &[Value], at: usize, damage: &[(&str, Damage)]) {
    let whole: Vec<String> = lines.iter().map(text).collect();
    assert_eq!(findings(folder, &whole), []);
    for (name, damage) in damage {
        let mut damaged = lines[at].clone();
        damage(&mut damaged);
        let mut all = whole.clone();
        all[at] = text(&damaged);
        let found = findings(folder, &all);
        assert!(!found.is_empty(), "{name}: not found");
        assert!(found.iter().all(|finding| finding.line == at + 1), "{name}: {found:?}");
    }
}

const RANDOM: &str = "--each nodes=1 option.Search=random --engine name=a --engine name=b";

/// A change of the line of a game.
type Damage = fn(&mut Value);

fn last_ply(game: &mut Value) -> &mut Value {
    game["plies"].as_array_mut().unwrap().last_mut().unwrap()
}

/// Changes of any game that ended by the rules.
const DAMAGE: &[(&str, Damage)] = &[
    ("another number", |game| game["game"] = json!(95)),
    ("number 0", |game| game["game"] = json!(0)),
    ("another pairing", |game| game["pairing"] = json!(3)),
    ("another round", |game| game["round"] = json!(3)),
    ("round 0", |game| game["round"] = json!(0)),
    ("sides swapped", |game| game["players"].as_array_mut().unwrap().reverse()),
    ("another player", |game| game["players"][0] = json!("c")),
    ("another opening", |game| game["opening"] = json!("a1 c3")),
    ("an illegal opening", |game| game["opening"] = json!("a1 a1")),
    ("no opening", |game| game["opening"] = json!("")),
    ("another winner", |game| {
        game["result"] = json!(if game["result"] == "x" { "o" } else { "x" });
    }),
    ("no result", |game| game["result"] = json!("unscored")),
    ("lost by scores", |game| game["termination"] = json!("adjudicated-loss")),
    ("drawn by scores", |game| game["termination"] = json!("adjudicated-draw")),
    ("drawn by its length", |game| game["termination"] = json!("length")),
    ("proven", |game| game["termination"] = json!("proof")),
    ("disputed", |game| game["termination"] = json!("disputed")),
    ("too long", |game| game["termination"] = json!("ply-limit")),
    ("a fault of nobody", |game| game["termination"] = json!("died")),
    ("a fault after the end", |game| {
        game["termination"] = json!("died");
        game["culprit"] = json!({"player": 0, "detail": ""});
    }),
    ("a player at fault who has not lost", |game| {
        game["termination"] = json!("died");
        game["plies"].as_array_mut().unwrap().pop();
        game["result"] = json!("x");
        game["culprit"] = json!({"player": 0, "detail": ""});
    }),
    ("a third player at fault", |game| {
        game["termination"] = json!("died");
        game["plies"].as_array_mut().unwrap().pop();
        game["culprit"] = json!({"player": 2, "detail": ""});
    }),
    ("lost on time in no time", |game| {
        game["termination"] = json!("time");
        game["millis"] = json!(0);
        game["plies"].as_array_mut().unwrap().pop();
        game["result"] = json!("o");
        game["culprit"] = json!({"player": 0, "detail": ""});
    }),
    ("a fault without its loss", |game| {
        game["culprit"] = json!({"player": 0, "detail": ""});
    }),
    ("the last ply lost", |game| drop(game["plies"].as_array_mut().unwrap().pop())),
    ("no plies", |game| game["plies"] = json!([])),
    ("a ply after the end", |game| {
        let again = last_ply(game).clone();
        game["plies"].as_array_mut().unwrap().push(again);
    }),
    ("a ply twice", |game| {
        let first = game["plies"][0].clone();
        game["plies"].as_array_mut().unwrap().insert(1, first);
    }),
    ("a move outside the board", |game| game["plies"][0]["move"] = json!("d4")),
    ("no move", |game| game["plies"][0]["move"] = json!("")),
];

#[test]
fn damage_of_a_game_is_found_in_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let lines = journal(folder.path(), &format!("--game tictactoe --pairs 10 {RANDOM}"));
    // A decisive game, so that another result is wrong.
    let at = lines.iter().rposition(|line| line["result"] == "x" || line["result"] == "o");
    let at = at.expect("a decisive game");
    each_is_found(folder.path(), &lines, at, DAMAGE);
}

#[test]
fn damaged_lines_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let lines = journal(folder.path(), &format!("--game tictactoe --pairs 5 {RANDOM}"));
    let whole: Vec<String> = lines.iter().map(text).collect();
    let line = &whole[4];
    let mut other = lines[4].clone();
    other["millis"] = json!(12345);
    for (name, damaged, at) in [
        ("half a line", format!("{}\n", &line[..line.len() / 2]), 5),
        ("a comment", format!("#{line}"), 5),
        ("zeros", "\0".repeat(100) + "\n", 5),
        ("a line of another kind", line.replace("\"game\"", "\"move\""), 5),
        ("a second header", whole[0].clone(), 5),
        ("a wrong type", line.replace("\"pairing\":", "\"pairing\":-"), 5),
        ("another line of the game", format!("{line}{}", text(&other)), 6),
        ("no text", "\u{ff}\n".to_string(), 5),
    ] {
        let mut all = whole.clone();
        all[4] = damaged;
        let found = findings(folder.path(), &all);
        assert_eq!(found.iter().map(|finding| finding.line).collect::<Vec<_>>(), [at], "{name}");
    }
    // A line that is there twice, or cut off at the end, is no damage.
    let mut all = whole.clone();
    all.push(line.clone());
    all.push(line[..20].to_string());
    assert_eq!(findings(folder.path(), &all), []);
}

#[test]
fn scores_and_clocks_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "--resign score=1 moves=1 both=false --draw score=0 moves=2";
    let lines = journal(
        folder.path(),
        &format!(
            "--game tictactoe:4 --pairs 10 --each tc=1000+1 --engine name=a \
             option.Search=alphabeta --engine name=b option.Search=random {rules}"
        ),
    );
    let at = lines.iter().position(|line| line["termination"] == "adjudicated-draw");
    let at = at.expect("a game drawn by its scores");
    let damage: &[(&str, Damage)] = &[
        ("won", |game| game["result"] = json!("x")),
        ("by another rule", |game| game["termination"] = json!("adjudicated-loss")),
        ("a score that does not decide", |game| last_ply(game)["cp"] = json!(-5)),
        ("no score", |game| {
            last_ply(game).as_object_mut().unwrap().retain(|key, _| key == "move" || key == "us");
        }),
        ("a ply more", |game| {
            let mut more = last_ply(game).clone();
            let used: Vec<Value> =
                game["plies"].as_array().unwrap().iter().map(|ply| ply["move"].clone()).collect();
            let opening = game["opening"].as_str().unwrap().to_string();
            let free =
                ["a", "b", "c", "d"].iter().flat_map(|c| (1..=4).map(move |r| format!("{c}{r}")));
            let free = free
                .into_iter()
                .find(|name| !used.contains(&json!(name)) && !opening.contains(name));
            more["move"] = json!(free.unwrap());
            game["plies"].as_array_mut().unwrap().push(more);
        }),
        ("a ply longer than the clock", |game| game["plies"][0]["us"] = json!(1_000_200_000)),
        ("a game longer than the clock", |game| {
            game["plies"]
                .as_array_mut()
                .unwrap()
                .iter_mut()
                .for_each(|ply| ply["us"] = json!(600_000_000));
        }),
    ];
    each_is_found(folder.path(), &lines, at, damage);
}

#[test]
fn trains_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let lines = journal(folder.path(), &format!("--game tictactrains --pairs 1 {RANDOM}"));
    let mut all: Vec<String> = lines.iter().map(text).collect();
    assert_eq!(findings(folder.path(), &all), []);
    let mut damaged = lines[2].clone();
    let length = damaged["trains"][1]["length"].as_u64().unwrap();
    damaged["trains"][1]["length"] = json!(length + 1);
    all[2] = text(&damaged);
    let found = findings(folder.path(), &all);
    assert_eq!((found.len(), found[0].line, found[0].game), (1, 3, Some(1)));
}

#[test]
fn journals_of_every_format_hold() {
    let engines = "--each nodes=1 option.Search=random --engine name=a --engine name=b \
                   --engine name=c --engine name=d";
    for format in ["round-robin", "pyramid", "gauntlet", "knockout", "swiss", "match"] {
        for more in ["", "--no-swap", "--openings random=3 symmetric=true"] {
            let folder = tempfile::tempdir().unwrap();
            let engines = if format == "match" { RANDOM } else { engines };
            let swiss = if format == "swiss" { "--rounds 3" } else { "" };
            let args =
                format!("--game tictactoe:4 --format {format} --pairs 3 {more} {swiss} {engines}");
            let lines = journal(folder.path(), &args);
            let whole: Vec<String> = lines.iter().map(text).collect();
            assert_eq!(findings(folder.path(), &whole), [], "{args}");
            // In a format whose pairings follow from results, the schedule is followed.
            let mut damaged = lines.clone();
            let last = damaged.len() - 1;
            damaged[last]["players"].as_array_mut().unwrap().reverse();
            let damaged: Vec<String> = damaged.iter().map(text).collect();
            assert!(!findings(folder.path(), &damaged).is_empty(), "{args}");
        }
    }
}

/// A number of the journal is no reason to compute without end.
#[test]
fn large_numbers_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let engines = "--engine name=c --engine name=d --engine name=e";
    for format in ["round-robin", "swiss --no-swap --rounds 2"] {
        let args = format!("--game tictactoe --format {format} --pairs 2 {RANDOM} {engines}");
        let lines = journal(folder.path(), &args);
        for (key, number) in [("round", u64::MAX), ("game", 1 << 50), ("pairing", 1 << 40)] {
            let mut damaged = lines.clone();
            let at = damaged.len() - 1;
            damaged[at][key] = json!(number);
            let all: Vec<String> = damaged.iter().map(text).collect();
            let found = findings(folder.path(), &all);
            assert_eq!(found.iter().map(|f| f.line).collect::<Vec<_>>(), [at + 1], "{args} {key}");
        }
        fs::remove_file(folder.path().join("j")).unwrap();
    }
}

/// Pairings follow from results; without these they cannot be checked.
#[test]
fn games_without_those_before_them_do_not_hold() {
    let folder = tempfile::tempdir().unwrap();
    let engines = "--engine name=c --engine name=d --engine name=e";
    let args = format!("--game tictactoe --format swiss --rounds 3 --pairs 1 {RANDOM} {engines}");
    let lines = journal(folder.path(), &args);
    let mut cut: Vec<String> = lines.iter().map(text).collect();
    cut.remove(2);
    let found = findings(folder.path(), &cut);
    // Two pairings and a bye in a round: without game 1 the second round is not known.
    let games: Vec<usize> = found.iter().filter_map(|finding| finding.game).collect();
    assert_eq!(games, (5..=12).collect::<Vec<_>>());
}
