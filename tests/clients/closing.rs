//! A client that ends without a word: its pipes close while a search that prints nothing
//! would go on for years.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::process::PROGRAM;

/// Far longer than the engine takes to end: turns a hang into a failure.
const PATIENCE: Duration = Duration::from_secs(120);

fn start(arguments: &[&str]) -> Child {
    let pipe = Stdio::piped;
    let program = Command::new(PROGRAM).args(arguments).stdin(pipe()).stdout(pipe()).spawn();
    program.expect("the engine starts")
}

fn assert_ends(mut engine: Child, context: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = engine.try_wait().expect("it is our child") {
            assert!(status.success(), "{context}: {status}");
            return;
        }
        if Instant::now() >= deadline {
            engine.kill().expect("it can be killed");
            panic!("{context}: the engine goes on");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_search_ends_with_its_client() {
    for go in ["go depth 40", "go nodes 99999999999999", "go movetime 999999999", "perft 40"] {
        let mut engine =
            start(&["-g", "tictactoe:7x7:5", "-o", "CentreReply=false", "-o", "Search=minimax"]);
        let mut input = engine.stdin.take().expect("it is a pipe");
        writeln!(input, "{go}").expect("the engine reads");
        drop(input);
        drop(engine.stdout.take());
        assert_ends(engine, go);
    }
}

/// The commands of a command line are its whole input.
#[test]
fn a_search_of_the_command_line_ends_with_its_reader() {
    let words = "-g tictactoe:7x7:5 -o CentreReply=false -o Search=minimax go depth 40";
    let mut engine = start(&words.split(' ').collect::<Vec<_>>());
    drop(engine.stdout.take());
    assert_ends(engine, words);
}
