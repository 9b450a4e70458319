//! Results for programs and CI: JSON, Markdown and JUnit, and the gate.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use noughts_tournament::journal::{Journal, read};
use noughts_tournament::model::record::GameResult;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

use crate::support;

fn noughts(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    command.current_dir(folder).args(args).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The cases of a JUnit document: name, and the kind of the status.
fn cases(xml: &str) -> Vec<(String, &'static str)> {
    let mut reader = Reader::from_str(xml);
    let mut cases: Vec<(String, &'static str)> = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) if tag.name().as_ref() == b"testcase" => {
                let name = tag.try_get_attribute("name").unwrap().expect("a name");
                cases.push((name.unescape_value().unwrap().into_owned(), "success"));
            }
            Event::Empty(tag) => {
                let (_, kind) = cases.last_mut().expect("a case");
                *kind = if tag.name().as_ref() == b"skipped" { "skipped" } else { "failure" };
            }
            Event::Eof => return cases,
            _ => {}
        }
    }
}

const MATCH: [&str; 12] = [
    "run",
    "--game",
    "tictactoe",
    "--engine",
    "name=a|<b>",
    "nodes=300",
    "--engine",
    "name=weak",
    "nodes=1",
    "option.Search=random",
    "--journal",
    "j",
];

/// Checks that README.md names every field of the results.
fn every_field_is_documented(json: &Value) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let page = fs::read_to_string(page).unwrap();
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let engine = &json["engines"][0];
    let parts = [json, engine, &engine["games"], &json["encounters"][0], &json["end"]];
    for field in parts.into_iter().flat_map(fields) {
        assert!(page.contains(&format!("`{field}`")), "README.md lacks `{field}`");
    }
}

/// The names of the suites as a reader of XML sees them.
fn suites(xml: &str) -> Vec<String> {
    let (mut reader, mut names) = (Reader::from_str(xml), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) if tag.name().as_ref().starts_with(b"testsuite") => {
                let name = tag.try_get_attribute("name").unwrap().expect("a name");
                names.push(name.unescape_value().unwrap().into_owned());
            }
            Event::Eof => return names,
            _ => {}
        }
    }
}

#[test]
fn titles_and_programs_are_escaped_in_xml() {
    let folder = tempfile::tempdir().unwrap();
    let title = r#"a<b & "c" > 'd'"#;
    noughts(folder.path(), &[&MATCH[..], &["--title", title, "--junit=r.xml"]].concat());
    let xml = fs::read_to_string(folder.path().join("r.xml")).unwrap();
    assert_eq!(suites(&xml)[0], format!("noughts-tournament: {title}"));
    let program = r#"./no such <engine> & "more""#;
    let output = noughts(folder.path(), &["check", program, "--junit"]);
    let names = suites(&text(&output.stdout));
    assert!(names.first().is_none_or(|name| name.contains("<engine>")), "{names:?}");
}

