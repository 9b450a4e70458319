//! The words on the screen: answers to mistyped command lines and files, what a
//! run says at its end, colours and the width of tables.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tournament(folder: &Path, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    Command::new(program)
        .current_dir(folder)
        .env("RUST_BACKTRACE", "1")
        .args(args)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const BUILTIN: &str = "game = 'tictactoe'\npairings = 2\n[each]\nnodes = 20\n\
                       [[engine]]\nname = 'one'\noptions = { Search = 'random' }\n\
                       [[engine]]\nname = 'two'\noptions = { Search = 'uct' }\n";

/// Returns the errors of a command line that is a mistake of the user.
fn refused_in(folder: &Path, words: &str) -> String {
    let words = shlex::split(words).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = tournament(folder, &words);
    let errors = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{errors}");
    assert!(!errors.contains("backtrace") && !errors.contains('\u{1b}'), "{errors}");
    errors
}

fn refused(words: &str) -> String {
    refused_in(tempfile::tempdir().unwrap().path(), words)
}

fn assert_answers(words: &str, expected: &[&str]) {
    let errors = refused(words);
    for expected in expected {
        assert!(errors.contains(expected), "{words}: {expected} in {errors}");
    }
}

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
            &["unknown key \"format\"; here: none is needed: the form of each line is recognized"],
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
fn a_dead_engine_is_reported_with_its_errors_and_advice() {
    let mock = support::mock_path().display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("cmd={mock}");
    let engines = ["--engine", &engine, "args='exit-at-start'", "name=dead", "--engine", "name=B"];
    let args = [&["run", "--each", "nodes=1"], &engines[..]].concat();
    let output = tournament(folder.path(), &args);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{errors}");
    assert!(errors.contains("engine \"dead\" cannot be started: died: engine ended"), "{errors}");
    let line = errors.lines().find_map(|line| line.split_once("what it answers: ")).unwrap().1;
    let words = shlex::split(line).unwrap();
    assert_eq!(words[1..4], ["check", "--step", "handshake"].map(str::to_string));
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    assert_eq!(tournament(folder.path(), &words).status.code(), Some(7), "{words:?}");
}

