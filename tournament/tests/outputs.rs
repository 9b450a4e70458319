//! The outputs of a run besides its journal, and the other commands.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::support;

fn tournament(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    let Output { status, stdout, stderr } =
        Command::new(program).current_dir(folder).args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (status.code(), text(&stdout), text(&stderr))
}

const BUILTIN: [&str; 14] = [
    "run",
    "--game",
    "tictactoe",
    "--engine",
    "name=one",
    "option.Search=random",
    "--engine",
    "name=two",
    "option.Search=uct",
    "--each",
    "nodes=20",
    "--pairs",
    "2",
    "--quiet",
];

/// Runs the built-in engines with these additional arguments.
fn builtin(folder: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    tournament(folder, &[&BUILTIN[..], more].concat())
}

#[test]
fn events_and_records_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let more = ["--events", "events", "--records", "records", "--sprt", "elo0=0", "elo1=5"];
    let title = ["--title", "\"new\" <old>", "--journal", "j"];
    let (code, shown, errors) = builtin(folder.path(), &[&more[..], &title].concat());
    assert_eq!(code, Some(0), "{errors}");
    // With --quiet only the table at the end is shown.
    assert!(!shown.contains("plies") && shown.contains("Elo") && shown.contains("SPRT [0, 5]"));
    let events = fs::read_to_string(folder.path().join("events")).unwrap();
    let journal = fs::read_to_string(folder.path().join("j")).unwrap();
    let first = |text: &str| serde_json::from_str::<Value>(text.lines().next().unwrap()).unwrap();
    let symmetric = |text: &str| first(text)["config"]["symmetric"].clone();
    assert_eq!(symmetric(&events), symmetric(&journal));
    let events: Vec<Value> = events.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let of = |kind: &str| events.iter().filter(|e| e["type"] == kind).collect::<Vec<_>>();
    assert_eq!((of("start").len(), of("end").len()), (1, 1));
    assert_eq!((of("game-start").len(), of("game").len(), of("standings").len()), (4, 4, 4));
    assert_eq!(of("end")[0]["why"], "finished");
    for game in of("game") {
        let plies = of("ply").into_iter().filter(|ply| ply["game"] == game["game"]);
        let moves: Vec<&Value> = plies.map(|ply| &ply["move"]).collect();
        let recorded: Vec<&Value> =
            game["plies"].as_array().unwrap().iter().map(|ply| &ply["move"]).collect();
        assert_eq!(moves, recorded);
    }
    assert!(of("standings").iter().all(|event| event["llr"].is_number()));
    // The document has every kind of event and each of its fields.
    let document = include_str!("../EVENTS.md");
    for event in &events {
        let kind = event["type"].as_str().unwrap();
        let (_, section) = document.split_once(&format!("## `{kind}`")).expect(kind);
        let section = section.split("\n## ").next().unwrap();
        if kind != "game" {
            for key in event.as_object().unwrap().keys().filter(|k| *k != "type" && *k != "millis")
            {
                assert!(section.contains(&format!("`{key}`")), "{kind}: {key}");
            }
        }
    }

    let records = fs::read_to_string(folder.path().join("records")).unwrap();
    assert_eq!(records.matches("[Event \"\\\"new\\\" <old>\"]").count(), 4, "{records}");
    assert_eq!(tournament(folder.path(), &["report", "j", "-o", "page"]).0, Some(0));
    let page = fs::read_to_string(folder.path().join("page")).unwrap();
    assert!(page.contains(r#""title":"\"new\" \u003cold>""#));
    assert!(records.contains("[Game \"tictactoe\"]") && records.contains("{book}"), "{records}");
}

/// The ratings of three engines are joint ones.
#[test]
fn the_ratings_of_events_are_those_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    for third in [&[][..], &["--engine", "name=three", "option.Search=minimax"]] {
        let more = ["--pairs", "6", "--events", "events", "--journal", "j"];
        let (code, table, errors) = builtin(folder.path(), &[&more[..], third].concat());
        assert_eq!(code, Some(0), "{errors}");
        let events = fs::read_to_string(folder.path().join("events")).unwrap();
        let last = events.lines().rfind(|line| line.contains("\"standings\""));
        let last: Value = serde_json::from_str(last.unwrap()).unwrap();
        let players = last["players"].as_array().unwrap();
        assert_eq!(players.len(), 2 + third.len() / 2);
        for player in players {
            let [name, elo, error] = ["name", "elo", "error"].map(|key| &player[key]);
            let name = name.as_str().unwrap();
            let row = table.lines().find(|line| line.split_whitespace().nth(1) == Some(name));
            let [elo, error] = [elo, error].map(|number| number.as_f64().unwrap());
            let row = row.expect(name).split_whitespace().skip(2).take(2).collect::<Vec<_>>();
            assert_eq!(row, [format!("{elo:+.1}"), format!("{error:.1}")], "{table}");
        }
        fs::remove_file(folder.path().join("j")).unwrap();
        fs::remove_file(folder.path().join("events")).unwrap();
    }
}

