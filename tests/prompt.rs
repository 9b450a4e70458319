//! The engine on a pseudo-terminal, as a person sees it, and on pipes.
#![cfg(unix)]

use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Far longer than any reply takes.
const PATIENCE: Duration = Duration::from_secs(60);

const ROWS: NonZero<u16> = NonZero::new(60).unwrap();
const COLUMNS: NonZero<u16> = NonZero::new(100).unwrap();

/// A person at a terminal.
struct Typist {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    _terminal: Box<dyn MasterPty + Send>,
}

impl Typist {
    fn at(arguments: &[&str], term: &str) -> Typist {
        let size = PtySize { rows: ROWS.get(), cols: COLUMNS.get(), ..PtySize::default() };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_noughts"));
        command.args(arguments);
        command.env("TERM", term);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut output = pair.master.try_clone_reader().expect("its output");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(ROWS, COLUMNS, 1000)));
        let seen = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                seen.lock().expect("no panic").process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().expect("its input");
        Typist { screen, keys, child, _terminal: pair.master }
    }

    fn new(arguments: &[&str]) -> Typist {
        let typist = Typist::at(arguments, "xterm");
        typist.sees(|text| text.ends_with("\n>"));
        typist
    }

    fn text(&self) -> String {
        let screen = self.screen.lock().expect("no panic");
        screen.screen().contents().trim_end().to_string()
    }

    /// Waits until the screen is as expected, and returns it.
    fn sees(&self, expected: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let text = self.text();
            if expected(&text) {
                return text;
            }
            assert!(started.elapsed() < PATIENCE, "{text}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn presses(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the program reads");
        self.keys.flush().expect("the program reads");
    }

    /// Types a line, and waits for this answer before the next prompt. The
    /// prompt may come before an answer that is late.
    fn types(&mut self, line: &str, expected: impl Fn(&str) -> bool) {
        let echo = format!("> {line}\n");
        let before = self.text().matches(&echo).count();
        self.presses(&format!("{line}\r"));
        self.sees(|text| {
            let is_new = text.matches(&echo).count() > before && text.ends_with("\n>");
            let answer = text.rsplit_once(&echo).map_or("", |(_, answer)| answer);
            is_new && expected(answer.trim_end_matches('>').trim_end())
        });
    }

    fn ends(mut self) {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                assert!(status.success(), "{}", self.text());
                return;
            }
            assert!(started.elapsed() < PATIENCE, "{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_person_plays_moves() {
    let mut typist = Typist::new(&["-g", "tictactoe"]);
    let greeting = typist.text();
    assert_eq!(greeting.lines().count(), 3, "{greeting}");
    assert!(greeting.contains("help") && greeting.contains("quit"), "{greeting}");
    typist.types("b2", |board| board.contains("2 . X .") && board.contains("O to move"));
    typist.types("b2", |answer| answer == "\"b2\" is occupied");
    typist.types("a1", |board| board.contains("1 O . ."));
    let moves = "played: 1. b2 a1\nlegal: a3 b3 c3 a2 c2 b1 c1";
    typist.types("moves", |answer| answer == moves);
    typist.types("undo", |board| board.contains("1 . . ."));
    typist.types("shwo", |answer| answer.contains("did you mean \"show\"?"));
    typist.types("go nodes 100", |answer| answer.contains("\nbestmove "));
    typist.types("isready", |answer| answer == "readyok");
    // Recall the line before last from the history.
    typist.presses("\x1b[A\x1b[A\r");
    typist.sees(|text| text.matches("\nbestmove ").count() == 2 && text.ends_with("\n>"));
    typist.presses("quit\r");
    typist.ends();
}