#[test]
fn a_run_writes_all_formats() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let more =
        ["--sprt", "0,100", "--pairs", "300", "--json=r.json", "--markdown=r.md", "--junit=r.xml"];
    let output = noughts(folder, &[&MATCH[..], &more].concat());
    assert_eq!(output.status.code(), Some(5), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("accepted"), "the text is still shown");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let json: Value = serde_json::from_str(&read("r.json")).unwrap();
    assert_eq!(json["sprt"]["verdict"], "accepted");
    assert_eq!(json["end"]["code"], 5);
    let stats = noughts(folder, &["stats", "j", "--json"]);
    let stats: Value = serde_json::from_str(&text(&stats.stdout)).unwrap();
    assert_eq!(json["usage"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["usage"], stats["usage"]);
    assert_eq!(json["engines"][0]["name"], "a|<b>");
    let games = &json["engines"][0]["games"];
    let count = |name: &str| games[name].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), count("total"));
    assert_eq!(json["played"], count("total"));
    // As in the table, and for the pair as for the engine.
    for key in ["elo", "elo_error", "nelo", "nelo_error", "los", "pairs_ratio", "pairs", "games"] {
        assert_eq!(json["engines"][0][key], json["encounters"][0][key], "{key}");
    }
    let shown = text(&output.stdout);
    let number = |key: &str| json["engines"][0][key].as_f64().unwrap();
    let nelo = format!("nElo:        {:.2} ± {:.2}\n", number("nelo"), number("nelo_error"));
    let los = format!("LOS:         {:.2} %\n", 100.0 * number("los"));
    assert!(shown.contains(&nelo) && shown.contains(&los), "{nelo}{los}{shown}");
    let ratio = json["engines"][1]["pairs_ratio"].as_f64().unwrap();
    assert!((0.0..1.0).contains(&ratio), "{ratio}");
    every_field_is_documented(&json);
    let markdown = read("r.md");
    assert!(
        markdown.contains("**accepted**") && markdown.contains("| a\\|&lt;b&gt; |"),
        "{markdown}"
    );
    let expected = [
        ("the run ends", "success"),
        ("the test is accepted", "success"),
        ("a|<b> plays without a fault", "success"),
        ("weak plays without a fault", "success"),
    ];
    assert_eq!(cases(&read("r.xml")), expected.map(|(name, kind)| (name.to_string(), kind)));

    // The journal has the same results, on standard output in place of the text.
    let output = noughts(folder, &["stats", "j", "--json"]);
    let again: Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["engines", "encounters", "endings", "sprt", "played"] {
        assert_eq!(again[key], json[key], "{key}");
    }
    let output = noughts(folder, &["stats", "j", "--junit", "--markdown=again.md"]);
    assert_eq!(cases(&text(&output.stdout)).len(), 3);
    assert_eq!(read("again.md"), markdown);
    for words in [&["stats", "j"][..], &MATCH] {
        let output = noughts(folder, &[words, &["--json", "--junit"]].concat());
        assert_eq!(output.status.code(), Some(2));
        let errors = text(&output.stderr);
        assert!(errors.contains("only one format can go to standard output"), "{errors}");
    }
}

#[test]
fn games_after_the_decision_do_not_change_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let test = ["--sprt", "0,100", "--pairs", "300"];
    let run = |more: &[&str]| noughts(folder, &[&MATCH[..], &test, more].concat());
    assert_eq!(run(&[]).status.code(), Some(5));
    // As in merged journals of shares that went on: the other engine wins them.
    let games: Vec<_> =
        read(&folder.join("j")).unwrap().1.map(|game| game.unwrap().record).collect();
    let played = games.iter().map(|game| game.game).max().unwrap().next_multiple_of(2);
    let mut journal = support::unchecked(&fs::read_to_string(folder.join("j")).unwrap());
    for number in played + 1..=played + 100 {
        let mut game = games[usize::from(number.is_multiple_of(2))].clone();
        game.result = if game.players[0] == "weak" { GameResult::X } else { GameResult::O };
        (game.game, game.pairing, game.meeting) = (number, number.div_ceil(2), number.div_ceil(2));
        journal += &Journal::line(&game).unwrap();
    }
    fs::write(folder.join("j"), journal).unwrap();

    let outputs = ["--json=s.json", "--markdown=s.md", "--junit=s.xml"];
    let stats = noughts(folder, &[&["stats", "j", "--exit-code"][..], &outputs].concat());
    let again = run(&["--json=r.json", "--markdown=r.md", "--junit=r.xml"]);
    let follow = noughts(folder, &["follow", "j"]);
    for output in [&stats, &again, &follow] {
        let shown = text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(5), "{shown}");
        assert!(shown.contains("accepted with pairing"), "{shown}");
        assert!(shown.contains("pairings the LLR is -"), "{shown}");
        assert!(!shown.contains("rejected"), "{shown}");
    }
    for name in ["s", "r"] {
        let file = |kind: &str| fs::read_to_string(folder.join(format!("{name}.{kind}"))).unwrap();
        let json: Value = serde_json::from_str(&file("json")).unwrap();
        let test = &json["sprt"];
        assert_eq!(test["verdict"], "accepted", "{test}");
        assert!(test["llr"].as_f64().unwrap() < 0.0, "{test}");
        assert!(test["decided"]["llr"].as_f64().unwrap() > 2.9, "{test}");
        assert!(test["decided"]["pairing"].as_u64().unwrap() * 2 <= played as u64, "{test}");
        assert!(file("md").contains("**accepted**: SPRT"), "{}", file("md"));
        let case = ("the test is accepted".to_string(), "success");
        assert!(cases(&file("xml")).contains(&case), "{}", file("xml"));
    }
}