#[test]
fn a_fault_leaves_a_transcript_to_replay() {
    let folder = tempfile::tempdir().unwrap();
    let mock = support::mock_path();
    let cmd = format!("cmd={}", mock.display());
    // A match of an honest engine against another one.
    let duel = |name: &str, behaviour: &str, more: [&str; 2]| {
        let words = "run --game tictactoe --pairs 1 --each nodes=1";
        let words = words.split(' ').chain([&*cmd, "--engine", "name=good", "args=honest"]);
        let args: Vec<&str> = words.chain(["--engine", name, behaviour]).chain(more).collect();
        tournament(folder.path(), &args)
    };
    let (code, _, errors) = duel("name=bad one", "args=stderr-on-go", ["--journal", "j"]);
    assert_eq!(code, Some(4), "{errors}");
    // The default folder is beside the journal.
    let file = folder.path().join("j.faults/game-1-bad_one.txt");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("# ended by died: ") && text.contains(" > uginewgame"), "{text}");
    assert!(text.contains("! no such table"), "{text}");
    assert!(folder.path().join("j.faults/game-1-good.txt").exists());
    let args = ["replay", "j.faults/game-1-bad_one.txt", "--wait", "60"];
    let (code, shown, errors) = tournament(folder.path(), &args);
    assert_eq!(code, Some(0), "{errors}");
    assert!(
        shown.contains("> go nodes 1") && shown.contains("# the engine ended, exit status: 7"),
        "{shown}"
    );
    // Another command may behave differently.
    let mock = mock.display().to_string();
    let args = ["replay", args[1], "--wait", "1", "--", &mock, "honest"];
    let (_, shown, _) = tournament(folder.path(), &args);
    assert!(shown.contains("< bestmove") && shown.contains("still running"), "{shown}");
    // An engine that fails to restart leaves a transcript as well.
    let log = folder.path().join("log").display().to_string();
    // Only with its dialect the engine is started once before the game.
    let behaviour = format!("args=starts-once {log}");
    let (code, _, errors) = duel("name=once", &behaviour, ["dialect=ugi", "--transcripts=wire"]);
    assert!(code == Some(4) && errors.contains("3 times in a row"), "{errors}");
    let text = fs::read_to_string(folder.path().join("wire/game-2-once.txt")).unwrap();
    assert!(text.contains("# ended by not-started") && text.contains(" > ugi"), "{text}");
    let (code, _, errors) = tournament(folder.path(), &["replay", "j"]);
    assert_eq!(code, Some(2), "{errors}");
}

#[test]
fn transcripts_of_all_games_are_kept_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, errors) = builtin(folder.path(), &["--transcripts", "all", "--keep-all"]);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(fs::read_dir(folder.path().join("all")).unwrap().count(), 8);
    let (code, _, errors) = builtin(folder.path(), &["--keep-all"]);
    assert!(code == Some(2) && errors.contains("no folder of transcripts"), "{errors}");
}