/// The engine sleeps for longer than the test lasts; only the runner's own
/// deadlines end it.
#[cfg(unix)]
#[test]
fn a_silent_engine_is_waited_for_once_and_by_name() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::{BufRead, BufReader, Read};
    use std::os::unix::fs::PermissionsExt;
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("silent");
    fs::write(&path, "#!/bin/sh\nexec sleep 1000\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let args = ["run", "--each", "nodes=1", "--engine", "cmd=./silent", "--engine", "name=B"];
    let start = |startup: &str| {
        let deadlines = ["--deadlines", startup];
        Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
            .current_dir(folder.path())
            .args(args)
            .args(deadlines)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let output = start("startup=0.5").wait_with_output().unwrap();
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{errors}");
    assert!(errors.contains("no \"ugiok\" or \"readyok\" within 500 ms"), "{errors}");
    let mut child = start("startup=900");
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    assert_eq!(line, "waiting for the engine \"silent\", which has 900 seconds to answer\n");
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{rest}");
    assert_eq!(
        (rest.as_str(), text(&output.stdout)),
        ("stopped before the end of the first game\n", String::new())
    );
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_start_is_explained() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("eng");
    let run = "run --each nodes=1 --engine name=b --engine cmd=";
    fs::write(&path, "#!/no/such/pyhton3\n").unwrap();
    let errors = refused_in(folder.path(), &format!("{run}./eng"));
    assert!(errors.contains("permit it to run: chmod +x "), "{errors}");
    let check = tournament(folder.path(), &["check", "./eng"]);
    assert!(text(&check.stderr).contains("chmod +x ./eng"), "{}", text(&check.stderr));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let expected = "is a script for \"/no/such/pyhton3\", which does not exist";
    let errors = refused_in(folder.path(), &format!("{run}./eng"));
    assert!(errors.contains(expected), "{errors}");
    let check = tournament(folder.path(), &["check", "./eng"]);
    assert!(text(&check.stderr).contains(expected), "{}", text(&check.stderr));
    let errors = refused_in(folder.path(), &format!("{run}~/eng"));
    assert!(errors.contains("only a shell knows the folder ~; write \"/"), "{errors}");
    let errors = refused_in(folder.path(), &format!("{run}eng"));
    assert!(errors.contains("write ./eng for a program in this folder"), "{errors}");
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
fn a_run_says_what_it_wrote_and_what_to_do_next() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    let run = |args: &[&str]| tournament(folder.path(), &[&["run", "t.toml"], args].concat());
    let said = text(&run(&[]).stderr);
    assert!(said.contains("the games were not kept; with --journal FILE they are"), "{said}");
    let said = text(&run(&["--journal", "my j", "--records", "r.pgn"]).stderr);
    for expected in [
        "has the games; next:",
        "noughts-tournament stats 'my j'  ",
        "noughts-tournament report 'my j' --open  ",
        "records: r.pgn",
    ] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
    assert!(!said.contains('\u{1b}') && !said.contains("stopped"), "{said}");
    // The quoted command works.
    let line = said.lines().find(|line| line.contains("stats")).unwrap();
    let words =
        shlex::split(line.split("  ").find(|part| part.contains("stats")).unwrap()).unwrap();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    assert_eq!(tournament(folder.path(), &words).status.code(), Some(0), "{words:?}");
    assert_eq!(text(&run(&["--quiet"]).stderr), "");
    // The same command again has nothing left to play.
    let output = run(&["--journal", "my j", "--records", "r.pgn"]);
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert!(shown.starts_with("complete: the journal has all 4 games\n"), "{shown}");
    assert!(said.contains("nothing was played; for more games raise --pairs, or begin"), "{said}");
}

#[test]
fn a_folder_of_faults_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mock = support::mock_path();
    let file = format!(
        "game = 'tictactoe'\npairings = 1\njournal = 'j'\n[each]\nnodes = 1\ncmd = '{}'\n\
         [[engine]]\nname = 'good'\nargs = ['honest']\n[[engine]]\nname = 'bad'\nargs = ['illegal-move']\n",
        mock.display()
    );
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml"]);
    let said = text(&output.stderr);
    let is_there = folder.path().join("j.faults").is_dir();
    assert!(is_there, "{}{said}", text(&output.stdout));
    assert!(said.contains("j.faults has the transcripts of games with a fault"), "{said}");
    assert!(said.contains("noughts-tournament replay "), "{said}");
}

