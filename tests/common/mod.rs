//! A client of an engine in this process, with a deadline on every wait.
#![allow(unreachable_pub, missing_docs)]

pub mod cpu;
pub mod cube;
pub mod pattern;
pub mod sources;

use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use noughts::engine::{self, Line, Options};
use noughts::protocol::Reply;

/// Far longer than any reply takes: turns a hang into a failure.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client of an engine on a thread of its own.
pub struct Client {
    lines: Option<Sender<Line>>,
    replies: Receiver<String>,
    engine: Option<JoinHandle<usize>>,
}

impl Client {
    pub fn new() -> Client {
        Client::with_options(Options::default())
    }

    /// An engine that starts with these options.
    pub fn with_options(options: Options) -> Client {
        let (lines, line_receiver) = unbounded();
        let (reply_sender, replies) = unbounded();
        let engine = std::thread::spawn(move || {
            let mut out = |reply: &Reply| {
                // The client may be dropped before the engine ends.
                let _ = reply_sender.send(reply.to_string());
                Ok(())
            };
            engine::run(options, &line_receiver, &mut out).expect("the output never fails")
        });
        Client { lines: Some(lines), replies, engine: Some(engine) }
    }

    /// Starts an engine and sends it these lines.
    pub fn with(lines: &[&str]) -> Client {
        let client = Client::new();
        lines.iter().for_each(|line| client.send(line));
        client
    }

    pub fn send(&self, line: &str) {
        self.send_line(Line::now(line));
    }

    /// Sends a line with its own time of receipt.
    pub fn send_line(&self, line: Line) {
        let lines = self.lines.as_ref().expect("the input is open");
        lines.send(line).expect("the engine is running");
    }

    /// Waits for the next line.
    pub fn line(&self) -> String {
        self.replies.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// Waits for a line that begins with `start`, and returns the lines up to
    /// it.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Sends a line and `isready`, and returns the replies before `readyok`.
    pub fn ask(&self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a `go` and returns the lines up to `bestmove`.
    pub fn go(&self, line: &str) -> Vec<String> {
        self.send(line);
        self.until("bestmove")
    }

    /// Whether no unread line has arrived.
    pub fn is_silent(&self) -> bool {
        self.replies.is_empty()
    }

    /// Closes the input, waits for the engine to end, and returns its remaining
    /// lines.
    pub fn end(mut self) -> Vec<String> {
        self.lines = None;
        let mut rest = Vec::new();
        loop {
            match self.replies.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end"),
            }
        }
        let engine = self.engine.take().expect("the engine is running");
        engine.join().expect("the engine does not panic");
        rest
    }
}

/// The factor of `NOUGHTS_FUZZ`, by which slow properties are tested longer.
pub fn fuzz() -> usize {
    std::env::var("NOUGHTS_FUZZ").map_or(1, |text| text.parse().expect("a number"))
}

/// Returns the move of the `bestmove` in the last line.
pub fn best(lines: &[String]) -> String {
    let line = lines.last().expect("there is a line");
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("bestmove"), "{line}");
    words.next().expect("there is a move").to_string()
}

/// Returns the word after `name` in the last `info` line that has it.
pub fn field<'a>(lines: &'a [String], name: &str) -> Option<&'a str> {
    let infos = lines.iter().rev().filter(|line| line.starts_with("info "));
    infos.filter(|line| !line.starts_with("info string")).find_map(|line| {
        let mut words = line.split_whitespace();
        words.find(|word| *word == name)?;
        words.next()
    })
}

/// Returns the two words of the last `score`, such as `cp 5`.
pub fn score(lines: &[String]) -> String {
    let kind = field(lines, "score").unwrap_or("none");
    format!("{kind} {}", field(lines, kind).unwrap_or(""))
}

/// Runs the test of this name again in a process of its own, where it is told
/// so: returns whether this is that process.
#[cfg(target_os = "linux")]
pub fn alone(test: &str) -> bool {
    use std::process::{Command, Output};

    const VARIABLE: &str = "NOUGHTS_TEST_ALONE";
    if std::env::var_os(VARIABLE).is_some_and(|name| name == test) {
        return true;
    }
    let program = std::env::current_exe().expect("the program of the tests");
    let mut command = Command::new(program);
    command.args([test, "--exact", "--nocapture"]).env(VARIABLE, test);
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let stdout = String::from_utf8_lossy(&stdout);
    let ran = status.success() && stdout.contains(" 1 passed");
    assert!(ran, "{stdout}{}", String::from_utf8_lossy(&stderr));
    false
}