#[test]
fn similar_names_have_separate_transcripts() {
    let folder = tempfile::tempdir().unwrap();
    // All three names give the same file name.
    let names = ["name=a b", "name=A_b", "name=a-b", "name=c"];
    let engines = names.iter().flat_map(|name| ["--engine", name]);
    let run = ["run", "--game", "tictactoe", "--each", "nodes=1", "--pairs", "1", "--quiet"];
    let more = ["--transcripts", "all", "--keep-all"];
    let args: Vec<&str> = run.into_iter().chain(engines).chain(more).collect();
    let (code, _, errors) = tournament(folder.path(), &args);
    assert_eq!(code, Some(0), "{errors}");
    let files = fs::read_dir(folder.path().join("all")).unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names.len(), 24, "{names:?}");
    assert_eq!(names[..2], ["game-1-A_b-2.txt", "game-1-a_b-1.txt"]);
    assert!(names.iter().any(|name| name.ends_with("-c.txt")));
}

#[test]
fn a_printed_configuration_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let (code, file, errors) = builtin(folder.path(), &["--print-config", "--seed", "7"]);
    assert_eq!(code, Some(0), "{errors}");
    fs::write(folder.path().join("t.toml"), &file).unwrap();
    let (code, again, errors) = tournament(folder.path(), &["run", "t.toml", "--print-config"]);
    assert_eq!((code, again), (Some(0), file), "{errors}");
    let (code, shown, errors) = tournament(folder.path(), &["run", "t.toml"]);
    assert!(code == Some(0) && shown.contains("4/4"), "{shown}{errors}");
}

#[test]
fn games_have_lines_and_tables_at_intervals() {
    let folder = tempfile::tempdir().unwrap();
    let args: Vec<&str> = BUILTIN.iter().copied().filter(|word| *word != "--quiet").collect();
    let more = ["--table-every", "2", "--sprt", "elo0=0", "elo1=5", "--affinity"];
    let (code, shown, errors) = tournament(folder.path(), &[&args[..], &more].concat());
    assert_eq!(code, Some(0), "{errors}");
    let kinds: Vec<&str> = shown
        .lines()
        .filter_map(|line| match line {
            _ if line.contains(" plies ") => Some("game"),
            _ if line.contains("± (95 %)") => Some("table"),
            _ if line.starts_with("SPRT") => Some("test"),
            _ => None,
        })
        .collect();
    let expected = ["game", "game", "table", "test"];
    assert_eq!(kinds, [&expected[..], &expected, &["table", "test"]].concat(), "{shown}");
}

#[test]
fn a_test_that_faults_decide_ends_with_their_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let cmd = format!("cmd={}", support::mock_path().display());
    for (first, second, verdict) in
        [("honest", "illegal-move", "accepted"), ("illegal-move", "honest", "rejected")]
    {
        let (first, second) = (format!("args={first}"), format!("args={second}"));
        let args = [
            "run",
            "--game",
            "tictactoe",
            "--engine",
            "name=a",
            &first,
            "--engine",
            "name=b",
            &second,
            "--each",
            "nodes=1",
            &cmd,
            "--pairs",
            "1000",
            "--sprt",
            "elo0=0",
            "elo1=50",
            "model=logistic",
            "--quiet",
        ];
        let (code, shown, errors) = tournament(folder.path(), &args);
        // All games of an engine were lost by faults, which is no result.
        assert_eq!(code, Some(4), "{shown}{errors}");
        let line = shown.lines().find(|line| line.starts_with("SPRT")).unwrap();
        assert!(line.contains(verdict) && line.contains("faults among the games"), "{line}");
    }
    let args = ["--max-faults", "0.1", "--pairs", "50"];
    let bad = [
        "run",
        "--game",
        "tictactoe",
        "--engine",
        "name=a",
        "args=honest",
        "--engine",
        "name=b",
        "args=illegal-move",
        "--each",
        "nodes=1",
        &cmd,
    ];
    let (code, _, errors) = tournament(folder.path(), &[&bad[..], &args].concat());
    assert!(code == Some(4) && errors.contains("3 of 3 games"), "{errors}");
}