#[cfg(unix)]
#[test]
fn after_ctrl_c_a_run_says_how_to_go_on() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(folder.path())
        .args(["run", "t.toml", "--pairings", "1000000", "--journal", "j"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    std::io::copy(&mut lines, &mut std::io::sink()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stderr);
    assert!(said.contains("of 2000000 games; the same command plays the rest"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_says_where_it_is_and_is_opened() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let opener = bin.join("xdg-open");
    fs::write(&opener, "#!/bin/sh\necho \"$1\" > opened\n").unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    tournament(folder.path(), &["run", "t.toml", "--journal", "j"]);
    let output = tournament(folder.path(), &["report", "j"]);
    assert!(text(&output.stderr).starts_with("wrote report.html;"), "{}", text(&output.stderr));
    assert!(!folder.path().join("opened").exists());
    let path = std::env::var("PATH").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("DISPLAY", ":0")
        .args(["report", "j", "--open", "-o", "page.html"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // Without a display nothing would open it.
    let none = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    for name in none {
        command.env_remove(name);
    }
    let closed =
        command.current_dir(folder.path()).args(["report", "j", "--open"]).output().unwrap();
    let said = text(&closed.stderr);
    assert_eq!(closed.status.code(), Some(1), "{said}");
    assert!(said.starts_with("wrote report.html; there is no display"), "{said}");
    // The opener is not waited for.
    let opened = || fs::read_to_string(folder.path().join("opened")).unwrap_or_default();
    for _ in 0..500 {
        if opened().ends_with('\n') {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(opened().ends_with("page.html\n"), "{}", opened());
}

#[test]
fn a_tournament_shows_who_beat_whom() {
    let folder = tempfile::tempdir().unwrap();
    let file = BUILTIN.replace("pairings = 2", "pairings = 1") + "[[engine]]\nname = 'three'\n";
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let output = tournament(folder.path(), &["run", "t.toml", "--journal", "j"]);
    let stats = tournament(folder.path(), &["stats", "j"]);
    for shown in [text(&output.stdout), text(&stats.stdout)] {
        let table: Vec<&str> =
            shown.lines().skip_while(|l| !l.contains("points against")).collect();
        assert!(table.len() > 5, "{shown}");
        // Two games with each opponent; the points of both add up to two.
        let points = |line: &str| -> Vec<f64> {
            let cells = line.split_whitespace().filter_map(|cell| cell.strip_suffix("/2"));
            cells.map(|points| points.parse().unwrap()).collect()
        };
        let all: Vec<f64> = table[2..5].iter().flat_map(|line| points(line)).collect();
        assert_eq!((all.len(), all.iter().sum::<f64>()), (6, 6.0), "{shown}");
    }
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let folder = tempfile::tempdir().unwrap();
    let shown = |args: &[&str], no_color: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command.current_dir(folder.path()).args(args).output().unwrap();
        text(&output.stdout) + &text(&output.stderr)
    };
    fs::write(folder.path().join("t.toml"), BUILTIN).unwrap();
    for args in [&["run", "t.toml"][..], &["rnu"], &["--help"], &["run", "no.toml"]] {
        assert!(!shown(args, false).contains('\u{1b}'), "{args:?}");
        let always = [args, &["--color", "always"]].concat();
        let always = if args[0] == "rnu" { vec!["--color=always", "rnu"] } else { always };
        assert!(shown(&always, false).contains('\u{1b}'), "{args:?}");
        let never = [&["--color=never"], args].concat();
        assert!(!shown(&never, false).contains('\u{1b}'), "{args:?}");
    }
    assert!(refused("--color sometimes run").contains("always"));
}

#[test]
fn a_dead_engine_is_one_failure() {
    let mock = support::mock_path().display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let output = tournament(folder.path(), &["check", &mock, "exit-at-start"]);
    assert_eq!(output.status.code(), Some(7));
    let shown = text(&output.stdout);
    let with = |word: &str| shown.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!((with("FAIL"), with("skipped"), with("warning")), (1, 0, 0), "{shown}");
    assert!(shown.lines().count() < 15, "{shown}");
    assert!(shown.contains("does not complete the handshake, so nothing else"), "{shown}");
    assert!(!shown.contains("87"), "{shown}");
}

/// An engine of chess that knows only UCI.
#[cfg(unix)]
fn chess_engine(path: &Path, declares: &str) {
    use std::os::unix::fs::PermissionsExt;

    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
         uci) echo 'id name chess'; echo 'id author x'; {declares} echo uciok;;\n\
         isready) echo readyok;;\ngo) echo 'bestmove e2e4';;\nquit) exit;;\nesac; done\n"
    );
    fs::write(path, script).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn an_engine_of_another_game_does_not_play() {
    let folder = tempfile::tempdir().unwrap();
    for declares in ["echo 'option name UCI_Chess960 type check default false';", ""] {
        chess_engine(&folder.path().join("chess"), declares);
        for dialect in ["", " dialect=uci"] {
            let words = format!(
                "run --game tictactoe --each nodes=9 --engine name=a --engine cmd=./chess{dialect}"
            );
            let errors = refused_in(folder.path(), &words);
            assert!(errors.starts_with("engine \"chess\" cannot be started: "), "{errors}");
            assert!(errors.contains("option.UCI_Variant=NAME"), "{errors}");
        }
    }
}

/// The dialect of the mock engine is found; a wrapper hides UGI from it.
#[cfg(unix)]
#[test]
fn the_dialect_of_an_engine_is_found_out() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("only-uci");
    let mock = support::mock_path();
    let script = format!("#!/bin/sh\nsed -u 's/^ugi$/xyzzy/' | exec '{}' honest\n", mock.display());
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let words = "run --game tictactoe --pairs 1 --each nodes=9 --journal j --engine name=a cmd=";
    let words = format!("{words}{} args=honest --engine name=b cmd=./only-uci", mock.display());
    let words: Vec<&str> = words.split(' ').collect();
    let output = tournament(folder.path(), &words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let config = noughts_tournament::journal::read(&folder.path().join("j")).unwrap().0.config;
    let dialects: Vec<_> = config.engines.iter().map(|engine| engine.dialect).collect();
    use noughts_tournament::config::Dialect;
    assert_eq!(dialects, [Dialect::Ugi, Dialect::Uci]);
    assert!(!text(&output.stdout).contains("lost by"), "{}", text(&output.stdout));
}

/// Runs the program in a terminal of so many columns. Returns what it shows.
#[cfg(target_os = "linux")]
fn on_terminal(folder: &Path, columns: u16, args: &[&str]) -> String {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};
    use std::io::Read;

    let main = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&main).unwrap();
    unlockpt(&main).unwrap();
    let name = ptsname(&main, Vec::new()).unwrap().into_string().unwrap();
    let terminal = fs::OpenOptions::new().read(true).write(true).open(name).unwrap();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    command.current_dir(folder).args(args).env("TERM", "xterm").env_remove("NO_COLOR");
    command.stderr(terminal.try_clone().unwrap()).stdout(terminal.try_clone().unwrap());
    let mut child = command.stdin(terminal).spawn().unwrap();
    // The child must have the only handles of the terminal.
    drop(command);
    let mut shown = Vec::new();
    // When the last handle is closed, Linux reports an error.
    let _ = fs::File::from(main).read_to_end(&mut shown);
    assert!(child.wait().unwrap().success());
    text(&shown).replace('\r', "")
}

