//! Answers to mistyped command lines and files.

use std::fs;
use std::process::Command;

use super::{BUILTIN, assert_answers, refused, refused_in, text, tournament};

use crate::support;

#[test]
fn options_of_other_runners_are_answered() {
    for (words, expected) in [
        (
            "run -engine cmd=./a -engine cmd=./b",
            &["-engine: options have two hyphens", "run --engine cmd=./a --engine cmd=./b"][..],
        ),
        (
            "--engine cmd=./a --engine cmd=./b",
            &["belongs to the command \"run\"", "noughts-tournament run --engine cmd=./a"],
        ),
        ("-engine cmd=./a", &["noughts-tournament run --engine cmd=./a"]),
        ("run --tc 10+0.1", &["--each tc=10+0.1 sets it for all"]),
        ("run --st 5", &["--each movetime=5000 sets"]),
        ("run --games 100", &["--pairs 50"]),
        ("run --games 7", &["--pairs 4"]),
        ("run -repeat", &["both sides anyway"]),
        ("run -pgnout games.pgn", &["--records FILE"]),
        (
            "run --engine name=A --engine name=B --each nodes=1 --rounds 100",
            &["only a Swiss tournament takes this key; --pairs sets the number of pairings"],
        ),
        (
            "run --engine name=A --engine name=B --each nodes=1 --pairs -1",
            &["a whole number from 1 to 10000000 is expected, not -1"],
        ),
        (
            "-engine name=a -engine name=b -each nodes=1 -rounds 10 -games 2 -repeat -recover \
             -concurrency 0",
            &[
                "-engine: this option belongs to the command \"run\"",
                "there is no option \"-games\"; every pairing has two games",
                "there is no option \"-repeat\"",
                "there is no option \"-recover\"; here: none is needed",
                "-rounds: here --pairs 10 sets the number of pairings",
                "--concurrency 0: concurrency: a whole number",
            ],
        ),
        ("run -sprt elo0=0 elo1=5", &["-sprt: options have two hyphens", "--sprt elo0=0 elo1=5"]),
        ("run -openings file=x", &["run --openings file=x"]),
        ("run -maxmoves 9", &["here: --max-length P"]),
        ("run --resign movecount=3", &["unknown key \"movecount\"; here: moves=N"]),
        ("run --each st=5", &["unknown key \"st\"; here: movetime=N, in milliseconds"]),
        ("run --each proto=uci", &["here: dialect=uci"]),
        ("run --pairs", &["error: --pairs: a value is missing, --pairs <N>\n"]),
        ("run --seed --pairs 3", &["error: --seed: a value is missing, --seed <N>\n"]),
        ("stats j --sprt", &["error: --sprt: a value is missing, --sprt <ELO0,ELO1"]),
        ("run -report penta=true", &["here: none is needed: the table at the end counts"]),
        ("run -crc32 x", &["here: none is needed: other programs compute the checksums"]),
        (
            "run -openings file=a.epd format=epd",
            &["-openings: options have two hyphens", "a.epd\" cannot be read"],
        ),
        (
            "run --each format=swiss",
            &["unknown key \"format\"; it is an option of its own: --format"],
        ),
        (
            "book --pairs 4",
            &["the command \"book\" has no option \"--pairs\"; the command \"run\" has it"],
        ),
        ("stats j -sprt 0,5", &["-sprt: options have two hyphens: --sprt"]),
        ("stats j --usag", &["has no option \"--usag\"; did you mean \"--usage\"?"]),
        ("report j --xyzzy=3", &["no option \"--xyzzy\"; noughts-tournament report --help lists"]),
    ] {
        assert_answers(words, expected);
    }
}

#[test]
fn the_engine_of_proof_has_its_own_word() {
    let engines = "run --game tictactoe --engine name=A --engine name=B --each nodes=1";
    let errors = refused(&format!("{engines} --proof option.X=3"));
    assert!(errors.contains("proof: its search has no limit"), "{errors}");
    assert!(errors.contains("engine \"proof\": unknown option \"X\""), "{errors}");
    assert!(!errors.contains("judge") && !errors.contains("--each"), "{errors}");
}

#[test]
fn a_share_counted_from_0_is_explained() {
    let engines = "run --engine name=A --engine name=B --each nodes=1 --shard";
    let advice = "--shard: \"0/3\" is not a share; write K/N with K from 1 to N, such as 1/4; with \
                  --shards-from 0 the first share is 0";
    assert_answers(&format!("{engines} 0/3"), &[advice]);
    let errors = refused(&format!("{engines} 4/3"));
    assert!(!errors.contains("--shards-from"), "{errors}");
    let errors = refused(&format!("{engines} 0/0 --shards-from 0"));
    assert!(!errors.contains("the first share is 0"), "{errors}");
}