#[test]
fn stats_accepts_counts_and_journals() {
    let folder = tempfile::tempdir().unwrap();
    let stats = |args: &[&str]| {
        let (code, shown, errors) = tournament(folder.path(), &[&["stats"], args].concat());
        assert_eq!(code, Some(0), "{errors}");
        shown
    };
    // The values are those of fastchess, but for the errors of nElo, 36.77 and 10.96
    // there, which leave out that the deviation is estimated too.
    let shown = stats(&["--wdl", "136,111,96"]);
    for line in ["40.70 ± 30.43", "49.77 ± 37.57", "99.60 %"] {
        assert!(shown.contains(line), "{line} in {shown}");
    }
    let shown = stats(&["--penta", "332,433,457,41,333,334"]);
    for line in ["-8.64 ± 10.33", "-9.17 ± 10.99", "5.05 %"] {
        assert!(shown.contains(line), "{line} in {shown}");
    }
    let shown = stats(&["--wdl", "36433,68692,36027", "--sprt", "0,2"]);
    assert!(shown.contains("LLR 0.9233"), "{shown}");
    let shown = stats(&["--penta", "223,9863,20279,1000,10037,246", "--sprt", "0.5,2.5,logistic"]);
    assert!(shown.contains("LLR -3.0741") && shown.contains("rejected"), "{shown}");
    for (wdl, expected) in [("900,0,100", 5), ("100,0,900", 6), ("5,5,5", 0)] {
        let args = ["stats", "--wdl", wdl, "--sprt", "0,5", "--exit-code"];
        assert_eq!(tournament(folder.path(), &args).0, Some(expected));
    }

    for (journal, shard) in [("a", "1/2"), ("b", "2/2")] {
        let args = ["--journal", journal, "--shard", shard];
        assert_eq!(builtin(folder.path(), &args).0, Some(0));
    }
    // An incomplete last line is still being written.
    let path = folder.path().join("b");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 20]).unwrap();
    let shown = stats(&["a", "b", "--anchor", "two=1500", "--sprt", "0,5"]);
    for part in ["+1500.0", "games:       3:", "with X:", "SPRT [0, 5]", "one against two"] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert!(shown.contains("ended:       3 by rules"), "{shown}");
    // Without pairings of two games the test is trinomial.
    let args = ["--no-swap", "--journal", "c", "--sprt", "elo0=0", "elo1=5"];
    let (code, played, errors) = builtin(folder.path(), &args);
    assert!(code == Some(0) && played.contains("[0, 5] normalized trinomial"), "{played}{errors}");
    for sprt in [&[][..], &["--sprt", "0,5"]] {
        let shown = stats(&[&["c"], sprt].concat());
        assert!(shown.contains("[0, 5] normalized trinomial: LLR "), "{shown}");
    }
    // Five counts do not give the number of drawn games.
    let shown = stats(&["--penta", "332,433,498,333,334"]);
    assert!(shown.contains("498 WL or DD") && shown.contains("-8.64 ± 10.33"), "{shown}");
    assert!(!shown.contains("draw"), "{shown}");
    for bad in [
        "",
        "a --anchor three=1",
        "nothing-here",
        "a --wdl 5,5,5",
        "--penta 1,2,3",
        "--wdl 1,2",
        "--wdl 5,5,5 --penta 1,1,1,1,1,1",
        "--wdl 5,5,5 --anchor one=1",
        "--wdl 5,5,5 --sprt 0,5,pentanomial",
        "c --sprt 0,5,pentanomial",
        "--penta 1,1,1,1,1 --sprt 0,5,trinomial",
        "--penta 1,1,1,1,1 --sprt 0,5,bayesian",
        "--wdl 5,5,5 --sprt 5,0",
    ] {
        let args: Vec<&str> = ["stats"].into_iter().chain(bad.split_whitespace()).collect();
        let (code, shown, errors) = tournament(folder.path(), &args);
        assert!(
            code == Some(2) && shown.is_empty() && !errors.is_empty(),
            "{bad}: {code:?} {errors}"
        );
    }
}

