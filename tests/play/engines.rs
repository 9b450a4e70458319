//! Other engines: good ones, silent ones and bad ones, which the program
//! survives and tells about.
#![cfg(unix)]

use crate::Folder;
use crate::plain::printed;

/// A script that answers like an engine; `go` stands for its answer to `go`.
fn engine(folder: &Folder, hello: &str, go: &str) -> String {
    let script = format!(
        "while read word rest; do\n\
           echo \"$word $rest\" >> {log}\n\
           case $word in\n\
             {hello}\n\
             isready) echo readyok ;;\n\
             go) {go} ;;\n\
             quit) exit ;;\n\
           esac\n\
         done\n",
        log = folder.path().join("log").display()
    );
    format!("sh {}", folder.file("engine.sh", &script))
}

const UGI: &str = "ugi) echo 'id name Tin Can'; \
                   echo 'option name Skill type spin default 9 min 1 max 9'; echo ugiok ;;";

/// Plays b2 against an engine and returns what was printed.
fn play(folder: &Folder, engine: &str, arguments: &str) -> String {
    let program = format!("tictactoe {arguments}");
    let arguments: Vec<&str> = program.split_whitespace().collect();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_noughts"));
    child.args(["play", "--plain"]).args(arguments).args(["--engine", engine]);
    child.current_dir(folder.path()).stdin(std::process::Stdio::piped());
    child.stdout(std::process::Stdio::piped());
    let mut child = child.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("it is a pipe");
    std::io::Write::write_all(&mut input, b"b2\nquit\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_ugi_engine_plays_at_its_level() {
    let folder = Folder::new();
    let engine = engine(&folder, UGI, "echo bestmove a1");
    let text = play(&folder, &engine, "--level 3 --nodes 77");
    assert!(text.contains("O (Tin Can, level 3 of 9) plays a1"), "{text}");
    let log = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    for line in ["setoption name Skill value 3", "position startpos moves b2", "go nodes 77"] {
        assert!(log.lines().any(|l| l.trim() == line), "{line} in {log}");
    }
    let text = play(&folder, &engine, "--level 10");
    assert!(text.contains("it has no level 10: its levels are 1 to 9"), "{text}");
}

#[test]
fn a_uci_engine_plays_the_games_it_knows() {
    let folder = Folder::new();
    let variant = "uci) echo 'option name UCI_Variant type combo default chess var chess var \
                   tictactoe'; echo uciok ;;";
    let engine = engine(&folder, variant, "echo 'info score mate -2 pv P@a1'; echo bestmove P@a1");
    let text = play(&folder, &engine, "");
    assert!(text.contains("plays a1"), "{text}");
    let log = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    assert!(log.contains("position startpos moves P@b2"), "{log}");
    let chess = self::engine(&folder, "uci) echo uciok ;;", "echo bestmove a1");
    let text = play(&folder, &chess, "");
    assert!(text.contains("it does not play tictactoe"), "{text}");
    // This program knows both; here it never hears of `ugi`.
    let own =
        folder.file("uci.sh", &format!("sed -u s/^ugi/xyzzy/ | {}", env!("CARGO_BIN_EXE_noughts")));
    let text = play(&folder, &format!("sh {own}"), "--nodes 1000");
    assert!(text.contains(") plays "), "{text}");
}

#[test]
fn bad_engines_get_a_sentence() {
    let folder = Folder::new();
    for (hello, go, part) in [
        ("ugi) exit 3 ;;", "", "it ended (exit status: 3)"),
        ("ugi) echo 'no licence' >&2; exit 3 ;;", "", "(exit status: 3): no licence"),
        (UGI, "exit 4", "it ended (exit status: 4)"),
        (UGI, "echo bestmove b2", "it answered \"b2\", which is not a legal move"),
        (UGI, "printf 'bestmove \\033[2Jz\\n'", "\\u{1b}[2Jz"),
        (UGI, "head -c 100000 /dev/zero", "a line that does not end"),
    ] {
        let engine = engine(&folder, hello, go);
        let text = play(&folder, &engine, "");
        assert!(text.contains(part), "{hello} {go}: {text}");
        assert!(text.contains("\"go\" asks it again") && !text.contains('\u{1b}'), "{text}");
    }
    let text = play(&folder, "/no/such/program", "");
    assert!(text.contains("/no/such/program cannot be started"), "{text}");
    // It prints without end and never answers.
    let engine = engine(&folder, UGI, "yes info string flood");
    let text = play(&folder, &engine, "--movetime 100");
    assert!(text.contains("it does not answer"), "{text}");
}

#[test]
fn the_levels_of_this_engine_are_its_own() {
    // With or without levels, a level that does not exist is told.
    let text = printed("tictactoe --level 1000 --nodes 100", &["b2", "quit"]);
    assert!(text.contains("cannot go on: it has no level"), "{text}");
}