#[test]
fn a_format_on_standard_output_is_alone_there() {
    let folder = tempfile::tempdir().unwrap();
    let output = noughts(folder.path(), &[&MATCH[..], &["--pairs", "2", "--json"]].concat());
    assert_eq!(output.status.code(), Some(0));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((json["played"].as_u64(), json["total"].as_u64()), (Some(4), Some(4)));
}

#[test]
fn a_fault_fails_its_case() {
    let folder = tempfile::tempdir().unwrap();
    let cmd = format!("cmd={}", support::mock_path().display());
    let engines = ["--engine", "name=bad", &cmd, "args=illegal-move", "nodes=1"];
    let args = [
        &["run", "--game", "tictactoe", "--engine", "name=good", "nodes=1"][..],
        &engines,
        &["--pairs", "1", "--junit"],
    ]
    .concat();
    let output = noughts(folder.path(), &args);
    assert_eq!(output.status.code(), Some(4));
    let expected = [
        ("the run ends", "failure"),
        ("good plays without a fault", "success"),
        ("bad plays without a fault", "failure"),
    ];
    assert_eq!(cases(&text(&output.stdout)), expected.map(|(name, kind)| (name.to_string(), kind)));
}

#[test]
fn a_check_writes_all_formats() {
    let folder = tempfile::tempdir().unwrap();
    let steps = ["--step", "handshake", "--step", "one-bestmove", "--silence", "0.01"];
    let args = [&["check", "--markdown=c.md", "--junit=c.xml", "--json"][..], &steps, &["builtin"]];
    let output = noughts(folder.path(), &args.concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.last().unwrap()["conforms"], true);
    let markdown = fs::read_to_string(folder.path().join("c.md")).unwrap();
    assert!(markdown.contains("**conforms**"), "{markdown}");
    let cases = cases(&fs::read_to_string(folder.path().join("c.xml")).unwrap());
    let steps = lines.iter().filter(|line| line["type"] == "step").count();
    assert_eq!(cases.len(), steps);
    assert!(cases.contains(&("handshake".to_string(), "success")), "{cases:?}");
    // Each file replaces that of an earlier check.
    let files = ["check", "--json=c.json", "--markdown=c.md", "--junit=c.xml"];
    for _ in 0..2 {
        let output =
            noughts(folder.path(), &[&files[..], &["--step", "handshake", "builtin"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
}

#[test]
fn names_from_files_do_not_reach_the_terminal_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let players = "[White \"ev\u{1b}]0;x\u{7}il\"]\n[Black \"b\u{202e}\"]\n";
    let game = format!("{players}[Result \"1-0\"]\n\n1. e4 1-0\n\n");
    fs::write(folder.path().join("g.pgn"), game).unwrap();
    let shown = text(&noughts(folder.path(), &["stats", "--pgn", "g.pgn"]).stdout);
    assert!(shown.contains("ev\\u{1b}]0;x\\u{7}il against b\\u{202e}"), "{shown}");
    assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{shown}");
}

#[test]
fn the_number_of_games_grows_with_drawn_pairings() {
    let folder = tempfile::tempdir().unwrap();
    let (each, engine) = ("--each", "--engine");
    let players = [engine, "name=a", engine, "name=b", each, "nodes=2000", "option.Search=minimax"];
    let run = [&["run", "--game", "tictactoe", "--format", "knockout"][..], &players].concat();
    let shown = text(&noughts(folder.path(), &[&run[..], &["--journal", "j"]].concat()).stdout);
    let counts = shown.lines().filter_map(|line| line.trim().split_once(' ')?.0.split_once('/'));
    let counts: Vec<(u32, u32)> =
        counts.filter_map(|(n, m)| n.parse().ok().zip(m.parse().ok())).collect();
    assert!(counts.len() > 2 && counts.iter().all(|(n, m)| n <= m), "{shown}");
}

#[cfg(unix)]
#[test]
fn the_gate_lets_the_better_engine_pass() {
    let folder = tempfile::tempdir().unwrap();
    let runner = env!("CARGO_BIN_EXE_noughts-tournament");
    // The runner serves the same engine.
    let engine = folder.path().join("engine");
    fs::write(&engine, format!("#!/bin/sh\nexec '{runner}' engine\n")).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&engine, mode).unwrap();
    for (new, old, code) in [("mcts", "random", 0), ("random", "mcts", 1)] {
        let _ = fs::remove_file(folder.path().join("gate.journal"));
        let mut gate = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/gate.sh"));
        gate.current_dir(&folder).args(["./engine", "./engine", "--concurrency", "2"]);
        gate.env("NOUGHTS_TOURNAMENT", runner).env("GATE_NODES", "50");
        gate.env("GATE_SPRT", "-50,0");
        gate.env("GATE_NEW", format!("option.Search={new}"));
        gate.env("GATE_OLD", format!("option.Search={old}"));
        let output = gate.output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        let markdown = fs::read_to_string(folder.path().join("gate.md")).unwrap();
        assert!(markdown.contains(if code == 0 { "accepted" } else { "rejected" }), "{markdown}");
    }
}

#[test]
fn ratings_come_from_pgn_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let game = |white: &str, black: &str, result: &str| {
        format!(
            "[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n\
             1. e4 {{book}} e5 (1... c5 2. Nf3) 2. Nf3 $1 {result}\n\n"
        )
    };
    let games = [
        game("Deep", "Shallow", "1-0"),
        game("Shallow", "Deep", "1/2-1/2"),
        game("Deep", "Third", "1-0"),
        game("Third", "Shallow", "0-1"),
        game("Third", "Deep", "*"),
    ];
    fs::write(folder.path().join("g.pgn"), games.concat()).unwrap();
    let output = noughts(folder.path(), &["stats", "--pgn", "g.pgn", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let engines = json["engines"].as_array().unwrap();
    let found = engines.iter().map(|engine| {
        let games = &engine["games"];
        let counts = ["wins", "draws", "losses"].map(|key| games[key].as_u64().unwrap());
        (engine["name"].as_str().unwrap(), counts)
    });
    let expected = [("Deep", [2, 1, 0]), ("Shallow", [1, 1, 1]), ("Third", [0, 0, 2])];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    // Too few games for a likelihood.
    assert!(engines[0]["better_than"]["Third"].is_null(), "{engines:?}");
    let latin =
        fs::read_to_string(folder.path().join("g.pgn")).unwrap().replace("Deep", "D\u{e9}ep");
    let latin: Vec<u8> = latin.chars().map(|c| c as u8).collect();
    fs::write(folder.path().join("latin.pgn"), latin).unwrap();
    let output = noughts(folder.path(), &["stats", "--pgn", "latin.pgn"]);
    assert!(text(&output.stdout).contains("D\u{e9}ep"), "{}", text(&output.stderr));
    fs::write(folder.path().join("no.pgn"), "game = \"qubic\"\n").unwrap();
    let output = noughts(folder.path(), &["stats", "--pgn", "g.pgn", "no.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("\"no.pgn\" has no games in PGN"));
}

/// The journal, its games in PGN and the counts of both have the same statistics.
#[test]
fn statistics_of_the_same_games_agree() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = [&MATCH[..], &["--pairs", "15", "--concurrency", "3", "--records", "r.pgn"]].concat();
    assert_eq!(noughts(folder, &run).status.code(), Some(0));
    let export = ["export", "j", "--format", "pgn", "-o", "e.pgn"];
    assert_eq!(noughts(folder, &export).status.code(), Some(0));
    let json = |args: &[&str]| -> Value {
        let output = noughts(folder, &[&["stats", "--json", "--sprt", "0,300"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?} {}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let of_journal = json(&["j"]);
    let pairs: Vec<_> = of_journal["engines"][0]["pairs"].as_array().unwrap().iter().collect();
    assert_eq!(pairs.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 15);
    let counts: Vec<_> = pairs.iter().map(ToString::to_string).collect();
    let penta = format!("--penta={}", counts.join(","));
    // The same games of another program, which numbers them.
    let pgn = fs::read_to_string(folder.join("e.pgn")).unwrap();
    let is_foreign =
        |line: &&str| !["[X ", "[O ", "[Round"].iter().any(|tag| line.starts_with(tag));
    let foreign: Vec<&str> = pgn.lines().filter(is_foreign).collect();
    fs::write(folder.join("f.pgn"), foreign.join("\n")).unwrap();
    // The engines are ranked, so that it does not matter which game ended first.
    let fields = ["elo", "elo_error", "nelo", "nelo_error", "los", "pairs", "pairs_ratio", "games"];
    for args in [&["--pgn", "r.pgn"][..], &["--pgn", "e.pgn"], &["--pgn", "f.pgn"], &[&*penta]] {
        let other = json(args);
        for field in fields {
            assert_eq!(
                other["engines"][0][field], of_journal["engines"][0][field],
                "{args:?} {field}"
            );
        }
    }
}

#[test]
fn counts_have_results_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let json = |args: &[&str]| -> Value {
        let output = noughts(folder.path(), &[&["stats", "--json"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?} {}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let of_games = json(&["--wdl", "7,11,6"]);
    assert_eq!(
        (&of_games["played"], &of_games["engines"][0]["name"]),
        (&24.into(), &"first".into())
    );
    let elo = of_games["engines"][0]["elo"].as_f64().unwrap();
    assert_eq!(format!("{elo:.2}"), "14.48");
    assert!((of_games["engines"][1]["elo"].as_f64().unwrap() + elo).abs() < 1e-9);
    assert!(of_games["engines"][0]["with_x"].is_null());
    let short = json(&["--penta", "5,0,0,0,0", "--sprt", "0,5"]);
    let engine = &short["engines"][1];
    assert_eq!((&engine["name"], &engine["los"]), (&"first".into(), &Value::Null));
    assert_eq!(engine["pairs"], serde_json::json!([5, 0, null, null, 0, 0]));
    assert!(engine["games"]["wins"].is_null() && short["sprt"]["llr"].as_f64() < Some(0.0));
    let output = noughts(folder.path(), &["stats", "--penta", "5,0,0,0,0"]);
    assert!(
        text(&output.stdout).contains("LOS:         too few pairings (at least 10 are needed)\n")
    );
}

/// Two groups of engines that have no opponent in common.
#[test]
fn groups_that_never_met_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = |white: &str, black: &str, result: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{result}\n\n")
    };
    let pairs = [
        game("A", "B", "1-0"),
        game("B", "A", "0-1"),
        game("C", "D", "1/2-1/2"),
        game("D", "C", "1-0"),
    ];
    fs::write(folder.join("g.pgn"), pairs.concat().repeat(12)).unwrap();
    let args = ["stats", "--pgn", "g.pgn", "--anchor", "A=2000", "--json=o", "--markdown=m"];
    let output = noughts(folder, &args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let (shown, markdown) = (text(&output.stdout), fs::read_to_string(folder.join("m")).unwrap());
    for shown in [&shown, &markdown] {
        assert!(shown.contains("never met") && shown.contains("cannot be compared"), "{shown}");
        assert!(
            shown.contains("A, B") && shown.contains("C, D") && !shown.contains("NaN"),
            "{shown}"
        );
    }
    let json: Value = serde_json::from_slice(&fs::read(folder.join("o")).unwrap()).unwrap();
    assert_eq!(json["groups"], serde_json::json!([["A", "B"], ["C", "D"]]));
    let engine = json["engines"].as_array().unwrap().iter().find(|it| it["name"] == "A").unwrap();
    assert_eq!((&engine["elo"], &engine["better_than"]["C"]), (&2000.0.into(), &Value::Null));
    assert!(engine["better_than"]["B"].as_f64() > Some(0.99));
}

#[test]
fn results_replace_results_only() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = [&MATCH[..], &["--pairs", "1"]].concat();
    assert_eq!(noughts(folder, &run).status.code(), Some(0));
    let journal = fs::read(folder.join("j")).unwrap();
    for format in ["--json=j", "--markdown=j", "--junit=j"] {
        for args in [&["stats", "j", format][..], &[&run[..], &[format]].concat()] {
            let output = noughts(folder, args);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let errors = text(&output.stderr);
            assert!(errors.contains("is left unchanged; name another file"), "{errors}");
            assert_eq!(fs::read(folder.join("j")).unwrap(), journal);
        }
        let new = format.replace("=j", "=new");
        let other = if format.starts_with("--json") { "--junit=new" } else { "--json=./new" };
        let output = noughts(folder, &[&run[..], &[&new, other]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("is the file of two outputs"));
        assert!(!folder.join("new").exists());
        let place = format.replace("=j", "=r");
        for _ in 0..2 {
            assert_eq!(noughts(folder, &["stats", "j", &place]).status.code(), Some(0));
        }
        fs::remove_file(folder.join("r")).unwrap();
    }
    let output = noughts(folder, &["check", "--json=j", "--step", "handshake", "builtin"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(fs::read(folder.join("j")).unwrap(), journal);
}