#[test]
fn books_are_made_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let book = |more: &[&str]| {
        let args = ["book", "--game", "tictactoe", "--plies", "2", "--count", "20", "--seed", "4"];
        let (code, shown, errors) = tournament(folder.path(), &[&args[..], more].concat());
        assert_eq!(code, Some(0), "{errors}");
        (shown, errors)
    };
    let (few, errors) = book(&[]);
    // Up to symmetry there are twelve.
    assert!(few.starts_with("# openings of tictactoe: 12 of 2 random plies, seed 4\n"), "{few}");
    assert!(errors.contains("found only 12 of 20 openings"), "{errors}");
    let (all, _) = book(&["--symmetric"]);
    let openings = |text: &str| -> Vec<String> {
        text.lines().filter(|l| !l.starts_with('#')).map(str::to_string).collect()
    };
    assert_eq!(openings(&all).len(), 20);
    assert_eq!(book(&["--symmetric"]).0, all);
    // Some of the 72 openings of two plies are lost, and the search sees the
    // end of every game.
    let engine = ["--engine", "option.Search=alphabeta", "depth=9"];
    let args = [&["--balanced", "0", "--symmetric", "-o", "book"][..], &engine, &["--count", "72"]]
        .concat();
    let args = [&["book", "--game", "tictactoe", "--plies", "2"][..], &args].concat();
    let (code, _, errors) = tournament(folder.path(), &args);
    assert!(code == Some(0) && errors.contains("only"), "{errors}");
    let written = fs::read_to_string(folder.path().join("book")).unwrap();
    // Several engines make the same book.
    let (code, ..) = tournament(folder.path(), &[&args[..], &["--concurrency", "3"]].concat());
    assert_eq!(code, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("book")).unwrap(), written);
    let balanced = openings(&written);
    assert!(balanced.len() > 5 && balanced.len() < 72, "{}", balanced.len());
    // A reply to the centre on an edge loses, a reply on a corner does not.
    assert!(balanced.iter().any(|o| o == "b2 a1") && !balanced.iter().any(|o| o == "b2 a2"));
    let more = ["--openings", "file=book", "order=random"];
    let (code, _, errors) = builtin(folder.path(), &more);
    assert_eq!(code, Some(0), "{errors}");
}

#[cfg(unix)]
#[test]
fn the_openings_found_before_an_engine_fails_are_written() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine");
    let script = "#!/bin/sh\necho >started\nsearches=0\nwhile read -r word rest; do case $word in\n\
        ugi) echo ugiok;;\nisready) echo readyok;;\nquit) exit;;\n\
        go) searches=$((searches + 1)); [ $searches -le 3 ] || exit 7\n\
        echo info score cp 0; echo bestmove a1;;\nesac; done\n";
    fs::write(&engine, script).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let make = |output| {
        let args = ["book", "--game", "tictactoe", "--plies", "2", "--balanced", "0"];
        let args = [&args[..], &["--engine", "cmd=./engine", "-o", output]].concat();
        tournament(folder.path(), &args)
    };
    // A file that cannot be written is refused first.
    let (code, _, errors) = make("missing/book");
    assert!(code != Some(0) && errors.contains("missing/book"), "{code:?} {errors}");
    assert!(!folder.path().join("started").exists());
    let (code, _, errors) = make("book");
    assert_eq!(code, Some(4), "{errors}");
    let reason = "the engine that scores the openings failed: died: engine ended, exit status: 7";
    assert!(errors.contains(reason), "{errors}");
    let written = fs::read_to_string(folder.path().join("book")).unwrap();
    assert_eq!(written.lines().filter(|line| !line.starts_with('#')).count(), 3, "{written}");
}