#[test]
fn mistyped_names_have_a_suggestion() {
    assert_answers("rnu t.toml", &["there is no command \"rnu\"; did you mean \"run\"?"]);
    assert_answers("xyzzy", &["there is no command \"xyzzy\"; the commands are: run, tune, stats"]);
    let engines = "--engine name=A --engine name=B --each nodes=1";
    assert_answers(&format!("run {engines} --gmae qubic"), &["--game"]);
    assert_answers(
        "run --engine nmae=A nodes=1",
        &["unknown key \"nmae\"; did you mean \"name\"?"],
    );
    assert_answers(&format!("run {engines} --format gauntlett"), &["did you mean \"gauntlet\"?"]);
    for (option, expected) in [
        ("Serach=uct", "unknown option \"Serach\"; did you mean \"Search\"?"),
        ("Search=mtcs", "is expected; did you mean \"mcts\"?"),
        (
            "Search=mcts local=Hahs",
            "local: the engine has no option \"Hahs\"; did you mean \"Hash\"?",
        ),
    ] {
        let words = format!("run {engines} --game tictactoe --each option.{option}");
        assert_answers(&words, &[expected]);
    }
    assert_answers("run gmae=qubic", &["there is no such file; did you mean --game qubic?"]);
    assert_answers("run nodes=5", &["did you mean --each nodes=5?"]);
    assert_answers(
        &format!("run {engines} --plain t.toml gmae=x"),
        &["gmae=x: this word", "write --game x"],
    );
    assert_answers(
        "run --engine gmae=qubic",
        &["did you mean \"game\"? it is an option of its own"],
    );
    let known = "unknown option \"Serach\"; did you mean \"Search\"?";
    assert_answers("run --engine option.Serach=uct --engine name=B --each nodes=1", &[known]);
    let folder = tempfile::tempdir().unwrap();
    let file = BUILTIN.replace("[each]\n", "[each]\npairings = 1\n");
    fs::write(folder.path().join("t.toml"), format!("nodes = 3\n{file}")).unwrap();
    let errors = refused_in(folder.path(), "run t.toml");
    assert!(errors.contains("t.toml:1: unknown key \"nodes\"; engines have it"), "{errors}");
    assert!(errors.contains("unknown key \"pairings\"; it stands before all tables"), "{errors}");
    fs::write(folder.path().join("t.toml"), BUILTIN.replace("game =", "gmae =")).unwrap();
    let errors = refused_in(folder.path(), "run t.toml");
    assert_eq!(errors, "t.toml:1: unknown key \"gmae\"; did you mean \"game\"?\n");
    let errors = refused_in(folder.path(), "t.toml");
    assert!(errors.contains("noughts-tournament run t.toml"), "{errors}");
}

#[test]
fn a_test_is_given_in_one_form_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let printed = |words: &str| {
        let words = shlex::split(words).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = tournament(folder.path(), &words);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let engines = "--engine name=A --engine name=B --each nodes=1 --print-config";
    let long =
        printed(&format!("run {engines} --sprt elo0=0 elo1=5 alpha=0.1 beta=0.1 model=logistic"));
    assert!(long.contains("elo1 = 5"), "{long}");
    assert_eq!(printed(&format!("run {engines} --sprt 0,5,0.1,0.1,logistic")), long);
    let short = printed("stats --penta 1,2,3,4,5,6 --sprt 0,5");
    assert!(short.contains("SPRT"), "{short}");
    assert_eq!(printed("stats --penta 1,2,3,4,5,6 --sprt elo0=0 elo1=5"), short);
    assert_answers("stats --penta 1,2,3,4,5,6 --sprt 0", &["two or four numbers"]);
    let not_a_test = "\"foo\" is not a test; write 0,5 or elo0=0 elo1=5";
    for test in [&format!("run {engines}")[..], "stats --penta 1,2,3,4,5,6"] {
        assert_answers(&format!("{test} --sprt 0"), &["two or four numbers"]);
        assert_answers(&format!("{test} --sprt foo"), &[not_a_test]);
    }
    let negative = printed(&format!("run {engines} --sprt -5,0 model=logistic --pairs 3"));
    assert!(negative.contains("elo0 = -5") && negative.contains("pairings = 3"), "{negative}");
    let negative = printed("stats --penta 1,2,3,4,5,6 --sprt -5,0");
    assert!(negative.contains("SPRT [-5, 0]"), "{negative}");
    assert_answers(
        "stats 'my journal' elo0=0 elo1=5",
        &["elo0=0 elo1=5: a test follows the option: stats 'my journal' --sprt elo0=0 elo1=5\n"],
    );
    assert_answers("stats J 0,5", &["stats J --sprt 0,5\n"]);
    assert_answers(
        &format!("run {engines} --sprt 0,5 t.toml"),
        &["\"t.toml\" is not KEY=VALUE; put a tournament file before all options"],
    );
    assert_answers("stats", &["name a journal"]);
    assert_answers("stats x.journal --wdl 1,2,3", &["either journals or counts"]);
}