/// Returns the longest line without its styles.
#[cfg(target_os = "linux")]
fn widest(shown: &str) -> usize {
    let plain = anstream::adapter::strip_str(shown).to_string();
    plain.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[cfg(target_os = "linux")]
#[test]
fn tables_fit_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = "game = 'tictactoe'\npairings = 1\n[each]\nnodes = 1\n".to_string();
    for i in 1..=9 {
        file += &format!("[[engine]]\nname = 'an engine with a long name, number {i}'\n");
    }
    fs::write(folder.path().join("many.toml"), file).unwrap();
    fs::write(folder.path().join("two.toml"), BUILTIN).unwrap();
    for name in ["many", "two"] {
        let args = ["run", &format!("{name}.toml"), "--journal", name, "--pairs", "1"];
        assert_eq!(tournament(folder.path(), &args).status.code(), Some(0));
        let args = ["stats", name];
        let whole = text(&tournament(folder.path(), &args).stdout);
        assert!(whole.contains("with X") && !whole.contains("wider terminal"), "{whole}");
        for columns in [40, 80, 100, 200] {
            let shown = on_terminal(folder.path(), columns, &args);
            assert!(widest(&shown) <= usize::from(columns), "{columns}\n{shown}");
            assert!(shown.contains("Elo") && shown.contains("score"), "{shown}");
            // Bold on a terminal.
            assert!(shown.contains("\u{1b}[1m"), "{shown}");
        }
        let shown = on_terminal(folder.path(), 80, &["stats", name, "--color", "never"]);
        assert!(!shown.contains('\u{1b}'), "{shown}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_wraps_at_words() {
    let folder = tempfile::tempdir().unwrap();
    for columns in [60, 80] {
        for args in [&["--help"][..], &["stats", "--help"], &["check", "-h"], &["book", "--help"]] {
            let shown = on_terminal(folder.path(), columns, args);
            assert!(widest(&shown) <= usize::from(columns), "{columns}\n{shown}");
        }
    }
}

#[test]
fn the_help_of_tune_has_no_key_that_it_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let help = |command: &str| text(&tournament(folder.path(), &[command, "--help"]).stdout);
    let (run, tune) = (help("run"), help("tune"));
    let refused = [
        "format", "seeds", "rounds", "pairings", "no-swap", "referee", "sprt", "events", "records",
    ];
    for key in refused {
        assert!(run.contains(&format!("--{key} ")), "{key}");
        assert!(!tune.contains(&format!("--{key} ")), "{key}: {tune}");
    }
    assert!(tune.contains("--concurrency") && tune.contains("--report"), "{tune}");
    let run = run.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(run.contains("Those of --each are defaults of --engine only"), "{run}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_help_of_run_shows_its_example_as_it_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let shown = on_terminal(folder.path(), 80, &["run", "--help"]);
    assert!(widest(&shown) <= 80, "{shown}");
    let plain = anstream::adapter::strip_str(&shown).to_string();
    let example = plain.split("Example:").nth(1).unwrap().trim();
    let is_continued = |line: &str| line.ends_with(" \\");
    let lines: Vec<&str> = example.lines().collect();
    assert!(lines.len() == 3 && lines[..2].iter().all(|line| is_continued(line)), "{example}");
}

#[cfg(target_os = "linux")]
#[test]
fn tables_shown_together_shorten_names_alike() {
    let folder = tempfile::tempdir().unwrap();
    let name = |i: u32| format!("an-engine-with-a-long-name-{i}");
    let mut file = "game = 'tictactoe'\npairings = 1\n[each]\nnodes = 1\n".to_string();
    for i in 1..=3 {
        file += &format!("[[engine]]\nname = '{}'\n", name(i));
    }
    fs::write(folder.path().join("t.toml"), file).unwrap();
    tournament(folder.path(), &["run", "t.toml", "--journal", "j", "--quiet"]);
    let names = |columns| {
        let shown = on_terminal(folder.path(), columns, &["stats", "j"]);
        let plain = anstream::adapter::strip_str(&shown).to_string();
        let words = plain.split_whitespace().filter(|word| word.starts_with("an-"));
        words.map(str::to_string).collect::<std::collections::BTreeSet<String>>()
    };
    assert_eq!(names(200), (1..=3).map(name).collect());
    // In 80 columns the names of the first table are cut, so they are cut alike
    // in the others.
    let cut = names(80);
    assert!(cut.iter().all(|name| name.ends_with('…')) && cut.len() == 1, "{cut:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_bar_says_what_its_numbers_mean() {
    let folder = tempfile::tempdir().unwrap();
    let file = BUILTIN.replace("nodes = 20", "nodes = 3000") + "[[engine]]\nname = 'three'\n";
    fs::write(folder.path().join("t.toml"), file).unwrap();
    // `mcts` needs seconds, and `puct` minutes.
    let args = ["run", "t.toml", "--game", "tictactrains", "--pairs", "10"];
    let args = [&args[..], &["--each", "option.Search=mcts"]].concat();
    let shown = on_terminal(folder.path(), 80, &args);
    for expected in ["/60 games", "so far", "to go", "leading: "] {
        assert!(shown.contains(expected), "{expected} in {shown}");
    }
}

/// Without `query` an engine can still play a game that the runner knows.
#[test]
fn a_missing_query_is_a_warning_if_the_game_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let mock = support::mock_path().display().to_string();
    let check = |game: &[&str]| {
        let step = ["check", "--step", "query", "--dialect", "ugi", "--patience", "0.497"];
        let args = [&step, game, &[&mock, "no-query-answer"]].concat();
        let output = tournament(folder.path(), &args);
        (output.status.code(), text(&output.stdout))
    };
    let (code, shown) = check(&["--game", "tictactoe"]);
    assert!(shown.contains("warning        query: no \"response\" within 497 ms"), "{shown}");
    assert!(shown.contains("rule (should)"), "{shown}");
    assert_eq!(code, Some(0), "{shown}");
    let (code, shown) = check(&[]);
    assert!(shown.contains("FAIL           query: no"), "{shown}");
    assert_eq!(code, Some(7), "{shown}");
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