#[test]
fn statistics_show_what_the_engines_did() {
    let folder = tempfile::tempdir().unwrap();
    let header = |tc: &str| {
        let engine = |name: &str| {
            format!(
                r#"{{"name":"{name}","program":"builtin","dir":null,"env":{{}},"dialect":"ugi","options":[],"limits":{{{tc}}}}}"#
            )
        };
        format!(
            r#"{{"type":"header","version":1,"config":{{"game":"tictactoe","format":"match","pairings":1,"concurrency":1,"seed":0,"openings":{{"list":["b2"]}},"max_plies":2000,"journal":"j","margin":0.1,"deadlines":{{"startup":20.0,"ready":20.0,"think":300.0,"answer":2.0,"quit":2.0}},"engines":[{},{}]}}}}"#,
            engine("an-engine-with-a-long-name"),
            engine("another-engine-with-a-long-name")
        )
    };
    let game = |usage: &str| {
        format!(
            r#"{{"type":"game","game":1,"pairing":1,"round":1,"players":["an-engine-with-a-long-name","another-engine-with-a-long-name"],"opening":"b2","seeds":[null,null],"result":"draw","termination":"rules",{usage}"plies":[{{"move":"a1","us":1500000,"depth":12,"nodes":3000000}},{{"move":"c3","us":250000,"depth":3,"nodes":100000}}],"started":0,"millis":1}}"#
        )
    };
    let usage = r#""usage":[{"cpu_us":500000,"us":250000,"peak_kib":70000},{"cpu_us":1500000,"us":1500000,"peak_kib":9000}],"#;
    let stats = |name: &str, text: String, more: &[&str]| {
        fs::write(folder.path().join(name), text).unwrap();
        let (code, shown, errors) =
            tournament(folder.path(), &[&["stats", name][..], more].concat());
        assert_eq!(code, Some(0), "{errors}");
        (shown, errors)
    };
    let run = r#"{"type":"run","started":1,"version":"0","machine":{"host":"h","system":"s","processor":"p","processors":1},"scale":1.0,"pairings":1,"programs":[]}"#;
    let whole = format!("{}\n{run}\n{}\n", header(r#""tc":"2+0.5""#), game(usage));
    let (shown, errors) = stats("j", whole.clone(), &["--usage"]);
    let note = "used 2.0 processors while it worked, its opponent";
    assert!(errors.contains(note), "{errors}");
    let tables: Vec<&str> = shown.lines().skip_while(|line| !line.contains("opponent")).collect();
    assert!(tables.iter().all(|line| line.chars().count() <= 80), "{shown}");
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let heads: Vec<_> =
        tables.iter().filter(|l| l.contains("opponent")).map(|l| words(l)).collect();
    assert_eq!(heads[0][2..], ["games", "plies", "depth", "least", "nodes", "nodes/s"]);
    assert_eq!(heads[1][2..], ["s/ply", "longest", "left", "CPU", "s", "CPUs", "MiB"]);
    let row = |table: usize, row: usize| {
        let start = tables.iter().enumerate().filter(|(_, l)| l.contains("opponent")).nth(table);
        words(tables[start.unwrap().0 + 2 + row])[2..].to_vec()
    };
    assert_eq!(row(0, 0), ["X", "1", "1", "3.0", "3", "100k", "400k"]);
    assert_eq!(row(0, 1), ["O", "1", "1", "12.0", "12", "3.0M", "2.0M"]);
    assert_eq!(row(1, 0), ["X", "0.250", "0.250", "1.750", "0.500", "2.00", "68.4"]);
    assert_eq!(row(1, 1), ["O", "1.500", "1.500", "0.500", "1.500", "1.00", "8.8"]);
    assert!(!stats("j", whole.clone(), &[]).0.contains("opponent"));
    let json: Value = serde_json::from_str(&stats("j", whole, &["--json"]).0).unwrap();
    let expected = serde_json::json!({
        "engine": "an-engine-with-a-long-name", "opponent": "another-engine-with-a-long-name",
        "side": "X", "games": 1, "plies": 1, "depth": 3.0, "least_depth": 3, "nodes": 100_000.0,
        "nodes_per_second": 400_000.0, "seconds_per_ply": 0.25, "longest_seconds": 0.25,
        "least_seconds_left": 1.75, "cpu_seconds": 0.5, "processors": 2.0, "peak_kib": 70_000,
    });
    assert_eq!(json["usage"][0], expected);
    assert_eq!(json["usage"].as_array().unwrap().len(), 2);
    let unequal = json["unequal_processors"][0].as_str().unwrap();
    assert!(unequal.contains(note), "{unequal}");
    // A journal without clocks and of an earlier version has fewer columns.
    let old = format!("{}\n{}\n", header(r#""nodes":1"#), game(""));
    let (shown, errors) = stats("old", old, &["--usage"]);
    assert!(!shown.contains("CPU") && !shown.contains("left") && shown.contains("longest"));
    assert!(!errors.contains("processors"), "{errors}");
}

#[test]
fn a_book_is_made_from_games() {
    let folder = tempfile::tempdir().unwrap();
    let game = |moves: &str, result: &str| format!("[Game \"tictactoe\"]\n\n{moves} {result}\n\n");
    // The first two mirror each other, and X wins both.
    let pgn = game("1. b2 b1 2. a1 a2 3. c3", "1-0") + &game("1. b2 a2 2. c3 b1 3. a1", "1-0");
    let pgn = pgn + &game("1. a1 b2 2. c3", "1/2-1/2") + &game("1. c3 b2 2. a1", "1-0");
    fs::write(folder.path().join("pgn"), pgn).unwrap();
    let book = |args: &[&str]| {
        tournament(folder.path(), &[&["book", "--from"], args, &["--plies", "2"]].concat())
    };
    let (code, shown, errors) = book(&["pgn"]);
    assert_eq!(
        (code, &*shown),
        (Some(0), "# openings of tictactoe: 1 of 2 plies, from games\na1 b2\n"),
        "{errors}"
    );
    assert!(errors.contains("left out 1 opening that only one side won"), "{errors}");
    // The openings of a journal, which lose to nobody after one game each.
    let (code, _, errors) = builtin(
        folder.path(),
        &["--pairs", "3", "--no-swap", "--journal", "j", "--openings", "list=a1 b1;c3 c2;a1 b2"],
    );
    assert_eq!(code, Some(0), "{errors}");
    let (code, shown, errors) = book(&["j", "pgn"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(shown.lines().skip(1).all(|line| ["a1 b1", "a1 b2"].contains(&line)), "{shown}");
    for (args, part) in [
        (&["nothing"][..], "there is no such file"),
        (&["pgn", "--game", "qubic"], "its game is tictactoe"),
    ] {
        let (code, _, errors) = book(args);
        assert!(code == Some(2) && errors.contains(part), "{errors}");
    }
    fs::write(folder.path().join("text"), "hello").unwrap();
    let (code, _, errors) = book(&["text"]);
    assert!(
        code == Some(2) && errors.contains("it is not a journal and contains no games"),
        "{errors}"
    );
    fs::write(folder.path().join("wrong"), game("1. b2 b2", "*")).unwrap();
    let (code, _, errors) = book(&["wrong"]);
    assert!(code == Some(2) && errors.contains("game 1: \"b2\" is occupied"), "{errors}");
}

#[test]
fn debug_shows_the_lines_of_engines() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, errors) = builtin(folder.path(), &["--pairs", "1", "--debug"]);
    assert_eq!(code, Some(0), "{errors}");
    for part in [" one > ugi\n", " two < ugiok\n", " one > go nodes 20\n", " two < bestmove "] {
        assert!(errors.contains(part), "{part} in {errors}");
    }
}

/// The games count nevertheless.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_output_is_reported_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["--events", "--records"] {
        let args = [&BUILTIN[..], &["--pairs", "1", file, "/dev/full"]].concat();
        let (code, shown, errors) = tournament(folder.path(), &args);
        assert_eq!(code, Some(1), "{errors}");
        assert!(shown.contains("games:       2:"), "{shown}");
        assert!(errors.contains("/dev/full\" cannot be written: No space"), "{errors}");
    }
}