#[test]
fn mistakes_are_reported_together_in_the_words_of_the_command_line() {
    assert_answers("run", &["the command line: two engines are needed, such as --engine name=A"]);
    for typed in ["--pairs -1", "--pairings -1", "--pairs=-1"] {
        let errors = refused(&format!("run {typed}"));
        let expected = format!("{}: ", typed.replace('=', " "));
        assert!(errors.starts_with(&expected), "{errors}");
    }
    let errors = refused("run --pairs -1");
    assert!(!errors.contains("[["), "{errors}");
    let errors = refused(
        "run --engine name=A --engine name=B --pairs -1 --gmae x --each nodes=x option.Serach=4",
    );
    for expected in [
        "there is no option \"--gmae\"; did you mean \"--game\"?",
        "--pairs -1: ",
        "nodes: a whole number",
        "unknown option \"Serach\"",
    ] {
        assert!(errors.contains(expected), "{expected} in {errors}");
    }
    // The limit is wrong, not missing.
    assert!(!errors.contains("no limit"), "{errors}");
    assert_answers("run --engine name=A", &["movetime, nodes or depth here or with --each"]);
}

#[test]
fn commands_of_the_engine_are_named() {
    for (words, expected) in [
        ("solve qubic", "the engine has it: noughts solve qubic\n"),
        ("play", "noughts play\n"),
        ("bench", "noughts bench\n"),
        ("perft 4", "noughts perft 4\n"),
    ] {
        assert_answers(words, &[expected]);
    }
}

#[test]
fn missing_files_are_reported_without_numbers() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    tournament(folder.path(), &["run", "t.toml", "--journal", "j", "--quiet"]);
    for (words, expected) in [
        ("stats no", "no: there is no such file\n"),
        ("report no", "no: there is no such file\n"),
        ("stats .", ".: it is a folder\n"),
        ("merge no j -o k", "no: there is no such file\n"),
        ("replay no", "no: cannot be read: there is no such file\n"),
        (
            "report j -o no/page.html",
            "\"no/page.html\" cannot be written: there is no such folder\n",
        ),
        ("merge j -o no/k", "no/k cannot be created: there is no such folder\n"),
    ] {
        // An open folder can be read as a file on some systems.
        if cfg!(unix) || words != "stats ." {
            assert_eq!(refused_in(folder.path(), words), expected, "{words}");
        }
    }
}

#[test]
fn options_of_check_come_before_the_engine() {
    let mock = support::mock_path().display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let check = |args: &[&str]| {
        let step = ["check", "--step", "handshake"];
        let output = tournament(folder.path(), &[&step[..], args].concat());
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let (code, shown) = check(&[&mock, "honest", "--game", "tictactoe", "--json"]);
    assert_eq!(code, Some(2), "{shown}");
    assert!(shown.starts_with("--game --json: the words after the engine"), "{shown}");
    assert!(shown.contains("-- honest --game tictactoe"), "{shown}");
    let (code, shown) = check(&[&mock, "--", "honest", "--game", "tictactoe"]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains(" honest --game tictactoe in dialect"), "{shown}");
    let (code, shown) = check(&["~/engine"]);
    assert_eq!(code, Some(4), "{shown}");
    assert!(shown.contains("only a shell knows the folder ~; write \""), "{shown}");
}

#[test]
fn other_files_in_place_of_a_tournament_file_are_recognized() {
    let folder = tempfile::tempdir().unwrap();
    let with = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).unwrap();
        refused_in(folder.path(), &format!("run {name}"))
    };
    let errors = with("j", b"{\"type\":\"header\",\"version\":1}\n");
    assert!(errors.starts_with("j: this is a journal, not a tournament file"), "{errors}");
    assert!(errors.contains("`stats j`"), "{errors}");
    for bytes in [&b"\x7fELF\x02\x01"[..], b"#!/bin/sh\n", b"MZ\x90"] {
        let errors = with("engine", bytes);
        assert!(errors.starts_with("engine: this is a program"), "{errors}");
        assert!(errors.contains("--engine cmd=engine"), "{errors}");
    }
    assert_eq!(refused("run missing.toml"), "missing.toml: there is no such file\n");
    assert!(with("x", b"\xff\xfe").contains("it is not UTF-8 text"));
}

#[test]
fn a_journal_of_another_run_is_described_in_words() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    let args = ["run", "t.toml", "--journal", "j"];
    assert_eq!(tournament(folder.path(), &args).status.code(), Some(0));
    let errors = refused_in(folder.path(), "run t.toml --journal j --each nodes=30 --seed 4");
    for expected in [
        "the journal \"",
        "nodes of engine \"one\" is 20 in the journal but 30 in this run",
        "seed is 0 in the journal but 4 in this run",
        "To begin a new run name another journal",
    ] {
        assert!(errors.contains(expected), "{expected} in {errors}");
    }
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn an_option_of_an_engine_is_recognized_as_one() {
    let folder = tempfile::tempdir().unwrap();
    for (word, meant) in [("Search=mcts", "Search"), ("Serach=mcts", "Search"), ("Hash=16", "Hash")]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
        command.current_dir(&folder).args(["run", "--each", "nodes=1", "--engine", "name=a", word]);
        let output = command.args(["--engine", "name=b"]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        let expected = format!("an option of the engine is written option.{meant}=VALUE");
        assert!(errors.contains(&expected), "{word}: {errors}");
    }
}
