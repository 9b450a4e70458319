//! Play against other engines: working, silent and faulty ones. The program
//! survives their faults and reports them.
#![cfg(unix)]

use std::process::{Command, Output, Stdio};

use super::Folder;
use super::plain::run_in;

/// Writes a script that acts as an engine; `hello` and `go` are its reactions
/// to the handshake and to `go`.
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
    let output = run(folder, engine, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Tries to play against an engine that is refused before the board appears,
/// and returns the exit status and the error.
fn refused(folder: &Folder, engine: &str, arguments: &str) -> (Option<i32>, String) {
    let output = run(folder, engine, arguments);
    let text = String::from_utf8(output.stdout).expect("text");
    // Only the message that the engine is awaited may appear.
    assert!(text.lines().all(|line| line.starts_with("waiting for ")), "{text}");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
    (output.status.code(), errors)
}

fn run(folder: &Folder, engine: &str, arguments: &str) -> Output {
    let program = format!("tictactoe {arguments}");
    let arguments: Vec<&str> = program.split_whitespace().collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_noughts"));
    child.args(["play", "--plain"]).args(arguments).args(["--engine", engine]);
    child.current_dir(folder.path()).stdin(Stdio::piped());
    child.env("NOUGHTS_DATA", folder.path().join("data"));
    child.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("it is a pipe");
    // An error is ignored: a program that refuses its arguments reads nothing.
    let _ = std::io::Write::write_all(&mut input, b"b2\nquit\n");
    drop(input);
    child.wait_with_output().expect("it ends")
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
    let (status, error) = refused(&folder, &engine, "--level 10");
    assert!(error.contains("engine sh (O): it has no level 10: its levels are 1 to 9"), "{error}");
    assert_eq!(status, Some(2));
    let plain = self::engine(&folder, "ugi) echo ugiok ;;", "echo bestmove a1");
    let (status, error) = refused(&folder, &plain, "--level 1");
    assert!(error.contains("it has no levels") && error.contains("leave out --level"), "{error}");
    assert_eq!(status, Some(2));
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
    let (status, error) = refused(&folder, &chess, "");
    assert!(error.contains("it does not play tictactoe: choose another"), "{error}");
    assert_eq!(status, Some(2));
    // noughts supports UGI and UCI; `sed` hides the `ugi` from it.
    let own =
        folder.file("uci.sh", &format!("sed -u s/^ugi/xyzzy/ | {}", env!("CARGO_BIN_EXE_noughts")));
    let text = play(&folder, &format!("sh {own}"), "--nodes 1000");
    assert!(text.contains(") plays "), "{text}");
}

#[test]
fn bad_engines_get_a_sentence() {
    let folder = Folder::new();
    for (hello, go, part) in [
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
    // This engine prints without end and never answers.
    let engine = engine(&folder, UGI, "yes info string flood");
    let text = play(&folder, &engine, "--movetime 100");
    assert!(text.contains("it does not answer"), "{text}");
}

#[test]
fn engines_that_do_not_start_are_refused_before_the_board() {
    let folder = Folder::new();
    let script = folder.file("locked.sh", "#!/bin/sh\n");
    for (program, part) in [
        ("/no/such/program", "\"/no/such/program\" does not exist"),
        ("no-such-program", "no program \"no-such-program\" in the search path; write ./no-such"),
        (&script, "permit it to run: chmod +x "),
        ("/usr", "\"/usr\" is a folder; name the program in it"),
        ("a 'b", "has an open quote"),
        ("", "--engine needs a program"),
    ] {
        let (status, error) = refused(&folder, program, "");
        assert!(error.contains(part), "{program}: {error}");
        assert_eq!(status, Some(2), "{error}");
    }
    for (hello, part) in [
        ("ugi) exit 3 ;;", "engine sh (O): it ended (exit status: 3)"),
        ("ugi) echo 'no licence' >&2; exit 3 ;;", "(exit status: 3): no licence"),
    ] {
        let (status, error) = refused(&folder, &engine(&folder, hello, ""), "");
        assert!(error.contains(part), "{hello}: {error}");
        assert_eq!(status, Some(1), "{error}");
    }
}

/// `cat` repeats every line and never answers.
#[test]
fn a_silent_engine_is_awaited_and_given_up() {
    let output = run(&Folder::new(), "cat", "");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text, "waiting for cat…\n");
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(
        error.contains("cat (O): it answered neither \"ugi\" nor \"uci\" within 10s"),
        "{error}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_levels_of_this_engine_are_its_own() {
    for level in ["1000", "11", "0", "-1"] {
        let output = run_in(&Folder::new(), &format!("tictactoe --level {level}"), &["b2"]);
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(error.contains("levels of this engine are 1 to 10"), "{level}: {error}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{level}");
    }
}