/// The replies of a search appear above the line that is being typed.
#[test]
fn a_search_does_not_garble_the_line() {
    let mut typist = Typist::new(&["-g", "tictactoe:9x9:5", "-o", "Search=alphabeta"]);
    typist.presses("go infinite\r");
    typist.presses("sto");
    let count = |text: &str| text.matches("info depth ").count();
    let before = count(&typist.sees(|text| text.ends_with("\n> sto")));
    typist.sees(|text| count(text) > before + 1 && text.ends_with("\n> sto"));
    typist.presses("p\r");
    let text = typist.sees(|text| text.contains("\nbestmove ") && text.ends_with("\n>"));
    assert!(text.lines().all(|line| line.starts_with('>') || !line.contains("sto")), "{text}");
    typist.types("go infinite", |_| true);
    typist.types("e5", |_| true);
    typist.sees(|text| text.contains("type \"stop\" first"));
    // Ctrl-C ends a search, and then the program.
    typist.presses("\x03");
    typist.sees(|text| text.matches("\nbestmove ").count() == 2 && text.ends_with("\n>"));
    typist.presses("\x03");
    typist.ends();
}

/// A person waits for the end of such a search; a program would send `stop`.
#[test]
fn a_search_without_limits_ends_by_itself() {
    let mut typist = Typist::new(&["-g", "tictactoe"]);
    for line in ["b2", "a1", "?", "e"] {
        typist.types(line, |answer| !answer.is_empty());
    }
    typist.presses("go\r");
    typist.sees(|text| text.contains("\"go infinite\"") && text.contains("\nbestmove "));
    typist.presses("q\r");
    typist.ends();
}

/// The engine refuses a second search without a move, and a wrong one at once.
#[test]
fn a_refused_search_leaves_the_prompt_as_it_was() {
    let mut typist = Typist::new(&["-g", "tictactoe:9x9:5"]);
    typist.types("go infinite searchmoves z9", |answer| answer.contains("\nbestmove 0000"));
    typist.types("e5", |answer| answer.contains("O to move"));
    typist.types("go infinite", |_| true);
    typist.types("go nodes 5", |answer| answer.contains("error "));
    typist.presses("stop\r");
    typist.sees(|text| text.matches("\nbestmove ").count() == 2 && text.ends_with("\n>"));
    // Without a search, Ctrl-C ends the program.
    typist.presses("\x03");
    typist.ends();
}

/// A script that is pasted gets all its answers.
#[test]
fn pasted_lines_are_answered_in_order() {
    let mut typist = Typist::new(&[]);
    typist.presses("newgame tictactoe\rb2\rgo nodes 50\rquery p1turn\rquit\r");
    let text = typist.sees(|text| text.ends_with("> quit"));
    let at = |word: &str| text.find(word).unwrap_or_else(|| panic!("no {word} in {text}"));
    assert!(at("O to move") < at("\nbestmove "), "{text}");
    assert!(at("\nbestmove ") < at("response false"), "{text}");
    typist.ends();
}

/// Ctrl-D ends the input, and a terminal that cannot move its cursor has no
/// editing.
#[test]
fn the_end_of_input_ends_the_engine() {
    let mut typist = Typist::new(&[]);
    typist.presses("\x04");
    typist.ends();
    let mut typist = Typist::at(&[], "dumb");
    typist.presses("isready\r");
    typist.sees(|text| text.contains("readyok"));
    typist.presses("quit\r");
    typist.ends();
}

/// The prompt and its words exist on a terminal only.
#[test]
fn pipes_have_no_greeting_and_no_moves() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts"));
    let pipe = || (Stdio::piped(), Stdio::piped(), Stdio::piped());
    let (stdin, stdout, stderr) = pipe();
    let mut child = command.stdin(stdin).stdout(stdout).stderr(stderr).spawn().expect("it starts");
    let lines = "newgame tictactoe\nb2\nundo\nmoves\nisready\nquery p1turn\n";
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.stderr.is_empty(), "{output:?}");
    let expected = "info string error unknown command \"b2\"\n\
                    info string error unknown command \"undo\"\n\
                    info string error unknown command \"moves\"\n\
                    readyok\nresponse true\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
